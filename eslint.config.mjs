import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import tseslint from 'typescript-eslint';

// The rules that n8n's scanner checks in the published package. `.oxlintrc.json` has all other rules.
export default tseslint.config({
  files: ['src/**/*.ts', 'nodes/**/*.ts', 'credentials/**/*.ts'],
  languageOptions: { parser: tseslint.parser },
  // A directive may be about a rule that only oxlint has.
  linterOptions: { reportUnusedDisableDirectives: 'off' },
  extends: [n8nCommunityNodesPlugin.configs.recommended],
});

import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import tseslint from 'typescript-eslint';
import { languageRule } from './scripts/languageRule.mjs';
import { transactionRule } from './scripts/transactionRule.mjs';

// The rules that oxlint does not have; see .oxlintrc.json for all others.
export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', 'out/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'off' } },
  {
    files: ['**/*.{ts,tsx,mts}'],
    languageOptions: { parser: tseslint.parser },
  },
  {
    files: ['**/*.{ts,tsx,mjs}', 'vitest.config.mts'],
    plugins: { language: languageRule },
    rules: { 'language/plain': 'error' },
  },
  {
    files: ['batch/server/**/*.ts'],
    plugins: { transaction: transactionRule },
    rules: { 'transaction/only-tx': 'error' },
  },
  // Rules that n8n's scanner checks in the published package.
  {
    files: ['src/**/*.ts', 'nodes/**/*.ts', 'credentials/**/*.ts'],
    extends: [n8nCommunityNodesPlugin.configs.recommended],
  },
);

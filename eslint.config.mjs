import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { languageRule } from './scripts/languageRule.mjs';
import { transactionRule } from './scripts/transactionRule.mjs';

export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', 'out/'] },
  {
    files: ['**/*.{ts,tsx,mjs}', 'vitest.config.mts'],
    plugins: { language: languageRule },
    rules: { 'language/plain': 'error' },
  },
  {
    // The compiler does not read these files. Their functions also run in the browser of the page's tests.
    files: ['**/*.mjs', 'batch/bin/*.js'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    rules: { 'no-undef': 'error' },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  {
    files: ['batch/server/**/*.ts'],
    plugins: { transaction: transactionRule },
    rules: {
      'transaction/only-tx': 'error',
      // The log leaves out the messages of errors, which may contain values.
      'no-console': 'error',
      // The methods of Kysely's builders are made to be taken out of them.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['batch/server/page/browser/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
    },
  },
  // Rules that n8n's scanner checks in the published package.
  {
    files: ['src/**/*.ts', 'nodes/**/*.ts', 'credentials/**/*.ts'],
    extends: [n8nCommunityNodesPlugin.configs.recommended],
  },
);

import type { ESLint } from 'eslint';

/** The plugin with the rule. */
export const languageRule: ESLint.Plugin;

/** Finds the odd sentences of a Markdown document. */
export function findOddProse(source: string): string[];

import type { ESLint } from 'eslint';

/** The plugin with the rule. */
declare const languageRule: ESLint.Plugin;
export default languageRule;

/** Finds the odd sentences of a Markdown document. */
export function findOddProse(source: string): string[];

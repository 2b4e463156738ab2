import type { ESLint } from 'eslint';

declare const languageRule: ESLint.Plugin;
export default languageRule;

/** Finds odd sentences and retired names in a Markdown document. Leaves out headings and code. */
export function findOddProse(source: string): string[];

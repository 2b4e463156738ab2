import type { ESLint } from 'eslint';

declare const languageRule: ESLint.Plugin;
export default languageRule;

/** Finds odd sentences and retired names in a Markdown document, except in headings and code. */
export function findOddProse(source: string): string[];

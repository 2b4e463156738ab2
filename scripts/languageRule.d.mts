import type { ESLint } from 'eslint';

declare const languageRule: ESLint.Plugin;
export default languageRule;

/** Finds odd sentences and retired names in Markdown. Skips headings and code. */
export function findOddProse(source: string): string[];

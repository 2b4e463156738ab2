import type { ESLint } from 'eslint';

declare const languageRule: ESLint.Plugin;
export default languageRule;

/** Skips headings and code. */
export function findOddProse(source: string): string[];

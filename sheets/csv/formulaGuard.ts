/**
 * What spreadsheet programs take for the beginning of a formula, with everything that some of them
 * strip before it: spaces of any width, invisible and control characters. The wide signs are those
 * of East Asian keyboards. An apostrophe before it counts too, so that `unguarded` removes only
 * ours.
 */
const formula =
  /^'*(?:[\t\r\n]|[\s\p{Z}\p{C}]*[=+\-@\u2212\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20])/u;

/**
 * The text with an apostrophe before it if a program would run it as a formula (OWASP, "CSV
 * Injection").
 */
export function guarded(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Undoes {@link guarded}. */
export function unguarded(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}

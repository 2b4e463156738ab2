/**
 * The beginning of a text that a spreadsheet program may run as a formula. Some programs ignore
 * spaces of any width, invisible and control characters before the sign. The wide signs are those
 * of East Asian keyboards. Leading apostrophes are included, so that a formula that already has one
 * gets another, and `unguarded` removes only ours.
 */
const formula =
  /^'*(?:[\t\r\n]|[\s\p{Z}\p{C}]*[=+\-@\u2212\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20])/u;

/** Puts an apostrophe before a text that a program might run as a formula (OWASP, "CSV Injection"). */
export function guarded(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Undoes {@link guarded}. */
export function unguarded(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}

/**
 * What spreadsheet programs take for the beginning of a formula, and all that some of them strip
 * before it: spaces of any width, what cannot be seen, control characters. The wide signs are those
 * of East Asian keyboards. An apostrophe before it counts too, so that `unguarded` takes away ours only.
 */
const formula =
  /^'*(?:[\t\r\n]|[\s\p{Z}\p{C}]*[=+\-@\u2212\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20])/u;

/** The text with an apostrophe before it where a program would run it (OWASP, "CSV Injection"). */
export function guarded(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** What {@link guarded} was given. */
export function unguarded(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}

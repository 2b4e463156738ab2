/**
 * Some programs ignore spaces, invisible characters and control characters before the sign. East
 * Asian keyboards have the wide signs. Leading apostrophes are included, so that `unguardText`
 * removes only ours.
 */
const formula =
  /^'*(?:[\t\r\n]|[\s\p{Z}\p{C}]*[=+\-@\u2212\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20])/u;

/**
 * Puts an apostrophe before a text that a program might run as a formula. See OWASP, "CSV
 * Injection".
 */
export function guardText(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Removes the apostrophe that this library puts before a text that might run as a formula. */
export function unguardText(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}

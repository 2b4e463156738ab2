/**
 * Some programs ignore spaces, invisible and control characters before the sign. The wide signs are
 * those of East Asian keyboards. Leading apostrophes are included, so that `unguardText` removes only
 * ours.
 */
const formula =
  /^'*(?:[\t\r\n]|[\s\p{Z}\p{C}]*[=+\-@\u2212\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20])/u;

/** See OWASP, "CSV Injection". */
export function guardText(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Removes the apostrophe that this library puts before a text that might run as a formula. */
export function unguardText(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}

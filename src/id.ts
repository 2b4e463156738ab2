/**
 * Returns whether a text can be an ID of the service, for an assessment or an account. According to
 * the contract, IDs are strings. The service's IDs have digits and no spaces; the words that people
 * type instead of an ID (`later`, `n/a`, `-`, a name) have no digit.
 */
export function canBeId(text: string): boolean {
  return /^(?=.*\d)[\w.:~-]{1,200}$/.test(text);
}

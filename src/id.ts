/**
 * True for a text that can be an id of the service: an assessment's or an account's. The contract
 * only says that ids are strings. The service's own have digits and no spaces, and the words that
 * people type where an id is asked for (`later`, `n/a`, `-`, a name) have no digit.
 */
export function canBeId(text: string): boolean {
  return /^(?=.*\d)[\w.:~-]{1,200}$/.test(text);
}

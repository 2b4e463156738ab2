/** Adds a full stop, unless the text ends with `.`, `?` or `!`. */
export function asSentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

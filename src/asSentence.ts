/** A text with a full stop, unless it ends with a punctuation mark. */
export function asSentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

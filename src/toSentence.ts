export function toSentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

export function asSentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

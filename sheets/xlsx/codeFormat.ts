/** A part of a format that shows a number as a code, such as `"E-"0000` or `000\-000`. */
export type CodePart =
  | { readonly text: string }
  /** A placeholder: for a missing digit, `0` shows a zero, and `#` nothing. */
  | { readonly digit: '0' | '#' };

/** `_.` is a space as wide as a character, `*.` a repeated one, `[$…]` a currency or locale. */
const token =
  /"(?<quoted>[^"]*)"|\\(?<escaped>.)|(?<space>_.)|\*.|\[\$(?<currency>[^\]-]*)(?:-[^\]]*)?\]|\[[a-z]+\d*\]|(?<digit>[0#])|(?<plain>[-+():!^&'~{}<>=$ ])/giy;

/** Returns undefined if the section shows more than digits and texts, or no digits. */
export function parseCodeParts(section: string): readonly CodePart[] | undefined {
  const parts: CodePart[] = [];
  let end = 0;
  for (const { 0: whole, groups = {} } of section.matchAll(token)) {
    end += whole.length;
    const { quoted, escaped, space, currency, digit, plain } = groups;
    const text = quoted ?? escaped ?? currency ?? plain ?? (space === undefined ? '' : ' ');
    if (digit !== undefined) parts.push({ digit: digit === '0' ? '0' : '#' });
    else if (text !== '') parts.push({ text });
  }
  const isCode = end === section.length && parts.some((part) => 'digit' in part);
  return isCode ? parts : undefined;
}

export function formatAsCode(digits: string, parts: readonly CodePart[]): string {
  const leftmost = parts.findIndex((part) => 'digit' in part);
  let rest = digits === '0' ? '' : digits;
  let text = '';
  for (let index = parts.length - 1; index >= 0; index--) {
    const part = parts[index];
    if (part === undefined) continue;
    if ('text' in part) {
      text = part.text + text;
      continue;
    }
    // The leftmost placeholder takes all remaining digits.
    const taken = index === leftmost ? rest : rest.slice(-1);
    rest = rest.slice(0, rest.length - taken.length);
    text = (taken === '' && part.digit === '0' ? '0' : taken) + text;
  }
  return text;
}

/**
 * An invisible or control character, but no tab, line break, variation selector or tag character of
 * a flag.
 */
const hidden =
  /(?![\t-\r]|\p{Variation_Selector}|[\u{E0000}-\u{E0FFF}])[\p{Default_Ignorable_Code_Point}\p{Cc}\uFFF9-\uFFFB]/u;

/** `="00123"`, with which programs keep Excel from changing a text in a CSV file. */
const textFormula = /^="((?:[^"]|"")*)"$/;

/** Keeps variation selectors, as they change how the character before them looks. */
export function toVisibleText(text: string): string {
  const visible = (hidden.test(text) ? text.split(hidden).join('') : text).trim();
  const content = textFormula.exec(visible)?.[1];
  return content === undefined ? visible : content.replaceAll('""', '"').trim();
}

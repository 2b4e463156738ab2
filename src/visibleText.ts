/**
 * Matches an invisible character, such as a zero-width space or a direction mark, or a control
 * character; but no tab, line break, variation selector or tag character of a flag.
 */
const hidden =
  /(?![\t-\r]|\p{Variation_Selector}|[\u{E0000}-\u{E0FFF}])[\p{Default_Ignorable_Code_Point}\p{Cc}\uFFF9-\uFFFB]/u;

/** `="00123"`, with which programs keep Excel from changing a text in a CSV file. */
const textFormula = /^="((?:[^"]|"")*)"$/;

/**
 * Removes invisible characters and surrounding spaces, and turns `="00123"` into 00123. Variation
 * selectors are kept, as they change how the character before them looks.
 */
export function visibleText(text: string): string {
  const visible = (hidden.test(text) ? text.split(hidden).join('') : text).trim();
  const content = textFormula.exec(visible)?.[1];
  return content === undefined ? visible : content.replaceAll('""', '"').trim();
}

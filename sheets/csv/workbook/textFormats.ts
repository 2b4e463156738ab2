interface WithFormats {
  readonly styles: { readonly model: { readonly styles: string[] } };
}

/** The built-in number format `@`. */
const textFormat = 'numFmtId="49"';

/**
 * Marks text cells, so that text that looks like a formula stays text even if the cell gets another
 * format. exceljs has no option for it. Call this after all rows are written.
 */
export function markTexts(writer: object): void {
  const { styles } = (writer as WithFormats).styles.model;
  for (const [index, format] of styles.entries()) {
    if (format.includes(textFormat)) styles[index] = format.replace('<xf ', '<xf quotePrefix="1" ');
  }
}

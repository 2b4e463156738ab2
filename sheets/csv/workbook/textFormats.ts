/** The cell formats of a workbook that exceljs is about to write, as XML. */
interface WithFormats {
  readonly styles: { readonly model: { readonly styles: string[] } };
}

/** The built-in number format `@`. */
const textFormat = 'numFmtId="49"';

/**
 * Marks all cells with the number format for texts as such (`quotePrefix`), once all rows are written: what
 * looks like a formula stays a text also when somebody gives the cell another format. Exceljs knows no name
 * for it.
 */
export function markTexts(writer: object): void {
  const { styles } = (writer as WithFormats).styles.model;
  for (const [index, format] of styles.entries()) {
    if (format.includes(textFormat)) styles[index] = format.replace('<xf ', '<xf quotePrefix="1" ');
  }
}

/** What a person knows a row by; without a number it is no longer in the sheet. */
export function nameOf(row: number | undefined): string {
  return row === undefined ? 'another row of the journal' : `row ${row}`;
}

/** If `row` is undefined, the row is no longer in the sheet. */
export function formatRow(row: number | undefined): string {
  return row === undefined ? 'a row that is no longer in the sheet' : `row ${row}`;
}

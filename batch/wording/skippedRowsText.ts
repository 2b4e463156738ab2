import type { SkippedGroup } from '../engine/intake/intakeMessages.js';
import { capitalize, count, listFirstRows } from './words.js';

export function skippedRowsText({ kind, rows, without }: SkippedGroup): string {
  if (kind === 'withoutInputs' && without !== undefined) {
    // The many undecided rows are skipped on purpose, so their number is enough.
    const [have, are] = rows.length === 1 ? ['has', 'is'] : ['have', 'are'];
    return `${count(rows.length, 'row')} ${have} no ${without.join(' or ')} and ${are} skipped.`;
  }
  const identity = without?.join(' or ') ?? '';
  const noValues = 'no values in the columns that are read';
  const [singular, plural] = {
    exportLine: [
      'was added by the program that exported the sheet',
      'were added by the program that exported the sheet',
    ],
    example: ['is an example of the template', 'are examples of the template'],
    headings: ['repeats the headings', 'repeat the headings'],
    totals: ['is the totals row of a table', 'are totals rows of tables'],
    note: [
      `has no ${identity}, looks like a note or a subtotal,`,
      `have no ${identity}, look like notes or subtotals,`,
    ],
    withoutInputs: [`has ${noValues}`, `have ${noValues}`],
  }[kind];
  const list = capitalize(listFirstRows(rows));
  return `${list} ${rows.length === 1 ? `${singular} and is` : `${plural} and are`} skipped.`;
}

import { type CellText, readCellTexts } from '../../engine/intake/valuesToSettle.js';
import { type RefusedInput, refusedInput } from '../../engine/rows/rowWork.js';
import type { RunSheet } from '../../engine/run/runSheet.js';

/** The cell of a row that the service has refused, and why. */
export type RefusedCell = RefusedInput & CellText;

/** The cells that the service has refused, by the numbers of their rows. The sheet is read once more if there are any. */
export async function refusedCells(sheet: RunSheet): Promise<ReadonlyMap<number, RefusedCell>> {
  const { rows, journal, file, intake } = sheet.read;
  const { fields } = sheet.options.operation;
  const { set = {} } = sheet.options.intake;
  const refused = new Map<number, RefusedInput>();
  for (const row of rows) {
    if (sheet.status(row) !== 'Rejected') continue;
    const reason = journal.state(row.key)?.message;
    const input = typeof reason === 'string' ? refusedInput(reason, fields) : undefined;
    // A value for all rows is changed where it was set.
    if (input !== undefined && set[input.field] === undefined) refused.set(row.number, input);
  }
  const fieldOf = new Map([...refused].map(([number, { field }]) => [number, field]));
  const texts = await readCellTexts(file, intake, fieldOf);
  const cells = new Map<number, RefusedCell>();
  for (const [number, input] of refused) {
    const text = texts.get(number);
    if (text !== undefined) cells.set(number, { ...input, ...text });
  }
  return cells;
}

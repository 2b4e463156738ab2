import type { IntakeRow } from '../intake/readSheet.js';
import { forgottenIdsIn } from '../journal/forgotten.js';
import type { RowState } from '../journal/rowState.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import type { PlannedRow, Standing } from './standing.js';

/**
 * The rows of people who were forgotten, by row number: those that are as they were, and those that
 * show what was made for one and have other inputs since. Neither is sent. They are kept apart from
 * all other rows, for the journal knows nothing of their history that a plan could stand on.
 */
export function forgottenRows(
  { columns }: Pick<SheetOperation, 'columns'>,
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
): ReadonlyMap<number, PlannedRow> {
  const ids = forgottenIdsIn(states);
  const found = new Map<number, PlannedRow>();
  for (const row of rows) {
    const state = states.get(row.key);
    if (state?.state === 'Forgotten') {
      found.set(row.number, { ...row, forgottenAt: state.at });
    } else if (state === undefined && showsForgotten(row, ids)) {
      const { problems: _, ...own } = row;
      found.set(row.number, {
        ...own,
        key: '',
        isOfForgotten: true,
        blocked: otherInputs(columns),
      });
    }
  }
  return found;
}

/** What is said of a row whose person was forgotten. */
export function forgottenSentence({ forgottenAt = '', number }: PlannedRow): string {
  return `rwa forget took this person out of the journal on ${forgottenAt.slice(0, 10)}, and the row is not sent again. Delete it. If it is to be sent once more after all, clear what rwa wrote into it and run rwa resolve FILE --row ${number} --send-again.`;
}

function showsForgotten({ written }: IntakeRow, ids: Pick<ReadonlySet<string>, 'has'>): boolean {
  if (written === undefined) return false;
  const forgotten: Standing = 'Forgotten';
  if (written.id === '') return written.status === forgotten;
  return ids.has(written.id);
}

function otherInputs(columns: SheetOperation['columns']): string {
  const cells = columns.filter(({ name }) => name === 'status' || name === 'id');
  const which = cells.map(({ heading }) => heading).join(' and ');
  return `This person was forgotten with rwa forget, and the inputs of the row have changed since, so it was not sent. If it is a new case, clear its ${which} and run again. If not, delete the row.`;
}

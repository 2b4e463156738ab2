import type { IntakeRow } from '../intake/readSheet.js';
import { forgottenIdsIn } from '../journal/forgotten.js';
import type { RowState } from '../journal/rowState.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import type { PlannedRow, RowStatus } from './rowStatus.js';

/**
 * The rows of people who were forgotten, by row number: those that are as they were, and those that
 * show what was made for one and have other inputs since, or are to be sent again. None is sent. They are kept apart from
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
    } else if (isUnsent(state) && showsForgotten(row, state, ids)) {
      const { problems: _, ...own } = row;
      found.set(row.number, {
        ...own,
        key: '',
        isOfForgotten: true,
        blocked: stillShown(columns),
      });
    }
  }
  return found;
}

/** What is said of a row whose person was forgotten. */
export function forgottenSentence(
  columns: SheetOperation['columns'],
  { forgottenAt = '' }: PlannedRow,
): string {
  return `rwa forget took this person out of the journal on ${forgottenAt.slice(0, 10)}, and the row is not sent again. Delete it. If it is to be sent once more after all, and the service has nothing of this person any more, ${clearing(columns)}run rwa resolve with --send-again for it.`;
}

/** True for a row that shows an id which the service made for a person who was forgotten. */
export function showsForgottenId(
  { previous }: Pick<IntakeRow, 'previous'>,
  states: ReadonlyMap<string, RowState>,
): boolean {
  return previous !== undefined && previous.id !== '' && forgottenIdsIn(states).has(previous.id);
}

/** Also one that is to be sent again, as a person says: with an id it would be taken for that one. */
function isUnsent(state: RowState | undefined): boolean {
  return state === undefined || state.state === 'Ready';
}

function showsForgotten(
  { previous }: IntakeRow,
  state: RowState | undefined,
  ids: Pick<ReadonlySet<string>, 'has'>,
): boolean {
  if (previous === undefined) return false;
  const forgotten: RowStatus = 'Forgotten';
  if (previous.id === '') return state === undefined && previous.status === forgotten;
  return ids.has(previous.id);
}

function stillShown(columns: SheetOperation['columns']): string {
  const which = headingsOf(columns, ['status', 'id']);
  return `This row shows what was made for a person who was forgotten with rwa forget, so it was not sent. If it is a new case, clear its ${which} and run again. If not, delete the row.`;
}

function clearing(columns: SheetOperation['columns']): string {
  const which = headingsOf(columns, ['id']);
  return which === '' ? '' : `clear its ${which}, then `;
}

function headingsOf(columns: SheetOperation['columns'], names: readonly string[]): string {
  const found = columns.filter(({ name }) => names.includes(name));
  return found.map(({ heading }) => heading).join(' and ');
}

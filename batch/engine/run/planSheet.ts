import type { IntakeRow, PreviousResults } from '../intake/intakeRow.js';
import type { CurrentRound } from '../journal/rounds.js';
import type { RowState } from '../journal/rowState.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { forgottenRows } from './forgottenRows.js';
import { idHeading } from './idHeading.js';
import { ScoreIndex } from '../rows/rowResults.js';
import type { PlannedRow } from '../rows/rowStatus.js';
import { withJournalKeys } from './sentBefore.js';

/** Plans a sheet by the rules of its operation, and those of all operations. */
export function planSheet(
  operation: SheetOperation,
  read: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
  round: CurrentRound,
): readonly PlannedRow[] {
  const rows = withJournalKeys(read, states);
  const forgotten = forgottenRows(operation, rows, states);
  const others = forgotten.size === 0 ? rows : rows.filter((row) => !forgotten.has(row.number));
  const plan = operation.plan(withoutOthersScores(others, states), states, round);
  const planned = plan.map((row) => withoutId(operation, row, states.get(row.key)));
  if (forgotten.size === 0) return planned;
  return [...planned, ...forgotten.values()].toSorted((a, b) => a.number - b.number);
}

/**
 * Removes scores from rows if they are together those of another request: columns were sorted
 * separately, so the scores are ours.
 */
function withoutOthersScores(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
): readonly IntakeRow[] {
  if (rows.every(({ previous }) => previous?.unproven === undefined)) return rows;
  const scores = new ScoreIndex(states);
  return rows.map((row) => {
    const { unproven, ...previous } = row.previous ?? {};
    if (unproven === undefined || scores.find(unproven.cells) === undefined) return row;
    return { ...row, previous: previous as PreviousResults };
  });
}

/** The states of rows that keep their state, whatever their ID cell contains. */
const isKnown: ReadonlySet<RowState['state']> = new Set([
  ...(['Sent', 'Pending', 'Scored', 'Done', 'Unconfirmed'] as const),
]);

/**
 * Blocks a row with a text in its ID column that cannot be an ID. A person must decide whether the
 * row was sent, because the text may be a remark about that.
 */
function withoutId(
  operation: SheetOperation,
  row: PlannedRow,
  state: RowState | undefined,
): PlannedRow {
  const text = row.previous?.noId;
  // The sheet shows that the row was sent, so emptying the cell would not make it new.
  if (text === undefined || row.earlier !== undefined || row.isSentBySheetOnly === true) return row;
  if (state !== undefined && isKnown.has(state.state)) return row;
  const why = { code: 'noId', heading: idHeading(operation), text } as const;
  const { problems, faults = [], blocked = why } = row;
  if (problems !== undefined || faults.length > 0) return { ...row, faults: [...faults, why] };
  return { ...row, inputs: undefined, blocked };
}

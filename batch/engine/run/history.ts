import type { IntakeRow } from '../intake/intakeRow.js';
import type { KeptScores } from '../intake/keptScores.js';
import type { RowState } from '../journal/rowState.js';
import { PlacedRows } from '../rows/planRows.js';
import { subtractScores } from '../rows/change.js';
import { AssessmentHistory } from '../rows/assessmentHistory.js';

/** An assessment in the history. */
export interface PastAssessment {
  /** Missing if the row is no longer in the sheet. */
  readonly row?: number;
  /** Taken from the sheet, because the journal contains no names. */
  readonly employeeId?: string;
  /** 1 for a first assessment. */
  readonly round: number;
  readonly status: 'Scored' | 'Pending';
  /** When it was scored (ISO 8601). */
  readonly assessedAt?: string;
  readonly assessmentId: string;
  readonly scores?: KeptScores;
  /** The change of the overall risk since the previous assessment. */
  readonly change?: number;
}

/**
 * Returns the assessments in the journal that `isMeant` accepts: row by row, then those whose rows
 * have left the sheet. The rows are matched once, even if the history is iterated several times.
 */
export function readHistory(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
  isMeant: IsMeant = () => true,
): Iterable<PastAssessment> {
  const history = new AssessmentHistory(states);
  const placed = new PlacedRows(rows, states);
  return { [Symbol.iterator]: () => pastAssessments(rows, placed, history, isMeant) };
}

/** Selects assessments by their row, if any, and their state in the journal. */
export type IsMeant = (row: IntakeRow | undefined, state: RowState | undefined) => boolean;

function* pastAssessments(
  rows: readonly IntakeRow[],
  placed: PlacedRows,
  history: AssessmentHistory,
  isMeant: IsMeant,
): Generator<PastAssessment> {
  const inSheet = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const situation = placed.situation(index);
    if (situation.kind !== 'known' && situation.kind !== 'changed') continue;
    const answered = placed.answered(situation.request);
    const firstId = history.findFirstId(answered?.assessmentId ?? '');
    if (answered === undefined || firstId === undefined) continue;
    inSheet.add(firstId);
    if (!isMeant(row, placed.state(row, answered))) continue;
    const { employeeId } = row.subject ?? {};
    const who = { row: row.number, ...(employeeId === undefined ? {} : { employeeId }) };
    yield* caseHistory(history, firstId, who);
  }
  for (const firstId of history.firstIds()) {
    if (inSheet.has(firstId)) continue;
    const [first] = history.versionsFrom(firstId);
    if (isMeant(undefined, first?.state)) yield* caseHistory(history, firstId, {});
  }
}

function* caseHistory(
  history: AssessmentHistory,
  firstId: string,
  who: Pick<PastAssessment, 'row' | 'employeeId'>,
): Generator<PastAssessment> {
  let before: number | undefined;
  for (const { state } of history.versionsFrom(firstId)) {
    const { round = 1, at, assessmentId, scores } = state;
    if (assessmentId === undefined) continue;
    const change = subtractScores(scores?.overallTrip, before);
    before = scores?.overallTrip;
    yield {
      ...who,
      round,
      ...(state.state === 'Scored' ? { status: 'Scored', assessedAt: at } : { status: 'Pending' }),
      assessmentId,
      ...(scores === undefined ? {} : { scores }),
      ...(change === undefined ? {} : { change }),
    };
  }
}

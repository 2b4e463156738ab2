import type { IntakeRow } from '../intake/intakeRow.js';
import { type KeptScores, unpackScores } from '../intake/keptScores.js';
import type { RowState } from '../journal/rowState.js';
import { PlacedRows } from '../rows/planRows.js';
import { subtractScores } from '../rows/rowResults.js';
import { toFollowingKey, getFollowedAssessment } from '../intake/rowKey.js';

export interface PastAssessment {
  readonly row?: number;
  /** Taken from the sheet, because the journal contains only its hash. */
  readonly employeeId?: string;
  readonly round: number;
  readonly status: 'Scored' | 'Pending';
  /** The time of the scores (ISO 8601). */
  readonly assessedAt?: string;
  readonly assessmentId: string;
  readonly scores?: KeptScores;
  /** The change of the overall risk since the previous assessment. */
  readonly change?: number;
}

/** Yields the assessments row by row, then assessments whose rows are no longer in the sheet. */
export function readHistory(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
  accepts: AssessmentFilter = () => true,
): Iterable<PastAssessment> {
  if (states.size === 0) return [];
  const history = new AssessmentHistory(states);
  const placed = new PlacedRows(rows, states);
  return { [Symbol.iterator]: () => listPastAssessments(rows, placed, history, accepts) };
}

/** `state` is the row's latest assessment, or the first if the row is no longer in the sheet. */
export type AssessmentFilter = (row: IntakeRow | undefined, state: RowState | undefined) => boolean;

function* listPastAssessments(
  rows: readonly IntakeRow[],
  placed: PlacedRows,
  history: AssessmentHistory,
  accepts: AssessmentFilter,
): Generator<PastAssessment> {
  const inSheet = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const situation = placed.getSituation(index);
    if (situation.kind !== 'known' && situation.kind !== 'changed') continue;
    const answered = placed.findAnswered(situation.request);
    const firstId = history.findFirstId(answered?.assessmentId ?? '');
    if (answered === undefined || firstId === undefined) continue;
    inSheet.add(firstId);
    if (!accepts(row, placed.getState(row, answered))) continue;
    const { employeeId } = row.subject ?? {};
    const person = { row: row.number, ...(employeeId === undefined ? {} : { employeeId }) };
    yield* listChainHistory(history, firstId, person);
  }
  for (const firstId of history.listFirstIds()) {
    if (inSheet.has(firstId)) continue;
    const [first] = history.listStates(firstId);
    if (accepts(undefined, first)) yield* listChainHistory(history, firstId, {});
  }
}

function* listChainHistory(
  history: AssessmentHistory,
  firstId: string,
  person: Pick<PastAssessment, 'row' | 'employeeId'>,
): Generator<PastAssessment> {
  let previousOverall: number | undefined;
  for (const state of history.listStates(firstId)) {
    const { round = 1, at, assessmentId } = state;
    if (assessmentId === undefined) continue;
    const scores = state.scores && unpackScores(state.scores);
    const change = subtractScores(scores?.overallTrip, previousOverall);
    previousOverall = scores?.overallTrip;
    yield {
      ...person,
      round,
      ...(state.state === 'Scored' ? { status: 'Scored', assessedAt: at } : { status: 'Pending' }),
      assessmentId,
      ...(scores === undefined ? {} : { scores }),
      ...(change === undefined ? {} : { change }),
    };
  }
}

type States = ReadonlyMap<string, RowState>;

/**
 * Groups the assessments in a journal into chains of a first assessment and its reassessments. The
 * ID of the first assessment identifies the chain.
 */
class AssessmentHistory {
  readonly #states: States;
  readonly #keyById = new Map<string, string>();
  readonly #detachedFrom = new Map<string, string>();

  constructor(states: States) {
    this.#states = states;
    for (const [key, { assessmentId, rejectedIds = [] }] of states) {
      if (assessmentId !== undefined) this.#keyById.set(assessmentId, key);
      for (const id of rejectedIds) this.#detachedFrom.set(id, key);
    }
  }

  *listFirstIds(): Generator<string> {
    for (const [assessmentId, key] of this.#keyById) {
      if (this.#findEarlierId(key) === undefined) yield assessmentId;
    }
  }

  /** Returns undefined if another row has the ID now. */
  #findDetached(id: string): string | undefined {
    return this.#keyById.has(id) ? undefined : this.#detachedFrom.get(id);
  }

  /** Also finds the chain of a detached ID, because the sheet shows that ID until the next run. */
  findFirstId(assessmentId: string): string | undefined {
    let key = this.#keyById.get(assessmentId) ?? this.#findDetached(assessmentId);
    if (key === undefined) return undefined;
    let firstId = this.#keyById.has(assessmentId) ? assessmentId : undefined;
    const seen = new Set<string>();
    for (
      let id = this.#findEarlierId(key);
      id !== undefined && !seen.has(id);
      id = this.#findEarlierId(key)
    ) {
      seen.add(id);
      firstId = id;
      key = this.#keyById.get(id) ?? '';
    }
    return firstId;
  }

  *listStates(firstId: string): Generator<RowState> {
    let id: string | undefined = firstId;
    let key = this.#keyById.get(firstId) ?? '';
    const seen = new Set<string>();
    // A service that deduplicates requests may return an earlier assessment, so a chain may loop.
    while (id !== undefined && !seen.has(id)) {
      seen.add(id);
      const state = this.#states.get(key);
      if (state === undefined) return;
      yield state;
      key = toFollowingKey(id);
      id = this.#states.get(key)?.assessmentId;
    }
  }

  #findEarlierId(key: string): string | undefined {
    const id = getFollowedAssessment(key);
    return id !== undefined && this.#keyById.has(id) ? id : undefined;
  }
}

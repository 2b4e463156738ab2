import type { IntakeRow } from '../intake/intakeRow.js';
import { type KeptScores, unpackScores } from '../intake/keptScores.js';
import type { RowState } from '../journal/rowState.js';
import { PlacedRows } from '../rows/planRows.js';
import { subtractScores } from '../rows/rowResults.js';
import { afterKey, followedBy, findRequestHash } from '../intake/rowKey.js';
import { isUnconfirmed } from '../journal/settle.js';

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
    const { round = 1, at, assessmentId } = state;
    if (assessmentId === undefined) continue;
    const scores = state.scores && unpackScores(state.scores);
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

type States = ReadonlyMap<string, RowState>;

/** An assessment: its key in the journal, and its state. */
interface AssessmentVersion {
  readonly key: string;
  readonly state: RowState;
}

/**
 * The assessments in a journal, grouped into chains of a first assessment and its reassessments. A
 * chain is named by the ID of its first assessment.
 */
class AssessmentHistory {
  readonly #states: States;
  readonly #keyById = new Map<string, string>();
  /** The keys of rows whose assessment was detached, by its ID. */
  readonly #takenFrom = new Map<string, string>();
  #idsByRequest: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(states: States) {
    this.#states = states;
    for (const [key, { assessmentId, rejectedIds = [] }] of states) {
      if (assessmentId !== undefined) this.#keyById.set(assessmentId, key);
      for (const id of rejectedIds) this.#takenFrom.set(id, key);
    }
  }

  *firstIds(): Generator<string> {
    for (const [assessmentId, key] of this.#keyById) {
      if (this.#earlier(key) === undefined) yield assessmentId;
    }
  }

  /** Returns the journal's state of a key. */
  state(key: string): RowState | undefined {
    return this.#states.get(key);
  }

  /** Returns the key of the row from which an ID was detached, unless another row has the ID now. */
  takenFrom(id: string): string | undefined {
    return this.#keyById.has(id) ? undefined : this.#takenFrom.get(id);
  }

  /**
   * Returns the ID of the first assessment in the chain of an assessment; undefined if the journal
   * does not contain it. A detached ID still leads to its chain, because the sheet shows it until
   * the next run.
   */
  findFirstId(assessmentId: string): string | undefined {
    let key = this.#keyById.get(assessmentId) ?? this.takenFrom(assessmentId);
    if (key === undefined) return undefined;
    let firstId = this.#keyById.has(assessmentId) ? assessmentId : undefined;
    const seen = new Set<string>();
    for (let id = this.#earlier(key); id !== undefined && !seen.has(id); id = this.#earlier(key)) {
      seen.add(id);
      firstId = id;
      key = this.#keyById.get(id) ?? '';
    }
    return firstId;
  }

  /**
   * Yields the first IDs of the chains that contain an assessment of a row's request, the row's own
   * chain first.
   */
  *firstIdsOfRequest({ key }: IntakeRow): Generator<string> {
    const own = this.#states.get(key)?.assessmentId;
    if (own !== undefined) yield this.findFirstId(own) ?? own;
    for (const id of this.#requests().get(findRequestHash(key) ?? '') ?? [])
      yield this.findFirstId(id) ?? id;
  }

  /** Returns true if the journal contains no reassessment of this assessment. */
  isLatest(assessmentId: string): boolean {
    return this.#states.get(afterKey(assessmentId))?.assessmentId === undefined;
  }

  /** Returns true if any assessment in the chain was made, or may have been made, with the row's request. */
  knows(firstId: string, row: IntakeRow): boolean {
    const request = findRequestHash(row.key);
    if (request === undefined) return false;
    let latestId = firstId;
    for (const version of this.versionsFrom(firstId)) {
      if (readRequestHash(version) === request) return true;
      latestId = version.state.assessmentId ?? latestId;
    }
    const next = this.#states.get(afterKey(latestId));
    return next !== undefined && isUnconfirmed(next) && next.request === request;
  }

  /** Yields the assessments of a chain, oldest first. */
  *versionsFrom(firstId: string): Generator<AssessmentVersion> {
    let id: string | undefined = firstId;
    let key = this.#keyById.get(firstId) ?? '';
    const seen = new Set<string>();
    // A service that recognizes repeated requests may return an earlier assessment.
    while (id !== undefined && !seen.has(id)) {
      seen.add(id);
      const state = this.#states.get(key);
      if (state === undefined) return;
      yield { key, state };
      key = afterKey(id);
      id = this.#states.get(key)?.assessmentId;
    }
  }

  #earlier(key: string): string | undefined {
    const id = followedBy(key);
    return id !== undefined && this.#keyById.has(id) ? id : undefined;
  }

  // Built only on demand: it is needed if inputs have changed, or results were separated from their rows.
  #requests(): ReadonlyMap<string, readonly string[]> {
    if (this.#idsByRequest !== undefined) return this.#idsByRequest;
    const ids = new Map<string, string[]>();
    for (const { assessmentId, request = '' } of this.#states.values()) {
      if (assessmentId === undefined || request === '') continue;
      const same = ids.get(request);
      if (same === undefined) ids.set(request, [assessmentId]);
      else same.push(assessmentId);
    }
    return (this.#idsByRequest = ids);
  }
}

/**
 * Returns the hash of the request that an assessment was made with; undefined if the journal does
 * not contain it, and empty if the request is known not to be its row's.
 */
function readRequestHash({ key, state }: AssessmentVersion): string | undefined {
  return state.request ?? findRequestHash(key);
}

import type { IntakeRow } from '../intake/intakeRow.js';
import { afterKey, followedBy, requestOfKey } from '../intake/rowKey.js';
import type { RowState } from '../journal/rowState.js';
import { isUnconfirmed } from '../journal/settle.js';

type States = ReadonlyMap<string, RowState>;

/** One assessment: its key in the journal, and its state. */
export interface AssessmentVersion {
  readonly key: string;
  readonly state: RowState;
}

/** The cases in a journal. One is named by the id of its first assessment. */
export class AssessmentHistory {
  readonly #states: States;
  readonly #keyOfId = new Map<string, string>();
  /** The key of the row that an ID was taken from. */
  readonly #takenFrom = new Map<string, string>();
  #idsByRequest: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(states: States) {
    this.#states = states;
    for (const [key, { assessmentId, rejectedIds = [] }] of states) {
      if (assessmentId !== undefined) this.#keyOfId.set(assessmentId, key);
      for (const id of rejectedIds) this.#takenFrom.set(id, key);
    }
  }

  *firstIds(): Generator<string> {
    for (const [assessmentId, key] of this.#keyOfId) {
      if (this.#earlier(key) === undefined) yield assessmentId;
    }
  }

  /** What the journal knows of a key. */
  state(key: string): RowState | undefined {
    return this.#states.get(key);
  }

  /** The key of the row that an id was taken from, where it is no other row's since. */
  takenFrom(id: string): string | undefined {
    return this.#keyOfId.has(id) ? undefined : this.#takenFrom.get(id);
  }

  /**
   * The id of the first assessment of the case that one belongs to; nothing for one that is not
   * known. The id of one that was taken from a case still leads to it: it stands in the sheet until
   * the next run.
   */
  findFirstId(assessmentId: string): string | undefined {
    let key = this.#keyOfId.get(assessmentId) ?? this.takenFrom(assessmentId);
    if (key === undefined) return undefined;
    let firstId = this.#keyOfId.has(assessmentId) ? assessmentId : undefined;
    const seen = new Set<string>();
    for (let id = this.#earlier(key); id !== undefined && !seen.has(id); id = this.#earlier(key)) {
      seen.add(id);
      firstId = id;
      key = this.#keyOfId.get(id) ?? '';
    }
    return firstId;
  }

  /** The first ids of the cases that were assessed with the request of a row, the row's own first. */
  *firstIdsOfRequest({ key }: IntakeRow): Generator<string> {
    const own = this.#states.get(key)?.assessmentId;
    if (own !== undefined) yield this.findFirstId(own) ?? own;
    for (const id of this.#requests().get(requestOfKey(key) ?? '') ?? [])
      yield this.findFirstId(id) ?? id;
  }

  /** True when no further assessment of its case was made after this one. */
  isLatest(assessmentId: string): boolean {
    return this.#states.get(afterKey(assessmentId))?.assessmentId === undefined;
  }

  /** True when any assessment of the case was made with the row's request, or may have been. */
  knows(firstId: string, row: IntakeRow): boolean {
    const request = requestOfKey(row.key);
    if (request === undefined) return false;
    let latestId = firstId;
    for (const version of this.versionsFrom(firstId)) {
      if (readRequestHash(version) === request) return true;
      latestId = version.state.assessmentId ?? latestId;
    }
    const next = this.#states.get(afterKey(latestId));
    return next !== undefined && isUnconfirmed(next) && next.request === request;
  }

  /** The assessments of a case in their order. */
  *versionsFrom(firstId: string): Generator<AssessmentVersion> {
    let id: string | undefined = firstId;
    let key = this.#keyOfId.get(firstId) ?? '';
    const seen = new Set<string>();
    // A service that recognises repetitions may answer with an assessment that was there before.
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
    return id !== undefined && this.#keyOfId.has(id) ? id : undefined;
  }

  // Wanted only where inputs have changed, or results were parted from their rows.
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
 * The hash of the request that an assessment was made with, where the journal has it; empty for one
 * that is known to be none of its row's.
 */
export function readRequestHash({ key, state }: AssessmentVersion): string | undefined {
  return state.request ?? requestOfKey(key);
}

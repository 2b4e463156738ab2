import type { IntakeRow } from '../intake/readSheet.js';
import { afterKey, followedBy, foundKey, requestOfKey } from '../intake/rowKey.js';
import type { RowState } from '../journal/rowState.js';
import { isLostId } from './lostId.js';

type States = ReadonlyMap<string, RowState>;

/** One assessment: the key that the journal has it under, and what is known of it. */
export interface Link {
  readonly key: string;
  readonly state: RowState;
}

/**
 * A case as it stands for a row: a chain of assessments, each made after the one before. The key of
 * the first is of its request, of each later one of the assessment that it follows.
 */
export interface Case {
  /** The latest assessment that exists. */
  readonly head: Link;
  /** False when only the sheet knows the assessment. */
  readonly isKnown: boolean;
  /** The journal knows the row, but not this assessment: a person has typed its id. */
  readonly isTyped: boolean;
  /** Its id was lost and stands in the sheet again: what is beside it is of this assessment. */
  readonly isBack: boolean;
  /** The assessment before it. */
  readonly before?: RowState | undefined;
  /** The key that the next assessment has or will have, and what is known of it. */
  readonly nextKey: string;
  readonly next?: RowState | undefined;
  /** An Assessment ID in the sheet that belongs to no case: a person may have looked it up. */
  readonly typed?: string;
  /** The row's inputs are not those that the latest assessment was made with. */
  readonly isChanged: boolean;
}

/** The cases in a journal. One is named by its root, the id of its first assessment. */
export class Chains {
  readonly #states: States;
  readonly #keyOfId = new Map<string, string>();
  /** Of an id that was found not to be its row's, the key of that row. */
  readonly #takenFrom = new Map<string, string>();
  #idsOfLater: Map<string, string[]> | undefined;

  constructor(states: States) {
    this.#states = states;
    for (const [key, { assessmentId, notIts = [] }] of states) {
      if (assessmentId !== undefined) this.#keyOfId.set(assessmentId, key);
      for (const id of notIts) this.#takenFrom.set(id, key);
    }
  }

  *roots(): Generator<string> {
    for (const [assessmentId, key] of this.#keyOfId) {
      if (this.#earlier(key) === undefined) yield assessmentId;
    }
  }

  /** The key of the row that an id was taken from, where it is no other row's since. */
  takenFrom(id: string): string | undefined {
    return this.#keyOfId.has(id) ? undefined : this.#takenFrom.get(id);
  }

  /**
   * The root of the case that an assessment belongs to; nothing for one that is not known. The id of
   * one that was taken from a case still leads to it: it stands in the sheet until the next run.
   */
  rootOf(assessmentId: string): string | undefined {
    let key = this.#keyOfId.get(assessmentId) ?? this.takenFrom(assessmentId);
    if (key === undefined) return undefined;
    let root = this.#keyOfId.has(assessmentId) ? assessmentId : undefined;
    const seen = new Set<string>();
    for (let id = this.#earlier(key); id !== undefined && !seen.has(id); id = this.#earlier(key)) {
      seen.add(id);
      root = id;
      key = this.#keyOfId.get(id) ?? '';
    }
    return root;
  }

  /** The roots of the cases that were assessed with the request of a row, the row's own first. */
  *rootsOfRequest({ key }: IntakeRow): Generator<string> {
    const own = this.#states.get(key)?.assessmentId;
    const ids = own === undefined ? [] : [own];
    for (const id of ids) yield this.rootOf(id) ?? id;
    for (const id of this.#later().get(requestOfKey(key) ?? '') ?? []) yield this.rootOf(id) ?? id;
  }

  /** True when no further assessment of its case was made after this one. */
  isLatest(assessmentId: string): boolean {
    return this.#states.get(afterKey(assessmentId))?.assessmentId === undefined;
  }

  /** True when any assessment of the case was made with the row's request. */
  knows(root: string, row: IntakeRow): boolean {
    const request = requestOfKey(row.key);
    if (request === undefined) return false;
    for (const link of this.linksFrom(root)) if (requestOf(link) === request) return true;
    return false;
  }

  /** The assessments of a case in their order. */
  *linksFrom(root: string): Generator<Link> {
    let id: string | undefined = root;
    let key = this.#keyOfId.get(root) ?? '';
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

  /** A case as it stands for a row that names or repeats one of its assessments. */
  caseOf(root: string, row: IntakeRow): Case {
    let [before, head]: [Link | undefined, Link | undefined] = [undefined, undefined];
    for (const link of this.linksFrom(root)) [before, head] = [head, link];
    const latest = head ?? { key: foundKey(root), state: foundIn(row) };
    const nextKey = afterKey(latest.state.assessmentId ?? '');
    const typed = row.written?.id ?? '';
    const made = requestOf(latest);
    return {
      head: latest,
      isKnown: head !== undefined,
      isTyped: head === undefined && this.#states.has(row.key),
      isBack: head === undefined && isOfLostId(this.#states.get(row.key)),
      before: before?.state,
      nextKey,
      next: this.#states.get(nextKey),
      ...(this.#canBeTyped(typed, root, nextKey) ? { typed } : {}),
      // Without a journal, the sheet itself may say that the inputs have changed since.
      isChanged:
        head === undefined
          ? row.written?.status === 'Invalid'
          : made !== undefined && made !== requestOfKey(row.key),
    };
  }

  #canBeTyped(id: string, root: string, key: string): boolean {
    return id !== '' && id !== root && !this.#keyOfId.has(id) && this.takenFrom(id) !== key;
  }

  #earlier(key: string): string | undefined {
    const id = followedBy(key);
    return id !== undefined && this.#keyOfId.has(id) ? id : undefined;
  }

  // Wanted only where inputs have changed, or results were parted from their rows.
  #later(): ReadonlyMap<string, readonly string[]> {
    if (this.#idsOfLater !== undefined) return this.#idsOfLater;
    const ids = new Map<string, string[]>();
    for (const { assessmentId, request } of this.#states.values()) {
      if (assessmentId === undefined || request === undefined || request === '') continue;
      const same = ids.get(request);
      if (same === undefined) ids.set(request, [assessmentId]);
      else same.push(assessmentId);
    }
    return (this.#idsOfLater = ids);
  }
}

/**
 * The hash of the request that an assessment was made with, where the journal has it; empty for one
 * that is known to be none of its row's.
 */
export function requestOf({ key, state }: Link): string | undefined {
  return state.request ?? requestOfKey(key);
}

function isOfLostId(state: RowState | undefined): boolean {
  return state?.state === 'Unconfirmed' && isLostId(state.message);
}

/** What the sheet says of an assessment that the journal does not know. */
export function foundIn({ written }: IntakeRow): RowState {
  return {
    state: written?.scored === true ? 'Scored' : 'Pending',
    at: written?.assessedAt ?? '',
    assessmentId: written?.id ?? '',
    redirectUrl: written?.redirectUrl,
    byPerson: true,
    ...(written?.scores === undefined ? {} : { scores: written.scores }),
  };
}

import type { IntakeRow } from '../intake/intakeRow.js';
import { followedBy, foundKey, requestOfKey } from '../intake/rowKey.js';
import type { RowState } from '../journal/rowState.js';
import { isUnconfirmed } from '../journal/settle.js';
import type { Message } from '../message.js';
import { isOfRun, saysInvalid, saysNothingElse, saysUnconfirmed } from './lostId.js';
import { AssessmentHistory, type Case, requestOf } from './assessmentHistory.js';

/** The case that a row belongs to, if any. */
export type RowMatch =
  | CaseMatch
  /**
   * To the create of this key, which was sent for the same employee and never answered; `typed` is
   * the id that a person has found for it.
   */
  | { readonly kind: 'unconfirmed'; readonly key: string; readonly typed?: string }
  /**
   * To none yet. `key` is not the row's own where another row's case began with the same inputs;
   * `sameAs` is that row while other inputs stand in it and nobody has said whose case it is.
   */
  | { readonly kind: 'none'; readonly key: string; readonly sameAs?: number }
  /** A person must look at it; `ownKey` is its key if they say that it is a case of its own. */
  | { readonly kind: 'unclear'; readonly why: Message; readonly ownKey?: string };

/** The row that a case was assigned to. What is known of the case is looked up when it is asked for. */
export class CaseMatch {
  readonly kind = 'case';
  readonly row: IntakeRow;
  /**
   * The key of the row as a case of its own, where nothing but the employee leads to this one: its
   * latest assessment was never written to a sheet.
   */
  readonly ownKey: string | undefined;
  readonly #firstId: string;
  readonly #history: AssessmentHistory;

  constructor(history: AssessmentHistory, firstId: string, row: IntakeRow, ownKey?: string) {
    this.#history = history;
    this.#firstId = firstId;
    this.row = row;
    this.ownKey = ownKey;
  }

  get of(): Case {
    return this.#history.caseOf(this.#firstId, this.row);
  }
}

/**
 * Finds the case of each row, in the rows' order. The Assessment ID in the sheet leads to it, also
 * when inputs have changed. The inputs lead to it where the sheet has no id, or the id of a case that
 * never had these inputs: results may have been sorted away from their rows. The employee leads to
 * what a crash has kept from every sheet: the row may have been corrected since. No case has two rows.
 */
export function matchRows(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
  history = new AssessmentHistory(states),
): readonly RowMatch[] {
  return new Search(rows, states, history).matches();
}

/**
 * The evidence for a case, strongest first: the inputs and the ID of its latest assessment, or of an
 * earlier one; an ID alone; the row's key; the inputs alone, first in a row that shows that it was sent;
 * an ID that the journal does not know, at last in a row that says itself that it is not its own, or not
 * of its inputs.
 */
const evidence = [
  ...(['latest', 'both', 'id', 'key', 'inputs', 'onlyInputs'] as const),
  ...(['unknownId', 'doubtfulId'] as const),
];

interface Claim {
  readonly firstId: string;
  readonly by: (typeof evidence)[number];
}

interface WaitingClaim extends Claim {
  readonly index: number;
  readonly row: IntakeRow;
}

class Search {
  readonly #rows: readonly IntakeRow[];
  readonly #states: ReadonlyMap<string, RowState>;
  readonly #history: AssessmentHistory;
  readonly #matches: (RowMatch | undefined)[];
  /** The row that a case was assigned to, by the ID of its first assessment. */
  readonly #owners = new Map<string, CaseMatch>();
  #keys: Set<string> | undefined;
  #further: ReadonlySet<string | undefined> | undefined;

  constructor(
    rows: readonly IntakeRow[],
    states: ReadonlyMap<string, RowState>,
    history: AssessmentHistory,
  ) {
    this.#rows = rows;
    this.#states = states;
    this.#history = history;
    this.#matches = rows.map(() => undefined);
  }

  matches(): readonly RowMatch[] {
    const left: WaitingClaim[] = [];
    for (const claim of this.#claims((row) => this.#claimByBoth(row))) {
      if (claim.by === 'latest') this.#giveIfFree(claim);
      // Of most rows nothing is kept: they show their own latest assessment.
      if (this.#matches[claim.index] === undefined) left.push(claim);
    }
    for (const claim of left) this.#giveIfFree(claim);
    const byBoth = new Set(left.map(({ row }) => row));
    // The inputs lead to no case that the row of its ID has.
    const others = [...this.#claims((row) => (byBoth.has(row) ? undefined : this.#claimOf(row)))];
    for (const wanted of evidence) {
      for (const claim of others) if (claim.by === wanted) this.#giveIfFree(claim);
    }
    const matches = this.#rows.map(
      (row, index) => this.#matches[index] ?? this.#secondChoice(index, row),
    );
    const settled = matches.map((match, index) => this.#sharedId(index, match));
    return this.#byEmployee(this.#ofEditedRows(settled));
  }

  /** What the rows claim that have no case yet. */
  *#claims(claimOf: (row: IntakeRow) => Claim | undefined): Generator<WaitingClaim> {
    for (const [index, row] of this.#rows.entries()) {
      const claim = this.#matches[index] === undefined ? claimOf(row) : undefined;
      if (claim !== undefined) yield { ...claim, index, row };
    }
  }

  #giveIfFree({ index, row, firstId }: WaitingClaim): void {
    if (!this.#owners.has(firstId)) this.#give(index, row, firstId);
  }

  #claimByBoth(row: IntakeRow): Claim | undefined {
    const firstId = this.#firstIdOf(row);
    if (firstId === undefined || !this.#history.knows(firstId, row)) return undefined;
    return { firstId, by: this.#history.isLatest(row.previous?.id ?? '') ? 'latest' : 'both' };
  }

  #claimOf(row: IntakeRow): Claim | undefined {
    const firstId = this.#firstIdOf(row);
    const isKnown = firstId !== undefined && this.#history.firstIdOf(firstId) !== undefined;
    const own = this.#states.get(row.key)?.assessmentId;
    // Which of the rows with the same inputs is the first may change with any edit.
    if (isKnown && (isFurther(row) || (own === undefined && this.#hasFurther(row)))) {
      return { firstId, by: 'id' };
    }
    for (const same of this.#history.firstIdsOfRequest(row)) {
      if (this.#owners.has(same)) continue;
      if (own !== undefined && same === this.#history.firstIdOf(own)) {
        return { firstId: same, by: 'key' };
      }
      return { firstId: same, by: saysNothingElse(row.previous) ? 'onlyInputs' : 'inputs' };
    }
    if (firstId === undefined) return undefined;
    if (isKnown) return { firstId, by: 'id' };
    return { firstId, by: saysInvalid(row.previous) ? 'doubtfulId' : 'unknownId' };
  }

  /** True for a row with the same inputs as one that is a further row with them. */
  #hasFurther({ key }: IntakeRow): boolean {
    this.#further ??= new Set(this.#rows.filter(isFurther).map((row) => requestOfKey(row.key)));
    return this.#further.has(requestOfKey(key));
  }

  /** The case that the sheet names; one of its own for an id that no case has. */
  #firstIdOf(row: IntakeRow): string | undefined {
    const { key, previous } = row;
    const id = previous?.id ?? '';
    if (id === '') return undefined;
    const firstId = this.#history.firstIdOf(id);
    const own = this.#states.get(key);
    const isOpen = own !== undefined && isUnconfirmed(own);
    const takenFrom = this.#history.takenFrom(id);
    // What was taken from a row is no finding; beside another row that may exist it can be one.
    if (firstId === undefined && takenFrom !== undefined && !(isOpen && takenFrom !== key)) {
      return undefined;
    }
    // An id beside a row that may exist is what a person found out, if it is not another row's. With its
    // results, it is that of the row itself: an edit has made it equal to one that may exist.
    const isTyped = isOpen && !hasResults(row);
    const isAnothers = firstId !== undefined && isTyped && !this.#history.knows(firstId, row);
    return isAnothers ? undefined : (firstId ?? id);
  }

  #give(index: number, row: IntakeRow, firstId: string): RowMatch {
    const own = new CaseMatch(this.#history, firstId, row);
    const { of } = own;
    const why = otherPerson(row, of);
    if (why === undefined) this.#own(firstId, own, of);
    const match: RowMatch = why === undefined ? own : { kind: 'unclear', why };
    this.#matches[index] = match;
    return match;
  }

  /** For a row whose case went to another row, or that has none. */
  #secondChoice(index: number, row: IntakeRow): RowMatch {
    for (const firstId of this.#history.firstIdsOfRequest(row)) {
      if (!this.#owners.has(firstId)) return this.#give(index, row, firstId);
    }
    const named = this.#firstIdOf(row);
    if (named !== undefined && !this.#owners.has(named)) return this.#give(index, row, named);
    const own = this.#states.get(row.key);
    const isOpen = own !== undefined && own.assessmentId === undefined && own.state !== 'Ready';
    // With the results of a run, an edit has made it equal to one that may exist.
    const isOwn = isOpen && (!hasResults(row) || own.notIts?.includes(row.previous?.id ?? ''));
    const owner = named === undefined || isOwn === true ? undefined : this.#owners.get(named);
    if (owner !== undefined) return inOtherRow(row, owner.row);
    // One that waits for an answer of its own takes none that was given for the other.
    const waits = own !== undefined && isUnconfirmed(own) && saysUnconfirmed(row.previous);
    for (const firstId of waits ? [] : this.#history.firstIdsOfTwins(row)) {
      if (!this.#owners.has(firstId)) return this.#give(index, row, firstId);
    }
    return this.#ownKey(index, row);
  }

  /** An assessment of another employee may be that of another row, which need not show its id yet. */
  #sharedId(index: number, match: RowMatch): RowMatch {
    const row = this.#rows[index];
    if (match.kind !== 'unclear' || match.why.code !== 'assessmentOfOtherEmployee') return match;
    const owner = row && this.#owners.get(this.#firstIdOf(row) ?? '');
    return row === undefined || owner === undefined ? match : inOtherRow(row, owner.row);
  }

  /** The row's own key, or a further one where another row's case began with the same inputs. */
  #ownKey(index: number, row: IntakeRow): RowMatch {
    const request = requestOfKey(row.key);
    const takenFrom = this.#history.takenFrom(row.previous?.id ?? '');
    // The key of a row that cannot be read is made of its id, which leaves the sheet when it was taken.
    let key = request === undefined && takenFrom === row.key ? '' : row.key;
    const sameAs = this.#changedTwin(row, request);
    for (let count = 2; request !== undefined;) {
      const id = this.#states.get(key)?.assessmentId;
      if (id === undefined) break;
      const firstId = this.#history.firstIdOf(id) ?? id;
      const owner = this.#owners.get(firstId);
      if (owner === undefined) return this.#give(index, row, firstId);
      do key = `${request}:${count++}`;
      while (this.#isInSheet(key));
    }
    // A person may have said that it is to be sent, if it is no duplicate otherwise.
    const isFree = sameAs === undefined || (row.sameAs === undefined && this.#states.has(key));
    return { kind: 'none', key, ...(isFree ? {} : { sameAs }) };
  }

  /** The row for whose latest assessment the inputs of this one were sent, while it has others now. */
  #changedTwin(row: IntakeRow, request: string | undefined): number | undefined {
    if (request === undefined) return undefined;
    let twin: number | undefined;
    for (const firstId of this.#history.firstIdsOfRequest(row)) {
      const owner = this.#owners.get(firstId);
      if (owner !== undefined && requestBefore(owner) === request) twin = owner.row.number;
    }
    return twin;
  }

  #own(firstId: string, match: CaseMatch, { typed }: Case): void {
    this.#owners.set(firstId, match);
    // What the row shows beside its case is no other row's.
    if (typed !== undefined && !this.#owners.has(typed)) this.#owners.set(typed, match);
  }

  /** True for the own key of a row that no case was found for by its ID or its inputs. */
  #isInSheet(key: string): boolean {
    this.#keys ??= new Set(
      this.#rows.flatMap((row, index) => (this.#matches[index] === undefined ? [row.key] : [])),
    );
    return this.#keys.has(key);
  }

  /**
   * A row with the inputs of an open create is not the row that was sent, if it says nothing of it and
   * another one of its employee does, which was edited since.
   */
  #ofEditedRows(matches: readonly RowMatch[]): readonly RowMatch[] {
    const edited = new Map<string, number>();
    for (const [index, match] of matches.entries()) {
      const { employee, previous, number } = this.#rows[index] ?? {};
      if (employee === undefined || number === undefined || match.kind !== 'none') continue;
      if (this.#states.has(match.key) || !saysUnconfirmed(previous) || previous?.id !== '')
        continue;
      if (!edited.has(employee)) edited.set(employee, number);
    }
    if (edited.size === 0) return matches;
    const keys = new Set(matches.map((match) => (match.kind === 'none' ? match.key : '')));
    return matches.map((match, index) => {
      const row = this.#rows[index];
      if (match.kind !== 'none' || row === undefined || saysUnconfirmed(row.previous)) return match;
      const sameAs = edited.get(row.employee ?? '');
      const open = this.#states.get(match.key);
      const request = requestOfKey(match.key);
      if (sameAs === undefined || open === undefined || !isUnconfirmed(open)) return match;
      // Their results, or a text in place of their id, show that these were sent.
      if (row.previous !== undefined && (hasResults(row) || row.previous.noId !== undefined)) {
        return match;
      }
      let key = match.key;
      for (let count = 2; keys.has(key) || this.#states.has(key);) key = `${request}:${count++}`;
      keys.add(key);
      edited.delete(row.employee ?? '');
      return { kind: 'none', key, sameAs };
    });
  }

  /**
   * Blocks the rows without any fact in the journal that may still be one of its cases: rows of an
   * employee with a create that may have taken effect and that no row matches.
   */
  #byEmployee(found: readonly RowMatch[]): readonly RowMatch[] {
    const open = this.#openByEmployee(found);
    const matches = open.size === 0 ? found : this.#settledByHand(found, open);
    const unshown = this.#unshownByEmployee();
    if (open.size + unshown.size === 0) return matches;
    const isCandidate = matches.map((match, index) => {
      const { employee, previous } = this.#rows[index] ?? {};
      if (employee === undefined || match.kind !== 'none') return false;
      if (match.sameAs !== undefined && saysNothingElse(previous)) return false;
      return !this.#states.has(match.key) && (open.has(employee) || unshown.has(employee));
    });
    const candidates = this.#firstCandidates(isCandidate, open);
    return matches.map((match, index) => {
      const row = this.#rows[index];
      if (row?.employee === undefined || match.kind !== 'none' || !isCandidate[index]) return match;
      const holder = candidates.get(row.employee);
      if (holder !== undefined && holder !== row) return blockedLike(holder.number, match.key);
      const key = open.get(row.employee);
      if (key !== undefined) return { kind: 'unconfirmed', key };
      const firstId = unshown.get(row.employee) ?? '';
      const own = new CaseMatch(this.#history, firstId, row, match.key);
      this.#own(firstId, own, own.of);
      return own;
    });
  }

  /**
   * Of the rows of each employee, the first that repeats no other one, or else that does not say so
   * itself, or else the first. Where a create is `open`, before them one that says that it was never
   * answered.
   */
  #firstCandidates(
    isCandidate: readonly boolean[],
    open: ReadonlyMap<string, string>,
  ): ReadonlyMap<string, IntakeRow> {
    const candidates = new Map<string, IntakeRow>();
    const rank = (row: IntakeRow, employee: string) => {
      if (open.has(employee) && saysUnconfirmed(row.previous)) return 3;
      if (row.sameAs === undefined) return 2;
      return saysNothingElse(row.previous) ? 0 : 1;
    };
    for (const [index, row] of this.#rows.entries()) {
      const { employee = '' } = row;
      if (!isCandidate[index]) continue;
      const holder = candidates.get(employee);
      if (holder === undefined || rank(row, employee) > rank(holder, employee)) {
        candidates.set(employee, row);
      }
    }
    return candidates;
  }

  /**
   * Rows whose id only the sheet knows stand for the next assessment of a case of their employee that
   * is open: it is `open` for no other row then.
   */
  #settledByHand(matches: readonly RowMatch[], open: Map<string, string>): readonly RowMatch[] {
    return matches.map((match) => {
      if (match.kind !== 'case') return match;
      const { latest, isKnown } = match.of;
      if (isKnown) return match;
      const { employee = '' } = match.row;
      const { assessmentId: typed } = latest.state;
      const key = open.get(employee);
      const before = key === undefined ? undefined : followedBy(key);
      if (typed === undefined || key === undefined || before === undefined) return match;
      // The answer to other inputs is no assessment of this row.
      const { request = '' } = this.#states.get(key) ?? {};
      if (request !== '' && request !== requestOfKey(match.row.key)) return match;
      open.delete(employee);
      const firstId = this.#history.firstIdOf(before) ?? before;
      if (!this.#owners.has(firstId)) this.#owners.set(firstId, match);
      return { kind: 'unconfirmed', key, typed };
    });
  }

  /** Unanswered creates that no row matches: one key for each employee. */
  #openByEmployee(matches: readonly RowMatch[]): Map<string, string> {
    const open = new Map<string, string>();
    for (const [key, state] of this.#states)
      if (isUnconfirmed(state)) open.set(key, state.employee ?? '');
    if (open.size === 0) return open;
    for (const match of matches) {
      if (match.kind === 'none') open.delete(match.key);
      if (match.kind !== 'case') continue;
      const { nextKey, isKnown, latest } = match.of;
      open.delete(nextKey);
      // A row whose id only the sheet knows, or once did, stands for its own create.
      const isFound = latest.key === foundKey(latest.state.assessmentId ?? '');
      if (!isKnown || isFound || this.#wasTaken(match)) open.delete(match.row.key);
    }
    return new Map(open.entries().map(([key, employee]) => [employee, key]));
  }

  /** True for a row from which a person has taken the assessment before the first that it has left. */
  #wasTaken({ row, of: { firstKey } }: CaseMatch): boolean {
    const taken = followedBy(firstKey);
    return taken !== undefined && this.#history.takenFrom(taken) === row.key;
  }

  /** Cases whose latest assessment no sheet has shown and that no row matches, by employee. */
  #unshownByEmployee(): ReadonlyMap<string, string> {
    const unshown = new Map<string, string>();
    let inSheet: ReadonlySet<string | undefined> | undefined;
    for (const { employee, assessmentId, isShown = false } of this.#states.values()) {
      if (employee === undefined || assessmentId === undefined || isShown) continue;
      // A power cut may have kept from the journal that this very sheet shows it.
      inSheet ??= new Set(this.#rows.map(({ previous }) => previous?.id));
      if (inSheet.has(assessmentId)) continue;
      const firstId = this.#history.firstIdOf(assessmentId) ?? assessmentId;
      if (!this.#owners.has(firstId) && this.#history.isLatest(assessmentId)) {
        unshown.set(employee, firstId);
      }
    }
    return unshown;
  }
}

/** True for a row that shows what a run has written, and not only an id. */
function hasResults({ previous }: IntakeRow): boolean {
  return previous !== undefined && isOfRun(previous);
}

/** True for a row with the same inputs as one above it. */
function isFurther({ key }: IntakeRow): boolean {
  const request = requestOfKey(key);
  return request !== undefined && request !== key;
}

/** The request of the latest assessment, where other inputs stand in the row. */
function requestBefore({ of }: CaseMatch): string | undefined {
  return of.isChanged ? requestOf(of.latest) : undefined;
}

/** For a row that shows the assessment of another one. */
export function inOtherRow({ previous }: IntakeRow, { number: row }: IntakeRow): RowMatch {
  const why = { code: 'assessmentInOtherRow', assessmentId: previous?.id ?? '', row } as const;
  return { kind: 'unclear', why };
}

function blockedLike(row: number, ownKey: string): RowMatch {
  return { kind: 'unclear', ownKey, why: { code: 'rowBlockedLike', row } };
}

/** Why the latest assessment of a case cannot belong to the row's person. */
function otherPerson(row: IntakeRow, { latest, isChanged }: Case): Message | undefined {
  const { employee, assessmentId = '' } = latest.state;
  if (!isChanged || employee === undefined || row.employee === undefined) return undefined;
  if (row.employee === employee) return undefined;
  return { code: 'assessmentOfOtherEmployee', assessmentId };
}

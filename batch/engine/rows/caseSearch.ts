import type { IntakeRow } from '../intake/intakeRow.js';
import { requestOfKey } from '../intake/rowKey.js';
import type { RowState } from '../journal/rowState.js';
import { isUnconfirmed } from '../journal/settle.js';
import type { Message } from '../message.js';
import { CaseClaims, type Claim, evidence } from './caseClaims.js';
import { type AssessmentHistory, requestOf } from './assessmentHistory.js';
import { type Case, caseOf } from './case.js';
import { hasResults, says, showsNothing } from './shownStatus.js';
import { CaseMatch, type CaseOwners, inOtherRow, type RowMatch } from './rowMatch.js';

interface WaitingClaim extends Claim {
  readonly index: number;
  readonly row: IntakeRow;
}

/** Finds the cases that rows name by their ID, their key or their inputs. */
export class CaseSearch {
  readonly #rows: readonly IntakeRow[];
  readonly #states: ReadonlyMap<string, RowState>;
  readonly #history: AssessmentHistory;
  readonly #claimsOf: CaseClaims;
  readonly #matches: (RowMatch | undefined)[];
  readonly #owners: CaseOwners;
  #keys: Set<string> | undefined;

  constructor(
    rows: readonly IntakeRow[],
    states: ReadonlyMap<string, RowState>,
    history: AssessmentHistory,
    owners: CaseOwners,
  ) {
    this.#rows = rows;
    this.#states = states;
    this.#history = history;
    this.#owners = owners;
    this.#claimsOf = new CaseClaims(rows, states, history, owners);
    this.#matches = rows.map(() => undefined);
  }

  matches(): readonly RowMatch[] {
    const left: WaitingClaim[] = [];
    for (const claim of this.#claims((row) => this.#claimsOf.byBoth(row))) {
      if (claim.by === 'latest') this.#giveIfFree(claim);
      // Most rows show their own latest assessment, and nothing needs to be kept for them.
      if (this.#matches[claim.index] === undefined) left.push(claim);
    }
    for (const claim of left) this.#giveIfFree(claim);
    const byBoth = new Set(left.map(({ row }) => row));
    // A row whose ID and inputs lead to the same case claims no other one.
    const others = [
      ...this.#claims((row) => (byBoth.has(row) ? undefined : this.#claimsOf.byEither(row))),
    ];
    for (const wanted of evidence) {
      if (wanted === 'typedId') this.#owners.reserveTypedIds();
      for (const claim of others) if (claim.by === wanted) this.#giveIfFree(claim);
    }
    const matches = this.#rows.map(
      (row, index) => this.#matches[index] ?? this.#secondChoice(index, row),
    );
    return matches.map((match, index) => this.#sharedId(index, match));
  }

  /** What the rows claim that have no case yet. */
  *#claims(claimOf: (row: IntakeRow) => Claim | undefined): Generator<WaitingClaim> {
    for (const [index, row] of this.#rows.entries()) {
      const claim = this.#matches[index] === undefined ? claimOf(row) : undefined;
      if (claim !== undefined) yield { ...claim, index, row };
    }
  }

  #giveIfFree({ index, row, firstId }: WaitingClaim): void {
    if (this.#isFree(firstId, row)) this.#give(index, row, firstId);
  }

  /**
   * False when the case has a row; and when it went on with another employee, for a row that shows no
   * assessment, was assessed with these inputs before, and waits for no answer.
   */
  #isFree(firstId: string, row: IntakeRow): boolean {
    if (this.#owners.has(firstId)) return false;
    if (!showsNothing(row.previous) || says(row.previous, 'Unconfirmed')) return true;
    const of = caseOf(this.#history, firstId, row);
    if (otherPerson(row, of) === undefined) return true;
    return !this.#history.knows(firstId, row) || waitsFor(row, of);
  }

  #give(index: number, row: IntakeRow, firstId: string): RowMatch {
    const own = new CaseMatch(this.#history, firstId, row);
    const { of } = own;
    const why = otherPerson(row, of);
    if (why === undefined) this.#owners.set(firstId, own);
    const match: RowMatch = why === undefined ? own : { kind: 'unclear', why };
    this.#matches[index] = match;
    return match;
  }

  /** For a row whose case went to another row, or that has none. */
  #secondChoice(index: number, row: IntakeRow): RowMatch {
    for (const firstId of this.#claimsOf.byInputs(row)) {
      if (this.#isFree(firstId, row)) return this.#give(index, row, firstId);
    }
    const named = this.#claimsOf.firstIdOf(row);
    if (named !== undefined && !this.#owners.has(named)) return this.#give(index, row, named);
    const own = this.#states.get(row.key);
    const hasNoAssessment =
      own !== undefined && own.assessmentId === undefined && own.state !== 'Ready';
    // A row that shows results was made equal to this request by an edit: the request is not its own.
    const showsOthers =
      hasResults(row.previous) && !own?.rejectedIds?.includes(row.previous?.id ?? '');
    const isOwn = hasNoAssessment && !showsOthers;
    const owner = named === undefined || isOwn ? undefined : this.#owners.get(named);
    if (owner !== undefined) return inOtherRow(row, owner.row);
    return this.#ownKey(index, row);
  }

  /** An assessment of another employee may be that of another row, which need not show its id yet. */
  #sharedId(index: number, match: RowMatch): RowMatch {
    const row = this.#rows[index];
    if (match.kind !== 'unclear' || match.why.code !== 'assessmentOfOtherEmployee') return match;
    const owner = row && this.#owners.get(this.#claimsOf.firstIdOf(row) ?? '');
    return row === undefined || owner === undefined ? match : inOtherRow(row, owner.row);
  }

  /** The row's own key, or a further one where another row's case began with the same inputs. */
  #ownKey(index: number, row: IntakeRow): RowMatch {
    const request = requestOfKey(row.key);
    let { key } = row;
    const sameAs = this.#changedTwin(row, request);
    for (let count = 2; request !== undefined;) {
      const id = this.#states.get(key)?.assessmentId;
      if (id === undefined) break;
      const firstId = this.#history.firstIdOf(id) ?? id;
      if (this.#isFree(firstId, row)) return this.#give(index, row, firstId);
      do key = `${request}:${count++}`;
      while (this.#isKeyOfUnmatchedRow(key));
    }
    // A person may have said that it is to be sent, if it is no duplicate otherwise.
    const isFree = sameAs === undefined || (row.sameAs === undefined && this.#states.has(key));
    return { kind: 'none', key, ...(isFree ? {} : { sameAs }) };
  }

  /** The row whose latest assessment was made with the inputs of this one, and that has others now. */
  #changedTwin(row: IntakeRow, request: string | undefined): number | undefined {
    if (request === undefined) return undefined;
    let twin: number | undefined;
    for (const firstId of this.#history.firstIdsOfRequest(row)) {
      const owner = this.#owners.get(firstId);
      if (owner !== undefined && requestBefore(owner) === request) twin = owner.row.number;
    }
    return twin;
  }

  /** True for the own key of a row that no case was found for by its ID or its inputs. */
  #isKeyOfUnmatchedRow(key: string): boolean {
    this.#keys ??= new Set(
      this.#rows.flatMap((row, index) => (this.#matches[index] === undefined ? [row.key] : [])),
    );
    return this.#keys.has(key);
  }
}

/** The request of the latest assessment, where other inputs stand in the row. */
function requestBefore({ of }: CaseMatch): string | undefined {
  return of.isChanged ? requestOf(of.latest) : undefined;
}

/** True when the row's request was sent for the next assessment of a case, and never answered. */
function waitsFor({ key }: IntakeRow, { next }: Case): boolean {
  return next !== undefined && isUnconfirmed(next) && next.request === requestOfKey(key);
}

/** Why the latest assessment of a case cannot belong to the row's person. */
function otherPerson(row: IntakeRow, { latest, isChanged }: Case): Message | undefined {
  const { employee, assessmentId = '' } = latest.state;
  if (!isChanged || employee === undefined || row.employee === undefined) return undefined;
  if (row.employee === employee) return undefined;
  return { code: 'assessmentOfOtherEmployee', assessmentId };
}

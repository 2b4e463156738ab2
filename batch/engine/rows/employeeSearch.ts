import type { IntakeRow } from '../intake/intakeRow.js';
import { followedBy, foundKey, requestOfKey } from '../intake/rowKey.js';
import type { RowState } from '../journal/rowState.js';
import { isUnconfirmed } from '../journal/settle.js';
import type { AssessmentHistory } from './assessmentHistory.js';
import { hasResults, saysNothingElse, says } from './shownStatus.js';
import { CaseMatch, type CaseOwners, type RowMatch } from './rowMatch.js';

/** Finds the rows that only their employee leads to: what was sent may have been edited since. */
export class EmployeeSearch {
  readonly #rows: readonly IntakeRow[];
  readonly #states: ReadonlyMap<string, RowState>;
  readonly #history: AssessmentHistory;
  readonly #owners: CaseOwners;

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
  }

  /**
   * Where an edited row of an employee says Unconfirmed, a new row with the inputs that were sent does not
   * take over its unanswered request: it gets a key of its own.
   */
  ofEditedRows(matches: readonly RowMatch[]): readonly RowMatch[] {
    const edited = new Map<string, number>();
    for (const [index, match] of matches.entries()) {
      const { employee, previous, number } = this.#rows[index] ?? {};
      if (employee === undefined || number === undefined || match.kind !== 'none') continue;
      if (this.#states.has(match.key) || !says(previous, 'Unconfirmed') || previous?.id !== '')
        continue;
      if (!edited.has(employee)) edited.set(employee, number);
    }
    if (edited.size === 0) return matches;
    const keys = new Set(matches.map((match) => (match.kind === 'none' ? match.key : '')));
    return matches.map((match, index) => {
      const row = this.#rows[index];
      if (match.kind !== 'none' || row === undefined || says(row.previous, 'Unconfirmed'))
        return match;
      const sameAs = edited.get(row.employee ?? '');
      const unconfirmed = this.#states.get(match.key);
      const request = requestOfKey(match.key);
      if (sameAs === undefined || unconfirmed === undefined || !isUnconfirmed(unconfirmed))
        return match;
      // Their results, or a text in place of their id, show that these were sent.
      if (hasResults(row.previous) || row.previous?.noId !== undefined) return match;
      let key = match.key;
      for (let count = 2; keys.has(key) || this.#states.has(key);) key = `${request}:${count++}`;
      keys.add(key);
      edited.delete(row.employee ?? '');
      return { kind: 'none', key, sameAs };
    });
  }

  /**
   * For each employee with a create that was never answered and that no row matches, or with an
   * assessment that no sheet has shown: one row without a case takes it, and the others are blocked
   * until a person has resolved that one.
   */
  byEmployee(found: readonly RowMatch[]): readonly RowMatch[] {
    const unconfirmed = this.#unconfirmedByEmployee(found);
    const matches = unconfirmed.size === 0 ? found : this.#settledByHand(found, unconfirmed);
    const unshown = this.#unshownByEmployee();
    if (unconfirmed.size + unshown.size === 0) return matches;
    const isCandidate = matches.map((match, index) => {
      const { employee, previous } = this.#rows[index] ?? {};
      if (employee === undefined || match.kind !== 'none') return false;
      if (match.sameAs !== undefined && saysNothingElse(previous)) return false;
      return !this.#states.has(match.key) && (unconfirmed.has(employee) || unshown.has(employee));
    });
    const candidates = this.#firstCandidates(isCandidate, unconfirmed);
    return matches.map((match, index) => {
      const row = this.#rows[index];
      if (row?.employee === undefined || match.kind !== 'none' || !isCandidate[index]) return match;
      const holder = candidates.get(row.employee);
      if (holder !== undefined && holder !== row) return blockedLike(holder.number, match.key);
      const key = unconfirmed.get(row.employee);
      if (key !== undefined) return { kind: 'unconfirmed', key };
      const firstId = unshown.get(row.employee) ?? '';
      const own = new CaseMatch(this.#history, firstId, row, match.key);
      this.#owners.set(firstId, own);
      return own;
    });
  }

  /**
   * The row of each employee that takes the request, by rank: 2, it says Unconfirmed and a create is
   * unconfirmed; 1, it shows more than that it was not sent; 0, any other. The first of the highest.
   */
  #firstCandidates(
    isCandidate: readonly boolean[],
    unconfirmed: ReadonlyMap<string, string>,
  ): ReadonlyMap<string, IntakeRow> {
    const candidates = new Map<string, IntakeRow>();
    const rank = (row: IntakeRow, employee: string) => {
      if (unconfirmed.has(employee) && says(row.previous, 'Unconfirmed')) return 2;
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
   * A row whose id only the sheet knows stands for the unconfirmed next assessment of a case of its
   * employee: no other row takes that one then.
   */
  #settledByHand(
    matches: readonly RowMatch[],
    unconfirmed: Map<string, string>,
  ): readonly RowMatch[] {
    return matches.map((match) => {
      if (match.kind !== 'case') return match;
      const { latest, isKnown } = match.of;
      if (isKnown) return match;
      const { employee = '' } = match.row;
      const { assessmentId: typed } = latest.state;
      const key = unconfirmed.get(employee);
      const before = key === undefined ? undefined : followedBy(key);
      if (typed === undefined || key === undefined || before === undefined) return match;
      // The answer to other inputs is no assessment of this row.
      const { request = '' } = this.#states.get(key) ?? {};
      if (request !== '' && request !== requestOfKey(match.row.key)) return match;
      unconfirmed.delete(employee);
      const firstId = this.#history.firstIdOf(before) ?? before;
      if (!this.#owners.has(firstId)) this.#owners.set(firstId, match);
      return { kind: 'unconfirmed', key, typed };
    });
  }

  /** Unanswered creates that no row matches: one key for each employee. */
  #unconfirmedByEmployee(matches: readonly RowMatch[]): Map<string, string> {
    const unconfirmed = new Map<string, string>();
    for (const [key, state] of this.#states)
      if (isUnconfirmed(state)) unconfirmed.set(key, state.employee ?? '');
    if (unconfirmed.size === 0) return unconfirmed;
    for (const match of matches) {
      if (match.kind === 'none') unconfirmed.delete(match.key);
      if (match.kind !== 'case') continue;
      const { nextKey, isKnown, latest } = match.of;
      unconfirmed.delete(nextKey);
      // A row whose id only the sheet knows, or once did, stands for its own create.
      const isFound = latest.key === foundKey(latest.state.assessmentId ?? '');
      if (!isKnown || isFound || this.#wasTaken(match)) unconfirmed.delete(match.row.key);
    }
    return new Map([...unconfirmed].map(([key, employee]) => [employee, key]));
  }

  /** True for a row whose first assessment is not its own, as a person has said. */
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

function blockedLike(row: number, ownKey: string): RowMatch {
  return { kind: 'unclear', ownKey, why: { code: 'rowBlockedLike', row } };
}

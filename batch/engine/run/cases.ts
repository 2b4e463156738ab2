import type { IntakeRow } from '../intake/readSheet.js';
import { followedBy, requestOfKey } from '../intake/rowKey.js';
import type { RowState } from '../journal/rowState.js';
import { isUnconfirmed } from '../journal/settle.js';
import { type Case, Chains, requestOf } from './chains.js';

/** Where a row belongs. */
export type Place =
  | {
      readonly kind: 'case';
      readonly of: Case;
      /**
       * The key of the row as a case of its own, where nothing but the employee leads to this one: its
       * latest assessment was never written to a sheet.
       */
      readonly ownKey?: string;
    }
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
  | { readonly kind: 'unclear'; readonly why: string; readonly ownKey?: string };

/**
 * Finds the case of each row, in the rows' order. The Assessment ID in the sheet leads to it, also
 * when inputs have changed. The inputs lead to it where the sheet has no id, or the id of a case that
 * never had these inputs: results may have been sorted away from their rows. The employee leads to
 * what a crash has kept from every sheet: the row may have been corrected since. No case has two rows.
 */
export function casesOf(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
  chains = new Chains(states),
): readonly Place[] {
  return new Search(rows, states, chains).places();
}

/** What speaks for a case: the id (`latest`: of its last assessment) and the inputs, or one of them. */
interface Claim {
  readonly root: string;
  readonly by: 'latest' | 'both' | 'id' | 'inputs';
}

/** The row that a case went to. */
interface Owner {
  readonly row: number;
  /** The request of the latest assessment, where other inputs stand in the row. */
  readonly made: string | undefined;
}

class Search {
  readonly #rows: readonly IntakeRow[];
  readonly #states: ReadonlyMap<string, RowState>;
  readonly #chains: Chains;
  readonly #places: (Place | undefined)[];
  /** The row that a case went to, by its root. */
  readonly #owners = new Map<string, Owner>();
  #keys: Set<string> | undefined;

  constructor(rows: readonly IntakeRow[], states: ReadonlyMap<string, RowState>, chains: Chains) {
    this.#rows = rows;
    this.#states = states;
    this.#chains = chains;
    this.#places = rows.map(() => undefined);
  }

  places(): readonly Place[] {
    const claims = this.#rows.map((row) => this.#claimOf(row));
    for (const by of ['latest', 'both', 'id', 'inputs'] as const) {
      for (const [index, row] of this.#rows.entries()) {
        const claim = claims[index];
        if (claim?.by === by && !this.#owners.has(claim.root)) this.#give(index, row, claim.root);
      }
    }
    const places = this.#rows.map(
      (row, index) => this.#places[index] ?? this.#secondChoice(index, row),
    );
    return this.#byEmployee(places);
  }

  #claimOf(row: IntakeRow): Claim | undefined {
    const root = this.#rootOfId(row);
    if (root !== undefined && this.#chains.knows(root, row)) {
      return { root, by: this.#chains.isLatest(row.written?.id ?? '') ? 'latest' : 'both' };
    }
    for (const same of this.#chains.rootsOfRequest(row)) return { root: same, by: 'inputs' };
    return root === undefined ? undefined : { root, by: 'id' };
  }

  /** The case that the sheet names; one of its own for an id that no case has. */
  #rootOfId(row: IntakeRow): string | undefined {
    const { key, written } = row;
    const id = written?.id ?? '';
    if (id === '') return undefined;
    const root = this.#chains.rootOf(id);
    const own = this.#states.get(key);
    const isOpen = own !== undefined && isUnconfirmed(own);
    const takenFrom = this.#chains.takenFrom(id);
    // What was taken from a row is no finding; beside another row that may exist it can be one.
    if (root === undefined && takenFrom !== undefined && !(isOpen && takenFrom !== key)) {
      return undefined;
    }
    // An id beside a row that may exist is what a person found out, if it is not another row's.
    const isAnothers = root !== undefined && isOpen && !this.#chains.knows(root, row);
    return isAnothers ? undefined : (root ?? id);
  }

  #give(index: number, row: IntakeRow, root: string): Place {
    const of = this.#chains.caseOf(root, row);
    const why = otherPerson(row, of);
    if (why === undefined) this.#own(root, row, of);
    const place: Place = why === undefined ? { kind: 'case', of } : { kind: 'unclear', why };
    this.#places[index] = place;
    return place;
  }

  /** For a row whose case went to another row, or that has none. */
  #secondChoice(index: number, row: IntakeRow): Place {
    for (const root of this.#chains.rootsOfRequest(row)) {
      if (!this.#owners.has(root)) return this.#give(index, row, root);
    }
    const named = this.#rootOfId(row);
    if (named !== undefined && !this.#owners.has(named)) return this.#give(index, row, named);
    const own = this.#states.get(row.key);
    const isOpen = own !== undefined && own.assessmentId === undefined && own.state !== 'Ready';
    const owner = named === undefined || isOpen ? undefined : this.#owners.get(named);
    if (owner === undefined) return this.#ownKey(index, row);
    return {
      kind: 'unclear',
      why: `The Assessment ID ${row.written?.id ?? ''} also stands in row ${owner.row}. If this row is new, its result cells were copied: clear them and run again.`,
    };
  }

  /** The row's own key, or a further one where another row's case began with the same inputs. */
  #ownKey(index: number, row: IntakeRow): Place {
    const request = requestOfKey(row.key);
    let { key } = row;
    let sameAs: number | undefined;
    for (let count = 2; request !== undefined;) {
      const id = this.#states.get(key)?.assessmentId;
      if (id === undefined) break;
      const root = this.#chains.rootOf(id) ?? id;
      const owner = this.#owners.get(root);
      if (owner === undefined) return this.#give(index, row, root);
      if (owner.made === request) sameAs = owner.row;
      do key = `${request}:${count++}`;
      while (this.#isInSheet(key));
    }
    return { kind: 'none', key, ...(sameAs === undefined ? {} : { sameAs }) };
  }

  #own(root: string, row: IntakeRow, { head, isChanged }: Case): void {
    const made = isChanged ? requestOf(head) : undefined;
    this.#owners.set(root, { row: row.number, made });
  }

  #isInSheet(key: string): boolean {
    this.#keys ??= new Set(this.#rows.map((row) => row.key));
    return this.#keys.has(key);
  }

  /**
   * Holds the rows that no fact of the journal is about, and that may all the same be cases of which
   * it knows: of an employee for whom a create may have taken effect that no row stands for.
   */
  #byEmployee(places: readonly Place[]): readonly Place[] {
    const open = this.#openByEmployee(places);
    const unshown = this.#unshownByEmployee();
    if (open.size + unshown.size === 0) return places;
    const holders = new Map<string, number>();
    return places.map((place, index) => {
      const row = this.#rows[index];
      if (row?.employee === undefined) return place;
      const { employee } = row;
      const key = open.get(employee);
      if (place.kind === 'case') return settledByHand(place, key) ?? place;
      if (place.kind !== 'none' || this.#states.has(place.key)) return place;
      const root = unshown.get(employee);
      if (key === undefined && root === undefined) return place;
      const holder = holders.get(employee);
      if (holder !== undefined) return heldLike(holder, place.key);
      holders.set(employee, row.number);
      if (key !== undefined) return { kind: 'unconfirmed', key };
      const of = this.#chains.caseOf(root ?? '', row);
      this.#own(root ?? '', row, of);
      return { kind: 'case', of, ownKey: place.key };
    });
  }

  /** Creates that were never answered and that no row stands for: one key for each employee. */
  #openByEmployee(places: readonly Place[]): ReadonlyMap<string, string> {
    const open = new Map<string, string>();
    for (const [key, state] of this.#states)
      if (isUnconfirmed(state)) open.set(key, state.employee ?? '');
    if (open.size === 0) return open;
    for (const [index, place] of places.entries()) {
      if (place.kind === 'case') open.delete(place.of.nextKey);
      // A row whose id only the sheet knows stands for its own create.
      if (place.kind === 'case' && !place.of.isKnown) open.delete(this.#rows[index]?.key ?? '');
      if (place.kind === 'none') open.delete(place.key);
    }
    return new Map(open.entries().map(([key, employee]) => [employee, key]));
  }

  /** Cases whose latest assessment no sheet has shown and that no row stands for, by employee. */
  #unshownByEmployee(): ReadonlyMap<string, string> {
    const unshown = new Map<string, string>();
    for (const { employee, assessmentId, isShown = false } of this.#states.values()) {
      if (employee === undefined || assessmentId === undefined || isShown) continue;
      const root = this.#chains.rootOf(assessmentId) ?? assessmentId;
      if (!this.#owners.has(root) && this.#chains.isLatest(assessmentId)) {
        unshown.set(employee, root);
      }
    }
    return unshown;
  }
}

/** A row whose id only the sheet knows, while the next assessment of a case of the employee is open. */
function settledByHand(
  { of }: Extract<Place, { kind: 'case' }>,
  key: string | undefined,
): Place | undefined {
  const { assessmentId: typed } = of.head.state;
  if (of.isKnown || typed === undefined || key === undefined) return undefined;
  return followedBy(key) === undefined ? undefined : { kind: 'unconfirmed', key, typed };
}

function heldLike(row: number, ownKey: string): Place {
  return {
    kind: 'unclear',
    ownKey,
    why: `A row of this employee was sent before, and it is not known which row that was: row ${row}, this one or another. Do what the message of row ${row} says; then run again.`,
  };
}

/** Why the latest assessment of a case cannot be of the row's person. */
function otherPerson(row: IntakeRow, { head, isChanged }: Case): string | undefined {
  const { employee, assessmentId = '' } = head.state;
  if (!isChanged || employee === undefined || row.employee === undefined) return undefined;
  if (row.employee === employee) return undefined;
  return `The assessment ${assessmentId} is of another employee. If this row is a new case, clear its result cells and run rwa assess; else correct the Employee ID.`;
}

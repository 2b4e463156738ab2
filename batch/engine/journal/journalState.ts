import { isSameService } from '../../../src/baseUrl.js';
import { journalHash, noJournal } from '../identity/reference.js';
import type { WrittenHeadings } from '../intake/headingNames.js';
import { type ComputeHash, hashKeyedBy, hashWithoutSalt } from '../intake/rowKey.js';
import type { Fact, RowFact } from './facts.js';
import { noteRound, type Round } from './rounds.js';
import { afterFact, type RowState } from './rowState.js';

/** The properties that most states have. */
const commonProperties: ReadonlySet<string> = new Set<keyof RowState>([
  'state',
  'at',
  'sentAt',
  'employee',
  'trip',
  'assessmentId',
  'redirectUrl',
  'scores',
  'isShown',
]);

/** The state of a journal after all its facts. */
export class JournalState {
  readonly #states = new Map<string, RowState>();
  readonly #rounds: Round[] = [];
  readonly #keyById = new Map<string, string>();
  readonly #columns = new Map<string, WrittenHeadings>();
  readonly #services: string[] = [];
  #ignoresOtherServices = false;
  #computeHash: ComputeHash = hashWithoutSalt;
  #referenceHash = noJournal;
  /** The trip of the state that was stored last. */
  #trip: string | undefined;

  /** The state of each row, by its key. */
  get states(): ReadonlyMap<string, RowState> {
    return this.#states;
  }

  /** The rounds of reassessments in order. */
  get rounds(): readonly Round[] {
    return this.#rounds;
  }

  /** The headings of our columns, by sheet and column name. */
  get columns(): ReadonlyMap<string, WrittenHeadings> {
    return this.#columns;
  }

  /** The latest base URL of the journal's service; undefined for an empty journal. */
  get service(): string | undefined {
    return this.#services.at(-1);
  }

  /**
   * Returns true for a base URL of the journal's service, including those that a person confirmed,
   * and for any URL while the journal is empty.
   */
  isOwnService(service: string): boolean {
    return this.#services.length === 0 || this.#services.some((own) => isSameService(own, service));
  }

  /**
   * Returns true if rows were sent to the journal's service, and none of these base URLs is its
   * own.
   */
  isOfOtherService(...services: readonly string[]): boolean {
    return this.#states.size > 0 && !services.some((service) => this.isOwnService(service));
  }

  /** True if a person confirmed that sheets used with other services do not matter. */
  get ignoresOtherServices(): boolean {
    return this.#ignoresOtherServices;
  }

  /** The hash function for requests and people. */
  get computeHash(): ComputeHash {
    return this.#computeHash;
  }

  /** The hash that identifies the journal in references. */
  get referenceHash(): string {
    return this.#referenceHash;
  }

  /** Returns the state of a row; undefined if the journal has no fact about it. */
  state(row: string): RowState | undefined {
    return this.#states.get(row);
  }

  /** Returns the key of the row that an ID of the service belongs to. */
  findKeyById(id: string): string | undefined {
    return this.#keyById.get(id);
  }

  /** Returns true for the ID of a result that no sheet has shown, or that was displaced since. */
  isUnshown(id: string): boolean {
    const key = this.#keyById.get(id);
    return key !== undefined && this.#states.get(key)?.isShown !== true;
  }

  apply(fact: Fact): void {
    if (fact.fact === 'journal') this.#begin(fact);
    else if (fact.fact === 'written') this.#showAll(fact.ids, true);
    else if (fact.fact === 'displaced') this.#showAll(fact.ids, false);
    else if (fact.fact === 'columns') this.#columns.set(fact.sheet, fact.headings);
    else if (fact.fact === 'service') this.#renameService(fact.service);
    else if (fact.fact === 'other_service') this.#ignoresOtherServices = true;
    else if ('row' in fact) this.#applyToRow(fact);
    else if (fact.fact !== 'run') noteRound(this.#rounds, fact, this.#states);
  }

  #begin({ service, salt }: Extract<Fact, { fact: 'journal' }>): void {
    this.#services.push(service);
    this.#computeHash = hashKeyedBy(salt);
    this.#referenceHash = journalHash(salt);
  }

  /** Adds a base URL of the service. If the journal has no rows, it replaces the earlier ones. */
  #renameService(service: string): void {
    if (this.#states.size === 0) this.#services.length = 0;
    this.#services.push(service);
  }

  #showAll(ids: readonly string[], isShown: boolean): void {
    for (const id of ids) this.#show(this.#keyById.get(id), isShown);
  }

  #applyToRow(fact: RowFact): void {
    noteRound(this.#rounds, fact, this.#states);
    const before = this.#states.get(fact.row);
    const next = this.#withLatestRound(afterFact(before, fact), fact);
    const after = this.#compact(next, next.isShown);
    this.#states.set(fact.row, after);
    this.#index(fact.row, getAssignedId(before), getAssignedId(after));
  }

  /** Adds the latest round to a first assessment, by the order in the journal, not the clock. */
  #withLatestRound(after: RowState, fact: RowFact): RowState {
    const latest = this.#rounds.at(-1);
    if (fact.fact !== 'intent' || fact.round !== undefined || latest === undefined) return after;
    return { ...after, afterRound: latest.number };
  }

  #show(key: string | undefined, isShown: boolean): void {
    const state = key === undefined ? undefined : this.#states.get(key);
    if (key === undefined || state === undefined) return;
    this.#states.set(key, this.#compact(state, isShown || undefined));
  }

  /**
   * Returns the state of an assessment as one literal, unless it has rare properties: a spread copy
   * takes more memory and time, and a journal may contain 300,000 states. Adjacent rows often have
   * the same trip, and they share one copy of its hash.
   */
  #compact(all: RowState, isShown: RowState['isShown']): RowState {
    const { state, at, sentAt, employee, assessmentId, redirectUrl, scores } = all;
    if (assessmentId === undefined || hasRareProperty(all))
      return isShown === all.isShown ? all : { ...all, isShown };
    const trip = all.trip === this.#trip ? this.#trip : all.trip;
    this.#trip = trip;
    return { state, at, sentAt, employee, trip, assessmentId, redirectUrl, scores, isShown };
  }

  /** Replaces the ID by which a row is found. */
  #index(key: string, previousId: string | undefined, id: string | undefined): void {
    if (previousId === id) return;
    if (previousId !== undefined && this.#keyById.get(previousId) === key) {
      this.#keyById.delete(previousId);
    }
    if (id !== undefined) this.#keyById.set(id, key);
  }
}

function hasRareProperty(state: RowState): boolean {
  for (const name in state) if (!commonProperties.has(name)) return true;
  return false;
}

/** Returns the ID that the service assigned to a row. */
export function getAssignedId(state: RowState | undefined): string | undefined {
  return state?.assessmentId ?? state?.id;
}

/**
 * Returns the hash of a forgotten ID. The hash does not reveal the ID, because IDs are long and
 * random.
 */
export function hashForgottenId(id: string): string {
  return hashWithoutSalt(id);
}

/**
 * Returns the IDs that belong to no row: they were detached from their rows and given to no other,
 * or the service made them for forgotten people. A sheet may still show them.
 */
export function findDisownedIds(
  states: ReadonlyMap<string, RowState>,
): Pick<ReadonlySet<string>, 'has'> {
  const rejected = collectRejectedIds(states);
  const forgotten = findForgottenIds(states);
  return { has: (id) => rejected.has(id) || forgotten.has(id) };
}

/**
 * Returns the set of IDs that the service made for forgotten people. A sheet may still show them.
 */
export function findForgottenIds(
  states: ReadonlyMap<string, RowState>,
): Pick<ReadonlySet<string>, 'has'> {
  const hashes = new Set<string>();
  for (const { forgottenIds = [] } of states.values()) {
    for (const hash of forgottenIds) hashes.add(hash);
  }
  return { has: (id) => hashes.size > 0 && hashes.has(hashForgottenId(id)) };
}

function collectRejectedIds(states: ReadonlyMap<string, RowState>): ReadonlySet<string> {
  const rejected = new Set<string>();
  for (const { rejectedIds = [] } of states.values())
    for (const id of rejectedIds) rejected.add(id);
  if (rejected.size === 0) return rejected;
  for (const { assessmentId = '' } of states.values()) rejected.delete(assessmentId);
  return rejected;
}

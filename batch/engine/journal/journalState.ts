import { isSameService } from '../../../src/baseUrl.js';
import { hashJournalSalt, noJournal } from '../identity/reference.js';
import type { WrittenHeadings } from '../intake/headingNames.js';
import { type ComputeHash, createSaltedHash, hashWithoutSalt } from '../intake/rowKey.js';
import type { Fact, RowFact } from './facts.js';
import { applyToRounds, type Round } from './rounds.js';
import { applyFact, type RowState } from './rowState.js';

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

export class JournalState {
  readonly #states = new Map<string, RowState>();
  readonly #rounds: Round[] = [];
  readonly #keyById = new Map<string, string>();
  readonly #columns = new Map<string, WrittenHeadings>();
  readonly #services: string[] = [];
  #ignoresOtherServices = false;
  #computeHash: ComputeHash = hashWithoutSalt;
  #referenceHash = noJournal;
  #trip: string | undefined;

  get states(): ReadonlyMap<string, RowState> {
    return this.#states;
  }

  get rounds(): readonly Round[] {
    return this.#rounds;
  }

  /** The headings of our columns, by sheet and column name. */
  get columns(): ReadonlyMap<string, WrittenHeadings> {
    return this.#columns;
  }

  /** Undefined for an empty journal. */
  get service(): string | undefined {
    return this.#services.at(-1);
  }

  /** Includes URLs that a person confirmed. True for any URL while the journal is empty. */
  isOwnService(service: string): boolean {
    return this.#services.length === 0 || this.#services.some((own) => isSameService(own, service));
  }

  isOfOtherService(...services: readonly string[]): boolean {
    return this.#states.size > 0 && !services.some((service) => this.isOwnService(service));
  }

  get ignoresOtherServices(): boolean {
    return this.#ignoresOtherServices;
  }

  get computeHash(): ComputeHash {
    return this.#computeHash;
  }

  get referenceHash(): string {
    return this.#referenceHash;
  }

  state(row: string): RowState | undefined {
    return this.#states.get(row);
  }

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
    else if (fact.fact === 'written') this.#setAllShown(fact.ids, true);
    else if (fact.fact === 'displaced') this.#setAllShown(fact.ids, false);
    else if (fact.fact === 'columns') this.#columns.set(fact.sheet, fact.headings);
    else if (fact.fact === 'service') this.#renameService(fact.service);
    else if (fact.fact === 'other_service') this.#ignoresOtherServices = true;
    else if ('row' in fact) this.#applyToRow(fact);
    else if (fact.fact !== 'run') applyToRounds(this.#rounds, fact, this.#states);
  }

  #begin({ service, salt }: Extract<Fact, { fact: 'journal' }>): void {
    this.#services.push(service);
    this.#computeHash = createSaltedHash(salt);
    this.#referenceHash = hashJournalSalt(salt);
  }

  /** If the journal has no rows, the URL replaces the earlier URLs. */
  #renameService(service: string): void {
    if (this.#states.size === 0) this.#services.length = 0;
    this.#services.push(service);
  }

  #setAllShown(ids: readonly string[], isShown: boolean): void {
    for (const id of ids) this.#setShown(this.#keyById.get(id), isShown);
  }

  #applyToRow(fact: RowFact): void {
    applyToRounds(this.#rounds, fact, this.#states);
    const before = this.#states.get(fact.row);
    const next = this.#addLatestRound(applyFact(before, fact), fact);
    const after = this.#compact(next, next.isShown);
    this.#states.set(fact.row, after);
    this.#index(fact.row, getAssignedId(before), getAssignedId(after));
  }

  /** Finds the latest round by the order in the journal, because a clock may be wrong. */
  #addLatestRound(after: RowState, fact: RowFact): RowState {
    const latest = this.#rounds.at(-1);
    if (fact.fact !== 'intent' || fact.round !== undefined || latest === undefined) return after;
    return { ...after, afterRound: latest.number };
  }

  #setShown(key: string | undefined, isShown: boolean): void {
    const state = key === undefined ? undefined : this.#states.get(key);
    if (key === undefined || state === undefined) return;
    this.#states.set(key, this.#compact(state, isShown || undefined));
  }

  /**
   * A literal takes less memory and time than a spread copy, and a journal may contain 300,000
   * states. Adjacent rows often have the same trip.
   */
  #compact(all: RowState, isShown: RowState['isShown']): RowState {
    const { state, at, sentAt, employee, assessmentId, redirectUrl, scores } = all;
    if (assessmentId === undefined || hasRareProperty(all))
      return isShown === all.isShown ? all : { ...all, isShown };
    const trip = all.trip === this.#trip ? this.#trip : all.trip;
    this.#trip = trip;
    return { state, at, sentAt, employee, trip, assessmentId, redirectUrl, scores, isShown };
  }

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

export function getAssignedId(state: RowState | undefined): string | undefined {
  return state?.assessmentId ?? state?.id;
}

/** Does not reveal the ID, because IDs are long and random. */
export function hashForgottenId(id: string): string {
  return hashWithoutSalt(id);
}

/** Finds detached IDs and IDs of forgotten people, which a sheet may still show. */
export function findDisownedIds(
  states: ReadonlyMap<string, RowState>,
): Pick<ReadonlySet<string>, 'has'> {
  const rejected = collectRejectedIds(states);
  const forgotten = findForgottenIds(states);
  return { has: (id) => rejected.has(id) || forgotten.has(id) };
}

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

import type { IntakeRow } from '../intake/intakeRow.js';
import {
  toFollowingKey,
  toBaseKey,
  findRequestHash,
  getFollowedAssessment,
} from '../intake/rowKey.js';
import { findDisownedIds } from '../journal/journalState.js';
import type { RowState } from '../journal/rowState.js';
import {
  hasResults,
  hasStatus,
  showsOnlyStatus,
  hasUnansweredReassessment,
} from './shownStatus.js';
import {
  hasReplacedId,
  isReplacedId,
  type ProofCells,
  readProofs,
  type ShownReference,
} from '../identity/proofs.js';
import { SentRequests, type SentRequest } from '../identity/requests.js';
import { placeRows, type Placement, type RowEvidence } from '../identity/situation.js';

/** The rows of a sheet, matched with the requests in its journal. */
export interface PlacedSheet extends Placement {
  readonly requests: SentRequests;
  /** Returns true for a detached ID that belongs to no request, and for a forgotten person's ID. */
  readonly isDisowned: (assessmentId: string) => boolean;
  /** Returns true if one row shows the ID, and nobody has typed over it in another row. */
  readonly isShownOnce: (assessmentId: string) => boolean;
  /** Returns true for a request that a row proves by its reference, or by its status alone. */
  readonly isReferenced: (request: SentRequest) => boolean;
  /** Each call reserves the key that it returns. */
  readonly reserveKey: (row: Pick<IntakeRow, 'key'>) => string;
}

export function placeSheet(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
): PlacedSheet {
  const requests = new SentRequests(listJournalRequests(states));
  const disowned = findDisownedIds(states);
  const isDisowned = (id: string) => disowned.has(id);
  const records = new RecordedInputs(states);
  const views = rows.map((row) => new RowView(row, isDisowned, records));
  const proofs = readProofs(views, requests, {
    isDisowned,
    isRecorded: (reference) => records.has(reference),
  });
  for (const [index, view] of views.entries()) view.proof = proofs[index];
  const placement = placeRows(views, requests, isDisowned);
  let shown: ReadonlyMap<string, number> | undefined;
  let replaced: readonly ShownReference[] | undefined;
  const isShownOnce = (id: string) => {
    shown ??= countShown(rows);
    replaced ??= rows.flatMap(({ previous }) => (previous?.shown?.made ? [previous.shown] : []));
    return shown.get(id) === 1 && !replaced.some((reference) => isReplacedId(reference, id));
  };
  let referenced: ReadonlySet<SentRequest | undefined> | undefined;
  const isReferenced = (request: SentRequest) => {
    referenced ??= new Set(proofs.filter((_, index) => views[index]?.reference !== undefined));
    return referenced.has(request);
  };
  return {
    ...placement,
    requests,
    isDisowned,
    isShownOnce,
    isReferenced,
    reserveKey: createKeyAllocator(states),
  };
}

/** Copies no texts, because a sheet may have 300,000 rows. */
class RowView implements RowEvidence, ProofCells {
  proof: SentRequest | undefined;
  readonly showsNothing: boolean;
  readonly #row: IntakeRow;

  constructor(row: IntakeRow, isDisowned: (id: string) => boolean, records: RecordedInputs) {
    this.#row = row;
    // A row that shows a request to send again waits for no answer.
    const isSettled =
      (this.assessmentId === '' || isDisowned(this.assessmentId)) &&
      [...this.inputs, row.previous?.shown?.inputs ?? ''].some((hash) => records.isUnsent(hash));
    this.showsNothing = isSettled || looksUnsent(row);
  }

  get number(): number {
    return this.#row.number;
  }

  get inputs(): readonly string[] {
    return listInputHashes(this.#row);
  }

  get person(): string | undefined {
    return this.#row.employee;
  }

  get trip(): string | undefined {
    return this.#row.trip;
  }

  get assessmentId(): string {
    return this.#row.previous?.id ?? '';
  }

  get reference(): ShownReference | undefined {
    return this.#row.previous?.shown ?? findUnansweredReference(this.#row);
  }

  get reassessmentKey(): string | undefined {
    const isUnanswered = hasUnansweredReassessment(this.#row.previous);
    return isUnanswered ? toFollowingKey(this.assessmentId) : undefined;
  }

  get isWholeCopy(): boolean {
    return this.#row.previous?.shown?.assessment === 'own';
  }

  get isIdKept(): boolean {
    const { assessment, hasPreviousId } = this.#row.previous?.shown ?? {};
    return assessment === 'own' || hasPreviousId === true;
  }

  get hasReplacedId(): boolean {
    return hasReplacedId(this);
  }

  get hasOnlyResults(): boolean {
    const { inputs, readable = {} } = this.#row;
    return inputs === undefined && Object.keys(readable).length === 0;
  }

  get hasReference(): boolean {
    const { shown } = this.#row.previous ?? {};
    return shown !== undefined && this.inputs.includes(shown.inputs);
  }
}

/** Creates a proof for a row that shows only its status, which a run would otherwise replace. */
function findUnansweredReference({
  key,
  previous,
  employee = '',
}: IntakeRow): ShownReference | undefined {
  const inputs = findRequestHash(key);
  const hasId = previous?.id !== '' || previous.noId !== undefined;
  if (inputs === undefined || hasId || !showsOnlyStatus(previous)) return undefined;
  return { inputs, person: employee, assessment: 'none', isOfThisJournal: false };
}

function countShown(rows: readonly IntakeRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { previous } of rows) {
    const id = previous?.id ?? '';
    if (id !== '') counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

function listInputHashes({ key, alternateKeys }: IntakeRow): string[] {
  const own = findRequestHash(key);
  if (alternateKeys === undefined) return own === undefined ? [] : [own];
  return [...(own === undefined ? [] : [own]), ...alternateKeys.map(toBaseKey)];
}

function looksUnsent({ previous }: IntakeRow): boolean {
  if (previous === undefined) return true;
  const { id, noId, shown } = previous;
  if (id !== '' || noId !== undefined || shown !== undefined) return false;
  return !hasResults(previous) && !hasStatus(previous, 'Unconfirmed');
}

/** Skips keys of sent requests and those in `taken`, and adds each returned key to `taken`. */
export function createKeyAllocator(
  states: ReadonlyMap<string, RowState>,
  taken = new Set<string>(),
): PlacedSheet['reserveKey'] {
  const isFree = (key: string) =>
    !taken.has(key) && (states.get(key) === undefined || states.get(key)?.state === 'Ready');
  return ({ key }) => {
    const request = findRequestHash(key);
    if (request === undefined) return key;
    let free = request;
    for (let count = 2; !isFree(free); count++) free = `${request}:${count}`;
    taken.add(free);
    return free;
  };
}

export function* listJournalRequests(
  states: ReadonlyMap<string, RowState>,
): Generator<SentRequest> {
  let keysOfIds: ReadonlyMap<string, string> | undefined;
  for (const [key, state] of states) {
    const outcome = toRequestOutcome(state);
    if (outcome === undefined) continue;
    const before = getFollowedAssessment(key);
    if (before !== undefined) keysOfIds ??= indexIds(states);
    const follows = before === undefined ? undefined : keysOfIds?.get(before);
    // A person has detached the assessment that this request was to repeat.
    if (outcome === 'refused' && before !== undefined && follows === undefined) continue;
    yield new JournalRequest(key, state, outcome, follows);
  }
}

/** Copies no texts, because a journal may have 300,000 requests. */
class JournalRequest implements SentRequest {
  readonly key: string;
  readonly outcome: SentRequest['outcome'];
  readonly follows: string | undefined;
  readonly #state: RowState;

  constructor(
    key: string,
    state: RowState,
    outcome: SentRequest['outcome'],
    follows: string | undefined,
  ) {
    this.key = key;
    this.outcome = outcome;
    this.follows = follows;
    this.#state = state;
  }

  get inputs(): string | undefined {
    return this.#state.request ?? findRequestHash(this.key);
  }

  get person(): string | undefined {
    return this.#state.employee;
  }

  get trip(): string | undefined {
    return this.#state.trip;
  }

  get assessmentId(): string | undefined {
    return this.#state.assessmentId;
  }

  get isShown(): boolean {
    return this.#state.isShown === true;
  }

  get wasUnanswered(): boolean {
    return this.#state.wasUnanswered === true;
  }
}

function indexIds(states: ReadonlyMap<string, RowState>): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const [key, { assessmentId }] of states) {
    if (assessmentId !== undefined) keys.set(assessmentId, key);
  }
  return keys;
}

function toRequestOutcome({ state }: RowState): SentRequest['outcome'] | undefined {
  switch (state) {
    case 'Sent':
    case 'Unconfirmed':
      return 'unanswered';
    case 'Pending':
    case 'Scored':
    case 'Done':
      return 'answered';
    case 'Rejected':
      return 'refused';
    case 'Ready':
    case 'Forgotten':
      return undefined;
  }
}

export class RecordedInputs {
  readonly #states: ReadonlyMap<string, RowState>;
  readonly #unsent = new Set<string>();
  #sent: SentInputs | undefined;

  constructor(states: ReadonlyMap<string, RowState>) {
    this.#states = states;
    for (const [key, { state, request = findRequestHash(key) }] of states) {
      if (request !== undefined && state === 'Ready') this.#unsent.add(request);
    }
  }

  /** Pass only a reference that is not beside its own ID. */
  has({ inputs, hasPreviousId = false }: ShownReference): boolean {
    // Created on demand: few rows have such a reference, and a journal may have 300,000 states.
    this.#sent ??= collectSentInputs(this.#states);
    return (hasPreviousId ? this.#sent.later : this.#sent.all).has(inputs);
  }

  /** Returns true if the request had no effect, or if a person decided to send it again. */
  isUnsent(inputs: string): boolean {
    return this.#unsent.has(inputs);
  }
}

interface SentInputs {
  readonly all: ReadonlySet<string>;
  /** All inputs, except those of first assessments that the service answered at once. */
  readonly later: ReadonlySet<string>;
}

function collectSentInputs(states: ReadonlyMap<string, RowState>): SentInputs {
  const all = new Set<string>();
  const later = new Set<string>();
  for (const [key, known] of states) {
    const { state, wasUnanswered, request = findRequestHash(key), earlierRequests = [] } = known;
    const isFirst = (state === 'Pending' || state === 'Scored') && wasUnanswered !== true;
    for (const hash of [request, ...earlierRequests]) {
      if (hash === undefined) continue;
      all.add(hash);
      if (!isFirst || getFollowedAssessment(key) !== undefined) later.add(hash);
    }
  }
  return { all, later };
}

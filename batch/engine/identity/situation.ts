import { groupedBy } from '../groupedBy.js';
import { mayExist, type SentRequest, type SentRequests } from './requests.js';

/** A row of the sheet, as hashes of everything that its situation depends on. */
export interface ShownRow {
  readonly number: number;
  /**
   * Hashes of its inputs with the person, by each way to read them, the current one first; empty if they cannot
   * be read.
   */
  readonly inputs: readonly string[];
  /** Hash of the person; undefined if it cannot be read. */
  readonly person: string | undefined;
  /** Hash of its inputs without the person's ID. */
  readonly trip?: string | undefined;
  /** The Assessment ID beside it; empty for none. */
  readonly assessmentId: string;
  /** The request that its ID, or its reference if there is no ID, proves: see `readProofs`. */
  readonly proof: SentRequest | undefined;
  /** True if its reference, too, proves what its ID was made for: it was copied with all its cells. */
  readonly isWholeCopy: boolean;
  /** True if its ID, reference and score cells are empty and it is neither Scored, Pending nor Unconfirmed. */
  readonly showsNothing: boolean;
}

/** The situation of a row: the first line of the table that fits it. */
export type Situation =
  /** Its inputs cannot be read; `request` is what its ID or reference proves. */
  | { readonly kind: 'invalid'; readonly request?: SentRequest }
  /** Its inputs were sent, and the request is this row's. */
  | { readonly kind: 'known'; readonly request: SentRequest }
  /** It shows a request of the same person for other inputs. */
  | { readonly kind: 'changed'; readonly request: SentRequest }
  /** The same, and other rows show it, too. */
  | { readonly kind: 'unclear'; readonly request: SentRequest; readonly rows: readonly number[] }
  /** It shows a request for another person. */
  | { readonly kind: 'foreign'; readonly request: SentRequest }
  /** Another row has the same inputs. */
  | { readonly kind: 'duplicate'; readonly of: number }
  /** It was copied from a row that is still in the sheet, and has other inputs. */
  | { readonly kind: 'copied'; readonly from: number }
  /** A person said that the Assessment ID beside it is not its own, or the person was forgotten. */
  | { readonly kind: 'disowned' }
  /**
   * The inputs that its results were made for are unknown; or only its ID was copied, and the row `heldBy` has the
   * assessment.
   */
  | { readonly kind: 'unproven'; readonly heldBy?: number }
  /** It shows nothing and was never sent. */
  | { readonly kind: 'new' };

/** The situations of all rows of a sheet, in their order, and what holds their requests back. */
export interface Placement {
  readonly situations: readonly Situation[];
  /** Requests that may have made an assessment and that no row has. */
  readonly homeless: readonly SentRequest[];
  /** The request that holds back a row, by the row's number: the person of that row may have meant it. */
  readonly doubts: ReadonlyMap<number, SentRequest>;
}

/**
 * Decides which request belongs to each row. Rows whose own proof names a request of their inputs come first; the
 * others take what is free, from the top. `isDisowned` is true for an ID that a person said is no row's, or that was
 * forgotten.
 */
export function placeRows(
  rows: readonly ShownRow[],
  requests: SentRequests,
  isDisowned: (assessmentId: string) => boolean = () => false,
): Placement {
  const holders = new Holders(requests);
  const situations: (Situation | undefined)[] = rows.map(() => undefined);
  const shown = new Set(rows.map(({ proof }) => proof?.key));
  const free = { requests, holders, shown };
  for (const isOwn of [true, false]) {
    for (const [index, row] of rows.entries()) {
      const request = situations[index] ? undefined : freeRequest(row, free, isOwn);
      if (request === undefined) continue;
      situations[index] = { kind: 'known', request };
      holders.hold(request, row.number);
    }
  }
  const shownIn = rowsByProof(rows, situations);
  for (const [index, row] of rows.entries()) {
    situations[index] ??= unsentSituation(row, { requests, holders, shownIn, isDisowned });
  }
  markDuplicates(rows, situations as Situation[]);
  holdShown(rows, situations as Situation[], { requests, holders });
  const homeless = homelessRequests(free);
  return {
    situations: situations as Situation[],
    homeless,
    doubts: findDoubts(rows, situations as Situation[], homeless),
  };
}

/** Which row holds each request. A row also holds all that its request follows. */
class Holders {
  readonly #rows = new Map<string, number>();
  readonly #requests: SentRequests;

  constructor(requests: SentRequests) {
    this.#requests = requests;
  }

  hold(request: SentRequest, row: number): void {
    for (const { key } of this.#requests.chain(request)) {
      if (!this.#rows.has(key)) this.#rows.set(key, row);
    }
  }

  has({ key }: SentRequest): boolean {
    return this.#rows.has(key);
  }

  findRow({ key }: SentRequest): number | undefined {
    return this.#rows.get(key);
  }
}

/** The requests of a sheet: those that rows hold, and the keys of those that rows show. */
interface FreeRequests {
  readonly requests: SentRequests;
  readonly holders: Holders;
  readonly shown: ReadonlySet<string | undefined>;
}

/**
 * Returns a request of the row's inputs that no other row holds: its own, if `isOwn`; else the first that no row
 * shows, or the first. A refused one comes last, because it made nothing.
 */
function freeRequest(
  { inputs, person, proof }: ShownRow,
  { requests, holders, shown }: FreeRequests,
  isOwn: boolean,
): SentRequest | undefined {
  let ofOther: SentRequest | undefined;
  let refused: SentRequest | undefined;
  for (const [reading, each] of inputs.entries()) {
    // A refusal is no answer for a row that shows an assessment of the same person for other inputs.
    const isChanged =
      proof !== undefined && isSamePerson(proof.person, person) && proof.inputs !== each;
    for (const sent of requests.findLatest(each)) {
      if (holders.has(sent)) continue;
      if (isOwn && (proof === undefined || !requests.isPartOf(proof.key, sent))) continue;
      if (mayExist(sent) && (isOwn || !shown.has(sent.key))) return sent;
      if (mayExist(sent)) ofOther ??= sent;
      // A refused request is sent as the row reads now.
      else if (reading === 0 && !isChanged) refused ??= sent;
    }
  }
  return ofOther ?? refused;
}

/** The numbers of the rows that show a request and have none of their inputs, by the request's key. */
function rowsByProof(
  rows: readonly ShownRow[],
  situations: readonly (Situation | undefined)[],
): ReadonlyMap<string, readonly number[]> {
  const shown = new Map<string, number[]>();
  for (const [index, { proof, number }] of rows.entries()) {
    if (proof === undefined || situations[index] !== undefined) continue;
    const others = shown.get(proof.key);
    if (others === undefined) shown.set(proof.key, [number]);
    else others.push(number);
  }
  return shown;
}

interface Facts {
  readonly requests: SentRequests;
  readonly holders: Holders;
  readonly shownIn: ReadonlyMap<string, readonly number[]>;
  readonly isDisowned: (assessmentId: string) => boolean;
}

/** One for all rows: a sheet may have 300,000. */
const isNew: Situation = { kind: 'new' };

/** The situation of a row that has no free request of its inputs. */
function unsentSituation(row: ShownRow, facts: Facts): Situation {
  const { person, inputs, assessmentId } = row;
  const proof = ownProof(row, facts);
  const holder = proof && facts.holders.findRow(proof);
  if (inputs.length === 0) return { kind: 'invalid', ...(proof && { request: proof }) };
  if (proof !== undefined && holder === undefined) {
    if (!isSamePerson(proof.person, person)) return { kind: 'foreign', request: proof };
    const shown = facts.shownIn.get(proof.key) ?? [];
    if (shown.length > 1) return { kind: 'unclear', request: proof, rows: shown };
    return { kind: 'changed', request: facts.requests.newest(proof) };
  }
  const original = findOriginal(row, facts);
  if (original !== undefined) return { kind: 'duplicate', of: original };
  if (holder !== undefined && row.isWholeCopy) return { kind: 'copied', from: holder };
  if (row.showsNothing) return isNew;
  if (facts.isDisowned(assessmentId)) return { kind: 'disowned' };
  return { kind: 'unproven', ...(holder !== undefined && { heldBy: holder }) };
}

/** Returns the request that the row proves; without an ID, one that no other row holds, if there are several. */
function ownProof(
  { proof, assessmentId }: ShownRow,
  { requests, holders }: Facts,
): SentRequest | undefined {
  if (proof === undefined || assessmentId !== '' || !holders.has(proof)) return proof;
  return requests.findOpen(proof.inputs ?? '').find((each) => !holders.has(each)) ?? proof;
}

/** False only if both people are known: the person of a row that cannot be read is not. */
function isSamePerson(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

/** The row that holds a request of the same inputs. */
function findOriginal({ inputs }: ShownRow, { requests, holders }: Facts): number | undefined {
  for (const each of inputs) {
    for (const request of requests.findLatest(each)) {
      const holder = holders.findRow(request);
      if (holder !== undefined) return holder;
    }
  }
  return undefined;
}

/**
 * A row that shows a request of other inputs holds it, too, and so does one whose inputs cannot be read. A row with
 * an earlier request of a chain holds the later ones that no other row shows: its inputs were edited back.
 */
function holdShown(
  rows: readonly ShownRow[],
  situations: readonly Situation[],
  { requests, holders }: Pick<Facts, 'requests' | 'holders'>,
): void {
  let shown: ReadonlyMap<string, number> | undefined;
  const rowThatShows = ({ key }: SentRequest) => {
    shown ??= new Map(rows.flatMap(({ number, proof }) => (proof ? [[proof.key, number]] : [])));
    return shown.get(key);
  };
  for (const [index, { number, person }] of rows.entries()) {
    const situation = situations[index];
    if (situation?.kind !== 'changed' && situation?.kind !== 'invalid') continue;
    const { request } = situation;
    const isOwn = request !== undefined && isSamePerson(request.person, person);
    if (isOwn && !holders.has(request)) holders.hold(request, number);
  }
  for (const [index, { number }] of rows.entries()) {
    const situation = situations[index];
    if (situation?.kind !== 'known') continue;
    for (const later of requests.later(situation.request)) {
      if (!holders.has(later) && (rowThatShows(later) ?? number) === number) {
        holders.hold(later, number);
      }
    }
  }
}

const blocked: ReadonlySet<Situation['kind']> = new Set([
  ...(['changed', 'unclear', 'foreign', 'disowned', 'unproven'] as const),
]);
const sent: ReadonlySet<Situation['kind']> = new Set(['new', 'copied']);

/** Marks further rows with the inputs of a row that is blocked, or of an earlier row that is to be sent. */
function markDuplicates(rows: readonly ShownRow[], situations: Situation[]): void {
  const firsts = new Map<string, number>();
  for (const kinds of [blocked, sent]) {
    for (const [index, { number, inputs }] of rows.entries()) {
      const [own] = inputs;
      const { kind } = situations[index] ?? { kind: 'invalid' };
      if (own === undefined || !kinds.has(kind)) continue;
      const first = firsts.get(own);
      if (first === undefined) firsts.set(own, number);
      else if (kinds === sent) situations[index] = { kind: 'duplicate', of: first };
    }
  }
}

/** Returns the requests that may exist, that no row holds, and that are unshown or beside other inputs. */
function homelessRequests({ requests, holders, shown }: FreeRequests): SentRequest[] {
  return [...requests.all].filter(
    (request) =>
      mayExist(request) &&
      !holders.has(request) &&
      // An assessment that was made again is history.
      requests.newest(request) === request &&
      (!request.isShown || shown.has(request.key)),
  );
}

/**
 * Finds the request that holds back each row: a homeless one of the same person; or one of a person whose rows all
 * have their own requests, that has the same inputs but for the Employee ID.
 */
function findDoubts(
  rows: readonly ShownRow[],
  situations: readonly Situation[],
  homeless: readonly SentRequest[],
): ReadonlyMap<number, SentRequest> {
  const doubts = new Map<number, SentRequest>();
  if (homeless.length === 0) return doubts;
  const byPerson = groupedBy(homeless, ({ person }) => person);
  // A person with a row that has no request yet has probably corrected its other inputs.
  const people = new Set(
    rows.flatMap(({ person }, index) => (situations[index]?.kind === 'known' ? [] : [person])),
  );
  const byTrip = new Map(
    homeless.flatMap((request) =>
      request.trip === undefined || people.has(request.person) ? [] : [[request.trip, request]],
    ),
  );
  for (const [index, { number, person, trip }] of rows.entries()) {
    const ofPerson = person === undefined ? undefined : byPerson.get(person)?.[0];
    // A row that shows a request of its own person was not sent under another Employee ID.
    const isOwn = ['known', 'changed'].includes(situations[index]?.kind ?? '');
    const doubt = ofPerson ?? (trip === undefined || isOwn ? undefined : byTrip.get(trip));
    if (doubt !== undefined) doubts.set(number, doubt);
  }
  return doubts;
}

/** A kind of sending: a first request, a retry of a rejected one, of duplicates, or in a round. */
export type Sending = 'first' | 'retryRejected' | 'duplicates' | 'round';

/** True if a row in this situation may be sent: the only place that allows it. The default is never. */
export function maySend(
  situation: Situation,
  sending: Sending,
  { isInDoubt, showsNothing }: { readonly isInDoubt: boolean; readonly showsNothing: boolean },
): boolean {
  if (isInDoubt) return false;
  switch (situation.kind) {
    case 'new':
    case 'copied':
      return sending !== 'round';
    case 'known': {
      const { outcome } = situation.request;
      // What a round refused is sent again in the next one.
      if (sending === 'round') return outcome !== 'unanswered';
      return sending === 'retryRejected' && outcome === 'refused';
    }
    case 'changed':
      return sending === 'round' && situation.request.outcome === 'answered';
    case 'duplicate':
      return sending === 'duplicates' && showsNothing;
    case 'invalid':
    case 'unclear':
    case 'foreign':
    case 'disowned':
    case 'unproven':
      return false;
  }
}

import { groupBy } from '../plainData.js';
import { mayExist, type SentRequest, type SentRequests } from './requests.js';

export interface RowEvidence {
  readonly number: number;
  /** The current hash first, then those of `IntakeRow.alternateKeys`; empty if unreadable. */
  readonly inputs: readonly string[];
  /** Undefined for a row without `inputs`. */
  readonly person: string | undefined;
  readonly trip?: string | undefined;
  /** Empty if the row has no ID. */
  readonly assessmentId: string;
  /** See `readProofs`. */
  readonly proof: SentRequest | undefined;
  /** True if the reference is beside its own ID: if the ID was copied, so were all cells. */
  readonly isWholeCopy: boolean;
  /** True if the reference was written beside this ID or, for a reassessment, the previous ID. */
  readonly isIdKept: boolean;
  /** True if a person's text replaces the ID of the assessment in the reference. */
  readonly hasReplacedId: boolean;
  readonly hasOnlyResults: boolean;
  /** True if the reference was written for these inputs, whichever ID is beside it. */
  readonly hasReference: boolean;
  /**
   * True if the ID, reference, link and overall score cells are empty and the status is not Scored,
   * Pending, Invited or Unconfirmed. Also true if the row has no ID, or a disowned ID, and its
   * inputs or its reference belong to a request that is to be sent again.
   */
  readonly showsNothing: boolean;
}

/** If several situations fit a row, `placeRows` decides which situation applies. */
export type Situation =
  /** `request` is the newest in the chain that the row proves, unless another row holds it. */
  | { readonly kind: 'invalid'; readonly request?: SentRequest }
  /** The inputs were sent, and the request belongs to this row. */
  | { readonly kind: 'known'; readonly request: SentRequest }
  /** The row shows a request for the same person with other inputs, and no other row shows it. */
  | { readonly kind: 'changed'; readonly request: SentRequest }
  /** Several rows show the same request of the same person with other inputs. */
  | { readonly kind: 'unclear'; readonly request: SentRequest; readonly rows: readonly number[] }
  /** The row shows a request of another person. */
  | { readonly kind: 'foreign'; readonly request: SentRequest }
  /**
   * Another row has the same inputs, or holds a request with them. If `isHeld`, no option sends
   * this row: it shows something, or the other row is blocked or cannot be read.
   */
  | {
      readonly kind: 'duplicate';
      readonly of: number;
      readonly isUnreadable?: boolean;
      readonly isHeld: boolean;
      readonly showsNothing: boolean;
    }
  /** The row was copied from a row that is still in the sheet, and has other inputs. */
  | { readonly kind: 'copied'; readonly from: number }
  /** The Assessment ID was detached from its row, or belongs to a forgotten person. */
  | { readonly kind: 'disowned' }
  /**
   * The inputs of the results are unknown. If the row `heldBy` has the assessment, only the ID was
   * copied. The ID may be the answer to the request of the row `openIn`.
   */
  | { readonly kind: 'unproven'; readonly heldBy?: number; readonly openIn?: number }
  /** `refused`: the row is in doubt, and the service has refused its first request. */
  | { readonly kind: 'new'; readonly refused?: SentRequest };

export interface Placement {
  readonly situations: readonly Situation[];
  /** Requests that may have made an assessment and belong to no row. */
  readonly orphans: readonly SentRequest[];
  /** The requests that hold back a row, by row number: they may belong to the row's person. */
  readonly doubts: ReadonlyMap<number, readonly SentRequest[]>;
}

/**
 * Places rows that prove a request with their own inputs first, then rows with a reference for
 * their inputs. The other rows get free requests, from the top of the sheet.
 */
export function placeRows(
  rows: readonly RowEvidence[],
  requests: SentRequests,
  isDisowned: (assessmentId: string) => boolean = () => false,
): Placement {
  const holders = new Holders(requests);
  const situations: (Situation | undefined)[] = rows.map(() => undefined);
  const shown = new Set<string>();
  const free = { requests, holders, shown };
  const place = (isIncluded: (row: RowEvidence) => boolean, own?: 'latest' | 'any') => {
    if (requests.isEmpty) return;
    for (const [index, row] of rows.entries()) {
      if (situations[index] !== undefined || !isIncluded(row)) continue;
      const request = findFreeRequest(row, free, own);
      if (request === undefined) continue;
      situations[index] = { kind: 'known', request };
      if (own === 'latest') holders.holdRequest(request, row.number);
      else holders.holdChain(request, row.number);
    }
  };
  const isOwn = createOwnProofTest(rows, requests, isDisowned);
  place(isOwn, 'latest');
  // Rows hold the earlier requests of their chains only now, because a row below may show an
  // earlier request with its inputs.
  for (const [index, { number }] of rows.entries()) {
    const situation = situations[index];
    if (situation?.kind === 'known') holders.holdChain(situation.request, number);
  }
  place(isOwn, 'any');
  // Leaves out placed rows: they hold the requests that they show, and a sheet may have 300,000.
  for (const [index, { proof }] of rows.entries()) {
    if (situations[index] === undefined && proof !== undefined) shown.add(proof.key);
  }
  place(({ hasReference }) => hasReference);
  placeUnreadable(rows, situations, { requests, holders }, ({ hasOnlyResults }) => !hasOnlyResults);
  holdLater(rows, situations, { requests, holders });
  place(() => true);
  placeUnreadable(rows, situations, { requests, holders }, () => true);
  const facts: PlacedRequests = {
    requests,
    holders,
    isDisowned,
    shownIn: groupRowsByProof(rows, situations, { requests, holders }),
    unreadable: new Set(
      rows.flatMap(({ number }, index) => (situations[index]?.kind === 'invalid' ? [number] : [])),
    ),
  };
  for (const [index, row] of rows.entries()) {
    situations[index] ??= findUnsentSituation(row, facts);
  }
  for (const [index, { number }] of rows.entries()) {
    const situation = situations[index];
    if (situation?.kind === 'changed') holders.holdChain(situation.request, number);
  }
  holdLater(rows, situations, { requests, holders });
  markDuplicates(rows, situations as Situation[]);
  const copied = rows.filter((_, index) => situations[index]?.kind === 'copied');
  const orphans = findOrphans(free, new Set(copied.map(({ person }) => person)));
  const doubts = findDoubts(rows, situations as Situation[], orphans);
  for (const [index, { number, inputs }] of rows.entries()) {
    const situation = situations[index];
    if (situation?.kind !== 'known') continue;
    const { request } = situation;
    // The row keeps its assessment, and shows that the next assessment was refused.
    const newest = requests.findNewest(request);
    const refused = requests.findRefused(newest, inputs[0] ?? '');
    if (refused !== undefined && holders.findRow(newest) === number) {
      situations[index] = { kind: 'known', request: refused };
    }
    if (!doubts.has(number)) continue;
    // No option sends a row in doubt again, so it counts as new, and a person decides.
    const isFirst = request.outcome === 'refused' && request.follows === undefined;
    if (isFirst) situations[index] = { kind: 'new', refused: request };
  }
  return { situations: situations as Situation[], orphans, doubts };
}

/**
 * Creates a test that fails for a row whose ID a person typed. An ID was typed if the row's
 * reference was not written beside it, and if the ID is disowned or another row keeps the ID of the
 * proven request or of a later request in its chain.
 */
function createOwnProofTest(
  rows: readonly RowEvidence[],
  requests: SentRequests,
  isDisowned: (assessmentId: string) => boolean,
): (row: RowEvidence) => boolean {
  let kept: ReadonlySet<string> | undefined;
  const isKept = (key = '') => {
    kept ??= new Set(
      rows.flatMap(({ isIdKept, assessmentId }) => {
        const own = isIdKept ? requests.findByAssessment(assessmentId) : undefined;
        return Array.from(requests.chain(own), (link) => link.key);
      }),
    );
    return kept.has(key);
  };
  return ({ assessmentId, isIdKept, proof }) =>
    isIdKept || assessmentId === '' || !(isDisowned(assessmentId) || isKept(proof?.key));
}

/**
 * Rows with unreadable inputs are placed before rows without a reference, which could take their
 * requests; rows with only results are placed last.
 */
function placeUnreadable(
  rows: readonly RowEvidence[],
  situations: (Situation | undefined)[],
  { requests, holders }: Pick<PlacedRequests, 'requests' | 'holders'>,
  isIncluded: (row: RowEvidence) => boolean,
): void {
  for (const [index, row] of rows.entries()) {
    if (situations[index] !== undefined || row.inputs.length > 0 || !isIncluded(row)) continue;
    const proof = findOwnProof(row, { requests, holders });
    const request = proof && requests.findNewest(proof);
    // A row must not show the answer to a request that another row holds.
    const isFree = request !== undefined && !holders.has(request);
    situations[index] = { kind: 'invalid', ...(isFree && { request }) };
    if (isFree) holders.holdChain(request, row.number);
  }
}

/**
 * Maps requests to rows. A row also holds the earlier requests of a chain that no row holds yet.
 */
class Holders {
  readonly #rows = new Map<string, number>();
  readonly #requests: SentRequests;

  constructor(requests: SentRequests) {
    this.#requests = requests;
  }

  holdRequest({ key }: SentRequest, row: number): void {
    this.#rows.set(key, row);
  }

  holdChain(request: SentRequest, row: number): void {
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

/** `shown` contains the keys of requests that rows show before they are placed. */
interface FreeRequests {
  readonly requests: SentRequests;
  readonly holders: Holders;
  readonly shown: ReadonlySet<string>;
}

/**
 * If `own` is `latest`, returns only the request that the row proves; if `any`, also a later
 * request in its chain. If `own` is undefined, prefers a request that no other row shows. Returns a
 * refused request last, because it made no assessment.
 */
function findFreeRequest(
  { inputs, person, proof, hasReplacedId }: RowEvidence,
  { requests, holders, shown }: FreeRequests,
  own: 'latest' | 'any' | undefined,
): SentRequest | undefined {
  const isOwn = own !== undefined;
  let shownElsewhere: SentRequest | undefined;
  let refused: SentRequest | undefined;
  // The reference contains an assessment that no known request has made.
  if (hasReplacedId && proof === undefined) return undefined;
  for (const [reading, inputsHash] of inputs.entries()) {
    // A refusal does not count for a row that shows an assessment of the same person for other
    // inputs.
    const isChanged =
      proof !== undefined && isSamePerson(proof.person, person) && proof.inputs !== inputsHash;
    for (const sent of requests.findLatest(inputsHash)) {
      if (holders.has(sent)) continue;
      if (isOwn && (proof === undefined || !requests.isPartOf(proof.key, sent))) continue;
      // A round may have sent the row with another reading of its cells.
      if (own === 'latest' && (sent.key !== proof?.key || requests.isFollowedBy(sent, inputs))) {
        continue;
      }
      const isShownElsewhere = shown.has(sent.key) && sent.key !== proof?.key;
      if (mayExist(sent) && isOwn) return sent;
      if (mayExist(sent) && !isShownElsewhere)
        return findFirstOpen(sent, { requests, holders }) ?? sent;
      if (mayExist(sent)) shownElsewhere ??= sent;
      // A refused request is sent again with the current reading.
      else if (reading === 0 && !isChanged) refused ??= sent;
    }
  }
  return shownElsewhere ?? refused;
}

/** Returns the first open request, because the next run will also find it for the row. */
function findFirstOpen(
  { inputs = '', outcome }: SentRequest,
  { requests, holders }: Pick<PlacedRequests, 'requests' | 'holders'>,
): SentRequest | undefined {
  if (outcome !== 'unanswered') return undefined;
  return requests
    .findOpen(inputs)
    .find((other) => other.outcome === outcome && !holders.has(other));
}

/** Groups rows by the newest request of their chains: the next assessment would follow it. */
function groupRowsByProof(
  rows: readonly RowEvidence[],
  situations: readonly (Situation | undefined)[],
  { requests, holders }: Pick<PlacedRequests, 'requests' | 'holders'>,
): ReadonlyMap<string, readonly number[]> {
  const shown = new Map<string, number[]>();
  for (const [index, row] of rows.entries()) {
    if (situations[index]?.kind === 'known') continue;
    const proof = findOwnProof(row, { requests, holders });
    if (proof === undefined) continue;
    const { key, outcome } = requests.findNewest(proof);
    // A row of another person that shows the ID of the answer has the wrong ID.
    if (outcome === 'answered' && !isSamePerson(proof.person, row.person)) continue;
    const others = shown.get(key);
    if (others === undefined) shown.set(key, [row.number]);
    else others.push(row.number);
  }
  return shown;
}

interface PlacedRequests {
  readonly requests: SentRequests;
  readonly holders: Holders;
  readonly shownIn: ReadonlyMap<string, readonly number[]>;
  readonly unreadable: ReadonlySet<number>;
  readonly isDisowned: (assessmentId: string) => boolean;
}

/** All new rows share one object, because a sheet may have 300,000 rows. */
const newSituation: Situation = { kind: 'new' };

function findUnsentSituation(row: RowEvidence, facts: PlacedRequests): Situation {
  const { person, assessmentId } = row;
  const proof = findOwnProof(row, facts);
  const holder = proof && facts.holders.findRow(proof);
  if (proof !== undefined && (holder === undefined || facts.unreadable.has(holder))) {
    if (!isSamePerson(proof.person, person)) return { kind: 'foreign', request: proof };
    const request = facts.requests.findNewest(proof);
    const shown = facts.shownIn.get(request.key) ?? [];
    if (shown.length > 1) return { kind: 'unclear', request: proof, rows: shown };
    return { kind: 'changed', request };
  }
  const of = findOriginal(row, facts);
  const { showsNothing } = row;
  if (of !== undefined && facts.unreadable.has(of)) {
    return { kind: 'duplicate', of, isUnreadable: true, isHeld: true, showsNothing };
  }
  if (of !== undefined) return { kind: 'duplicate', of, isHeld: !showsNothing, showsNothing };
  if (holder !== undefined && row.isWholeCopy) return { kind: 'copied', from: holder };
  if (showsNothing) return newSituation;
  if (facts.isDisowned(assessmentId)) return { kind: 'disowned' };
  if (holder === undefined) return { kind: 'unproven' };
  if (facts.requests.findByAssessment(assessmentId) !== undefined) {
    return { kind: 'unproven', heldBy: holder };
  }
  // No request has the ID, so it can only be the answer to a request without a known answer.
  return { kind: 'unproven', ...(proof?.outcome === 'unanswered' && { openIn: holder }) };
}

/** If another row holds the proof and no request has the ID, an open request replaces the proof. */
function findOwnProof(
  { proof, assessmentId }: RowEvidence,
  { requests, holders }: Pick<PlacedRequests, 'requests' | 'holders'>,
): SentRequest | undefined {
  if (proof === undefined || !holders.has(proof)) return proof;
  if (requests.findByAssessment(assessmentId) !== undefined) return proof;
  return requests.findOpen(proof.inputs ?? '').find((open) => !holders.has(open)) ?? proof;
}

/** The person of an unreadable row is unknown, so the two may be the same. */
function isSamePerson(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

function findOriginal(
  { inputs }: RowEvidence,
  { requests, holders }: PlacedRequests,
): number | undefined {
  for (const inputsHash of inputs) {
    for (const request of requests.findLatest(inputsHash)) {
      const holder = holders.findRow(request);
      if (holder !== undefined) return holder;
    }
  }
  return undefined;
}

/** A row whose inputs were changed back also holds the later requests of its chain. */
function holdLater(
  rows: readonly RowEvidence[],
  situations: readonly (Situation | undefined)[],
  { requests, holders }: Pick<PlacedRequests, 'requests' | 'holders'>,
): void {
  let shown: ReadonlyMap<string, number> | undefined;
  const findRowThatShows = ({ key }: SentRequest) => {
    shown ??= new Map(rows.flatMap(({ number, proof }) => (proof ? [[proof.key, number]] : [])));
    return shown.get(key);
  };
  for (const [index, { number }] of rows.entries()) {
    const situation = situations[index];
    if (situation?.kind !== 'known') continue;
    for (const later of requests.listLater(situation.request)) {
      // If another row has this request, it also has the rest of the chain, even before any row
      // shows it.
      if ((holders.findRow(later) ?? findRowThatShows(later) ?? number) !== number) break;
      holders.holdChain(later, number);
    }
  }
}

const blocked: ReadonlySet<Situation['kind']> = new Set([
  'changed',
  'unclear',
  'foreign',
  'disowned',
  'unproven',
]);
const toSend: ReadonlySet<Situation['kind']> = new Set(['new', 'copied']);

function markDuplicates(rows: readonly RowEvidence[], situations: Situation[]): void {
  const firsts = new Map<string, { readonly of: number; readonly isBlocked: boolean }>();
  for (const kinds of [blocked, toSend]) {
    for (const [index, row] of rows.entries()) {
      const { kind } = situations[index] ?? { kind: 'invalid' };
      if (!kinds.has(kind)) continue;
      const { number, inputs, showsNothing } = row;
      const [own] = inputs;
      if (own === undefined) continue;
      const first = firsts.get(own);
      if (first === undefined) firsts.set(own, { of: number, isBlocked: kinds === blocked });
      else if (kinds === toSend) {
        const isHeld = first.isBlocked || !showsNothing;
        situations[index] = { kind: 'duplicate', of: first.of, isHeld, showsNothing };
      }
    }
  }
}

/**
 * A request that the sheet has shown counts only if a row shows it beside other inputs, or if a row
 * of its person seems to be a copy: the inputs of that row may have been corrected and then sorted
 * without the results.
 */
function findOrphans(
  { requests, holders, shown }: FreeRequests,
  copiedPeople: ReadonlySet<string | undefined>,
): SentRequest[] {
  return [...requests.all].filter(
    (request) =>
      mayExist(request) &&
      !holders.has(request) &&
      // Only the newest request of a chain can be an orphan.
      requests.findNewest(request) === request &&
      (!request.isShown || shown.has(request.key) || copiedPeople.has(request.person)),
  );
}

/**
 * A request with the same inputs except for the Employee ID counts only if all rows of its person
 * have their own requests.
 */
function findDoubts(
  rows: readonly RowEvidence[],
  situations: readonly Situation[],
  orphans: readonly SentRequest[],
): Placement['doubts'] {
  const doubts = new Map<number, readonly SentRequest[]>();
  if (orphans.length === 0) return doubts;
  const byPerson = groupBy(orphans, ({ person }) => person);
  // If a person has a row without a request, the other inputs of that row were probably corrected.
  const peopleWithOpenRow = new Set(
    rows.flatMap(({ person }, index) => (situations[index]?.kind === 'known' ? [] : [person])),
  );
  // If a row shows the assessment beside its trip, the Employee ID of this row was corrected.
  const corrected = new Set(
    rows.flatMap(({ trip, assessmentId }) =>
      trip === undefined ? [] : [`${trip} ${assessmentId}`],
    ),
  );
  const orphansWithTrip = orphans.filter(
    ({ trip, person, assessmentId }) =>
      trip !== undefined &&
      !peopleWithOpenRow.has(person) &&
      !corrected.has(`${trip} ${assessmentId}`),
  );
  const byTrip = groupBy(orphansWithTrip, ({ trip }) => trip);
  for (const [index, { number, person, trip }] of rows.entries()) {
    const samePerson = person === undefined ? undefined : byPerson.get(person);
    // A row that shows a request of its person was not sent under another Employee ID.
    const isOwn = ['known', 'changed'].includes(situations[index]?.kind ?? '');
    const sameTrip = trip === undefined || isOwn ? undefined : byTrip.get(trip);
    // Rows of the same person share one list, because a sheet may have 300,000 rows.
    const all = samePerson && sameTrip ? [...samePerson, ...sameTrip] : (samePerson ?? sameTrip);
    if (all !== undefined) doubts.set(number, all);
  }
  return doubts;
}

/** A reason for sending a row that is not new. */
export type SendReason = 'retryRejected' | 'duplicates' | 'round';

/** Returns false for new and copied rows, because they are sent without a reason. */
export function maySend(
  situation: Situation,
  sending: SendReason,
  { isInDoubt }: { readonly isInDoubt: boolean },
): boolean {
  // In a round, another request of the person does not hold back a row with an assessment.
  if (isInDoubt && !(sending === 'round' && isAssessed(situation))) return false;
  switch (situation.kind) {
    case 'known': {
      const { outcome } = situation.request;
      // A round also sends what the service refused in an earlier round.
      if (sending === 'round') return outcome !== 'unanswered';
      return sending === 'retryRejected' && outcome === 'refused';
    }
    case 'changed':
      return sending === 'round' && situation.request.outcome === 'answered';
    case 'duplicate':
      return sending === 'duplicates' && !situation.isHeld;
    case 'new':
    case 'copied':
    case 'invalid':
    case 'unclear':
    case 'foreign':
    case 'disowned':
    case 'unproven':
      return false;
  }
}

/** Also returns true if the service refused the row's next assessment. */
function isAssessed(situation: Situation): boolean {
  if (situation.kind !== 'known' && situation.kind !== 'changed') return false;
  const { outcome, follows } = situation.request;
  return outcome === 'answered' || (outcome === 'refused' && follows !== undefined);
}

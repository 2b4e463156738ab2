import type { Expression, Selectable, SqlBool } from 'kysely';
import { findRequestHash, getFollowedAssessment } from '../../engine/intake/rowKey.js';
import { getAssignedId, type JournalState } from '../../engine/journal/journalState.js';
import { unpackUrl } from '../../engine/journal/reportUrl.js';
import { type RowState, mayHaveAssessment } from '../../engine/journal/rowState.js';
import type { RowInOtherRun, ClaimDetails } from '../../engine/rows/rowWork.js';
import type { RequestElsewhere } from '../../engine/run/runOptions.js';
import { matchesAny } from '../db/dialect.js';
import { forManyRows, splitIntoBlocks, insertMany } from '../db/manyRows.js';
import type { SentRequestTable } from '../db/schema.js';
import type { Store } from '../db/store.js';

export interface ClaimedRow {
  readonly owner: string;
  readonly row: string;
}

export interface Claim extends ClaimedRow, ClaimDetails {}

/**
 * `others`: another owner has sent the row. `employee`: another owner has sent a row of the same employee; `isOpen` is
 * true if that row has no answer. `sent` is the key of the other owner's row. If the row has the key of a request whose
 * claim was released, the result is `employee` with the owner and the key of the row itself.
 */
export type Claimed =
  | { readonly kind: 'new' }
  | {
      readonly kind: 'others';
      readonly owner: string;
      readonly sent: string;
      readonly row: RowInOtherRun;
    }
  | {
      readonly kind: 'employee';
      readonly owner: string;
      readonly sent: string;
      readonly isOpen: boolean;
    };

const claimColumns = [
  'sent_request.row',
  'sent_request.request',
  'sent_request.owner',
  'sent_request.employee',
  'sent_request.state',
  'sent_request.assessment_id',
  'sent_request.redirect_url',
] as const;

type StoredClaim = Omit<Selectable<SentRequestTable>, 'at'>;

/** Returns the result of each claim. Call this in a transaction. */
export async function claimRows(
  store: Store,
  owner: string,
  claims: readonly Claim[],
  at: string,
): Promise<readonly Claimed[]> {
  const related = await RelatedClaims.find(store, owner, claims);
  const results = claims.map((claim) => related.findRefusal(claim) ?? { kind: 'new' as const });
  const newClaims = claims.filter((_, index) => results[index]?.kind === 'new');
  const ownClaims = newClaims.filter(({ row }) => related.isOwn(row));
  await endClaims(
    store,
    ownClaims.map(({ row }) => ({ owner, row, answer: undefined })),
  );
  const requests = newClaims.map(({ row, request = '', employee = null }) => {
    return { row, request, owner, employee, state: 'open' as const, at };
  });
  await insertMany(store, 'sent_request', requests);
  const equalRequests = newClaims.flatMap(({ row, request = '', equal: keys = [] }) =>
    keys.map((key) => ({ request: key, row, sent: request })),
  );
  await insertMany(store, 'equal_request', equalRequests, ['request', 'row', 'sent']);
  return results;
}

type ClaimQuery = Pick<Claim, 'row' | 'request' | 'equal' | 'employee'>;

/** The stored claims that may have created the assessments of an owner's rows. */
class RelatedClaims {
  readonly #owner: string;
  readonly #byRow = new Map<string, StoredClaim[]>();
  readonly #byRequest = new Map<string, StoredClaim[]>();
  /** The claims for first assessments that have no answer. */
  readonly #byEmployee = new Map<string, StoredClaim[]>();
  /** The claims for equal requests, such as the same request without a Manager ID; the earliest first. */
  readonly #byEqual = new Map<string, StoredClaim[]>();

  private constructor(owner: string) {
    this.#owner = owner;
  }

  static async find(
    store: Store,
    owner: string,
    queries: Iterable<ClaimQuery>,
  ): Promise<RelatedClaims> {
    const related = new RelatedClaims(owner);
    for (const block of splitIntoBlocks(queries)) {
      const firstAssessments = block.filter(({ row }) => getFollowedAssessment(row) === undefined);
      const reassessments = block.filter(({ row }) => getFollowedAssessment(row) !== undefined);
      const requests = firstAssessments.flatMap(({ row, equal = [] }) => [row, ...equal]);
      await related.#load(store, {
        rows: [...requests, ...reassessments.map(({ row }) => row)],
        requests,
        employees: firstAssessments.flatMap(({ employee }) => employee ?? []),
      });
      await related.#loadEqual(store, [
        ...firstAssessments.map(({ row }) => row),
        ...reassessments.flatMap(({ request }) => request ?? []),
      ]);
    }
    return related;
  }

  isOwn(row: string): boolean {
    return this.#byRow.get(row)?.some(({ owner }) => owner === this.#owner) ?? false;
  }

  /** Prefers a claim without an answer. */
  findByKey(key: string): StoredClaim | undefined {
    const claims = [
      ...this.#findOthers(this.#byRow, key),
      ...this.#findOthers(this.#byRequest, key),
    ];
    return claims.find(isOpen) ?? claims[0];
  }

  /** Returns true if another owner has sent this request for a new row. */
  isFirst(request: string): boolean {
    return this.#findOthers(this.#byRow, request).length > 0;
  }

  findByEqual(request: string): StoredClaim | undefined {
    return this.#findOthers(this.#byEqual, request)[0];
  }

  /** Returns the claim that has created, or may have created, the assessment of a row. */
  findCreator({ row, request = '', equal = [] }: ClaimQuery): StoredClaim | undefined {
    const claimsOfRow = this.#findOthers(this.#byRow, row);
    const same = claimsOfRow.find((claim) => claim.request === request);
    if (same !== undefined) return same;
    // A reassessment with these inputs has created the assessment that a new row would create.
    if (getFollowedAssessment(row) === undefined) return this.#findOthers(this.#byRequest, row)[0];
    const equalClaims = [
      ...claimsOfRow.filter((claim) => equal.includes(claim.request)),
      ...this.#findOthers(this.#byEqual, request).filter((claim) => claim.row === row),
    ];
    return equalClaims.find((claim) => !isOpen(claim));
  }

  findRefusal(claim: Claim): Exclude<Claimed, { kind: 'new' }> | undefined {
    const { row, equal = [], employee = '', hasKeyOfOtherRun = false } = claim;
    const creator = this.findCreator(claim);
    if (creator !== undefined) return toClaimed(creator);
    // The same row is being assessed again with other inputs, so its result does not belong to these inputs.
    let other = this.#findOthers(this.#byRow, row).find(isOpen);
    if (getFollowedAssessment(row) === undefined) {
      other ??= this.#findOthers(this.#byEmployee, employee)[0];
      // Another owner sent an equal request after this run was planned. The next run uses the key of that request.
      for (const key of equal) other ??= this.findByKey(key);
      other ??= this.findByEqual(row);
    }
    if (other !== undefined) {
      return { kind: 'employee', owner: other.owner, sent: other.row, isOpen: isOpen(other) };
    }
    // The claim of the other owner was released meanwhile. The next run gives this row its own key.
    return hasKeyOfOtherRun
      ? { kind: 'employee', owner: this.#owner, sent: row, isOpen: false }
      : undefined;
  }

  #findOthers(claims: ReadonlyMap<string, readonly StoredClaim[]>, key: string): StoredClaim[] {
    return (claims.get(key) ?? []).filter(({ owner }) => owner !== this.#owner);
  }

  async #load(
    store: Store,
    { rows, requests, employees }: Readonly<Record<'rows' | 'requests' | 'employees', string[]>>,
  ): Promise<void> {
    const found = await store.db
      .selectFrom('sent_request')
      .select(claimColumns)
      .where((where) => {
        const conditions: Expression<SqlBool>[] = [matchesAny(store, 'row', rows)];
        if (requests.length > 0) conditions.push(matchesAny(store, 'request', requests));
        if (employees.length > 0) {
          const isOfEmployee = matchesAny(store, 'employee', employees);
          conditions.push(where.and([isOfEmployee, where('state', '=', 'open')]));
        }
        return where.or(conditions);
      })
      .execute();
    for (const claim of found) {
      const { row, request, employee } = claim;
      add(this.#byRow, row, claim);
      add(this.#byRequest, request, claim);
      const isUnanswered = isOpen(claim) && getFollowedAssessment(row) === undefined;
      if (employee !== null && isUnanswered) add(this.#byEmployee, employee, claim);
    }
  }

  async #loadEqual(store: Store, requests: readonly string[]): Promise<void> {
    if (requests.length === 0) return;
    const found = await store.db
      .selectFrom('equal_request')
      .innerJoin('sent_request', (join) =>
        join
          .onRef('sent_request.row', '=', 'equal_request.row')
          .onRef('sent_request.request', '=', 'equal_request.sent'),
      )
      .select(claimColumns)
      .select('equal_request.request as equal')
      .where(matchesAny(store, 'equal_request.request', requests))
      .orderBy('sent_request.at')
      .orderBy('sent_request.row')
      .execute();
    for (const { equal, ...claim } of found) add(this.#byEqual, equal, claim);
  }
}

function add(claims: Map<string, StoredClaim[]>, key: string, claim: StoredClaim): void {
  const known = claims.get(key);
  if (known === undefined) claims.set(key, [claim]);
  else known.push(claim);
}

function isOpen({ state }: Pick<StoredClaim, 'state'>): boolean {
  return state === 'open';
}

function toClaimed({ owner, row, ...claim }: StoredClaim): Exclude<Claimed, { kind: 'new' }> {
  const assessmentId = claim.assessment_id ?? undefined;
  const redirectUrl = claim.redirect_url ?? undefined;
  const rowOfOther = { isDone: !isOpen(claim), assessmentId, redirectUrl };
  return { kind: 'others', owner, sent: row, row: rowOfOther };
}

export async function findRequestsOfOthers(
  store: Store,
  owner: string,
  requests: readonly string[],
): Promise<ReadonlyMap<string, RequestElsewhere>> {
  if (!(await hasClaimsOfOthers(store, owner))) return new Map();
  const related = await RelatedClaims.find(
    store,
    owner,
    requests.map((row) => ({ row })),
  );
  const found = new Map<string, RequestElsewhere>();
  for (const request of requests) {
    const equal = related.findByEqual(request);
    const isFirst = related.isFirst(request);
    if (related.findByKey(request) !== undefined) found.set(request, { sent: request, isFirst });
    else if (equal !== undefined) {
      found.set(request, { sent: equal.request || equal.row, isFirst });
    }
  }
  return found;
}

async function hasClaimsOfOthers({ db }: Store, owner: string): Promise<boolean> {
  const found = await db
    .selectFrom('sent_request')
    .select('row')
    // Use two ranges of the index, because SQLite would read all claims of the owner for `<>`.
    .where((where) => where.or([where('owner', '<', owner), where('owner', '>', owner)]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export interface ClaimOfOther extends ClaimedRow {
  readonly isOpen: boolean;
}

/** Prefers a claim without an answer. */
export async function findClaimOfOther(
  store: Store,
  owner: string,
  row: string,
): Promise<ClaimOfOther | undefined> {
  const claim = (await RelatedClaims.find(store, owner, [{ row }])).findByKey(row);
  return claim && { owner: claim.owner, row: claim.row, isOpen: isOpen(claim) };
}

/** `assessed` rows have an assessment, `unanswered` rows have no answer. */
export async function countSentByOthers(
  store: Store,
  owner: string,
  rows: Iterable<ClaimQuery>,
): Promise<{ readonly assessed: number; readonly unanswered: number }> {
  let [assessed, unanswered] = [0, 0];
  const all = [...rows];
  const related = await RelatedClaims.find(store, owner, all);
  for (const row of all) {
    const creator = related.findCreator(row);
    if (creator === undefined) continue;
    if (creator.assessment_id === null) unanswered++;
    else assessed++;
  }
  return { assessed, unanswered };
}

export interface ClaimEnd extends ClaimedRow {
  /** Undefined if the request did not take effect, which releases the row. */
  readonly answer: Pick<RowInOtherRun, 'assessmentId' | 'redirectUrl'> | undefined;
}

/** If a row has several ends, the last one counts. Call this in a transaction. */
export async function endClaims(store: Store, ends: readonly ClaimEnd[]): Promise<void> {
  const latest = new Map(ends.map((end) => [`${end.owner} ${end.row}`, end]));
  const answered: Pick<StoredClaim, 'owner' | 'row' | 'assessment_id' | 'redirect_url'>[] = [];
  const released: ClaimedRow[] = [];
  for (const { owner, row, answer } of latest.values()) {
    if (answer === undefined) {
      released.push({ owner, row });
      continue;
    }
    const { assessmentId = null, redirectUrl = null } = answer;
    answered.push({ owner, row, assessment_id: assessmentId, redirect_url: redirectUrl });
  }
  await forManyRows(
    store,
    'sent_request',
    answered,
    `UPDATE sent_request SET state = 'done', assessment_id = incoming.assessment_id,
       redirect_url = incoming.redirect_url
     FROM incoming WHERE sent_request.row = incoming.row AND sent_request.owner = incoming.owner`,
  );
  await forManyRows(
    store,
    'sent_request',
    released,
    'DELETE FROM sent_request WHERE (row, owner) IN (SELECT row, owner FROM incoming)',
  );
}

export async function findRowByAssessment(
  { db }: Store,
  assessmentId: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('sent_request')
    .select('row')
    .where('assessment_id', '=', assessmentId)
    .executeTakeFirst();
  return found?.row;
}

/** Finds rows whose assessment belongs to another owner's row with another request. */
export async function findRowsWithIdsOfOthers(
  store: Store,
  owner: string,
  rows: readonly { readonly row: string; readonly assessmentId: string }[],
): Promise<ReadonlySet<string>> {
  const found = await forManyRows<'sent_request', Pick<StoredClaim, 'row'>>(
    store,
    'sent_request',
    rows.map(({ row, assessmentId }) => ({ owner, row, assessment_id: assessmentId })),
    `SELECT incoming.row FROM incoming JOIN sent_request AS other
       ON other.assessment_id = incoming.assessment_id AND other.owner <> incoming.owner
       AND other.row <> incoming.row AND other.request <> incoming.row`,
  );
  return new Set(found.map(({ row }) => row));
}

export async function findOwnerByAssessment(
  { db }: Store,
  assessmentId: string,
  row: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('sent_request')
    .select('owner')
    .where('assessment_id', '=', assessmentId)
    .where('row', '=', row)
    .executeTakeFirst();
  return found?.owner;
}

/** Call this in a transaction. */
export async function reopenClaims(
  store: Store,
  owner: string,
  rows: readonly string[],
): Promise<void> {
  await forManyRows(
    store,
    'sent_request',
    rows.map((row) => ({ owner, row })),
    `UPDATE sent_request SET state = 'open', assessment_id = NULL, redirect_url = NULL
     FROM incoming WHERE sent_request.owner = incoming.owner AND sent_request.row = incoming.row`,
  );
}

export async function hasOpenClaim({ db }: Store, { owner, row }: ClaimedRow): Promise<boolean> {
  const found = await db
    .selectFrom('sent_request')
    .select('row')
    .where('owner', '=', owner)
    .where('row', '=', row)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return found !== undefined;
}

/** Counts the rows that a person can answer in their own sheet. Their claims block the same employees in all sheets. */
export async function countUnanswered({ db }: Store, sheet: string): Promise<number> {
  const { rows } = await db
    .selectFrom('unconfirmed')
    .innerJoin('sent_request as claim', (join) =>
      join
        .onRef('claim.owner', '=', 'unconfirmed.sheet')
        .onRef('claim.row', '=', 'unconfirmed.key'),
    )
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('unconfirmed.sheet', '=', sheet)
    .where('claim.state', '=', 'open')
    .executeTakeFirstOrThrow();
  return rows;
}

export async function listOwnersWithOpenClaims({ db }: Store): Promise<string[]> {
  const found = await db
    .selectFrom('sent_request')
    .select('owner')
    .distinct()
    .where('state', '=', 'open')
    .execute();
  return found.map(({ owner }) => owner);
}

/**
 * Releases rows that were claimed and never sent. Rows without an answer in the journal stay open. Also calls
 * {@link addClaims}. `among` contains the rows for which the journal was read. Call this in a transaction.
 */
export async function updateClaimsFromJournal(
  store: Store,
  owner: string,
  { states }: Pick<JournalState, 'states'>,
  among?: ReadonlySet<string>,
): Promise<void> {
  const open = await store.db
    .selectFrom('sent_request')
    .select('row')
    .where('owner', '=', owner)
    .where('state', '=', 'open')
    .execute();
  const ends = open
    .filter(({ row }) => among?.has(row) ?? true)
    .flatMap(({ row }) => readClaimEnd(states.get(row), { owner, row }) ?? []);
  await endClaims(store, ends);
  await addClaims(store, owner, states);
}

/**
 * Adds claims for the rows of a journal that have none: their requests are known from a file or a person. Other sheets
 * must not send them again. Call this in a transaction.
 */
export async function addClaims(
  store: Store,
  owner: string,
  states: JournalState['states'],
): Promise<void> {
  for (const block of splitIntoBlocks(createClaims(owner, states))) {
    const claimed = await store.db
      .selectFrom('sent_request')
      .select('row')
      .where('owner', '=', owner)
      .where(
        matchesAny(
          store,
          'row',
          block.map(({ row }) => row),
        ),
      )
      .execute();
    const claimedRows = new Set(claimed.map(({ row }) => row));
    await forManyRows(
      store,
      'sent_request',
      block.filter(({ row }) => !claimedRows.has(row)),
      // Another sheet may have the claim for the same request under another key.
      (columns) => `INSERT INTO sent_request (${columns}) SELECT ${columns} FROM incoming
        WHERE NOT EXISTS (SELECT 1 FROM sent_request AS other
          WHERE other.assessment_id = incoming.assessment_id
            AND coalesce(nullif(other.request, ''), other."row")
              = coalesce(nullif(incoming.request, ''), incoming."row"))
        ON CONFLICT ("row", request) DO NOTHING`,
    );
  }
}

/** Leaves out rows that wait for another sheet, and assessments whose inputs are unknown. */
function* createClaims(
  owner: string,
  states: JournalState['states'],
): Generator<Selectable<SentRequestTable>> {
  for (const [row, state] of states) {
    const { assessmentId = null, employee = null, sentAt: at = state.at } = state;
    const isOpen = state.state === 'Unconfirmed' && state.reason?.code !== 'sentElsewhere';
    const keyHash = findRequestHash(row);
    const request = state.request ?? keyHash ?? '';
    if (request === '' || (assessmentId === null && !isOpen)) continue;
    yield {
      row,
      request: request === keyHash ? '' : request,
      owner,
      employee,
      state: isOpen ? 'open' : 'done',
      assessment_id: assessmentId,
      redirect_url: unpackUrl(state) ?? null,
      at,
    };
  }
}

/** Returns undefined if the claim stays open. */
function readClaimEnd(state: RowState | undefined, claim: ClaimedRow): ClaimEnd | undefined {
  if (state === undefined || !mayHaveAssessment(state)) {
    return { ...claim, answer: undefined };
  }
  const assessmentId = getAssignedId(state);
  if (assessmentId === undefined) return undefined;
  return { ...claim, answer: { assessmentId, redirectUrl: unpackUrl(state) } };
}

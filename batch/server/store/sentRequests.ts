import { followedBy } from '../../engine/intake/rowKey.js';
import { getAssignedId, type JournalState } from '../../engine/journal/journalState.js';
import type { RowState } from '../../engine/journal/rowState.js';
import { isUnconfirmed } from '../../engine/journal/settle.js';
import type { RowOfOthers, ClaimDetails } from '../../engine/rows/rowWork.js';
import { blocksOf } from '../db/many.js';
import type { Store } from '../db/store.js';

/** A row of an owner of a journal. */
export interface ClaimedRow {
  readonly owner: string;
  readonly row: string;
}

/** A row that an owner of a journal wants to send. */
export interface Claim extends ClaimedRow, ClaimDetails {}

/**
 * The result of a claim; `sent` is the row that the other owner has sent. `employee`: the row's employee has a row of
 * another owner without an answer.
 */
export type Claimed =
  | { readonly is: 'new' }
  | {
      readonly is: 'others';
      readonly owner: string;
      readonly sent: string;
      readonly row: RowOfOthers;
    }
  | { readonly is: 'employee'; readonly owner: string; readonly sent: string };

const claimColumns = ['row', 'request', 'owner', 'state', 'assessment_id', 'redirect_url'] as const;

/** A claim as it is stored. */
interface StoredClaim {
  readonly row: string;
  readonly request: string;
  readonly owner: string;
  readonly state: 'open' | 'done';
  readonly assessment_id: string | null;
  readonly redirect_url: string | null;
}

/** Claims a row for its owner, unless another owner has it. Call it in a transaction. */
export async function claimRow(store: Store, claim: Claim, at: string): Promise<Claimed> {
  const [claimed] = await claimRows(store, claim.owner, [claim], at);
  if (claimed === undefined) throw new Error('A claim has a result.');
  return claimed;
}

/** Claims rows of one owner, and returns the result of each. Call it in a transaction. */
export async function claimRows(
  store: Store,
  owner: string,
  claims: readonly Claim[],
  at: string,
): Promise<readonly Claimed[]> {
  const found = await findOthers(store, owner, claims);
  const results = claims.map((claim, index) => found(claim, index) ?? { is: 'new' as const });
  const isNew = claims.filter((_, index) => results[index]?.is === 'new');
  await insertClaims(store, owner, isNew, at);
  return results;
}

/** Looks up what other owners have sent. Returns a function that finds why a claim is refused. */
async function findOthers(
  store: Store,
  owner: string,
  claims: readonly Claim[],
): Promise<(claim: Claim, index: number) => Claimed | undefined> {
  const made = await claimsOfOthers(store, owner, claims);
  const left = claims.filter((_, index) => made[index] === undefined);
  const first = left.filter(({ row }) => followedBy(row) === undefined);
  // The same case, assessed again with other inputs: its result is not for these.
  const waiting = await openClaims(
    store,
    owner,
    'row',
    left.map(({ row }) => row),
  );
  const employees = first.flatMap(({ employee }) => employee ?? []);
  const unanswered = await openClaims(store, owner, 'employee', employees);
  // It was sent after this run was planned. The next run gives this row the key of that request.
  const equalKeys = first.flatMap(({ equal = [] }) => equal);
  const byKey = await claimsByKey(store, owner, equalKeys);
  const requests = first.map(({ row }) => ({ request: row }));
  const counted = await equalClaims(store, owner, requests);
  const equalTo = new Map(first.map(({ row }, at) => [row, counted[at]]));
  return ({ row, equal = [], employee = '', isOnlyOfOthers = false }, index) => {
    const others = made[index];
    if (others !== undefined) return asClaimed(others);
    const equalKey = equal.find((key) => byKey.has(key)) ?? '';
    const isFirst = followedBy(row) === undefined;
    const other =
      waiting.get(row) ??
      (isFirst ? (unanswered.get(employee) ?? byKey.get(equalKey) ?? equalTo.get(row)) : undefined);
    if (other !== undefined) return { is: 'employee', owner: other.owner, sent: other.row };
    // The other owner's claim was released meanwhile: the next run gives this row its own key.
    return isOnlyOfOthers ? { is: 'employee', owner, sent: row } : undefined;
  };
}

function asClaimed({ owner, row, state, ...result }: StoredClaim): Claimed {
  const assessmentId = result.assessment_id ?? undefined;
  const redirectUrl = result.redirect_url ?? undefined;
  return {
    is: 'others',
    owner,
    sent: row,
    row: { isDone: state === 'done', assessmentId, redirectUrl },
  };
}

/** Finds claims of other owners without an answer: of these rows, or first assessments of these employees. */
async function openClaims(
  { db }: Store,
  owner: string,
  by: 'row' | 'employee',
  sought: readonly string[],
): Promise<ReadonlyMap<string, ClaimedRow>> {
  const claims = new Map<string, ClaimedRow>();
  for (const block of blocksOf(new Set(sought))) {
    const open = db
      .selectFrom('sent_request')
      .select(['row', 'owner', 'employee'])
      .where(by, 'in', block)
      .where('state', '=', 'open')
      .where('owner', '<>', owner);
    const found = await (by === 'row' ? open : open.where('row', 'not like', 'after:%')).execute();
    for (const claim of found) claims.set((by === 'row' ? claim.row : claim.employee) ?? '', claim);
  }
  return claims;
}

/** Inserts claims, in place of those that the owner has of the same rows. */
async function insertClaims(
  { db }: Store,
  owner: string,
  claims: readonly Claim[],
  at: string,
): Promise<void> {
  for (const block of blocksOf(claims)) {
    const rows = block.map(({ row }) => row);
    await db
      .deleteFrom('sent_request')
      .where('row', 'in', rows)
      .where('owner', '=', owner)
      .execute();
    await db
      .insertInto('sent_request')
      .values(
        block.map(({ row, request = '', employee = null }) => {
          return { row, request, owner, employee, state: 'open', at };
        }),
      )
      .execute();
  }
  const equal = claims.flatMap(({ row, request = '', equal: keys = [] }) =>
    keys.map((key) => ({ request: key, row, sent: request })),
  );
  for (const block of blocksOf(equal)) {
    await db
      .insertInto('equal_request')
      .values(block)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

type Sought = Pick<Claim, 'row' | 'request' | 'equal'>;

/** Returns for each row the claim of another owner that has made, or may have made, what the row would make. */
async function claimsOfOthers(
  store: Store,
  owner: string,
  rows: readonly Sought[],
): Promise<(StoredClaim | undefined)[]> {
  const same = await claimsOfRequests(
    store,
    owner,
    rows.map(({ row, request = '' }) => ({ row, request })),
  );
  // A reassessment with these inputs has made what a new row would make.
  const first = rows.filter(
    ({ row, request = '' }) => !same.has(nameOf(row, request)) && followedBy(row) === undefined,
  );
  const again = await claimsByRequest(
    store,
    owner,
    first.map(({ row }) => row),
  );
  const equal = await answeredEqual(store, owner, rows);
  return rows.map(({ row, request = '' }) => {
    const made = same.get(nameOf(row, request));
    const other = followedBy(row) === undefined ? again.get(row) : undefined;
    return made ?? other ?? equal.get(row);
  });
}

function nameOf(row: string, request: string): string {
  return `${row} ${request}`;
}

/** Finds claims of other owners by row and request, named by {@link nameOf}. */
async function claimsOfRequests(
  { db }: Store,
  owner: string,
  sought: readonly { readonly row: string; readonly request: string }[],
): Promise<ReadonlyMap<string, StoredClaim>> {
  const claims = new Map<string, StoredClaim>();
  const wanted = new Set(sought.map(({ row, request }) => nameOf(row, request)));
  for (const block of blocksOf(new Set(sought.map(({ row }) => row)))) {
    const found = await db
      .selectFrom('sent_request')
      .select(claimColumns)
      .where('row', 'in', block)
      .where('owner', '<>', owner)
      .execute();
    for (const claim of found) {
      const name = nameOf(claim.row, claim.request);
      if (wanted.has(name)) claims.set(name, claim);
    }
  }
  return claims;
}

/** Finds claims of other owners for these requests, the earliest of each. */
async function claimsByRequest(
  { db }: Store,
  owner: string,
  requests: readonly string[],
): Promise<ReadonlyMap<string, StoredClaim>> {
  const claims = new Map<string, StoredClaim>();
  for (const block of blocksOf(new Set(requests))) {
    const found = await db
      .selectFrom('sent_request')
      .select(claimColumns)
      .where('request', 'in', block)
      .where('owner', '<>', owner)
      .orderBy('at')
      .orderBy('row')
      .execute();
    for (const claim of found) {
      if (!claims.has(claim.request)) claims.set(claim.request, claim);
    }
  }
  return claims;
}

/** Finds reassessments of other owners that were answered for a request that counts as the same, by row. */
async function answeredEqual(
  store: Store,
  owner: string,
  rows: readonly Sought[],
): Promise<ReadonlyMap<string, StoredClaim>> {
  const again = rows.filter(({ row }) => followedBy(row) !== undefined);
  const asked = again.flatMap(({ row, equal = [] }) => equal.map((request) => ({ row, request })));
  const found = [
    ...(await equalClaims(store, owner, again)),
    ...(await claimsOfRequests(store, owner, asked)).values(),
  ];
  return new Map(
    found.flatMap((claim) => (claim?.state === 'done' ? [[claim.row, claim] as const] : [])),
  );
}

/**
 * Finds for each of these requests the earliest claim of another owner whose request counts as the same, such as the
 * one with a Manager ID; with a row, only among the claims of that row.
 */
async function equalClaims(
  { db }: Store,
  owner: string,
  asked: readonly { readonly row?: string; readonly request?: string | undefined }[],
): Promise<(StoredClaim | undefined)[]> {
  const claims = new Map<string, (StoredClaim & { readonly equal: string })[]>();
  for (const block of blocksOf(new Set(asked.map(({ request = '' }) => request)))) {
    const found = await db
      .selectFrom('equal_request')
      .innerJoin('sent_request', (join) =>
        join
          .onRef('sent_request.row', '=', 'equal_request.row')
          .onRef('sent_request.request', '=', 'equal_request.sent'),
      )
      .select('equal_request.request as equal')
      .select([
        'sent_request.row',
        'sent_request.request',
        'sent_request.owner',
        'sent_request.state',
        'sent_request.assessment_id',
        'sent_request.redirect_url',
      ])
      .where('equal_request.request', 'in', block)
      .where('sent_request.owner', '<>', owner)
      .orderBy('sent_request.at')
      .orderBy('sent_request.row')
      .execute();
    for (const claim of found) claims.set(claim.equal, [...(claims.get(claim.equal) ?? []), claim]);
  }
  return asked.map(({ row, request = '' }) =>
    claims.get(request)?.find((claim) => row === undefined || claim.row === row),
  );
}

/**
 * Returns those of these requests that other owners have sent, or may have sent, each with the request that was sent:
 * itself, or one that counts as the same.
 */
export async function requestsOfOthers(
  store: Store,
  owner: string,
  requests: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await claimsByKey(store, owner, requests);
  const sent = new Map(
    requests.filter((request) => found.has(request)).map((request) => [request, request]),
  );
  const others = requests.filter((request) => !sent.has(request));
  const equal = await equalClaims(
    store,
    owner,
    others.map((request) => ({ request })),
  );
  for (const [at, request] of others.entries()) {
    const claim = equal[at];
    if (claim !== undefined) sent.set(request, claim.request === '' ? claim.row : claim.request);
  }
  return sent;
}

/** The claim of another owner for a row. */
export interface ClaimOfOther extends ClaimedRow {
  readonly isOpen: boolean;
}

/** Returns the claim of another owner for what a row would send; one without an answer first. */
export async function claimOfOthers(
  store: Store,
  owner: string,
  row: string,
): Promise<ClaimOfOther | undefined> {
  return (await claimsByKey(store, owner, [row])).get(row);
}

/** Returns the same for many rows, by row. */
export async function claimsByKey(
  { db }: Store,
  owner: string,
  rows: readonly string[],
): Promise<ReadonlyMap<string, ClaimOfOther>> {
  const claims = new Map<string, ClaimOfOther>();
  const add = (key: string, claim: ClaimOfOther) => {
    if (claims.get(key)?.isOpen !== true && (claim.isOpen || !claims.has(key))) {
      claims.set(key, claim);
    }
  };
  for (const block of blocksOf(new Set(rows))) {
    const asked = new Set(block);
    const found = await db
      .selectFrom('sent_request')
      .select(['row', 'request', 'owner', 'state'])
      .where((where) => where.or([where('row', 'in', block), where('request', 'in', block)]))
      .where('owner', '<>', owner)
      .execute();
    for (const { row, request, owner: other, state } of found) {
      const claim = { owner: other, row, isOpen: state === 'open' };
      for (const key of [row, request]) if (asked.has(key)) add(key, claim);
    }
  }
  return claims;
}

/** Counts the rows of an owner that others have sent: with an assessment, and without an answer. */
export async function sentByOthers(
  store: Store,
  owner: string,
  rows: Iterable<Sought>,
): Promise<{ readonly assessed: number; readonly unanswered: number }> {
  let [assessed, unanswered] = [0, 0];
  for (const found of await claimsOfOthers(store, owner, [...rows])) {
    if (found === undefined) continue;
    if (found.assessment_id === null) unanswered++;
    else assessed++;
  }
  return { assessed, unanswered };
}

/** Records that a row has its answer. */
export async function closeClaim(
  { db }: Store,
  { owner, row }: ClaimedRow,
  { assessmentId, redirectUrl }: Pick<RowOfOthers, 'assessmentId' | 'redirectUrl'>,
): Promise<void> {
  await db
    .updateTable('sent_request')
    .set({
      state: 'done',
      assessment_id: assessmentId ?? null,
      redirect_url: redirectUrl ?? null,
    })
    .where('row', '=', row)
    .where('owner', '=', owner)
    .execute();
}

/** Deletes the claim of a row whose request did not take effect. */
export async function releaseClaim({ db }: Store, { owner, row }: ClaimedRow): Promise<void> {
  await db.deleteFrom('sent_request').where('row', '=', row).where('owner', '=', owner).execute();
}

/** Returns the row that has an assessment. */
export async function rowOfAssessment(
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

/**
 * Returns true if an assessment belongs to a row of another owner whose request is not the same as the request of
 * this row.
 */
export async function isOfOthers(
  { db }: Store,
  { owner, row }: ClaimedRow,
  assessmentId: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('sent_request')
    .select('row')
    .where('assessment_id', '=', assessmentId)
    .where('owner', '<>', owner)
    .where('row', '<>', row)
    .where('request', '<>', row)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the owner that has got an assessment for a row. */
export async function ownerOfAssessment(
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

/**
 * Reopens the claim of a row that a person has settled, until its journal has another answer. An unconfirmed row
 * without a claim, as it came with an ID, gets one, so that no other sheet sends it. Call it in a transaction.
 */
export async function reopenClaim(
  { db }: Store,
  { owner, row }: ClaimedRow,
  state: RowState | undefined,
  at: string,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('sent_request')
    .set({ state: 'open', assessment_id: null, redirect_url: null })
    .where('owner', '=', owner)
    .where('row', '=', row)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n || state === undefined || !isUnconfirmed(state)) return;
  const { request = '', employee = null } = state;
  await db
    .insertInto('sent_request')
    .values({ row, request, owner, employee, state: 'open', at })
    .onConflict((conflict) => conflict.columns(['row', 'request']).doNothing())
    .execute();
}

/** Returns true if a row was claimed by its owner and has no answer. */
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

/** Returns the owners that have claims without an answer. */
export async function ownersOfOpenClaims({ db }: Store): Promise<string[]> {
  const found = await db
    .selectFrom('sent_request')
    .select('owner')
    .distinct()
    .where('state', '=', 'open')
    .execute();
  return found.map(({ owner }) => owner);
}

/**
 * Updates the claims of an owner from its journal: after a run has ended or died, and after a person has settled a
 * row. Releases rows that were claimed and never sent. Rows without an answer in the journal stay open. `among` are
 * the rows that the journal was read for; all by default. Call it in a transaction.
 */
export async function followJournal(
  store: Store,
  owner: string,
  journal: Pick<JournalState, 'state'>,
  among?: ReadonlySet<string>,
): Promise<void> {
  const open = await store.db
    .selectFrom('sent_request')
    .select('row')
    .where('owner', '=', owner)
    .where('state', '=', 'open')
    .execute();
  for (const { row } of open) {
    if (among === undefined || among.has(row)) await followRow(store, { owner, row }, journal);
  }
}

async function followRow(
  store: Store,
  claim: ClaimedRow,
  journal: Pick<JournalState, 'state'>,
): Promise<void> {
  const state = journal.state(claim.row);
  const assessmentId = getAssignedId(state);
  if (state === undefined || state.state === 'Ready' || state.state === 'Rejected') {
    await releaseClaim(store, claim);
  } else if (assessmentId !== undefined) {
    await closeClaim(store, claim, { assessmentId, redirectUrl: state.redirectUrl });
  }
}

import { followedBy } from '../../engine/intake/rowKey.js';
import { getAssignedId, type JournalState } from '../../engine/journal/journalState.js';
import type { RowState } from '../../engine/journal/rowState.js';
import { isUnconfirmed } from '../../engine/journal/settle.js';
import type { RowOfOthers, ClaimDetails } from '../../engine/rows/rowWork.js';
import { getMany, runMany } from './many.js';
import type { Line, Store } from './store.js';

/** A row of an owner of a journal. */
export interface ClaimedRow {
  readonly owner: string;
  readonly row: string;
}

/** A row that an owner of a journal wants to send. */
export interface Claim extends ClaimedRow, ClaimDetails {}

/**
 * What became of a claim: `employee` of a row whose employee has a row of another owner without an answer. `sent` is
 * the row that the other owner has sent.
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

/** A claim as it is stored. */
interface StoredClaim {
  readonly row: string;
  readonly owner: string;
  readonly state: 'open' | 'done';
  readonly assessment_id: string | null;
  readonly redirect_url: string | null;
}

/** Takes a row for its owner, unless another one has it. In a transaction. */
export function claimRow(store: Store, claim: Claim, at: string): Claimed {
  const { db } = store;
  const { owner, row, request = '', equal = [], employee } = claim;
  const isFirst = followedBy(row) === undefined;
  const [found] = claimsOfOthers(store, owner, [claim]);
  if (found !== undefined) {
    const assessmentId = found.assessment_id ?? undefined;
    const redirectUrl = found.redirect_url ?? undefined;
    const others = { isDone: found.state === 'done', assessmentId, redirectUrl };
    return { is: 'others', owner: found.owner, sent: found.row, row: others };
  }
  // The same case, assessed again with other inputs: what that has made is not for these.
  const waiting = db
    .prepare("SELECT owner FROM sent_request WHERE row = ? AND owner <> ? AND state = 'open'")
    .get(row, owner);
  if (waiting !== undefined) return { is: 'employee', owner: waiting.owner as string, sent: row };
  const unanswered =
    isFirst && employee !== undefined
      ? db
          .prepare(
            `SELECT row, owner FROM sent_request WHERE employee = ? AND state = 'open' AND owner <> ?
             AND row NOT LIKE 'after:%'`,
          )
          .get(employee, owner)
      : undefined;
  if (unanswered !== undefined) {
    const { owner: other, row: sent } = unanswered;
    return { is: 'employee', owner: other as string, sent: sent as string };
  }
  // It was sent after this run was planned. The next run gives this row the key of that request.
  for (const key of isFirst ? equal : []) {
    const same = claimOfOthers(store, owner, key);
    if (same !== undefined) return { is: 'employee', owner: same.owner, sent: same.row };
  }
  const [counted] = isFirst ? equalClaims(store, owner, [{ request: row }]) : [];
  if (counted !== undefined) {
    return { is: 'employee', owner: counted.owner as string, sent: counted.row as string };
  }
  // It was free by then: the next run gives this row its own key.
  if (claim.isOnlyOfOthers === true) return { is: 'employee', owner, sent: row };
  db.prepare('DELETE FROM sent_request WHERE row = ? AND owner = ?').run(row, owner);
  db.prepare(
    `INSERT INTO sent_request (row, request, owner, employee, state, at)
     VALUES (?, ?, ?, ?, 'open', ?)`,
  ).run(row, request, owner, employee ?? null, at);
  runMany(
    db,
    'INSERT INTO equal_request (request, row, sent) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    equal.map((each) => [each, row, request]),
  );
  return { is: 'new' };
}

/** The rows of another owner that have made, or may have made, what each of these would make. */
function claimsOfOthers(
  store: Store,
  owner: string,
  rows: readonly Pick<Claim, 'row' | 'request' | 'equal'>[],
): (StoredClaim | undefined)[] {
  const { db } = store;
  const columns = 'row, owner, assessment_id, redirect_url, state FROM sent_request';
  const same = getMany(
    db,
    `SELECT ${columns} WHERE row = ? AND request = ? AND owner <> ?`,
    rows.map(({ row, request = '' }) => [row, request, owner]),
  );
  // A reassessment with these inputs has made what a new row would make.
  const isAsked = rows.map(
    ({ row }, at) => same[at] === undefined && followedBy(row) === undefined,
  );
  const again = getMany(
    db,
    `SELECT ${columns} WHERE request = ? AND owner <> ?`,
    rows.filter((_, at) => isAsked[at]).map(({ row }) => [row, owner]),
  ).values();
  const equal = doneWithEqual(store, owner, rows);
  const found = rows.map(
    ({ row }, at) => (isAsked[at] === true ? again.next().value : same[at]) ?? equal.get(row),
  );
  return found as unknown as (StoredClaim | undefined)[];
}

/** Finds reassessments of other owners that were answered for a request that counts as the same, by row. */
function doneWithEqual(
  store: Store,
  owner: string,
  rows: readonly Pick<Claim, 'row' | 'request' | 'equal'>[],
): ReadonlyMap<string, Line> {
  const again = rows.filter(({ row }) => followedBy(row) !== undefined);
  const asked = again.flatMap(({ row, equal = [] }) =>
    equal.map((request) => [row, request, owner] as const),
  );
  const found = [
    ...equalClaims(store, owner, again),
    ...getMany(
      store.db,
      `SELECT row, owner, assessment_id, redirect_url, state FROM sent_request
       WHERE row = ? AND request = ? AND owner <> ?`,
      asked,
    ),
  ];
  const done = found.filter((line) => line?.state === 'done') as Line[];
  return new Map(done.map((line) => [line.row as string, line]));
}

/**
 * Finds claims of other owners whose request counts as the same as each of these, such as the one with a Manager ID,
 * the earliest first; with a row, only among the claims of that row.
 */
function equalClaims(
  { db }: Store,
  owner: string,
  asked: readonly { readonly row?: string; readonly request?: string | undefined }[],
): (Line | undefined)[] {
  return getMany(
    db,
    `SELECT sent.* FROM equal_request AS equal
     JOIN sent_request AS sent ON sent.row = equal.row AND sent.request = equal.sent
     WHERE equal.request = ?1 AND sent.owner <> ?2 AND (?3 = '' OR sent.row = ?3)
     ORDER BY sent.at, sent.row LIMIT 1`,
    asked.map(({ row = '', request = '' }) => [request, owner, row]),
  );
}

/**
 * Returns those of these requests that other owners have sent, or may have sent, each with the request that was sent:
 * itself, or one that counts as the same.
 */
export function requestsOfOthers(
  store: Store,
  owner: string,
  requests: readonly string[],
): ReadonlyMap<string, string> {
  const found = getMany(
    store.db,
    'SELECT 1 FROM sent_request WHERE (row = ?1 OR request = ?1) AND owner <> ?2',
    requests.map((request) => [request, owner]),
  );
  const sent = new Map(
    requests.flatMap((request, at) => (found[at] === undefined ? [] : [[request, request]])),
  );
  const others = requests.filter((request) => !sent.has(request));
  const equal = equalClaims(
    store,
    owner,
    others.map((request) => ({ request })),
  );
  for (const [at, request] of others.entries()) {
    const { row, request: hash } = equal[at] ?? {};
    if (row !== undefined) sent.set(request, (hash === '' ? row : hash) as string);
  }
  return sent;
}

/** The row of another owner that has what a row would send; one without an answer first. */
export function claimOfOthers(
  { db }: Store,
  owner: string,
  row: string,
): { readonly owner: string; readonly row: string; readonly isOpen: boolean } | undefined {
  const found = db
    .prepare(
      `SELECT owner, row, state FROM sent_request WHERE (row = ?1 OR request = ?1) AND owner <> ?2
       ORDER BY state DESC LIMIT 1`,
    )
    .get(row, owner);
  if (found === undefined) return undefined;
  return {
    owner: found.owner as string,
    row: found.row as string,
    isOpen: found.state === 'open',
  };
}

/** How many rows of an owner others have sent: with an assessment, and without an answer. */
export function sentByOthers(
  store: Store,
  owner: string,
  rows: Iterable<Pick<Claim, 'row' | 'request' | 'equal'>>,
): { readonly assessed: number; readonly unanswered: number } {
  let [assessed, unanswered] = [0, 0];
  for (const found of claimsOfOthers(store, owner, [...rows])) {
    if (found === undefined) continue;
    if (found.assessment_id === null) unanswered++;
    else assessed++;
  }
  return { assessed, unanswered };
}

/** The row has its answer. */
export function closeClaim(
  { db }: Store,
  { owner, row }: ClaimedRow,
  { assessmentId, redirectUrl }: Pick<RowOfOthers, 'assessmentId' | 'redirectUrl'>,
): void {
  db.prepare(
    `UPDATE sent_request SET state = 'done', assessment_id = ?, redirect_url = ?
     WHERE row = ? AND owner = ?`,
  ).run(assessmentId ?? null, redirectUrl ?? null, row, owner);
}

/** What was sent of the row did not take effect. */
export function releaseClaim({ db }: Store, { owner, row }: ClaimedRow): void {
  db.prepare('DELETE FROM sent_request WHERE row = ? AND owner = ?').run(row, owner);
}

/** SQL for the row that has the assessment `?1`. */
export const rowWithAssessment = 'SELECT row FROM sent_request WHERE assessment_id = ?1';

/** The row that has got an assessment. */
export function rowOfAssessment({ db }: Store, assessmentId: string): string | undefined {
  return db.prepare(rowWithAssessment).get(assessmentId)?.row as string | undefined;
}

/**
 * True for an assessment of another row: one that a row of another owner has got, and not by a request that is
 * the same as this one's.
 */
export function isOfOthers(
  { db }: Store,
  { owner, row }: ClaimedRow,
  assessmentId: string,
): boolean {
  const found = db
    .prepare(
      `SELECT 1 FROM sent_request WHERE assessment_id = ? AND owner <> ? AND row <> ?
       AND request <> ?`,
    )
    .get(assessmentId, owner, row, row);
  return found !== undefined;
}

/** The owner that has got an assessment for a row. */
export function ownerOfAssessment(
  { db }: Store,
  assessmentId: string,
  row: string,
): string | undefined {
  const found = db
    .prepare('SELECT owner FROM sent_request WHERE assessment_id = ? AND row = ?')
    .get(assessmentId, row);
  return found?.owner as string | undefined;
}

/**
 * A person has said something of a row: what was sent of it has no answer any more, until its journal has
 * another one. A row that no claim is left of, as it came with an ID, must not be sent by another sheet either
 * while it is unconfirmed.
 */
export function reopenClaim(
  { db }: Store,
  { owner, row }: ClaimedRow,
  state: RowState | undefined,
  at: string,
): void {
  const { changes } = db
    .prepare(
      `UPDATE sent_request SET state = 'open', assessment_id = NULL, redirect_url = NULL
       WHERE owner = ? AND row = ?`,
    )
    .run(owner, row);
  if (changes > 0 || state === undefined || !isUnconfirmed(state)) return;
  db.prepare(
    `INSERT INTO sent_request (row, request, owner, employee, state, at)
     VALUES (?, ?, ?, ?, 'open', ?) ON CONFLICT (row, request) DO NOTHING`,
  ).run(row, state.request ?? '', owner, state.employee ?? null, at);
}

/** True for a row that was claimed by its owner and has no answer. */
export function hasOpenClaim({ db }: Store, { owner, row }: ClaimedRow): boolean {
  const open = "SELECT 1 FROM sent_request WHERE owner = ? AND row = ? AND state = 'open'";
  return db.prepare(open).get(owner, row) !== undefined;
}

/** The owners that have rows without an answer, as far as the claims say. */
export function ownersOfOpenClaims({ db }: Store): string[] {
  return db
    .prepare("SELECT DISTINCT owner FROM sent_request WHERE state = 'open'")
    .all()
    .map(({ owner }) => owner as string);
}

/**
 * Brings the claims of an owner in line with its journal: after a run that ended or died, and when a person
 * has settled a row. A row that was claimed and never sent is free again; one whose journal knows nothing of
 * an answer stays open. `among` are the rows that the journal was read for; all unless given.
 */
export function followJournal(
  store: Store,
  owner: string,
  journal: Pick<JournalState, 'state'>,
  among?: ReadonlySet<string>,
): void {
  const open = store.db
    .prepare("SELECT row FROM sent_request WHERE owner = ? AND state = 'open'")
    .all(owner)
    .map(({ row }) => row as string);
  for (const row of open) {
    if (among === undefined || among.has(row)) followRow(store, { owner, row }, journal);
  }
}

function followRow(store: Store, claim: ClaimedRow, journal: Pick<JournalState, 'state'>): void {
  const state = journal.state(claim.row);
  const assessmentId = getAssignedId(state);
  if (state === undefined || state.state === 'Ready' || state.state === 'Rejected') {
    releaseClaim(store, claim);
  } else if (assessmentId !== undefined) {
    closeClaim(store, claim, { assessmentId, redirectUrl: state.redirectUrl });
  }
}

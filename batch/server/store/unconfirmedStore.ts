import { z } from 'zod/v4';
import type { Unconfirmed } from '../api/shapes.js';
import { operations } from '../../../src/operations.js';
import { claimOfOthers } from './sentRequests.js';
import { runMany } from './many.js';
import type { Store } from './store.js';

/** A request that may have taken effect, as it is kept. */
export interface StoredUnconfirmed extends Omit<Unconfirmed, 'sent'> {
  /** What was sent, by field. */
  readonly sent: Readonly<Record<string, string>>;
  /** Another sheet has sent it. */
  readonly isElsewhere: boolean;
}

/** Writes the unconfirmed rows of a sheet anew, and how many they are. */
export function writeUnconfirmed(
  store: Store,
  sheet: string,
  rows: readonly StoredUnconfirmed[],
): void {
  const senderOf = senders(store, sheet);
  store.db.prepare('DELETE FROM unconfirmed WHERE sheet = ?').run(sheet);
  addUnconfirmed(store, sheet, rows, senderOf);
}

/** The same for the rows with these keys alone: who works on a part of the sheet knows nothing of the others. */
export function putUnconfirmed(
  store: Store,
  sheet: string,
  keys: readonly string[],
  rows: readonly StoredUnconfirmed[],
): void {
  const senderOf = senders(store, sheet);
  const ofThese = new Set(keys);
  const gone = store.db
    .prepare('SELECT key FROM unconfirmed WHERE sheet = ?')
    .all(sheet)
    .map(({ key }) => key as string)
    .filter((key) => ofThese.has(key));
  runMany(
    store.db,
    'DELETE FROM unconfirmed WHERE sheet = ? AND key = ?',
    gone.map((key) => [sheet, key]),
  );
  const added = rows.filter(({ key }) => ofThese.has(key));
  addUnconfirmed(store, sheet, added, senderOf);
}

function addUnconfirmed(
  { db }: Store,
  sheet: string,
  rows: readonly StoredUnconfirmed[],
  senderOf: ReturnType<typeof senders>,
): void {
  runMany(
    db,
    `INSERT INTO unconfirmed (sheet, key, row, sent_at, reason, sent, sent_by, sent_as)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    rows.map(({ key, row, sentAt, reason, sent, isElsewhere }) => {
      const { owner, row: as } = isElsewhere ? senderOf(key) : notElsewhere;
      return [sheet, key, row, sentAt, reason, JSON.stringify(sent), owner, as];
    }),
  );
  db.prepare(
    'UPDATE sheet SET unconfirmed = (SELECT count(*) FROM unconfirmed WHERE sheet = ?1) WHERE id = ?1',
  ).run(sheet);
}

const notElsewhere = { owner: null, row: null };

/** Which sheet has sent a row, and as which one. Nobody claims it any more once its sending is known not to count. */
function senders(store: Store, sheet: string) {
  const before = new Map(
    store.db
      .prepare('SELECT key, sent_by, sent_as FROM unconfirmed WHERE sheet = ? AND sent_by <> ?')
      .all(sheet, '')
      .map((found) => [
        found.key as string,
        { owner: found.sent_by as string, row: found.sent_as as string },
      ]),
  );
  return (key: string) =>
    claimOfOthers(store, sheet, key) ?? before.get(key) ?? { owner: '', row: key };
}

/** True for a row that is in the list of unconfirmed rows of its sheet. */
export function isListed({ db }: Store, sheet: string, key: string): boolean {
  return (
    db.prepare('SELECT 1 FROM unconfirmed WHERE sheet = ? AND key = ?').get(sheet, key) !==
    undefined
  );
}

/** True for a row that another sheet has sent. */
export function isSentByOther({ db }: Store, sheet: string, key: string): boolean {
  const found = db
    .prepare('SELECT 1 FROM unconfirmed WHERE sheet = ? AND key = ? AND sent_by IS NOT NULL')
    .get(sheet, key);
  return found !== undefined;
}

/** Of a row that another sheet has sent, it counts when that was: this one may have learnt of it later. */
const withTimes = `SELECT *, (SELECT max(at) FROM sent_request
   WHERE owner = unconfirmed.sent_by AND sent_request.row = unconfirmed.sent_as) AS sent_elsewhere_at
 FROM unconfirmed`;

/** The unconfirmed rows of a sheet in its order; those that have left it come last. */
export function unconfirmedIn({ db }: Store, sheet: string): Unconfirmed[] {
  return db
    .prepare(`${withTimes} WHERE sheet = ? ORDER BY row IS NULL, row, key`)
    .all(sheet)
    .map(unconfirmedOf);
}

/** When a row was sent, as the list of unconfirmed rows shows it. */
export function sentAtOf({ db }: Store, sheet: string, key: string): string | undefined {
  const found = db.prepare(`${withTimes} WHERE sheet = ? AND key = ?`).get(sheet, key);
  return (found && unconfirmedOf(found).sentAt) ?? undefined;
}

/** The unconfirmed request of one row. */
export function unconfirmedOn({ db }: Store, sheet: string, row: number): Unconfirmed | undefined {
  const found = db.prepare(`${withTimes} WHERE sheet = ? AND row = ?`).get(sheet, row);
  return found === undefined ? undefined : unconfirmedOf(found);
}

const fields: Readonly<Record<string, { readonly label: string } | undefined>> =
  operations.rwa_create.fields;
const byField = z.record(z.string(), z.string());

function unconfirmedOf(found: Record<string, unknown>): Unconfirmed {
  const sent = byField.parse(JSON.parse(found.sent as string));
  return {
    key: found.key as string,
    row: found.row as number | null,
    sentAt: (found.sent_elsewhere_at ?? found.sent_at) as string | null,
    reason: found.reason as string,
    sent: Object.entries(sent).map(([field, value]) => ({
      label: fields[field]?.label ?? field,
      value,
    })),
  };
}

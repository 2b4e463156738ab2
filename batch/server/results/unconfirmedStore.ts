import type { Selectable } from 'kysely';
import { z } from 'zod/v4';
import type { Unconfirmed } from '../contract/shapes.js';
import { operations } from '../../../src/operations.js';
import { forManyRows, insertMany } from '../db/manyRows.js';
import type { SentRequestTable, UnconfirmedTable } from '../db/schema.js';
import type { Store } from '../db/store.js';

export interface StoredUnconfirmed extends Omit<Unconfirmed, 'sent'> {
  readonly sent: Readonly<Record<string, string>>;
  readonly isElsewhere: boolean;
}

/**
 * Rows that are no longer in the sheet keep their stored inputs, because the journal has only
 * hashes. Call this in a transaction.
 */
export async function writeUnconfirmed(
  store: Store,
  sheet: string,
  rows: readonly StoredUnconfirmed[],
): Promise<void> {
  const senders = await findSenders(store, sheet, rows);
  const storedInputs = rows.some(lacksInputs) ? await readSentInputs(store, sheet) : undefined;
  await store.db.deleteFrom('unconfirmed').where('sheet', '=', sheet).execute();
  const rowsWithInputs = rows.map((row) =>
    lacksInputs(row) ? { ...row, sent: storedInputs?.get(row.key) ?? {} } : row,
  );
  await addUnconfirmed(store, sheet, rowsWithInputs, senders);
}

function lacksInputs({ row, sent }: StoredUnconfirmed): boolean {
  return row === null && Object.keys(sent).length === 0;
}

async function readSentInputs({ db }: Store, sheet: string) {
  const found = await db
    .selectFrom('unconfirmed')
    .select(['key', 'sent'])
    .where('sheet', '=', sheet)
    .execute();
  return new Map(found.map(({ key, sent }) => [key, byField.parse(JSON.parse(sent))]));
}

/** Call this in a transaction. */
export async function putUnconfirmed(
  store: Store,
  sheet: string,
  keys: readonly string[],
  rows: readonly StoredUnconfirmed[],
): Promise<void> {
  const keySet = new Set(keys);
  const added = rows.filter(({ key }) => keySet.has(key));
  const senders = await findSenders(store, sheet, added);
  await forManyRows(
    store,
    'unconfirmed',
    keys.map((key) => ({ sheet, key })),
    'DELETE FROM unconfirmed WHERE (sheet, key) IN (SELECT sheet, key FROM incoming)',
  );
  await addUnconfirmed(store, sheet, added, senders);
}

async function addUnconfirmed(
  store: Store,
  sheet: string,
  rows: readonly StoredUnconfirmed[],
  senders: ReadonlyMap<string, Sender>,
): Promise<void> {
  await insertMany(
    store,
    'unconfirmed',
    rows.map(({ key, row, sentAt, reason, sent, isElsewhere }) => {
      const sender = isElsewhere ? (senders.get(key) ?? { owner: '', row: key }) : undefined;
      return {
        sheet,
        key,
        row,
        sent_at: sentAt,
        reason,
        sent: JSON.stringify(sent),
        sent_by: sender?.owner ?? null,
        sent_as: sender?.row ?? null,
      };
    }),
  );
  await store.db
    .updateTable('sheet')
    .set(({ selectFrom, fn }) => ({
      unconfirmed: selectFrom('unconfirmed')
        .select(fn.countAll<number>().as('rows'))
        .where('sheet', '=', sheet)
        .$asScalar()
        .$notNull(),
    }))
    .where('id', '=', sheet)
    .execute();
}

/** `row` is the key in the sheet that has sent the row. */
type Sender = Pick<SentRequestTable, 'owner' | 'row'>;
type Claim = Pick<SentRequestTable, 'owner' | 'row' | 'state'> & { readonly key: string };

/**
 * Prefers a sheet whose request has no answer. Without a claim, returns the stored sender: a claim
 * is deleted when its request is known to have had no effect.
 */
async function findSenders(
  store: Store,
  sheet: string,
  rows: readonly StoredUnconfirmed[],
): Promise<ReadonlyMap<string, Sender>> {
  const keys = rows.filter(({ isElsewhere }) => isElsewhere).map(({ key }) => key);
  if (keys.length === 0) return new Map();
  const known = await store.db
    .selectFrom('unconfirmed')
    .select(['key', 'sent_by', 'sent_as'])
    .where('sheet', '=', sheet)
    .where('sent_by', '<>', '')
    .execute();
  const senders = new Map<string, Sender>();
  for (const { key, sent_by: owner, sent_as: row } of known) {
    if (owner !== null && row !== null) senders.set(key, { owner, row });
  }
  const claims = await forManyRows<'sent_request', Claim>(
    store,
    'sent_request',
    keys.map((row) => ({ row, owner: sheet })),
    `SELECT incoming.row AS key, other.row, other.owner, other.state FROM incoming
     JOIN sent_request AS other
       ON (other.row = incoming.row OR other.request = incoming.row) AND other.owner <> incoming.owner`,
  );
  const { done = [], open = [] } = Object.groupBy(claims, ({ state }) => state);
  for (const { key, owner, row } of [...done, ...open]) senders.set(key, { owner, row });
  return senders;
}

export async function isListedAsUnconfirmed(
  { db }: Store,
  sheet: string,
  key: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('unconfirmed')
    .select('key')
    .where('sheet', '=', sheet)
    .where('key', '=', key)
    .executeTakeFirst();
  return found !== undefined;
}

export async function isSentByOther({ db }: Store, sheet: string, key: string): Promise<boolean> {
  const found = await db
    .selectFrom('unconfirmed')
    .select('key')
    .where('sheet', '=', sheet)
    .where('key', '=', key)
    .where('sent_by', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Rows that were removed or changed, or are skipped as hidden, are last and have no number. */
export async function listUnconfirmed(store: Store, sheet: string): Promise<Unconfirmed[]> {
  const found = await selectWithTimes(store, sheet)
    .orderBy(({ eb }) => eb('row.number', 'is', null))
    .orderBy('row.number')
    .orderBy('unconfirmed.key')
    .execute();
  return found.map(toUnconfirmed);
}

export async function readSentAt(
  store: Store,
  sheet: string,
  key: string,
): Promise<string | undefined> {
  const found = await selectWithTimes(store, sheet)
    .where('unconfirmed.key', '=', key)
    .executeTakeFirst();
  return (found && toUnconfirmed(found).sentAt) ?? undefined;
}

export async function findUnconfirmed(
  store: Store,
  sheet: string,
  row: number,
): Promise<Unconfirmed | undefined> {
  const found = await selectWithTimes(store, sheet)
    .where('unconfirmed.row', '=', row)
    .executeTakeFirst();
  return found && toUnconfirmed(found);
}

/** If another sheet has sent a row, adds the time when that sheet sent it. */
function selectWithTimes({ db }: Store, sheet: string) {
  return db
    .selectFrom('unconfirmed')
    .leftJoin('row', (join) =>
      join.onRef('row.sheet', '=', 'unconfirmed.sheet').onRef('row.number', '=', 'unconfirmed.row'),
    )
    .selectAll('unconfirmed')
    .select('row.number')
    .select(({ selectFrom }) =>
      selectFrom('sent_request')
        .select((sent) => sent.fn.max('at').as('at'))
        .whereRef('owner', '=', 'unconfirmed.sent_by')
        .whereRef('sent_request.row', '=', 'unconfirmed.sent_as')
        .as('sent_elsewhere_at'),
    )
    .where('unconfirmed.sheet', '=', sheet);
}

const fields: Readonly<Record<string, { readonly label: string } | undefined>> =
  operations.rwa_create.fields;
const byField = z.record(z.string(), z.string());

function toUnconfirmed(
  found: Selectable<UnconfirmedTable> & {
    readonly number: number | null;
    readonly sent_elsewhere_at: string | null;
  },
): Unconfirmed {
  const sent = byField.parse(JSON.parse(found.sent));
  return {
    key: found.key,
    row: found.number,
    sentAt: found.sent_elsewhere_at ?? found.sent_at,
    reason: found.reason,
    sent: Object.entries(sent).map(([field, value]) => ({
      field,
      label: fields[field]?.label ?? field,
      value,
    })),
  };
}

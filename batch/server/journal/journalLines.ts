import { sql } from 'kysely';
import { indexedBy, isFactOfRound } from '../db/dialect.js';
import { DatabaseError, uniqueViolationState } from '../db/errors.js';
import { splitIntoBlocks } from '../db/manyRows.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';

/** Numbers ascend; on Postgres they may have gaps. */
export interface JournalLine {
  readonly number: number;
  readonly line: string;
}

export type CommitWork = ((tx: Store) => Promise<void>) | undefined;

/** The journal of a large sheet can have 100 MB. */
const pageSize = 5_000;

/**
 * If another writer has appended after `last`, throws an error for which `isUniqueViolation` is true. Set `isRepeated`
 * after a call with an unknown outcome: lines that it has appended are not appended again.
 */
export function appendLines(
  store: Store,
  owner: string,
  last: number,
  lines: Buffer,
  {
    isRepeated = false,
    extraWork,
  }: { readonly isRepeated?: boolean; readonly extraWork?: CommitWork } = {},
): Promise<number> {
  const facts = parseFacts(lines);
  return inTransaction(store, async (tx) => {
    const currentLast = await readLastNumber(tx, owner);
    if (currentLast === last) {
      await extraWork?.(tx);
      return insertFacts(tx, owner, last, facts);
    }
    if (isRepeated && (await isStored(tx, owner, last, facts))) return currentLast;
    throw new DatabaseError('Another writer has appended to the journal.', {
      code: uniqueViolationState,
    });
  });
}

async function insertFacts(
  { db, dialect }: Store,
  owner: string,
  last: number,
  facts: readonly FactLine[],
): Promise<number> {
  let end = last;
  for (const block of splitIntoBlocks(facts)) {
    const values = block.map(({ row, line }, index) => ({
      owner,
      row,
      lines: line,
      ...(dialect === 'sqlite' ? { number: end + 1 + index } : {}),
    }));
    const inserted = await db.insertInto('journal').values(values).returning('number').execute();
    end = inserted.reduce((highest, { number }) => Math.max(highest, number), end);
  }
  return end;
}

async function isStored(
  { db }: Store,
  owner: string,
  last: number,
  facts: readonly FactLine[],
): Promise<boolean> {
  const stored = await db
    .selectFrom('journal')
    .select('lines')
    .where('owner', '=', owner)
    .where('number', '>', last)
    .orderBy('number')
    .limit(facts.length + 1)
    .execute();
  return (
    stored.length === facts.length &&
    facts.every(({ line }, index) => line === stored[index]?.lines)
  );
}

export interface FactLine {
  readonly row: string | null;
  readonly line: string;
}

/** Ignores the text after the last line end. */
export function parseFacts(lines: Buffer): FactLine[] {
  const wholeLines = lines.toString('utf8').split('\n').slice(0, -1);
  return wholeLines.map((line) => ({ row: parseRow(line), line }));
}

/** Returns null also for a damaged line, which its reader reports. */
function parseRow(line: string): string | null {
  try {
    const { row } = JSON.parse(line) as { row?: unknown };
    return typeof row === 'string' ? row : null;
  } catch {
    return null;
  }
}

export async function* readLines(
  { db }: Pick<Store, 'db'>,
  owner: string,
): AsyncGenerator<JournalLine[]> {
  for (let last = 0; ;) {
    const page = await db
      .selectFrom('journal')
      .select(['number', 'lines as line'])
      .where('owner', '=', owner)
      .where('number', '>', last)
      .orderBy('number')
      .limit(pageSize)
      .execute();
    if (page.length === 0) return;
    yield page;
    last = page.at(-1)?.number ?? last;
  }
}

export async function readRoundLines(store: Store, owner: string): Promise<string[]> {
  const { rows } = await sql<{ lines: string }>`
    SELECT lines FROM journal ${indexedBy(store, 'journal_of_rounds')}
    WHERE owner = ${owner} AND ${isFactOfRound} ORDER BY number`.execute(store.db);
  return rows.map(({ lines }) => lines);
}

/** Returns 0 for an empty journal. The number changes with every fact. */
export async function readLastNumber({ db }: Pick<Store, 'db'>, owner: string): Promise<number> {
  const { last } = await db
    .selectFrom('journal')
    .select(sql<number | null>`max(number)`.as('last'))
    .where('owner', '=', owner)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

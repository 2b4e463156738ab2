import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { handOverDecisions } from '../decisions/decisionStore.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { deleteProblems } from './problemStore.js';
import { deleteStagedLines } from './replaceReading.js';
import { deleteRows } from '../results/rowStore.js';

/** Each of these tables is small enough for one statement; rows and problems are deleted in steps. */
const tables = [
  'correction',
  'ignored_row',
  'kept_assessment',
  'decision',
  'mail',
  'schedule',
  'run',
  'round',
  'past_assessment',
  'unconfirmed',
] as const;

/**
 * Keeps the journal and the sent requests, with hashes, IDs and scores, so that the same row in another upload is not
 * sent again.
 */
export async function deleteSheet(store: Store, id: string, at: string): Promise<void> {
  await inTransaction(store, async (tx) => {
    await deleteRows(tx, id);
    await deleteProblems(tx, id);
    await handOverDecisions(tx, id);
    for (const table of tables) await tx.db.deleteFrom(table).where('sheet', '=', id).execute();
    await deleteStagedLines(tx, id);
    await tx.db
      .updateTable('sheet')
      .set({
        name: '',
        file: null,
        sha256: '',
        stage: 'unreadable',
        refused: null,
        match: null,
        inspection: null,
        unrecognized_values: '[]',
        named_people: '[]',
        worksheet: null,
        header_row: null,
        notes: '[]',
        counts: '{}',
        row_count: 0,
        problem_rows: 0,
        unconfirmed: 0,
        highest: null,
        deleted_at: at,
      })
      .where('id', '=', id)
      .execute();
  });
}

/** Readers and writers in other threads usually take a few milliseconds. */
const busyLogMs = 1_000;
const busyLogPauseMs = 20;

/**
 * The write-ahead log of SQLite still contains deleted data. Returns false if the log is in use; it is then emptied
 * after a later deletion, or when the server ends. The log of Postgres is the operator's responsibility.
 */
export async function truncateWal({ db, dialect }: Store): Promise<boolean> {
  if (dialect === 'postgres') return true;
  const untilMs = performance.now() + busyLogMs;
  for (;;) {
    const { rows } = await sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
    if (rows[0]?.busy === 0) return true;
    if (performance.now() >= untilMs) return false;
    await sleep(busyLogPauseMs);
  }
}

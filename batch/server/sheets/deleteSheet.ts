import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { deleteProblems } from './problemStore.js';
import { forgetStaged } from './replaceReading.js';
import { deleteRows } from '../results/rowStore.js';

/** The tables with data of a sheet, except its rows and problems, its journal and what was sent. */
const tables = [
  'correction',
  'decision',
  'schedule',
  'run',
  'round',
  'past_assessment',
  'unconfirmed',
] as const;

/**
 * Deletes a sheet with its rows, problems, corrections, decisions and runs. The hashes and IDs of
 * what was sent stay: the same row in another upload must not be sent a second time.
 */
export async function deleteSheet(store: Store, id: string, at: string): Promise<void> {
  await inTransaction(store, async (tx) => {
    await deleteRows(tx, id);
    await deleteProblems(tx, id);
    for (const table of tables) await tx.db.deleteFrom(table).where('sheet', '=', id).execute();
    await forgetStaged(tx, id);
    await tx.db
      .updateTable('sheet')
      .set({
        name: '',
        file: null,
        sha256: '',
        stage: 'unreadable',
        refused: null,
        headings_key: null,
        match: null,
        inspection: null,
        values_to_settle: '[]',
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

/** Other threads read and write for a few milliseconds at a time. A longer reader is not waited for. */
const busyLogMs = 1_000;
const busyLogPauseMs = 20;

/**
 * Empties the log of SQLite, which contains deleted data until then. Returns false if somebody is reading: a later
 * deletion or the end of the server tries again. The log of Postgres is the operator's responsibility.
 */
export async function forgetLog({ db, dialect }: Store): Promise<boolean> {
  if (dialect === 'postgres') return true;
  const untilMs = performance.now() + busyLogMs;
  for (;;) {
    const { rows } = await sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
    if (rows[0]?.busy === 0) return true;
    if (performance.now() >= untilMs) return false;
    await sleep(busyLogPauseMs);
  }
}

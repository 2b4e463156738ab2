import { randomUUID } from 'node:crypto';
import { z } from 'zod/v4';
import { type Run, run, type StartRun, startRun } from '../api/shapes.js';
import { type Sentence, whole, withoutValues } from '../../wording/sentence.js';
import { wordsOf } from './dialects.js';
import { isUnchecked, uncheckedGap } from './recordGap.js';
import type { Store } from './store.js';
import { inTransaction, withinTransaction } from './transaction.js';

/** A run as it is stored, with the order that started it; who started it is the id of a member. */
export interface StoredRun extends Run {
  readonly sheet: string;
  readonly order: StartRun;
}

/** The states of a run that works, or is about to. */
const working = "('queued', 'running', 'pausing')";

/**
 * Stores a run that is to begin. While the sheet has one that works already, that one is the answer: two
 * people who start at once start one run. A paused one is given up for the new one.
 */
export function queueRun(
  store: Store,
  sheet: string,
  order: StartRun,
  { by, at }: { readonly by: string; readonly at: string },
): { readonly run: StoredRun; readonly isNew: boolean } {
  return inTransaction(store, () => {
    const { db } = store;
    const found = db
      .prepare(`SELECT id FROM run WHERE sheet = ? AND state IN ${working}`)
      .get(sheet);
    if (found !== undefined) return { run: existing(store, found.id as string), isNew: false };
    db.prepare(
      "UPDATE run SET state = 'stopped', ended_at = ? WHERE sheet = ? AND state = 'paused'",
    ).run(at, sheet);
    const id = randomUUID();
    insertQueuedRun(store, { id, sheet, order, by, at });
    return { run: existing(store, id), isNew: true };
  });
}

/**
 * Stores a new run of a sheet without an active one. Call it in a transaction. Throws for a sheet that is held
 * because another process has just noticed a restore.
 */
export function insertQueuedRun(
  store: Store,
  {
    id,
    sheet,
    order,
    by,
    at,
  }: Pick<StoredRun, 'id' | 'sheet' | 'order'> & Record<'by' | 'at', string>,
): void {
  if (uncheckedGap(store, sheet) !== undefined) {
    throw new Error('The database has just been restored. Load the page again.');
  }
  store.db
    .prepare(
      `INSERT INTO run (id, sheet, operation, state, options, started_by, started_at)
       VALUES (?, ?, ?, 'queued', ?, ?, ?)`,
    )
    .run(id, sheet, order.operation, JSON.stringify(order), by, at);
  setStageOfSheet(store, id, 'running');
}

/**
 * Makes a paused run one that is to begin. False where it is not paused (any more), or where another one of
 * the sheet works.
 */
export function requeueRun(store: Store, id: string): boolean {
  return inTransaction(store, () => {
    const { changes } = store.db
      .prepare(
        `UPDATE run SET state = 'queued', ended_at = NULL, said = '[]' WHERE id = ? AND state = 'paused'
         AND NOT EXISTS (
           SELECT 1 FROM run AS other WHERE other.sheet = run.sheet AND other.state IN ${working}
         ) AND NOT ${isUnchecked('run.sheet')}`,
      )
      .run(id);
    if (changes > 0) setStageOfSheet(store, id, 'running');
    return changes > 0;
  });
}

/** A run by its id. */
export function runOf({ db }: Store, id: string): StoredRun | undefined {
  const found = db.prepare('SELECT * FROM run WHERE id = ?').get(id);
  return found === undefined ? undefined : storedRun(found);
}

/** The runs that worked or were about to when the process ended, the oldest first. */
export function unendedRuns(store: Store): StoredRun[] {
  return store.db
    .prepare(`SELECT * FROM run WHERE state IN ${working} ORDER BY ${wordsOf(store).added}`)
    .all()
    .map(storedRun);
}

/** The run works from now on, on so many rows. */
export function beginRun({ db }: Store, id: string): void {
  db.prepare("UPDATE run SET state = 'running', said = '[]' WHERE id = ? AND state = 'queued'").run(
    id,
  );
}

/** A person has asked it to pause or stop; it ends what is in flight. */
export function haltRun({ db }: Store, id: string): void {
  db.prepare(
    "UPDATE run SET state = 'pausing' WHERE id = ? AND state IN ('queued', 'running')",
  ).run(id);
}

/** How far a run has got. */
export type RunProgress = Pick<StoredRun, 'rows' | 'done' | 'created' | 'remainingMs'>;

/** Stores how far a run has got. */
export function setProgress(
  { db }: Store,
  id: string,
  { rows, done, created, remainingMs }: RunProgress,
): void {
  db.prepare('UPDATE run SET rows = ?, done = ?, created = ?, remaining_ms = ? WHERE id = ?').run(
    rows,
    done,
    created,
    remainingMs ?? null,
    id,
  );
}

/** Stores what the run has to say now. */
export function setSaid({ db }: Store, id: string, said: readonly string[]): void {
  db.prepare('UPDATE run SET said = ? WHERE id = ?').run(JSON.stringify(said), id);
}

/** Ends a run, and says with it what there is to say: to members with the values of the sheet, outside without. */
export function endRun(
  store: Store,
  id: string,
  state: Extract<Run['state'], 'paused' | 'stopped' | 'ended' | 'failed'>,
  { at, said }: { readonly at: string; readonly said: readonly Sentence[] },
): void {
  withinTransaction(store, () => {
    const { db } = store;
    db.prepare(
      `UPDATE run SET state = ?, ended_at = ?, remaining_ms = NULL, said = ?, said_outside = ?
       WHERE id = ?`,
    ).run(
      ...[state, state === 'paused' ? null : at],
      ...[JSON.stringify(said.map(whole)), JSON.stringify(said.map(withoutValues)), id],
    );
    db.prepare(
      'UPDATE sheet SET last_run_at = ? WHERE id = (SELECT sheet FROM run WHERE id = ?)',
    ).run(at, id);
    setStageOfSheet(store, id, state === 'paused' ? 'paused' : 'ended');
  });
}

/** The stage of the sheet of a run. One without any result is where it was before its first run. */
function setStageOfSheet({ db }: Store, run: string, stage: 'running' | 'paused' | 'ended'): void {
  db.prepare(
    `UPDATE sheet SET stage = CASE WHEN ? <> 'ended' THEN ? WHEN EXISTS (
       SELECT 1 FROM row WHERE row.sheet = sheet.id
         AND status NOT IN ('Not sent', 'Invalid', 'Duplicate')
     ) THEN 'results' ELSE 'check' END
     WHERE id = (SELECT sheet FROM run WHERE id = ?)`,
  ).run(stage, stage, run);
}

function existing(store: Store, id: string): StoredRun {
  const found = runOf(store, id);
  if (found === undefined) throw new Error(`There is no run ${id}.`);
  return found;
}

const sentences = z.array(z.string());

function storedRun(found: Record<string, unknown>): StoredRun {
  const endedAt = found.ended_at as string | null;
  const remainingMs = found.remaining_ms as number | null;
  return {
    id: found.id as string,
    sheet: found.sheet as string,
    operation: run.shape.operation.parse(found.operation),
    state: run.shape.state.parse(found.state),
    order: startRun.parse(JSON.parse(found.options as string)),
    startedBy: found.started_by as string,
    startedAt: found.started_at as string,
    ...(endedAt === null ? {} : { endedAt }),
    rows: found.rows as number,
    done: found.done as number,
    created: found.created as number,
    ...(remainingMs === null ? {} : { remainingMs }),
    said: sentences.parse(JSON.parse(found.said as string)),
  };
}

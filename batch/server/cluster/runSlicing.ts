import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { OperatingError } from '../../engine/errors.js';
import type { Journal } from '../../engine/journal/journal.js';
import { JournalError } from '../../engine/journal/journalStore.js';
import { beginWork, endRound } from '../../engine/run/startWork.js';
import type { Summary } from '../../engine/run/events.js';
import { recordSheetFacts } from '../../engine/run/importSheet.js';
import { createPlan } from '../../engine/run/runPlan.js';
import type { RunSheet } from '../../engine/run/runSheet.js';
import { createSummary } from '../../engine/run/runSummary.js';
import type { Sentence } from '../../wording/sentence.js';
import { isTransient } from '../db/errors.js';
import { splitIntoBlocks } from '../db/manyRows.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { activeStateSet } from '../runs/latestRun.js';
import { endRun as endStoredRun, findRun, type StoredRun } from '../runs/runStore.js';
import { readGeneration } from '../sheets/liveSheet.js';
import { updateCounts } from '../sheets/sheetStore.js';
import { addClaims, updateClaimsFromJournal } from '../journal/sentRequests.js';
import { describeSummary, reportFailure } from '../runs/endWords.js';
import { recordSheet } from '../results/recordSheet.js';
import { readSheetWords } from '../sheets/sheetWords.js';
import { withRunSheet } from '../runs/planRun.js';
import { countNewRows } from '../runs/runOperation.js';
import type { RunEnding } from '../threads/work.js';
import type { WorkPorts } from '../threads/workPorts.js';
import { sliceSender } from './queue.js';
import { retryWhileUnavailable } from '../db/retry.js';
import type { Hold, SharedLocks } from './sharedLocks.js';
import type { PlannedRow } from '../../engine/rows/plannedRow.js';

/** With fewer rows, the overhead of a slice would be too large. */
const minRows = 100;
/** A worker keeps the rows of a slice in memory. */
const maxRows = 500;
/** This number is enough for all workers of a run. */
const slicesPerRun = 16;

export interface SlicingPorts extends Pick<
  WorkPorts,
  'store' | 'service' | 'now' | 'limits' | 'publish'
> {
  readonly locks: SharedLocks;
}

/**
 * Plans a run, and sends its slices to the queue in one transaction. If the run cannot be planned, it ends as failed.
 * If the database is unavailable or the lock is lost, rejects and leaves the run as it is.
 */
export async function splitRun(ports: SlicingPorts, id: string): Promise<void> {
  await withSheetLock(ports, id, async (run, hold) => {
    try {
      await split(ports, run, hold);
    } catch (error) {
      if (isTransient(error) || hasLostLock(error)) throw error;
      if (!(await hold.isMine(ports.store))) return;
      const messages = [
        reportFailure(
          error,
          { run: id, sheet: run.sheet },
          await readSheetWords(ports.store, run.sheet),
        ),
      ];
      await end(ports, run, hold, { state: 'failed', messages });
    }
  });
}

async function split(ports: SlicingPorts, run: StoredRun, hold: Hold): Promise<void> {
  const { store, now, publish } = ports;
  const { maxNew } = run.order;
  const rows = await withSheet(ports, run, hold, async (sheet, journal) => {
    const work = sheet.work;
    const newRows = countNewRows(createPlan(sheet, work, undefined, 0));
    const isBegun = run.state !== 'queued';
    if (!isBegun && typeof maxNew === 'number' && newRows > maxNew) {
      throw new OperatingError({ code: 'tooManyNew', rows: newRows, most: maxNew });
    }
    const at = new Date(now()).toISOString();
    await recordSheetFacts(sheet, at);
    await inTransaction(store, (tx) => addClaims(tx, run.sheet, journal.states));
    beginWork(sheet, work, at);
    if (work.length > 0) await journal.begin();
    await journal.waitForSync();
    return work;
  });
  const begin = async (tx: Store) => {
    if (!(await hold.isMine(tx))) return;
    // `haltRun` updates the same row, so this either sees the requested state or commits before `haltRun`.
    const { numUpdatedRows } = await tx.db
      .updateTable('run')
      .set({ state: 'running', messages: '[]' })
      .where('id', '=', run.id)
      .where('state', 'in', ['queued', 'running'])
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    await dropSlices(tx, run.id);
    await tx.db
      .updateTable('run')
      .set(({ selectFrom }) => ({
        rows: sql<number>`${rows.length}::int + ${selectFrom('run_course').select('done_before').where('run', '=', run.id)}`,
      }))
      .where('id', '=', run.id)
      .execute();
    const slices = await addSlices(tx, run, rows);
    await sliceSender.send(
      tx,
      slices.map((id) => ({ id })),
    );
  };
  // A repetition replaces the slices, and workers take no slices while this process has the lock of the sheet.
  await retryWhileUnavailable(() => inTransaction(store, begin));
  publish({ type: 'sheet', sheet: run.sheet });
}

async function dropSlices({ db }: Store, run: string): Promise<void> {
  await sql`
    INSERT INTO run_course (run, done_before)
    VALUES (${run}, (SELECT coalesce(sum(done), 0) FROM slice WHERE run = ${run}))
    ON CONFLICT (run) DO UPDATE
      SET done_before = run_course.done_before + excluded.done_before, is_split_due = false`.execute(
    db,
  );
  await db.deleteFrom('slice').where('run', '=', run).execute();
}

async function addSlices(
  { db }: Store,
  run: StoredRun,
  rows: readonly PlannedRow[],
): Promise<string[]> {
  const size = Math.min(Math.max(Math.ceil(rows.length / slicesPerRun), minRows), maxRows);
  const ids: string[] = [];
  for (const part of splitIntoBlocks(rows, size)) {
    const id = randomUUID();
    // Each slice has its own statement: its rows take some hundred kilobytes, and there may be thousands of slices.
    await sql`
      INSERT INTO slice (id, run, sheet, rows)
      VALUES (${id}, ${run.id}, ${run.sheet}, ${JSON.stringify(part)})`.execute(db);
    ids.push(id);
  }
  return ids;
}

/** Does nothing if a person has changed the sheet of a finished run meanwhile: the run is split again. */
export async function endRun(ports: SlicingPorts, id: string, ending: RunEnding): Promise<void> {
  await withSheetLock(ports, id, async (run, hold) => {
    // Only a process that holds the sheet sets `is_split_due`.
    if (ending.state === 'ended' && (await isSplitDue(ports, id))) return;
    let messages: readonly Sentence[] = ending.messages ?? [];
    try {
      // If this process freezes, another one may end the run, and a person may correct the sheet. Then the sheet has a
      // newer generation, and nothing is stored.
      const generation = await readGeneration(ports.store, run.sheet);
      messages = await withSheet(ports, run, hold, async (sheet, journal) => {
        const summary = await createEndSummary(ports, sheet, run, ending);
        endRound(sheet, summary, new Date(ports.now()).toISOString());
        await journal.waitForSync();
        const changed =
          (await recordSheet(ports.store, run.sheet, sheet.replan(), generation, hold)) ?? [];
        await inTransaction(ports.store, (tx) => updateClaimsFromJournal(tx, run.sheet, journal));
        ports.publish({ type: 'rows', sheet: run.sheet, rows: changed });
        if (ending.messages !== undefined) return ending.messages;
        if (ending.state !== 'ended') return [];
        return describeSummary(summary, await readSheetWords(ports.store, run.sheet));
      });
    } catch (error) {
      if (isTransient(error) || hasLostLock(error)) throw error;
      if (!(await hold.isMine(ports.store))) return;
      const why = reportFailure(
        error,
        { run: id, sheet: run.sheet },
        await readSheetWords(ports.store, run.sheet),
      );
      if (ending.messages === undefined) messages = [why];
    }
    await end(ports, run, hold, { ...ending, messages });
  });
}

/** A process loses the lock if it was frozen, for example. Another process continues the run. */
function hasLostLock(error: unknown): boolean {
  return error instanceof JournalError && error.reason.code === 'lockLost';
}

async function isSplitDue({ store }: SlicingPorts, run: string): Promise<boolean> {
  const found = await store.db
    .selectFrom('run_course')
    .select('is_split_due')
    .where('run', '=', run)
    .executeTakeFirst();
  return found?.is_split_due === true;
}

async function createEndSummary(
  { now }: SlicingPorts,
  sheet: RunSheet,
  { startedAt }: StoredRun,
  { state }: RunEnding,
): Promise<Summary> {
  const { file, intake } = sheet.read;
  const cells = sheet.createCells();
  await cells.noteKeptCells(file, intake.sheet, intake.headerRow);
  return createSummary(
    sheet,
    {
      end: { notes: new Map(), sent: new Set() },
      written: { notes: cells.notes },
      reportNotWritten: undefined,
      interrupted: state !== 'ended',
      beganAt: startedAt,
      tookMs: now() - Date.parse(startedAt),
      doneBefore: 0,
      shownBefore: [],
    },
    () => undefined,
  );
}

async function withSheetLock(
  { store, locks }: SlicingPorts,
  id: string,
  work: (run: StoredRun, hold: Hold) => Promise<void>,
): Promise<void> {
  const sheet = (await findRun(store, id))?.sheet;
  if (sheet === undefined) return;
  const hold = await locks.take(sheet);
  try {
    // Read again: another process may have done the work meanwhile.
    const run = await findRun(store, id);
    if (run !== undefined && activeStateSet.has(run.state)) await work(run, hold);
  } finally {
    await hold.release();
  }
}

function withSheet<T>(
  ports: SlicingPorts,
  { sheet, order, startedAt }: StoredRun,
  hold: Hold,
  use: (sheet: RunSheet, journal: Journal) => Promise<T>,
): Promise<T> {
  return withRunSheet(ports, sheet, order, (run) => use(run, run.read.journal), {
    lock: hold,
    startedAt,
  });
}

async function end(
  { store, now, publish }: SlicingPorts,
  { id, sheet }: StoredRun,
  hold: Hold,
  { state, messages = [] }: RunEnding,
): Promise<void> {
  const at = new Date(now()).toISOString();
  const hasEnded = await retryWhileUnavailable(() =>
    inTransaction(store, async (tx) => {
      if (!(await hold.isMine(tx))) return false;
      await dropSlices(tx, id);
      await sql`
        UPDATE run SET created = 0, done = (SELECT done_before FROM run_course WHERE run = ${id})
        WHERE id = ${id}`.execute(tx.db);
      await endStoredRun(tx, id, state, { at, messages });
      await updateCounts(tx, sheet);
      return true;
    }),
  );
  if (hasEnded) publish({ type: 'sheet', sheet });
}

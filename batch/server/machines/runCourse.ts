import { randomUUID } from 'node:crypto';
import { OperatingError } from '../../engine/errors.js';
import type { Journal } from '../../engine/journal/journal.js';
import { JournalError } from '../../engine/journal/journalStore.js';
import { beginWork, endRound } from '../../engine/run/startWork.js';
import type { Summary } from '../../engine/run/events.js';
import { noteSheet } from '../../engine/run/importSheet.js';
import { createPlan } from '../../engine/run/runPlan.js';
import type { RunSheet } from '../../engine/run/runSheet.js';
import { createSummary } from '../../engine/run/runSummary.js';
import type { Sentence } from '../../wording/sentence.js';
import { isAway } from '../store/databaseError.js';
import { workingStates } from '../store/latestRun.js';
import { blocksOf } from '../store/many.js';
import { endRun as endStoredRun, runOf, type StoredRun } from '../store/runStore.js';
import { updateCounts } from '../store/sheetStore.js';
import { followJournal } from '../store/sentRequests.js';
import { inTransaction } from '../store/transaction.js';
import { endWords } from '../work/endWords.js';
import { recordSheet } from '../work/recordSheet.js';
import { withRunSheet } from '../work/planRun.js';
import { newRowsOf } from '../work/runOperation.js';
import type { WorkPorts } from '../work/workPorts.js';
import { markedSentenceOf } from '../words/wording.js';
import type { SliceQueue } from './queue.js';
import { type Ask, type SharedDatabase, whileAway } from './sharedDatabase.js';
import type { Hold, SharedLocks } from './sharedLocks.js';
import type { PlannedRow } from '../../engine/rows/plannedRow.js';

/** A slice has at least and at most so many rows. */
const leastRows = 100;
const mostRows = 500;
/** A run is cut for so many workers, as far as its rows suffice. */
const slicesPerRun = 16;

/** What the beginning and the end of runs need. */
export interface CoursePorts extends Pick<
  WorkPorts,
  'store' | 'service' | 'now' | 'limits' | 'tell'
> {
  readonly database: SharedDatabase;
  readonly locks: SharedLocks;
}

/** How a run ends; `said` is what it has to say itself, instead of what its rows say. */
export interface RunEnding {
  readonly state: 'paused' | 'stopped' | 'ended' | 'failed';
  readonly said?: readonly Sentence[];
}

/**
 * Plans a run that is queued, or one of whose sheet a person has said something, and cuts its rows into slices,
 * which are sent to the queue in the same transaction. What is in the way of the run ends it.
 */
export async function cutRun(
  ports: CoursePorts & { readonly queue: Pick<SliceQueue, 'send'> },
  id: string,
): Promise<void> {
  await whileSheetIsHeld(ports, id, async (run, hold) => {
    try {
      await cut(ports, run, hold);
    } catch (error) {
      if (isAway(error) || isLate(error)) throw error;
      if (!(await hold.isMine(ports.database.ask))) return;
      end(ports, run, hold, { state: 'failed', said: [markedSentenceOf(error)] });
    }
  });
}

async function cut(
  ports: CoursePorts & { readonly queue: Pick<SliceQueue, 'send'> },
  run: StoredRun,
  hold: Hold,
): Promise<void> {
  const { database, queue, now, tell } = ports;
  const { maxNew } = run.order;
  const rows = await withSheet(ports, run, hold, async (sheet, journal) => {
    const work = sheet.work;
    const newRows = newRowsOf(createPlan(sheet, work, undefined, 0));
    const isBegun = run.state !== 'queued';
    if (!isBegun && typeof maxNew === 'number' && newRows > maxNew) {
      throw new OperatingError({ code: 'tooManyNew', rows: newRows, most: maxNew });
    }
    const at = new Date(now()).toISOString();
    await noteSheet(sheet, at);
    beginWork(sheet, work, at);
    if (work.length > 0) await journal.begin();
    await journal.synced();
    return work;
  });
  const begin = async (ask: Ask) => {
    if (!(await hold.isMine(ask))) return;
    // Whoever halts the run changes this line first, too: what they said stands, or comes after this.
    const [begun] = await ask(
      `UPDATE run SET state = 'running', said = '[]'
       WHERE id = $1 AND state IN ('queued', 'running') RETURNING 1`,
      run.id,
    );
    if (begun === undefined) return;
    await dropSlices(ask, run.id);
    await ask(
      `UPDATE run SET rows = $2 + (SELECT done_before FROM run_course WHERE run = $1) WHERE id = $1`,
      ...[run.id, rows.length],
    );
    const slices = await addSlices(ask, run, rows);
    await queue.send(
      ask,
      slices.map((slice) => ({ slice })),
    );
  };
  // Done twice, it leaves the slices of the second time: nobody takes one while the sheet is held.
  await whileAway(() => database.inTransaction(begin));
  tell({ type: 'sheet', sheet: run.sheet });
}

/** Drops what is left of the slices of a run, and keeps how many of their rows were done. */
async function dropSlices(ask: Ask, run: string): Promise<void> {
  await ask(
    `INSERT INTO run_course (run, done_before)
     VALUES ($1, (SELECT coalesce(sum(done), 0) FROM slice WHERE run = $1))
     ON CONFLICT (run) DO UPDATE
       SET done_before = run_course.done_before + excluded.done_before, is_cut_due = false,
         halt_as = NULL`,
    run,
  );
  await ask('DELETE FROM slice WHERE run = $1', run);
}

async function addSlices(ask: Ask, run: StoredRun, rows: readonly PlannedRow[]): Promise<string[]> {
  const size = Math.min(Math.max(Math.ceil(rows.length / slicesPerRun), leastRows), mostRows);
  const all: string[] = [];
  for (const part of blocksOf(rows, size)) {
    const id = randomUUID();
    // One at a time: their rows are some hundred kilobytes each, and there may be thousands.
    await ask(
      `INSERT INTO slice (id, run, sheet, place, state, rows, total)
       VALUES ($1, $2, $3, $4, 'open', $5, $6)`,
      ...[id, run.id, run.sheet, all.length, JSON.stringify(part), part.length],
    );
    all.push(id);
  }
  return all;
}

/**
 * Ends a run whose slices are all given back, and stores what became of its rows; not one that has done its rows and
 * is to be cut anew, as a person has settled a row of its sheet meanwhile.
 */
export async function endRun(ports: CoursePorts, id: string, ending: RunEnding): Promise<void> {
  await whileSheetIsHeld(ports, id, async (run, hold) => {
    // Only who has the sheet says so.
    if (ending.state === 'ended' && (await isCutDue(ports, id))) return;
    let said: readonly Sentence[] = ending.said ?? [];
    try {
      said = await withSheet(ports, run, hold, async (sheet, journal) => {
        const summary = summaryAtEnd(ports, sheet, run, ending);
        endRound(sheet, summary, new Date(ports.now()).toISOString());
        await journal.synced();
        const changed = await recordSheet(ports.store, run.sheet, sheet.plannedAnew());
        inTransaction(ports.store, () => {
          followJournal(ports.store, run.sheet, journal);
        });
        ports.tell({ type: 'rows', sheet: run.sheet, rows: changed });
        return ending.said ?? (ending.state === 'ended' ? endWords(summary) : []);
      });
    } catch (error) {
      if (isAway(error) || isLate(error)) throw error;
      if (!(await hold.isMine(ports.database.ask))) return;
      if (ending.said === undefined) said = [markedSentenceOf(error)];
    }
    // Before its end, so that everybody who sees that sees how far it has got.
    await ports.database.ask(
      `UPDATE run SET created = 0, done = coalesce(
         (SELECT done_before FROM run_course WHERE run = $1), 0
       ) + (SELECT coalesce(sum(done), 0) FROM slice WHERE run = $1) WHERE id = $1`,
      id,
    );
    end(ports, run, hold, { ...ending, said });
    await whileAway(() => ports.database.inTransaction((ask) => dropSlices(ask, id)));
  });
}

/** A process that was frozen for a while gives up: another one, or itself, brings the run on. */
function isLate(error: unknown): boolean {
  return error instanceof JournalError && error.said.code === 'lockLost';
}

async function isCutDue({ database }: CoursePorts, run: string): Promise<boolean> {
  const due = 'SELECT 1 FROM run_course WHERE run = $1 AND is_cut_due';
  return (await database.ask(due, run)).length > 0;
}

function summaryAtEnd(
  { now }: CoursePorts,
  sheet: RunSheet,
  { startedAt }: StoredRun,
  { state }: RunEnding,
): Summary {
  return createSummary(
    sheet,
    {
      end: { notes: new Map(), sent: new Set() },
      ...{ written: { notes: [] }, reportNotWritten: undefined, interrupted: state !== 'ended' },
      ...{ beganAt: startedAt, tookMs: now() - Date.parse(startedAt), doneBefore: 0 },
      saidBefore: [],
    },
    () => undefined,
  );
}

/** Does work on the sheet of a run while nobody else does: slices of it are given back first. */
async function whileSheetIsHeld(
  { store, locks }: CoursePorts,
  id: string,
  work: (run: StoredRun, hold: Hold) => Promise<void>,
): Promise<void> {
  const sheet = runOf(store, id)?.sheet;
  if (sheet === undefined) return;
  const hold = await locks.take(sheet);
  try {
    // As it is now: another process may have done it meanwhile.
    const run = runOf(store, id);
    if (run !== undefined && workingStates.has(run.state)) await work(run, hold);
  } finally {
    await hold.release();
  }
}

/** Reads the sheet of a run, to append to its journal. */
function withSheet<T>(
  ports: CoursePorts,
  { sheet, order, startedAt }: StoredRun,
  hold: Hold,
  use: (sheet: RunSheet, journal: Journal) => Promise<T>,
): Promise<T> {
  return withRunSheet(ports, sheet, order, (run) => use(run, run.read.journal), {
    lock: hold,
    startedAt,
  });
}

/** Stores the end of a run, unless another process has it by now. */
function end(
  { store, now, tell }: CoursePorts,
  { id, sheet }: StoredRun,
  hold: Hold,
  { state, said = [] }: RunEnding,
): void {
  const hasEnded = inTransaction(store, () => {
    if (!hold.isMineIn(store)) return false;
    endStoredRun(store, id, state, { at: new Date(now()).toISOString(), said });
    updateCounts(store, sheet);
    return true;
  });
  if (hasEnded) tell({ type: 'sheet', sheet });
}

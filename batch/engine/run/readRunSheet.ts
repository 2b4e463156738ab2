import type { SheetFile } from '../../../sheets/sheet.js';
import { UsageError } from '../errors.js';
import type { RowListener } from '../intake/readSheet.js';
import type { Journal } from '../journal/journal.js';
import { currentRound, type WantedRound } from '../journal/rounds.js';
import { journalRefusal } from './journalRefusal.js';
import type { RunOptions, RunPorts } from './runOptions.js';
import { createIntakeOptions, planned, RunSheet } from './runSheet.js';
import type { RunStorage } from './runStorage.js';
import { rowsInUse } from './sentElsewhere.js';
import { lostJournalRefusal } from './lostJournal.js';
import { firstTimeRows, readRows } from './sheetState.js';

interface ReadPorts extends Pick<RunPorts, 'wording'> {
  readonly storage: RunStorage;
  readonly nowMs: number;
  /** Called with each row and all its problems. */
  readonly onRow?: RowListener;
}

/**
 * Reads the sheet of a run. Throws a UsageError if its columns do not fit, or if its journal lacks
 * rows that were sent, because they would be sent again.
 */
export async function readRunSheet(
  file: SheetFile,
  journal: Journal,
  options: RunOptions,
  { storage, wording, nowMs, onRow }: ReadPorts,
): Promise<RunSheet> {
  const { operation, input: sheet, newRound, roundName } = options;
  const { requestsElsewhere } = storage;
  const assessments = await storage.assessments?.();
  const reading = {
    ...options,
    intake: createIntakeOptions(options, journal),
    assessments,
    requestsElsewhere,
  };
  const intake = await readRows(file, journal, reading, onRow);
  const leftBehind = () => storage.leftBehind(intake.rows, journal);
  const { path, isNew } = journal;
  const used = { path, isNew, isNamed: storage.isJournalNamed };
  const { refusal } = await journalRefusal(
    { operation, sheet, journal: used, known: journal, leftBehind },
    intake.rows,
  );
  if (refusal !== undefined) throw new UsageError(refusal, { code: 'nothingSent' });
  operation.check?.(intake.rows);
  const round = currentRound(journal.rounds, nowMs, wantedRound(options, nowMs));
  const unplanned = { file, intake, journal, round };
  const all = new RunSheet({ ...unplanned, ...planned(unplanned, options) }, options, wording);
  if (all.unsent.length > 0 && options.withoutJournal !== true) {
    const { backupWithoutJournal } = storage;
    // A person who starts a new round knows that it does not exist.
    const continued = newRound === true ? undefined : roundName;
    const { isSandboxRun } = options;
    const evidence = { backupWithoutJournal, roundName: continued, isSandboxRun };
    const about = { operation, sheet, journal: used, known: journal };
    const lost = lostJournalRefusal(about, intake.rows, evidence);
    if (lost !== undefined) throw new UsageError(lost, { code: 'nothingSent' });
  }
  const unsent = firstTimeRows(all.unsent, operation);
  if (unsent.length === 0) return all;
  storage.claims?.refuse(unsent);
  if (options.sendKnown === true) return all;
  const sentElsewhere = await storage.sentElsewhere?.(unsent, journal);
  return sentElsewhere === undefined || sentElsewhere.size === 0
    ? all
    : all.blockSentElsewhere(sentElsewhere);
}

function wantedRound({ newRound, roundName, orderedMs }: RunOptions, nowMs: number): WantedRound {
  if (roundName !== undefined) return { name: roundName };
  return newRound === true ? 'new' : { orderedMs: orderedMs ?? nowMs };
}

/**
 * Claims the rows that a run is about to send for the first time, and returns the function that
 * ends the claim. Throws a SheetInUse if another run is sending one of them from another sheet, or
 * has sent one since this run was planned.
 */
export async function claimUnsentRows(
  sheet: RunSheet,
  { claims }: RunStorage,
): Promise<() => void> {
  const unsent = firstTimeRows(sheet.unsent, sheet.options.operation);
  const release = claims?.take(unsent) ?? (() => undefined);
  if (claims === undefined || unsent.length === 0 || sheet.options.sendKnown === true)
    return release;
  try {
    const sent = await claims.sentSince(unsent, sheet.read.journal);
    const left = new Set(sheet.blockSentElsewhere(sent).unsent.map(({ number }) => number));
    const gone = unsent.filter(({ number }) => !left.has(number));
    const [first] = gone.flatMap(({ number }) => sent.get(number) ?? []);
    if (first !== undefined) throw rowsInUse(gone, first.sheet);
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

import type { Failure } from '../../../src/failure.js';
import type { Timing } from '../../../src/transport.js';
import { Journal } from '../../engine/journal/journal.js';
import { JournalError } from '../../engine/journal/journalStore.js';
import { askService, isUnavailable } from '../../engine/run/serviceWait.js';
import type { RunEnd } from '../../engine/run/startWork.js';
import { RowsInProgress } from '../../engine/run/rowsInProgress.js';
import type { Message } from '../../engine/message.js';
import { readFormerServices } from '../settings/folderService.js';
import { readJournalSalt } from '../journal/openStoredJournal.js';
import { createOperation } from '../runs/runOperation.js';
import { findAwayFailure, isHarmless } from '../runs/serviceAway.js';
import type { WorkPorts } from '../threads/workPorts.js';
import type { Sentence } from '../../wording/sentence.js';
import { readSheetWords } from '../sheets/sheetWords.js';
import type { Words } from '../words/wording.js';
import { toDatabaseError } from '../db/errors.js';
import { retryWhileUnavailable } from '../db/retry.js';
import type { SliceCounts, SliceRelease, TakenSlice } from './slice.js';
import { readSliceJournal, SliceJournal } from './sliceJournal.js';
import { SliceProgress } from './sliceProgress.js';
import { readLimitsForPlan } from './machinePorts.js';
import { runWithLease } from './runWithLease.js';

/** After this time, the worker releases the slice, so that it can take other slices. */
const waitForScoresMs = 30_000;
/** The pause before a slice whose rows wait for scores is taken again. */
const restSeconds = 15;
/** The longest first pause while the service is unavailable. Each failure doubles it. */
const firstAwaySeconds = 2;
const maxAwaySeconds = 60;
const maxErrors = 10;
const askMs = 30_000;

export type SlicePorts = Omit<WorkPorts, 'locks' | 'close'>;

export interface SliceEnd {
  readonly release: SliceRelease;
  readonly counts?: SliceCounts;
  readonly waitReason?: readonly Message[];
  readonly failureReason?: readonly Sentence[];
}

/** Resolves to `lost` if this worker no longer has the slice. */
export async function workOnSlice(
  ports: SlicePorts,
  taken: TakenSlice,
  signal: AbortSignal,
): Promise<SliceEnd | 'lost'> {
  const { store, service, timing, sent } = ports;
  const { sheet, order, rows, ageMs } = taken;
  const words = await retryWhileUnavailable(() => readSheetWords(store, sheet));
  const stored = await retryWhileUnavailable(() => readSliceJournal(store, taken));
  const journalStore = new SliceJournal(store, taken, timing);
  const journal = new Journal(journalStore, stored, {
    service: service.name,
    alsoKnownAs: await readFormerServices(store),
    now: timing.now,
    salt: await readJournalSalt(store),
  });
  const keys = rows.map(({ key }) => key);
  // Releases the rows that a worker claimed and did not send before it died.
  await sent.updateClaims(sheet, keys, journal, taken);
  const { concurrency = 1, pollIntervalMs = 0, pollTimeoutMs = 0 } = await readLimitsForPlan(ports);
  const options = {
    operation: createOperation(order),
    concurrency,
    pollIntervalMs,
    maxErrors,
    pollTimeoutMs: waitForScoresMs,
    sendDuplicates: false,
    // Rejected rows to send again were freed when the run was split; other rejected rows would be refused again.
    retryRejected: false,
  };
  const rowsInProgress = new RowsInProgress({ rows, journal }, options);
  const progress = new SliceProgress(ports, taken, rowsInProgress, words.inWords);
  await progress.begin();
  const result = await runWithLease(
    { ...ports, otherRuns: sent.createClaimStore(sheet, () => journal, taken) },
    { taken, rowsInProgress, progress, signal },
  );
  if (journalStore.isLost) {
    await progress.stop();
    return 'lost';
  }
  const endedRows = new RowsInProgress({ rows, journal }, options, result.end.notes);
  await progress.end(endedRows);
  await sent.updateClaims(sheet, keys, journal, taken);
  await journal.close();
  // After the error, the queue gives the slice out again, a limited number of times.
  if (journalStore.failure !== undefined) throw toDatabaseError(journalStore.failure);
  const counts = progress.counts();
  const later = (inSeconds: number) => {
    return { counts, release: { kind: 'later', inSeconds, failures: 0 } } as const;
  };
  if (result.end.stopped !== undefined)
    return decideRelease(ports, taken, { ...result.end, counts }, words);
  if (result.isHalted) {
    // A worker that stops or has late heartbeats releases its slice to another one. If the run is halted or its sheet
    // is wanted, the run ends or is split again once no worker has a slice.
    return result.status === 'held' ? later(0) : { counts, release: { kind: 'halted' } };
  }
  if (progress.waitsForScores() && ageMs < pollTimeoutMs) return later(restSeconds);
  return { counts, release: { kind: 'done' } };
}

/**
 * Throws a JournalError if rows could not be claimed: the queue then gives the slice out again, a limited number of
 * times.
 */
async function decideRelease(
  { poller, timing }: SlicePorts,
  { failures }: TakenSlice,
  { stopped = [], counts }: RunEnd & { readonly counts: SliceCounts },
  { markedWords }: Words,
): Promise<SliceEnd> {
  const [first] = stopped;
  if (first?.code === 'journalWriteFailed') throw new JournalError(first);
  const release = createAwayRelease(timing, failures);
  if (first?.code === 'journalChanged') return { counts, release };
  const failure = findAwayFailure({ stopped });
  const isAway = failure !== undefined && (await isReallyAway(failure, poller));
  if (isAway) return { counts, release, waitReason: stopped };
  if (first?.code === 'tokenRefused')
    return { counts, release: releaseToOthers, waitReason: stopped };
  return { counts, release: { kind: 'halted' }, failureReason: stopped.map(markedWords) };
}

/** `failures` is 1, so that a worker whose token the service accepts removes the message of the run. */
export const releaseToOthers: SliceRelease = { kind: 'later', inSeconds: 2, failures: 1 };

/** The pause is random, so that not all slices are retried at the same time. */
export function createAwayRelease(
  { random }: Pick<Timing, 'random'>,
  failures: number,
): SliceRelease {
  const seconds = Math.min(firstAwaySeconds * 2 ** failures, maxAwaySeconds);
  return { kind: 'later', inSeconds: (seconds * (1 + random())) / 2, failures: failures + 1 };
}

/** If the service answers other requests, the run must stop: otherwise, all its rows would become Unconfirmed. */
async function isReallyAway(failure: Failure, poller: SlicePorts['poller']): Promise<boolean> {
  if (isHarmless(failure)) return true;
  const newFailure = await askService(poller, AbortSignal.timeout(askMs));
  return newFailure !== undefined && isUnavailable(newFailure);
}

import type { Failure } from '../../../src/failure.js';
import type { Timing } from '../../../src/transport.js';
import { Journal } from '../../engine/journal/journal.js';
import { JournalError } from '../../engine/journal/journalStore.js';
import { askService, isAway } from '../../engine/run/serviceWait.js';
import type { RunEnd } from '../../engine/run/startWork.js';
import { RowsInProgress } from '../../engine/run/rowsInProgress.js';
import type { Message } from '../../engine/message.js';
import { noteAnswerMs } from '../runs/answerTime.js';
import { formerServices } from '../settings/folderService.js';
import { journalSalt } from '../journal/openStoredJournal.js';
import { createOperation } from '../runs/runOperation.js';
import { awayIn, isHarmless } from '../runs/serviceAway.js';
import type { WorkPorts } from '../threads/workPorts.js';
import type { Sentence } from '../../wording/sentence.js';
import { markedWords } from '../words/wording.js';
import { toDatabaseError } from '../db/errors.js';
import { retryWhileUnavailable } from '../db/retry.js';
import type { SliceCounts, SliceLeft, TakenSlice } from './slice.js';
import { readSliceJournal, SliceJournal } from './sliceJournal.js';
import { SliceProgress } from './sliceProgress.js';
import { runWithLease } from './workWhileHeld.js';

/** How long a worker polls for scores before it releases the slice, so that it can take others. */
const waitForScoresMs = 30_000;
/** The pause before such a slice is taken again. */
const restSeconds = 15;
/** The longest first pause while the service is unavailable; it doubles each time. */
const firstAwaySeconds = 2;
const longestAwaySeconds = 60;
const maxErrors = 10;
/** Timeout of the service health check. */
const askMs = 30_000;

/** The ports for the work on slices. */
export type SlicePorts = Omit<WorkPorts, 'locks' | 'close'>;

/** How the work on a slice has ended. */
export interface SliceEnd {
  readonly left: SliceLeft;
  readonly counts?: SliceCounts;
  /** Why the run waits: the service is unavailable, or refuses this worker. */
  readonly waits?: readonly Message[];
  /** Why the run cannot continue. */
  readonly why?: readonly Sentence[];
}

/**
 * Works on the rows of a slice until they are done, its sheet is wanted, its run is halted, the service is
 * unavailable, or the signal is aborted. Resolves to how the slice is to be left; `lost` if another worker has it.
 */
export async function workOnSlice(
  ports: SlicePorts,
  taken: TakenSlice,
  signal: AbortSignal,
): Promise<SliceEnd | 'lost'> {
  const { store, service, timing, sent, limits } = ports;
  const { sheet, order, rows, ageMs } = taken;
  const stored = await retryWhileUnavailable(() => readSliceJournal(store, taken));
  const journalStore = new SliceJournal(store, taken, timing);
  const journal = new Journal(journalStore, stored, {
    service: service.name,
    alsoKnownAs: await formerServices(store),
    now: timing.now,
    salt: await journalSalt(store),
  });
  const keys = rows.map(({ key }) => key);
  // Releases what a worker that died has claimed and not sent.
  await sent.follow(sheet, keys, journal, taken);
  const { concurrency = 1, pollIntervalMs = 0, pollTimeoutMs = 0 } = limits;
  const options = {
    operation: createOperation(order),
    concurrency,
    pollIntervalMs,
    maxErrors,
    pollTimeoutMs: waitForScoresMs,
    sendDuplicates: false,
    // Rows to send again were freed when the run was split; others would be refused again.
    retryRejected: false,
  };
  const worked = new RowsInProgress({ rows, journal }, options);
  const progress = new SliceProgress(ports, taken, worked);
  await progress.begin();
  const held = await runWithLease(
    { ...ports, otherRuns: sent.of(sheet, () => journal, taken) },
    { taken, worked, progress, signal },
  );
  if (journalStore.isLost) {
    await progress.stop();
    return 'lost';
  }
  const ended = new RowsInProgress({ rows, journal }, options, held.end.notes);
  await progress.end(ended);
  await noteAnswerMs(store, ports.limiter.answerMs);
  await sent.follow(sheet, keys, journal, taken);
  await journal.close();
  // The queue gives the slice out again, but not for ever.
  if (journalStore.failure !== undefined) throw toDatabaseError(journalStore.failure);
  const counts = progress.counts();
  const later = (inSeconds: number) => {
    return { counts, left: { is: 'later', inSeconds, failures: 0 } } as const;
  };
  if (held.end.stopped !== undefined) return stoppedSlice(ports, taken, { ...held.end, counts });
  if (held.isHalted) {
    // Its run is split again or ends when no worker has a slice; those of a worker that stops go on elsewhere.
    return held.status === 'held' ? later(0) : { counts, left: { is: 'halted' } };
  }
  if (progress.waitsForScores() && ageMs < pollTimeoutMs) return later(restSeconds);
  return { counts, left: { is: 'done' } };
}

/**
 * Decides how to leave a slice whose requests have failed. Throws a JournalError if rows could not be claimed: the queue
 * gives the slice out again, but not for ever.
 */
async function stoppedSlice(
  { poller, timing }: SlicePorts,
  { failures }: TakenSlice,
  { stopped = [], counts }: RunEnd & { readonly counts: SliceCounts },
): Promise<SliceEnd> {
  const [first] = stopped;
  if (first?.code === 'journalWriteFailed') throw new JournalError(first);
  const left = waitForService(timing, failures);
  if (first?.code === 'journalChanged') return { counts, left };
  const failure = awayIn({ stopped });
  const isAway = failure !== undefined && (await isReallyAway(failure, poller));
  if (isAway) return { counts, left, waits: stopped };
  if (first?.code === 'tokenRefused') return { counts, left: leftToOthers, waits: stopped };
  return { counts, left: { is: 'halted' }, why: stopped.map(markedWords) };
}

/** Leaves a slice to workers whose token the service accepts. The message of the run goes when one has worked on it. */
export const leftToOthers: SliceLeft = { is: 'later', inSeconds: 2, failures: 1 };

/** Leaves a slice until the service may be available. The slices of a run must not all come back at once. */
export function waitForService({ random }: Pick<Timing, 'random'>, failures: number): SliceLeft {
  const seconds = Math.min(firstAwaySeconds * 2 ** failures, longestAwaySeconds);
  return { is: 'later', inSeconds: (seconds * (1 + random())) / 2, failures: failures + 1 };
}

/**
 * Returns true if the service is unavailable for all requests. A run does not continue with one that answers others:
 * it would make one row after the other Unconfirmed.
 */
async function isReallyAway(failure: Failure, poller: SlicePorts['poller']): Promise<boolean> {
  if (isHarmless(failure)) return true;
  const now = await askService(poller, AbortSignal.timeout(askMs));
  return now !== undefined && isAway(now);
}

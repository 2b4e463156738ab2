import { hostname } from 'node:os';
import type { Failure } from '../../../src/failure.js';
import { Journal } from '../../engine/journal/journal.js';
import { askService, isAway } from '../../engine/run/serviceWait.js';
import type { RunEnd } from '../../engine/run/startWork.js';
import { RowsInProgress } from '../../engine/run/rowsInProgress.js';
import type { Message } from '../../engine/message.js';
import { noteAnswerMs } from '../store/answerTime.js';
import { formerServices } from '../store/folderService.js';
import { journalSalt } from '../store/journalSalt.js';
import { operationOf } from '../work/runOperation.js';
import { awayIn, isHarmless } from '../work/serviceAway.js';
import type { WorkPorts } from '../work/workPorts.js';
import { type Sentence, sentence, value } from '../../wording/sentence.js';
import { markedWords } from '../words/wording.js';
import { type SharedDatabase, whileAway } from './sharedDatabase.js';
import type { LeftSlice, TakenSlice } from './slice.js';
import { readSliceJournal, SliceJournal } from './sliceJournal.js';
import { SliceProgress } from './sliceProgress.js';
import { workWhileHeld } from './workWhileHeld.js';

/** A slice that only waits for scores is given back after this time, and asked for again. */
const waitForScoresMs = 30_000;
/** Then it is asked for again after this time. */
const restSeconds = 15;
/** A service that is away is asked again after so many seconds, doubled each time. */
const firstAwaySeconds = 2;
const longestAwaySeconds = 60;
const maxErrors = 10;
/** So long the question whether the service is there waits for an answer. */
const askMs = 30_000;

/** What the work on slices needs. */
export interface SlicePorts extends Omit<WorkPorts, 'locks' | 'close'> {
  readonly database: SharedDatabase;
}

/** How a worker leaves a slice; `lost` when it is another one's already. */
export type SliceEnd =
  | { readonly is: 'lost' }
  | {
      readonly is: 'left';
      readonly left: LeftSlice;
      /** When it is to be asked for again, in seconds; nothing unless given. */
      readonly againIn?: number;
      /** Why the service could not be used: the run waits for it. */
      readonly waits?: readonly Message[];
    }
  /** Why nothing of the run can go on. */
  | { readonly is: 'failed'; readonly left: LeftSlice; readonly why: readonly Sentence[] };

/**
 * Works on the rows of a slice that was taken, until they are done, somebody wants its sheet or halts its run,
 * the service is away, or the signal comes. Resolves to how the slice is to be left.
 */
export async function workOnSlice(
  ports: SlicePorts,
  taken: TakenSlice,
  signal: AbortSignal,
): Promise<SliceEnd> {
  const { database, store, service, timing, sent, limits } = ports;
  const { sheet, order, rows, ageMs } = taken;
  const stored = await whileAway(() => readSliceJournal(database, taken));
  const kept = new SliceJournal(database, taken, timing);
  const journal = new Journal(kept, stored, {
    ...{ service: service.name, alsoKnownAs: formerServices(store) },
    ...{ now: timing.now, salt: journalSalt(store) },
  });
  const keys = rows.map(({ key }) => key);
  // What a worker that died has claimed and not sent is free again.
  sent.follow(sheet, keys, journal, taken);
  const { concurrency = 1, pollIntervalMs = 0, pollTimeoutMs = 0 } = limits;
  const options = {
    ...{ operation: operationOf(order), concurrency, pollIntervalMs, maxErrors },
    ...{ pollTimeoutMs: waitForScoresMs, sendDuplicates: false },
    // Those to send again were freed when the run was cut into slices; another one would be refused again.
    retryRejected: false,
  };
  const worked = new RowsInProgress({ rows, journal }, options);
  const progress = new SliceProgress(ports, taken, worked);
  progress.begin();
  const held = await workWhileHeld(
    { ...ports, otherRuns: sent.of(sheet, () => journal, taken) },
    { taken, worked, progress, signal },
  );
  if (kept.isLost) {
    progress.stop();
    return { is: 'lost' };
  }
  const ended = new RowsInProgress({ rows, journal }, options, held.end.notes);
  progress.end(ended);
  noteAnswerMs(store, ports.limiter.answerMs);
  sent.follow(sheet, keys, journal, taken);
  await journal.close();
  const left = { ...progress.counts(), failures: 0 };
  if (held.end.stopped !== undefined) return stoppedSlice(ports, taken, { ...held.end, left });
  if (held.isHalted) {
    // Its run begins anew, or ends, when all its slices are given back; those of a worker that ends go on.
    const isDrained = held.told === 'goOn';
    const state = isDrained ? 'open' : 'idle';
    return { is: 'left', left: { ...left, state }, ...(isDrained ? { againIn: 0 } : {}) };
  }
  if (left.created > 0 && ageMs < pollTimeoutMs) {
    return { is: 'left', left: { ...left, state: 'open' }, againIn: restSeconds };
  }
  return { is: 'left', left: { ...left, state: 'done' } };
}

/** What becomes of a slice whose requests have failed, or whose journal could not be written. */
async function stoppedSlice(
  { poller, timing }: SlicePorts,
  { failures }: TakenSlice,
  { stopped = [], left }: RunEnd & { readonly left: Omit<LeftSlice, 'state'> },
): Promise<SliceEnd> {
  const [first] = stopped;
  const failure = awayIn({ stopped });
  const isOfJournal = first?.code === 'journalWriteFailed' || first?.code === 'journalChanged';
  const open = { ...left, state: 'open', failures: failures + 1 } as const;
  const seconds = Math.min(firstAwaySeconds * 2 ** failures, longestAwaySeconds);
  const againIn = seconds * (1 + timing.random());
  if (isOfJournal) return { is: 'left', left: open, againIn };
  const mayWait = failure !== undefined && (await isReallyAway(failure, poller));
  if (mayWait) return { is: 'left', left: open, againIn, waits: stopped };
  const why = stopped.map(markedWords);
  if (first?.code === 'tokenRefused') why.push(whoseToken());
  return { is: 'failed', left: { ...left, state: 'idle' }, why };
}

/** Each worker has been given a token by itself. Notices leave out where it is. */
function whoseToken(): Sentence {
  console.error('The service has refused the company token of this worker.');
  return sentence`This is about the token of the worker on ${value(hostname())}; other workers may have another one.`;
}

/**
 * After requests whose answers were lost, a run goes on only if the service was really away: one that answers,
 * but not these requests, would make one row after the other Unconfirmed.
 */
async function isReallyAway(failure: Failure, poller: SlicePorts['poller']): Promise<boolean> {
  if (isHarmless(failure)) return true;
  const now = await askService(poller, AbortSignal.timeout(askMs));
  return now !== undefined && isAway(now);
}

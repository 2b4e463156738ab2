import type { RowState } from '../journal/rowState.js';
import { isUnconfirmed } from '../journal/settle.js';
import type { Message } from '../message.js';
import type { Listener } from './events.js';
import { notRecorded } from './notRecorded.js';
import type { PlannedRow } from '../rows/rowStatus.js';
import type { RunPorts } from './runOptions.js';
import { runRows, type WorkEnd } from './runRows.js';
import type { RowsInProgress } from './rowsInProgress.js';

/** How the work of a run ended. */
export interface RunEnd extends Omit<WorkEnd, 'stopped'> {
  /** Why the run stopped early, and the outcome of rows that could not be recorded. */
  readonly stopped?: readonly Message[];
}

/** Works on these rows, after `beginWork`; ends early if the signal is aborted. */
export async function startWork(
  rows: RowsInProgress,
  work: readonly PlannedRow[],
  { client, poller = client, limiter, timing, otherRuns }: Omit<RunPorts, 'storage' | 'wording'>,
  { signal, listen }: { readonly signal: AbortSignal; readonly listen: Listener },
): Promise<RunEnd> {
  if (work.length === 0) return { notes: new Map(), sent: new Set() };
  const { journal, options } = rows;
  const { operation } = options;
  const unconfirmed = () => work.filter(({ key }) => hasNoAnswer(journal.state(key))).length;
  listen({ type: 'start', rows: work.length, unconfirmed });
  const end = await runRows(
    work,
    { work: operation.work, client, poller, journal, limiter, timing, otherRuns },
    {
      ...options,
      signal,
      onProgress: (row, done) => {
        const report = () => rows.report(row);
        listen({ type: 'progress', row: row.number, done, status: rows.status(row), report });
      },
    },
  );
  await journal.settled();
  const [why, ...unrecorded] = notRecorded(journal, work, operation);
  const { stopped = why, ...rest } = end;
  return stopped === undefined ? rest : { ...rest, stopped: [stopped, ...unrecorded] };
}

function hasNoAnswer(state: RowState | undefined): boolean {
  return state !== undefined && isUnconfirmed(state);
}

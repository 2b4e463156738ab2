import { isUnconfirmed } from '../journal/settle.js';
import type { Message } from '../message.js';
import type { Listener, Summary } from './events.js';
import { recordImportedAssessment } from '../rows/assessRow.js';
import type { PlannedRow } from '../rows/plannedRow.js';
import { recordEarlierAssessment } from '../rows/reassessment.js';
import type { RunPorts } from './runOptions.js';
import { runRows, type WorkEnd, type WorkOptions } from './runRows.js';
import type { RowsInProgress } from './rowsInProgress.js';
import type { RunSheet } from './runSheet.js';
import type { RowFact } from '../journal/facts.js';
import type { Journal } from '../journal/journal.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import type { WorkMessages } from './runMessages.js';

export interface RunEnd extends Omit<WorkEnd, 'stopped'> {
  /** The reason why the run stopped early, then the outcomes that could not be recorded. */
  readonly stopped?: readonly Message[];
}

/** Call `beginWork` first. */
export async function startWork(
  rows: RowsInProgress,
  work: readonly PlannedRow[],
  { client, poller = client, limiter, timing, otherRuns }: Omit<RunPorts, 'storage' | 'wording'>,
  { listen, ...controls }: Pick<WorkOptions, 'signal' | 'maySend'> & { readonly listen: Listener },
): Promise<RunEnd> {
  if (work.length === 0) return { notes: new Map(), sent: new Set() };
  const { journal, options } = rows;
  const { operation } = options;
  const unconfirmed = () => work.filter(({ key }) => isUnconfirmed(journal.state(key))).length;
  listen({ type: 'start', rows: work.length, unconfirmed });
  const end = await runRows(
    work,
    { work: operation.work, client, poller, journal, limiter, timing, otherRuns },
    {
      ...options,
      ...controls,
      onProgress: (row, done) => {
        const report = () => rows.report(row);
        listen({ type: 'progress', row: row.number, done, status: rows.status(row), report });
      },
    },
  );
  await journal.waitForWrites();
  const [why, ...unrecorded] = listUnrecordedRows(journal, work, operation);
  const { stopped = why, ...rest } = end;
  return stopped === undefined ? rest : { ...rest, stopped: [stopped, ...unrecorded] };
}

export function beginWork(sheet: RunSheet, work: readonly PlannedRow[], at: string): void {
  const { journal } = sheet.read;
  for (const { key } of work) {
    if (journal.state(key)?.state === 'Rejected') {
      journal.append({ fact: 'send_again', row: key, at });
    }
  }
  if (work.some(({ plan }) => plan?.kind === 'next')) beginRound(sheet, work, at);
}

/**
 * If the run selects only some rows, records these rows, so that they are known after a crash.
 */
function beginRound(sheet: RunSheet, work: readonly PlannedRow[], at: string): void {
  const { journal, round, rows } = sheet.read;
  const { number, name } = round;
  const isPartial = rows.some(({ skipReason = 'done' }) => skipReason !== 'done');
  const recorder = { journal, now: () => at };
  for (const row of work) {
    recordEarlierAssessment(row, recorder);
    recordImportedAssessment(row, recorder);
  }
  journal.append({
    fact: 'round',
    round: number,
    ...(name === undefined ? {} : { name }),
    ...(isPartial ? { isPartial } : {}),
    at,
  });
  if (isPartial) recordUnsentRows(sheet, work, at);
}

/**
 * Ends a round that has no unsent or pending row. The round stays open while results are not in the
 * sheet, because the message about them advises the user to start the same command again.
 */
export function endRound(sheet: RunSheet, summary: Summary, at: string): void {
  const { journal, round } = sheet.read;
  const begun = journal.rounds.find(({ number }) => number === round.number);
  const isOpen = begun !== undefined && begun.endedAt === undefined;
  if (sheet.options.operation.isInRounds !== true || !isOpen) return;
  if (summary.notInPlace === undefined && !hasUnfinishedRows(sheet)) {
    journal.append({ fact: 'round_ended', round: round.number, at });
  }
}

/** Lets `rwa status` list all unfinished rows of the round, not only rows that were attempted. */
export function recordUnsentRows({ read }: RunSheet, work: readonly PlannedRow[], at: string) {
  const { journal } = read;
  for (const { key, plan } of work) {
    const isUnsent = plan?.kind === 'next' && journal.state(key) === undefined;
    if (isUnsent) journal.append({ fact: 'released', row: key, reason: 'not_sent', at });
  }
}

function hasUnfinishedRows(sheet: RunSheet): boolean {
  const { journal, round, rows } = sheet.read;
  return rows.some((row) => {
    const status = sheet.status(row);
    if (status === 'Pending') return journal.state(row.key)?.round === round.number;
    return status === 'Not sent' && row.plan?.kind === 'next';
  });
}

/**
 * Returns messages about facts that the journal could not store, beginning with the cause, so that
 * a person learns the outcome of each row.
 */
export function listUnrecordedRows(
  journal: Pick<Journal, 'takeUnwritten'>,
  rows: readonly { readonly key: string; readonly number: number }[],
  { command, repeatable }: Pick<SheetOperation, 'command' | 'repeatable'>,
): readonly Message[] {
  const unwritten = journal.takeUnwritten();
  if (unwritten === undefined) return [];
  // A repeated request leads to the same state, so the outcome is found again.
  if (repeatable) return [unwritten.error.reason];
  const numbers = new Map(rows.map(({ key, number }) => [key, number]));
  const lost = new Map<string, Message>();
  for (const fact of unwritten.facts) {
    if (!('row' in fact)) continue;
    const became = toLostResult(fact);
    // The last fact counts: the request of a rejected row is released before the row is rejected.
    if (became !== undefined) {
      const row = numbers.get(fact.row);
      lost.set(fact.row, { code: 'rowNotRecorded', operation: command, row, became });
    }
  }
  return [unwritten.error.reason, ...lost.values()];
}

/** Returns undefined if the next run finds the outcome again. */
function toLostResult(fact: RowFact): WorkMessages['rowNotRecorded']['became'] | undefined {
  if (fact.fact === 'created' && fact.by === 'answer') {
    return { what: 'created', id: fact.assessmentId };
  }
  if (fact.fact === 'done' && fact.id !== undefined) return { what: 'done', id: fact.id };
  if (fact.fact === 'rejected') return { what: 'refused', reason: fact.reason.message };
  if (fact.fact === 'released') return { what: 'notSent' };
  return undefined;
}

import { randomUUID } from 'node:crypto';
import { requiredActors } from '../../../src/decision.js';
import { groupBy } from '../../engine/plainData.js';
import { decide } from '../../engine/operations/decide.js';
import { RefusalError } from '../refusalError.js';
import type { Changes } from '../changes.js';
import {
  addDecisions,
  endDecisions,
  isSentElsewhere,
  findOutdatedDecisions,
  type StoredDecision,
} from './decisionStore.js';
import { type LogEntry, LogStore } from '../access/logStore.js';
import { findLiveSheet } from '../sheets/liveSheet.js';
import { readSheetWords } from '../sheets/sheetWords.js';
import { inTransaction } from '../db/transaction.js';
import {
  type TypedOutcome,
  sendTypedRows,
  type TypedOutcomes,
  type TypedRunPorts,
} from '../runs/typedRun.js';
import type { DecisionToSend, SentOutcome } from '../threads/work.js';

export interface DecisionPorts extends TypedRunPorts {
  readonly changes: Pick<Changes, 'publish'>;
}

/** Stores the decisions first, with the log entry, so that a kill loses none. */
export async function sendDecisions(
  ports: DecisionPorts,
  sheet: string,
  decisions: readonly DecisionToSend[],
  entry: LogEntry,
): Promise<readonly SentOutcome[]> {
  const { store } = ports;
  const { at, who: by } = entry;
  const storedDecisions = decisions.map((decision): StoredDecision => {
    const { row, assessmentId, status, note = '' } = decision;
    const field = requiredActors[status]?.anyOf.find(
      (name) => (decision[name] ?? '').trim() !== '',
    );
    const person = field === undefined ? '' : (decision[field] ?? '');
    const named = { person: person.trim(), personField: field ?? '' };
    return { id: randomUUID(), sheet, row, assessmentId, status, ...named, note, by, at };
  });
  await inTransaction(store, async (tx) => {
    if ((await findLiveSheet(tx, sheet)) === undefined)
      throw new RefusalError('not_found', (t) => t(($) => $.sheets.goneMeanwhile));
    await addDecisions(tx, storedDecisions);
    await new LogStore(tx).add(entry);
  });
  publish(ports, sheet, storedDecisions);
  // A decision that is already recorded is sent too, because it may have been changed in the service.
  const outcomes = await send(ports, sheet, storedDecisions, true);
  return storedDecisions.map(({ row }, index) => ({ index, ...findOutcome(outcomes, row) }));
}

/**
 * Sending a decision twice is harmless. All decisions are queued at once, so that later decisions are sent after them.
 */
export async function resumeDecisions(
  ports: DecisionPorts,
  unfinished: readonly StoredDecision[],
): Promise<void> {
  const decisionsByTime = groupBy(unfinished, ({ sheet, at }) => `${sheet} ${at}`);
  await Promise.all(
    [...decisionsByTime.values()].map(async (decisions) => {
      const [first] = decisions;
      if (first !== undefined) await send(ports, first.sheet, decisions, false);
    }),
  );
}

export function toDecisionsOwner(sheet: string): string {
  return `decisions:${sheet}`;
}

async function send(
  ports: DecisionPorts,
  sheet: string,
  decisions: readonly StoredDecision[],
  isNew: boolean,
): Promise<TypedOutcomes> {
  const words = await readSheetWords(ports.store, sheet);
  let current = decisions;
  const toRows = () =>
    current.map(({ row, assessmentId, status, person, personField, note }) => ({
      number: row,
      values: { assessmentId, status, note, [personField]: person },
    }));
  const outcomes = await sendTypedRows(ports, {
    operation: decide,
    owner: toDecisionsOwner(sheet),
    words,
    rows: async () => {
      await waitForOtherSheets(ports, decisions);
      // With several machines, a later decision may get the lock first.
      current = await endOutdated(ports.store, decisions, words.typedRows.decidedAgain);
      return toRows();
    },
    // After a kill, the same decision may be recorded from an earlier time, but not sent again yet.
    isToRepeat: ({ doneAt }) => Promise.resolve(isNew || doneAt < (decisions[0]?.at ?? '')),
    retryRejected: isNew,
    store: (ended) => {
      const outcomes = current.map(({ id, row }) => {
        const { ok, message } = findOutcome(ended, row);
        return { id, state: ok ? ('recorded' as const) : ('failed' as const), message };
      });
      const failedCount = outcomes.filter(({ state }) => state === 'failed').length;
      return inTransaction(ports.store, async (tx) => {
        await endDecisions(tx, outcomes);
        if (failedCount > 0)
          await logNotRecorded(tx, decisions, failedCount, new Date(ports.timing.now()));
      });
    },
  });
  publish(ports, sheet, decisions);
  const outdated = decisions.filter((decision) => !current.includes(decision));
  return new Map([
    ...outcomes,
    ...outdated.map(
      ({ row }) => [row, createNotSentOutcome(words.typedRows.decidedAgain)] as const,
    ),
  ]);
}

/** An earlier decision on the same assessment must not arrive after the given ones. */
async function waitForOtherSheets(
  { store, timing }: DecisionPorts,
  decisions: readonly StoredDecision[],
): Promise<void> {
  for (let waitedMs = 0; waitedMs < maxWaitMs; waitedMs += askAgainMs) {
    if (!(await isSentElsewhere(store, decisions))) return;
    await timing.sleep(askAgainMs);
  }
}

/** Another process continues the decisions of a dead process within two minutes, which is less than this. */
const maxWaitMs = 150_000;
const askAgainMs = 100;

function createNotSentOutcome(message: string): TypedOutcome {
  return { ok: false, isNew: false, message, status: 'Not sent' };
}

async function logNotRecorded(
  tx: DecisionPorts['store'],
  [first]: readonly StoredDecision[],
  failedCount: number,
  at: Date,
): Promise<void> {
  if (first === undefined) return;
  const { status, by, sheet } = first;
  const action = { code: 'decisionsNotRecorded', status, rows: failedCount, by } as const;
  await new LogStore(tx).add({ at: at.toISOString(), action, sheet });
}

/** Ends outdated decisions as failed, and returns the other decisions. */
function endOutdated(
  store: DecisionPorts['store'],
  decisions: readonly StoredDecision[],
  message: string,
): Promise<readonly StoredDecision[]> {
  return inTransaction(store, async (tx) => {
    const outdated = await findOutdatedDecisions(tx, decisions);
    await endDecisions(
      tx,
      Array.from(outdated, (id) => ({ id, state: 'failed', message })),
    );
    return decisions.filter(({ id }) => !outdated.has(id));
  });
}

function findOutcome(outcomes: TypedOutcomes, row: number) {
  return outcomes.get(row) ?? createNotSentOutcome('');
}

function publish(
  { changes }: DecisionPorts,
  sheet: string,
  decisions: readonly StoredDecision[],
): void {
  changes.publish({ type: 'rows', sheet, rows: decisions.map(({ row }) => row) });
}

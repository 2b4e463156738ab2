import { randomUUID } from 'node:crypto';
import { requiredActors } from '../../../src/decision.js';
import { groupedBy } from '../../engine/plainData.js';
import { count } from '../../wording/words.js';
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
import { inTransaction } from '../db/transaction.js';
import {
  type TypedOutcome,
  sendTypedRows,
  type TypedOutcomes,
  type TypedRunPorts,
} from '../runs/typedRun.js';
import type { DecisionToSend, SentOutcome } from '../threads/work.js';

/** The dependencies of sending decisions. */
export interface DecisionPorts extends TypedRunPorts {
  readonly changes: Pick<Changes, 'publish'>;
}

/**
 * Sends decisions on rows of a sheet. Stores them first, with the log entry, so that a kill loses none. Resolves to the
 * outcome of each. Throws a RefusalError for a deleted sheet.
 */
export async function sendDecisions(
  ports: DecisionPorts,
  sheet: string,
  decisions: readonly DecisionToSend[],
  entry: LogEntry,
): Promise<readonly SentOutcome[]> {
  const { store } = ports;
  const { at, who: by } = entry;
  const made = decisions.map((decision): StoredDecision => {
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
      throw new RefusalError('not_found', 'There is no such sheet. It may have been deleted.');
    await addDecisions(tx, made);
    await new LogStore(tx).add(entry);
  });
  publish(ports, sheet, made);
  // A decision that is recorded already is sent too, because it may have been changed in the service.
  const outcomes = await send(ports, sheet, made, true);
  return made.map(({ row }, index) => ({ index, ...findOutcome(outcomes, row) }));
}

/**
 * Sends again the decisions that a process has not finished before its end: repeating one is harmless. Queues all of
 * them before it returns, so that a later decision is sent after them.
 */
export async function resumeDecisions(
  ports: DecisionPorts,
  left: readonly StoredDecision[],
): Promise<void> {
  const together = groupedBy(left, ({ sheet, at }) => `${sheet} ${at}`);
  await Promise.all(
    [...together.values()].map(async (made) => {
      const [first] = made;
      if (first !== undefined) await send(ports, first.sheet, made, false);
    }),
  );
}

/** Returns the owner of the journal of the decisions in a sheet. */
export function ownerOfDecisions(sheet: string): string {
  return `decisions:${sheet}`;
}

async function send(
  ports: DecisionPorts,
  sheet: string,
  made: readonly StoredDecision[],
  isNew: boolean,
): Promise<TypedOutcomes> {
  let sent = made;
  const toRows = () =>
    sent.map(({ row, assessmentId, status, person, personField, note }) => ({
      number: row,
      values: { assessmentId, status, note, [personField]: person },
    }));
  const outcomes = await sendTypedRows(ports, {
    operation: decide,
    owner: ownerOfDecisions(sheet),
    rows: async () => {
      await waitForOtherSheets(ports, made);
      // With several machines, a later decision may get the lock first.
      sent = await endOutdated(ports.store, made);
      return toRows();
    },
    rowsToRepeat: () => Promise.resolve(isNew ? toRows() : []),
    retryRejected: isNew,
    store: (ended) => {
      const outcomes = sent.map(({ id, row }) => {
        const { ok, message } = findOutcome(ended, row);
        return { id, state: ok ? ('recorded' as const) : ('failed' as const), message };
      });
      const refused = outcomes.filter(({ state }) => state === 'failed').length;
      return inTransaction(ports.store, async (tx) => {
        await endDecisions(tx, outcomes);
        if (refused > 0) await logRefused(tx, made, refused, new Date(ports.timing.now()));
      });
    },
  });
  publish(ports, sheet, made);
  const outdated = made.filter((decision) => !sent.includes(decision));
  return new Map([
    ...outcomes,
    ...outdated.map(({ row }) => [row, notSent(outdatedMessage)] as const),
  ]);
}

/**
 * Waits while another sheet sends an earlier decision on the same assessment, which must not arrive after these. The wait
 * is long enough for another process to continue the decisions of a dead one, which takes about a minute.
 */
async function waitForOtherSheets(
  { store, timing }: DecisionPorts,
  made: readonly StoredDecision[],
): Promise<void> {
  for (let waitedMs = 0; waitedMs < maxWaitMs; waitedMs += askAgainMs) {
    if (!(await isSentElsewhere(store, made))) return;
    await timing.sleep(askAgainMs);
  }
}

const maxWaitMs = 90_000;
const askAgainMs = 100;

const outdatedMessage = 'It was not sent: another decision was made since.';

function notSent(message: string): TypedOutcome {
  return { ok: false, isNew: false, message, status: 'Not sent' };
}

/** Adds a log entry for decisions that were made together and not recorded. */
async function logRefused(
  tx: DecisionPorts['store'],
  [first]: readonly StoredDecision[],
  refused: number,
  at: Date,
): Promise<void> {
  if (first === undefined) return;
  const action = `could not record "${first.status}" on ${count(refused, 'row')} for ${first.by}`;
  const entry = { at: at.toISOString(), who: 'the server', action, sheet: first.sheet };
  await new LogStore(tx).add(entry);
}

/** Ends the decisions that were followed by another one on the same assessment. Returns the others. */
function endOutdated(
  store: DecisionPorts['store'],
  made: readonly StoredDecision[],
): Promise<readonly StoredDecision[]> {
  return inTransaction(store, async (tx) => {
    const outdated = await findOutdatedDecisions(tx, made);
    await endDecisions(
      tx,
      Array.from(outdated, (id) => ({ id, state: 'failed', message: outdatedMessage })),
    );
    return made.filter(({ id }) => !outdated.has(id));
  });
}

function findOutcome(outcomes: TypedOutcomes, row: number) {
  return outcomes.get(row) ?? notSent('');
}

function publish({ changes }: DecisionPorts, sheet: string, made: readonly StoredDecision[]): void {
  changes.publish({ type: 'rows', sheet, rows: made.map(({ row }) => row) });
}

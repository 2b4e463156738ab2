import { randomUUID } from 'node:crypto';
import { requiredActors } from '../../../src/decision.js';
import { groupedBy } from '../../engine/plainData.js';
import { decide } from '../../engine/operations/decide.js';
import { Refused } from '../api/refused.js';
import type { Changes } from '../changes.js';
import {
  addDecisions,
  endDecision,
  type StoredDecision,
  unfinishedDecisions,
} from '../store/decisionStore.js';
import { liveSheet } from '../store/liveSheet.js';
import { inTransaction } from '../store/transaction.js';
import { typedRun, type TypedRunPorts } from './typedRun.js';
import type { DecisionToSend, SentOutcome } from './work.js';

/** What the sending of decisions needs. */
export interface DecisionPorts extends TypedRunPorts {
  readonly changes: Pick<Changes, 'tell'>;
}

/**
 * Sends decisions on cases of a sheet, `by` a person's name. They are in the store before, so that those
 * which a kill has interrupted are known. Resolves to what became of each. Throws a Refused for a sheet that
 * was deleted.
 */
export async function sendDecisions(
  ports: DecisionPorts,
  sheet: string,
  decisions: readonly DecisionToSend[],
  by: string,
): Promise<readonly SentOutcome[]> {
  const { store, timing } = ports;
  const at = new Date(timing.now()).toISOString();
  const made = decisions.map((decision): StoredDecision => {
    const { row, assessmentId, status, note = '' } = decision;
    const field = requiredActors[status]?.anyOf.find(
      (name) => (decision[name] ?? '').trim() !== '',
    );
    const person = field === undefined ? '' : (decision[field] ?? '');
    const who = { person: person.trim(), personField: field ?? '' };
    return { id: randomUUID(), sheet, row, assessmentId, status, ...who, note, by, at };
  });
  inTransaction(store, () => {
    if (liveSheet(store, sheet) === undefined) throw new Refused(...deleted);
    addDecisions(store, made);
  });
  tell(ports, sheet, made);
  // A decision that stands already is sent once more: it may have been changed in the service.
  const outcomes = await send(ports, sheet, made, true);
  return made.map(({ row }, index) => ({ index, ...outcomeOf(outcomes, row) }));
}

const deleted = [404, 'not_found', 'There is no such sheet. It may have been deleted.'] as const;

/**
 * Goes on with the decisions that a process which ended was sending: to repeat one is harmless. `isLeft` says
 * which these are, where other processes send, too; all that are not finished unless given.
 */
export async function resumeDecisions(
  ports: DecisionPorts,
  isLeft: (decision: StoredDecision, owner: string) => boolean = () => true,
): Promise<void> {
  const left = unfinishedDecisions(ports.store).filter((each) =>
    isLeft(each, ownerOfDecisions(each.sheet)),
  );
  const together = groupedBy(left, ({ sheet, at }) => `${sheet} ${at}`);
  // All are in line at once: one that somebody makes from now on comes after them, and is the last word.
  await Promise.all(
    [...together.values()].map(async (made) => {
      const [first] = made;
      if (first !== undefined) await send(ports, first.sheet, made, false);
    }),
  );
}

function ownerOfDecisions(sheet: string): string {
  return `decisions:${sheet}`;
}

async function send(
  ports: DecisionPorts,
  sheet: string,
  made: readonly StoredDecision[],
  isNew: boolean,
): ReturnType<typeof typedRun> {
  const outcomes = await typedRun(ports, {
    operation: decide,
    owner: ownerOfDecisions(sheet),
    rows: made.map(({ row, assessmentId, status, person, personField, note }) => ({
      number: row,
      values: { assessmentId, status, note, [personField]: person },
    })),
    sendsAgain: () => isNew,
    retryRejected: isNew,
  });
  inTransaction(ports.store, () => {
    for (const { id, row } of made) {
      const { ok, said } = outcomeOf(outcomes, row);
      endDecision(ports.store, id, ok ? 'recorded' : 'failed', said);
    }
  });
  tell(ports, sheet, made);
  return outcomes;
}

function outcomeOf(outcomes: Awaited<ReturnType<typeof typedRun>>, row: number) {
  return outcomes.get(row) ?? { ok: false, said: '', status: 'Not sent' };
}

function tell({ changes }: DecisionPorts, sheet: string, made: readonly StoredDecision[]): void {
  changes.tell({ type: 'rows', sheet, rows: made.map(({ row }) => row) });
}

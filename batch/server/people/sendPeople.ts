import { randomUUID } from 'node:crypto';
import { invite } from '../../engine/operations/invite.js';
import { removeAccess } from '../../engine/operations/removeAccess.js';
import { type LogEntry, LogStore } from '../access/logStore.js';
import type { Language } from '../contract/languages.js';
import { RefusalError } from '../refusalError.js';
import {
  addPersonActions,
  alreadyInvited,
  type EndedAction,
  endPersonActions,
  endWaitingActions,
  interruptAll,
  readRemovedPeople,
  unconfirmedStatus,
  type WaitingAction,
  findInvitedPerson,
  findWaitingAction,
} from './personStore.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { type TypedOutcome, sendTypedRows, type TypedRunPorts } from '../runs/typedRun.js';
import type { SentOutcome } from '../threads/work.js';
import { checkAnswer, recordAsNew, settleRow } from '../../engine/run/settleRow.js';
import type { PersonSettlement } from '../contract/shapes.js';
import { toRefusal } from '../refusal.js';
import { readSentMsAgo } from '../journal/sentMsAgo.js';
import { openStoredJournal } from '../journal/openStoredJournal.js';
import { type JournalLocks, runWithLock } from '../sheets/sheetLocks.js';
import { type Words, wordsIn } from '../words/wording.js';

export interface PeoplePorts extends TypedRunPorts {
  readonly service: TypedRunPorts['service'] & { readonly isTest: boolean };
}

type Person = Readonly<Record<string, string>>;

interface PeopleOrder {
  readonly by: string;
  readonly language: Language;
  readonly entry?: LogEntry;
}

/** Rows are numbered as in a sheet with headings in row 1. */
const firstRow = 2;

/**
 * Does not repeat an invitation that may have taken effect, unless the access was removed since; a removal may be
 * repeated. Throws a RefusalError outside a test environment, where the service accepts no changes.
 */
export async function sendPeople(
  ports: PeoplePorts,
  action: 'invite' | 'remove',
  people: readonly Person[],
  { by, language, entry }: PeopleOrder,
): Promise<readonly SentOutcome[]> {
  const { store, service, timing } = ports;
  if (!service.isTest) {
    throw new RefusalError('conflict', (t) =>
      t(($) => $.people.noTestService, { service: service.name }),
    );
  }
  const at = new Date(timing.now()).toISOString();
  const actions = people.map((person) => {
    return { id: randomUUID(), action, person: readStaffId(person), by, at };
  });
  await inTransaction(store, async (tx) => {
    await addPersonActions(tx, actions);
    if (entry !== undefined) await new LogStore(tx).add(entry);
  });
  const words = wordsIn(language);
  const rows = people.map((values, index) => ({ number: firstRow + index, values }));
  let ended: readonly SentAction[] = [];
  let removed: ReadonlyMap<string, boolean> | undefined;
  await sendTypedRows(ports, {
    operation: action === 'invite' ? invite : removeAccess,
    owner: getPeopleJournal(action),
    words,
    rows: () => Promise.resolve(rows),
    // After the removal of a person, the email address can be invited again.
    isToRepeat: async ({ key, number }) => {
      if (action === 'remove') return true;
      removed ??= await readRemovedPeople(store, actions[0]?.id ?? '');
      const staffId = readStaffId(people[number - firstRow] ?? {});
      const invited = await findInvitedPerson(store, key);
      return removed.get(invited?.staffId ?? staffId) === false;
    },
    retryRejected: true,
    store: async (outcomes) => {
      ended = await Promise.all(
        actions.map(({ id }, index) => {
          const outcome = outcomes.get(firstRow + index);
          const request = people[index] ?? {};
          const mayBeInvited = removed?.get(readStaffId(request)) === true;
          return endAction(store, { id, request, mayBeInvited }, outcome, words);
        }),
      );
      await inTransaction(store, (tx) => endPersonActions(tx, ended));
    },
  });
  return ended.map(({ ok, message, status }, index) => ({ index, ok, message, status }));
}

const notSent = 'Not sent';

type SentAction = EndedAction & Pick<SentOutcome, 'ok'>;

/** The outcome is Invalid if another person was invited with the same email. */
async function endAction(
  store: Store,
  {
    mayBeInvited,
    ...action
  }: Pick<EndedAction, 'id' | 'request'> & { readonly mayBeInvited: boolean },
  outcome: TypedOutcome | undefined,
  { typedRows }: Words,
): Promise<SentAction> {
  const { ok = false, isNew = false, message = '', status = notSent, key } = outcome ?? {};
  if (!isNew && key !== undefined && outcome?.wasSentOtherwise === true) {
    const invited = await findInvitedPerson(store, key);
    if (invited !== undefined && invited.staffId !== readStaffId(action.request)) {
      // Leave out the name, because this message stays after the removal of the person's access.
      const text = typedRows.emailOfOther(invited.staffId, invited.status !== unconfirmedStatus);
      return { ...action, ok: false, status: 'Invalid', message: text };
    }
  }
  const waiting = toWaitingAction(outcome, action.request);
  if (!ok || isNew) return { ...action, ok, status, message, key, waiting };
  if (mayBeInvited) {
    return {
      ...action,
      ok: false,
      status: notSent,
      message: typedRows.mayBeInvited,
      key,
      waiting,
    };
  }
  return {
    ...action,
    ok,
    status: status === invite.successStatus ? alreadyInvited : status,
    message: typedRows.doneBefore,
    key,
    waiting,
  };
}

/** Changes only actions of ended processes that are at least `ageMs` old. */
export async function endInterruptedPeople(
  { store, locks }: Pick<PeoplePorts, 'store'> & { readonly locks: Pick<JournalLocks, 'has'> },
  ageMs = 0,
): Promise<void> {
  for (const action of ['invite', 'remove'] as const) {
    if (await locks.has(getPeopleJournal(action))) continue;
    await interruptAll(store, action, ageMs);
  }
}

function toWaitingAction(
  outcome: TypedOutcome | undefined,
  sent: Person,
): WaitingAction | undefined {
  const { key = '', choices = [] } = outcome ?? {};
  const waitsFor = (['settle', 'newRow'] as const).find((choice) => choices.includes(choice));
  return waitsFor === undefined ? undefined : { waitsFor, key, sent };
}

function getPeopleJournal(action: 'invite' | 'remove'): string {
  return `people:${action}`;
}

function readStaffId({
  staff_id: staffId = '',
}: Readonly<Record<string, string | undefined>>): string {
  return staffId.trim();
}

/**
 * If the response to the invitation was lost, the answer is whether the invitation exists; if it does not, it is sent
 * again at once. If the same Staff ID was invited with another email, the answer is to send the invitation.
 */
export async function settlePerson(
  ports: PeoplePorts,
  id: string,
  { exists, userId = '' }: PersonSettlement,
  entry: LogEntry,
  language: Language,
): Promise<void> {
  const { store } = ports;
  const { typedRows } = wordsIn(language);
  const describeAnswer = ({ waitsFor }: WaitingAction) => {
    if (exists) return typedRows.invitationExists;
    return waitsFor === 'settle' ? typedRows.invitationMissing : typedRows.invitationMeant;
  };
  const waiting = await runWithLock(ports.locks, getPeopleJournal('invite'), async () => {
    const found = await findWaitingAction(store, id);
    if (found === undefined || (found.waitsFor === 'newRow' && exists)) {
      throw new RefusalError('conflict', (t) => t(($) => $.people.notWaiting));
    }
    const givenId = userId.trim() === '' ? {} : { id: userId.trim() };
    await recordAnswer(ports, found, exists ? { exists, ...givenId } : { exists });
    const status = exists ? invite.successStatus : 'Not sent';
    // Store the answer before the invitation is sent, because the process may end in between.
    const message = describeAnswer(found)(entry.who);
    await inTransaction(store, async (tx) => {
      await endWaitingActions(tx, found, { status, message });
      await new LogStore(tx).add(entry);
    });
    return found;
  }).catch((error: unknown) => {
    throw toRefusal(error);
  });
  if (exists) return;
  await sendPeople(ports, 'invite', [waiting.sent], { by: entry.who, language });
}

async function recordAnswer(
  { store, service, timing: { now } }: PeoplePorts,
  { waitsFor, key }: WaitingAction,
  answer: Parameters<typeof settleRow>[3],
): Promise<void> {
  const owner = getPeopleJournal('invite');
  const journal = await openStoredJournal({ store, service, now }, owner);
  try {
    // The journal already contains the answer: a process ended before it stored the new status.
    if (journal.state(key)?.state === 'Ready' && !answer.exists) return;
    const at = new Date(now()).toISOString();
    if (waitsFor === 'newRow') {
      recordAsNew(1, key, journal, at);
    } else {
      const { states } = journal;
      const about = { operation: invite, planned: [], intakeRows: [], states };
      const sent = { owner, row: key };
      checkAnswer(about, key, answer, answer.exists ? undefined : await readSentMsAgo(store, sent));
      settleRow(about, journal, key, answer, at);
    }
    await journal.waitForSync();
  } finally {
    await journal.close();
  }
}

import { invite } from '../../engine/operations/invite.js';
import { makeNewCase, checkAnswer, settleRow } from '../../engine/run/settleRow.js';
import { type LogEntry, LogStore } from '../access/logStore.js';
import { inTransaction } from '../db/transaction.js';
import { Refused } from '../refused.js';
import type { PersonSettlement } from '../contract/shapes.js';
import { endWaitingActions, type WaitingAction, waitingAction } from './personStore.js';
import { asRefused } from '../refusal.js';
import { peopleJournal, type PeoplePorts, sendPeople } from './sendPeople.js';
import { openStoredJournal } from '../journal/openStoredJournal.js';
import { whileHeld } from '../sheets/sheetLocks.js';

/**
 * Records a person's answer about an invitation whose response was lost: it exists, or it does not and is sent again
 * at once. An invitation that is held because the same Staff ID was invited with another email is sent if the person
 * confirms it. Throws a Refused for an ID that belongs to another invitation, and if the invitation was settled
 * meanwhile.
 */
export async function settlePerson(
  ports: PeoplePorts,
  id: string,
  { exists, userId = '' }: PersonSettlement,
  entry: LogEntry,
): Promise<void> {
  const { store } = ports;
  const waiting = await whileHeld(ports.locks, peopleJournal('invite'), async () => {
    const found = await waitingAction(store, id);
    if (found === undefined || (found.waitsFor === 'newCase' && exists)) {
      throw new Refused('conflict', 'This invitation does not wait for such an answer (any more).');
    }
    const made = userId.trim() === '' ? {} : { id: userId.trim() };
    await record(ports, found, exists ? { exists, ...made } : { exists });
    const status = exists ? invite.succeeded : 'Not sent';
    const said = settledWords(found, exists, entry.who);
    await inTransaction(store, async (tx) => {
      await endWaitingActions(tx, found, { status, said });
      await new LogStore(tx).add(entry);
    });
    return found;
  }).catch((error: unknown) => {
    throw asRefused(error);
  });
  if (exists) return;
  await sendPeople(ports, 'invite', [waiting.sent], { by: entry.who });
}

/** It is stored before the invitation is sent: the process may end in between. */
function settledWords({ waitsFor }: WaitingAction, exists: boolean, by: string): string {
  if (exists) return `${by} said that the invitation exists.`;
  const what = waitsFor === 'settle' ? 'the invitation does not exist' : 'this invitation is meant';
  return `${by} said that ${what}. It is sent as a new request; if there is none, invite the person again.`;
}

async function record(
  { store, service, timing: { now } }: PeoplePorts,
  { waitsFor, key }: WaitingAction,
  answer: Parameters<typeof settleRow>[3],
): Promise<void> {
  const journal = await openStoredJournal({ store, service, now }, peopleJournal('invite'));
  try {
    // It is to be sent already: the process has ended before that.
    if (journal.state(key)?.state === 'Ready' && !answer.exists) return;
    const at = new Date(now()).toISOString();
    if (waitsFor === 'newCase') {
      makeNewCase(1, key, journal, at);
    } else {
      const { states } = journal;
      const about = { operation: invite, planned: [], intakeRows: [], states };
      checkAnswer(about, key, answer);
      settleRow(about, journal, key, answer, at);
    }
    await journal.synced();
  } finally {
    await journal.close();
  }
}

import { Journal } from '../../engine/journal/journal.js';
import { assess } from '../../engine/operations/assess.js';
import {
  type Answer,
  checkAnswer,
  settleRow as settleInJournal,
} from '../../engine/run/settleRow.js';
import type { RunSheet } from '../../engine/run/runSheet.js';
import { JournalInStore, readJournalOf } from '../store/journalInStore.js';
import { journalSalt } from '../store/journalSalt.js';
import { liveSheet } from '../store/liveSheet.js';
import { Refused } from '../api/refused.js';
import {
  claimOfOthers,
  type ClaimedRow,
  followJournal,
  followSettlement,
  isOfOthers,
} from '../store/sentRequests.js';
import type { Store } from '../store/store.js';
import { inTransaction } from '../store/transaction.js';
import { type ChangePorts, changeSheet } from './changeSheet.js';
import { unconfirmedOf } from './recordSheet.js';
import { asRefused } from './refusal.js';

/** Rows that have changed in the store, by their sheet. */
export interface ChangedRows {
  readonly sheet: string;
  readonly rows: readonly number[];
}

/**
 * Records what a person says of an unconfirmed row of a sheet. If another sheet has sent the row, it is
 * settled there: this one follows it. Resolves to the rows whose state has changed by it. Throws a Refused
 * for what cannot be, and while a run has the sheet.
 */
export async function settleRow(
  ports: ChangePorts,
  id: string,
  key: string,
  answer: Answer,
): Promise<ChangedRows> {
  try {
    const { owner: sheet, row } = openElsewhere(ports, id, key) ?? { owner: id, row: key };
    if (liveSheet(ports.store, sheet)?.hasFile !== true && sheet !== id) {
      await settleAlone(ports, sheet, row, answer);
      return { sheet, rows: [] };
    }
    const rows = await changeSheet(ports, sheet, ({ about, sheet: read, journal, at }) => {
      checkAnswer(about, row, answer);
      refuseIdOfOthers(ports.store, { owner: sheet, row }, answer);
      if (journal.state(row) !== undefined) assertUnconfirmed(read, row);
      settleInJournal(about, journal, row, answer, at);
      return [row];
    });
    return { sheet, rows };
  } catch (error) {
    throw asRefused(error);
  }
}

/** Who settles a row saw it as unconfirmed; in the meantime somebody else may have, or its answer came. */
function assertUnconfirmed(sheet: RunSheet, row: string): void {
  if (unconfirmedOf(sheet).some(({ key }) => key === row)) return;
  throw new Refused(
    409,
    'conflict',
    'This row is no longer unconfirmed: somebody has settled it, or its answer has come. Nothing was changed. Look at it again.',
  );
}

/** The row of another sheet that was sent for this one and has no answer. */
function openElsewhere({ store }: ChangePorts, sheet: string, key: string) {
  const isOthers =
    store.db
      .prepare('SELECT 1 FROM unconfirmed WHERE sheet = ? AND key = ? AND sent_by IS NOT NULL')
      .get(sheet, key) !== undefined;
  const other = isOthers ? claimOfOthers(store, sheet, key) : undefined;
  return other?.isOpen === true ? other : undefined;
}

/** Of a sheet that was deleted, or whose file was: only its journal is left. */
async function settleAlone(
  { store, service, now, locks }: ChangePorts,
  sheet: string,
  row: string,
  answer: Answer,
): Promise<void> {
  const lock = await locks.take(sheet);
  try {
    const { stored, last } = await readJournalOf(store, sheet);
    const kept = new JournalInStore(store, sheet, last);
    const salt = journalSalt(store);
    const journal = new Journal(kept, stored, { service: service.name, now, lock, salt });
    const at = new Date(now()).toISOString();
    const about = { operation: assess, planned: [], intakeRows: [], states: journal.states };
    try {
      checkAnswer(about, row, answer);
      refuseIdOfOthers(store, { owner: sheet, row }, answer);
      settleInJournal(about, journal, row, answer, at);
      await journal.synced();
      inTransaction(store, () => {
        followJournal(store, sheet, journal);
        followSettlement(store, { owner: sheet, row }, journal);
      });
    } finally {
      await journal.close();
    }
  } finally {
    await lock.release();
  }
}

/** The journal of the sheet knows its own IDs only. The service may say of none whose it is. */
function refuseIdOfOthers(store: Store, claim: ClaimedRow, answer: Answer): void {
  const id = answer.exists ? answer.id : undefined;
  if (id === undefined || !isOfOthers(store, claim, id)) return;
  throw new Refused(
    422,
    'invalid',
    `The ID ${id} already belongs to a row of another sheet, and cannot belong to this one too. Look in the service which of them it is.`,
    'assessmentId',
  );
}

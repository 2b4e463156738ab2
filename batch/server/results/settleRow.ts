import type { Journal } from '../../engine/journal/journal.js';
import { isAncestor } from '../../engine/journal/settle.js';
import { assess } from '../../engine/operations/assess.js';
import { type PlannedRow, findUnprovenId } from '../../engine/rows/plannedRow.js';
import { listUnprovenFacts } from '../../engine/run/importSheet.js';
import {
  type Answer,
  checkAnswer,
  settleRow as settleInJournal,
} from '../../engine/run/settleRow.js';
import { RefusalError } from '../refusalError.js';
import { findLiveSheet } from '../sheets/liveSheet.js';
import { readSentMsAgo } from '../journal/sentMsAgo.js';
import {
  findClaimOfOther,
  type ClaimedRow,
  hasOpenClaim,
  findOwnerByAssessment,
  findRowsWithIdsOfOthers,
} from '../journal/sentRequests.js';
import type { LogEntry } from '../access/logStore.js';
import type { Store } from '../db/store.js';
import { isListedAsUnconfirmed, isSentByOther, readSentAt } from './unconfirmedStore.js';
import {
  type ChangedRows,
  changeJournalAlone,
  type ChangePorts,
  changeSheet,
  type HeldSheet,
} from '../sheets/changeSheet.js';
import { toRefusal } from '../refusal.js';
import { type SharedAssessment, detachFromOtherSheets } from './markRow.js';

interface SeenRow {
  readonly id?: string | undefined;
  /** ISO 8601; null if this server had not sent the row. */
  readonly sentAt?: string | null | undefined;
}

export interface SettlementDetails extends SeenRow {
  /** True to accept also the unproven IDs that other rows of the sheet show. */
  readonly alsoOthers?: boolean | undefined;
  readonly entry?: LogEntry | undefined;
}

/** Prevents that two sheets get the same ID at the same time. */
const idsLock = 'assessment ids';

/**
 * If the open request or the entered ID of the row belongs to another sheet, settles the row there;
 * this sheet copies the result later.
 */
export async function settleRow(
  ports: ChangePorts,
  id: string,
  key: string,
  answer: Answer,
  { alsoOthers = false, entry, ...seen }: SettlementDetails = {},
): Promise<ChangedRows[]> {
  const { store } = ports;
  try {
    const { owner: sheet, row } = (await findOpenElsewhere(ports, id, key)) ??
      (await findTypedElsewhere(ports, id, key, seen.id)) ?? { owner: id, row: key };
    await assertNotInFlight(ports, { owner: sheet, row });
    let assessmentBefore: SharedAssessment | undefined;
    const settle = async (
      {
        settledSheet,
        journal,
        at,
        log,
      }: Pick<HeldSheet, 'settledSheet' | 'journal' | 'at' | 'log'>,
      shown?: PlannedRow,
    ) => {
      const { assessmentId = shown && findUnprovenId(shown), sentAt } = journal.state(row) ?? {};
      const shownAt = sheet === id ? sentAt : await readSentAt(store, id, key);
      assertUnchanged({ id: assessmentId, sentAt: shownAt }, seen);
      assessmentBefore = findAssessmentBefore(journal, sheet, row);
      const sent = { owner: sheet, row };
      checkAnswer(
        settledSheet,
        row,
        answer,
        answer.exists ? undefined : await readSentMsAgo(store, sent),
      );
      await assertIdIsFree(store, { owner: sheet, row }, answer, journal);
      log(entry);
      settleInJournal(settledSheet, journal, row, answer, at);
    };
    if (sheet !== id && (await findLiveSheet(store, sheet))?.hasFile !== true) {
      await changeJournalAlone(
        ports,
        sheet,
        row,
        (journal, at, log) => {
          const settledSheet = {
            operation: assess,
            planned: [],
            intakeRows: [],
            states: journal.states,
          };
          return settle({ settledSheet, journal, at, log });
        },
        answer.exists ? idsLock : undefined,
      );
      return [{ sheet, rows: [] }, ...(await detachFormerAssessment(ports, assessmentBefore))];
    }
    const rows = await changeSheet(
      ports,
      sheet,
      async (held) => {
        const { planned } = held.settledSheet;
        const isSettledRow = (plannedRow: PlannedRow) => plannedRow.key === row;
        await settle(held, planned.find(isSettledRow));
        const others = planned.filter((plannedRow) => !isSettledRow(plannedRow));
        return alsoOthers ? [row, ...(await acceptIds(ports, sheet, others, held))] : [row];
      },
      answer.exists || alsoOthers ? idsLock : undefined,
    );
    return [{ sheet, rows }, ...(await detachFormerAssessment(ports, assessmentBefore))];
  } catch (error) {
    throw toRefusal(error);
  }
}

/** Refuses a row that was sent again: an answer about the first request does not apply to the second request. */
function assertUnchanged(
  { id, sentAt }: Readonly<Record<'id' | 'sentAt', string | undefined>>,
  seen: SeenRow,
): void {
  // An ID that nothing proves is listed without a time.
  const hasSeenTime = seen.sentAt === null ? seen.id === undefined : seen.sentAt !== undefined;
  const wasSentSince = sentAt !== undefined && hasSeenTime && sentAt !== seen.sentAt;
  if (id === seen.id && !wasSentSince) return;
  throw new RefusalError('conflict', (t) => t(($) => $.results.settledMeanwhile));
}

/**
 * A run lists a row as unconfirmed only after its request has ended. Waiting would be wrong: the person has looked in
 * the service too early.
 */
async function assertNotInFlight(
  { store, locks }: ChangePorts,
  { owner, row }: ClaimedRow,
): Promise<void> {
  const isRunning = (await findLiveSheet(store, owner))?.isRunning === true;
  if (!isRunning || !(await locks.has(owner)) || (await isListedAsUnconfirmed(store, owner, row)))
    return;
  if (!(await hasOpenClaim(store, { owner, row }))) return;
  throw new RefusalError('conflict', (t) => t(($) => $.results.requestUnderWay));
}

function findAssessmentBefore(
  journal: Pick<Journal, 'state'>,
  sheet: string,
  key: string,
): SharedAssessment | undefined {
  const { assessmentId } = journal.state(key) ?? {};
  return assessmentId === undefined ? undefined : { sheet, key, assessmentId };
}

async function detachFormerAssessment(
  ports: ChangePorts,
  before: SharedAssessment | undefined,
): Promise<ChangedRows[]> {
  return before === undefined ? [] : detachFromOtherSheets(ports, before);
}

/** Finds the row of another sheet that was sent in place of this row and has no response. */
async function findOpenElsewhere(
  { store }: ChangePorts,
  sheet: string,
  key: string,
): Promise<ClaimedRow | undefined> {
  if (!(await isSentByOther(store, sheet, key))) return undefined;
  const other = await findClaimOfOther(store, sheet, key);
  return other?.isOpen === true ? other : undefined;
}

/** Finds the row of another sheet that was sent in place of this row, and has the ID that a person entered there. */
async function findTypedElsewhere(
  { store }: ChangePorts,
  sheet: string,
  key: string,
  typed: string | undefined,
): Promise<ClaimedRow | undefined> {
  if (typed === undefined) return undefined;
  const waiting = await store.db
    .selectFrom('row')
    .select('number')
    .where('sheet', '=', sheet)
    .where('key', '=', key)
    .where('status', '=', 'Pending')
    .executeTakeFirst();
  if (waiting === undefined) return undefined;
  const owner = await findOwnerByAssessment(store, typed, key);
  return owner === undefined || owner === sheet ? undefined : { owner, row: key };
}

/** Accepts unproven IDs, except IDs that belong to other rows in other sheets. */
async function acceptIds(
  { store }: ChangePorts,
  sheet: string,
  rows: readonly PlannedRow[],
  { journal, at }: Pick<HeldSheet, 'journal' | 'at'>,
): Promise<string[]> {
  const facts = [...listUnprovenFacts(rows, journal, at)].filter((fact) => fact.fact === 'created');
  const rowsWithTakenIds = await findRowsWithIdsOfOthers(store, sheet, facts);
  const accepted = facts.filter(({ row }) => !rowsWithTakenIds.has(row));
  for (const fact of accepted) journal.append(fact);
  return accepted.map(({ row }) => row);
}

/** The engine cannot check this: a journal has only the IDs of one sheet. */
async function assertIdIsFree(
  store: Store,
  { owner, row }: ClaimedRow,
  answer: Answer,
  journal: Pick<Journal, 'findKeyById'>,
): Promise<void> {
  const id = answer.exists ? answer.id : undefined;
  // For the ID of an earlier assessment of the row, the engine throws an error with another message.
  if (id === undefined || isAncestor(id, row, (assessmentId) => journal.findKeyById(assessmentId)))
    return;
  const rowsWithTakenIds = await findRowsWithIdsOfOthers(store, owner, [{ row, assessmentId: id }]);
  if (!rowsWithTakenIds.has(row)) return;
  throw new RefusalError('invalid', (t) => t(($) => $.results.takenId, { assessmentId: id }), {
    field: 'assessmentId',
  });
}

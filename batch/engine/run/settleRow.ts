import { UsageError } from '../errors.js';
import type { Journal } from '../journal/journal.js';
import {
  canBeSettled,
  detachFact,
  appendExisting,
  settle,
  isUnconfirmed,
} from '../journal/settle.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import {
  type PlannedRow,
  findNewRowKey,
  getHistory,
  onlyShowsId,
  showsUnprovenResult,
  findUnprovenId,
  isEditedSinceSent,
} from '../rows/plannedRow.js';
import { canBeId } from '../../../src/id.js';
import { isReplacedId } from '../identity/proofs.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import type { RowFact } from '../journal/facts.js';
import { mayHaveAssessment, type RowState } from '../journal/rowState.js';
import { showsForgottenId } from './forgottenRows.js';
import { getIdHeading } from './resultColumns.js';
import { toAcceptedFact, toSheetFacts } from './importSheet.js';
import { hashRequest, type SheetRequest } from '../intake/rowKey.js';
import type { Message } from '../message.js';
import { findReasonInSheet } from '../rows/shownStatus.js';
import type { SheetStatus, StatusRow } from './readStatus.js';

export const rowChoices = [
  /** The request that was sent took effect, or it did not and is sent again. */
  'settle',
  /** The row is a new assessment, and an earlier assessment with other inputs is not its own. */
  'newRow',
  'notItsAssessment',
  /** The ID that a person has entered belongs to another row, as its result has shown. */
  'correctId',
] as const;
export type RowChoice = (typeof rowChoices)[number];

interface RowWithAssessment<Planned = PlannedRow> {
  readonly planned: Planned;
  readonly assessmentId: string | undefined;
}

export function listChoices(
  row: RowWithAssessment,
  {
    operation,
    journal,
  }: { operation: SheetOperation; journal: Pick<Journal, 'state' | 'findKeyById'> },
): RowChoice[] {
  const { planned, assessmentId } = row;
  const { repeatable } = operation;
  const newRowKey = findNewRowKey(planned) ?? '';
  const state = journal.state(planned.key);
  const isOver = state?.state === 'Done' || state?.state === 'Forgotten';
  const isOnlyInSheet =
    planned.plan?.kind === 'unanswered' || findUnprovenId(planned) !== undefined;
  const isUnsure = isOnlyInSheet || (canBeSettled(state) && !isOver);
  const choices: readonly (readonly [RowChoice, boolean])[] = [
    ['settle', isUnsure && !repeatable],
    ['newRow', newRowKey !== '' && !wasSent(journal, newRowKey)],
    [
      'notItsAssessment',
      findDetachProblem(row, operation) === undefined &&
        journal.findKeyById(assessmentId ?? '') !== undefined,
    ],
    ['correctId', hasWrongId(state)],
  ];
  return choices.flatMap(([choice, isOffered]) => (isOffered ? [choice] : []));
}

/** Returns false for a request that was released, or that the service has refused. */
function wasSent(journal: Pick<Journal, 'state'>, key: string): boolean {
  const state = journal.state(key);
  return state !== undefined && mayHaveAssessment(state);
}

function hasWrongId(state: RowState | undefined): boolean {
  const { reason } = state ?? {};
  if (state?.state !== 'Pending' || reason === undefined) return false;
  return 'by' in reason && reason.by === 'person';
}

export function checkNewRow(planned: PlannedRow): string {
  const key = findNewRowKey(planned) ?? '';
  if (key !== '') return key;
  throw new UsageError({ code: 'rowIsNotNew', row: planned.number });
}

/** Returns true if a person can declare another row new, too. */
export function hasOtherBlockedRow(row: PlannedRow, { rows }: Pick<SheetStatus, 'rows'>): boolean {
  return rows.some(
    ({ planned }) => planned.number !== row.number && (findNewRowKey(planned) ?? '') !== '',
  );
}

/**
 * Lets the next run send a blocked row. Call {@link checkNewRow} first, and hold the lock. Throws a
 * UsageError if the row was sent in the meantime.
 */
export function recordAsNew(number: number, newRowKey: string, journal: Journal, at: string): void {
  if (wasSent(journal, newRowKey)) {
    throw new UsageError({ code: 'rowSentMeanwhile', row: number });
  }
  journal.append({ fact: 'send_again', row: newRowKey, at });
}

/**
 * Throws a UsageError for a row without an assessment, or for a row that only shows the ID of an
 * assessment of another row or employee.
 */
export function checkAssessment(
  row: RowWithAssessment,
  operation: Pick<SheetOperation, 'successStatus' | 'command'>,
): string {
  const why = findDetachProblem(row, operation);
  if (why !== undefined) throw new UsageError(why);
  return row.assessmentId ?? '';
}

/**
 * The row becomes unconfirmed, and the right row can get the ID. Call {@link checkAssessment}
 * first, and hold the lock. Throws a UsageError if the journal does not contain the assessment.
 * Returns the key of its request.
 */
export function detachFromRow(
  { planned, assessmentId = '' }: RowWithAssessment<Pick<PlannedRow, 'number'>>,
  journal: Journal,
  at: string,
): string {
  const key = journal.findKeyById(assessmentId);
  if (key === undefined) {
    throw new UsageError({ code: 'assessmentOnlyInSheet', row: planned.number, assessmentId });
  }
  const reason = { code: 'detached', assessmentId } as const;
  journal.append(detachFact(key, journal.state(key), reason, at));
  return key;
}

function findDetachProblem(
  { planned, assessmentId }: RowWithAssessment,
  { successStatus, command: operation }: Pick<SheetOperation, 'successStatus' | 'command'>,
) {
  const { number: row } = planned;
  if (assessmentId !== undefined && onlyShowsId(planned)) {
    return { code: 'assessmentOnlyShown', row, assessmentId, operation } as const;
  }
  if (assessmentId === undefined || successStatus !== 'Scored') {
    return { code: 'rowHasNoAssessment', row } as const;
  }
  return undefined;
}

export interface SettledSheet {
  readonly operation: SheetOperation;
  readonly planned: readonly PlannedRow[];
  readonly intakeRows: readonly IntakeRow[];
  readonly states: ReadonlyMap<string, RowState>;
}

/** A person's answer: the request of a row exists, with its ID if known, or it does not. */
export type Answer =
  | { readonly exists: true; readonly id?: string | undefined }
  | { readonly exists: false };

/**
 * Throws a UsageError for an impossible answer. `sentMsAgo` is the age of the row's last request,
 * which may still arrive at the service; undefined if it is not known.
 */
export function checkAnswer(
  sheet: SettledSheet,
  key: string,
  answer: Answer,
  sentMsAgo: number | undefined,
): void {
  if (!answer.exists) {
    refuseForgottenId(sheet, key);
    refuseEarlyAnswer(sheet.states.get(key), sentMsAgo);
  } else if (answer.id !== undefined) {
    refuseInvalidId(sheet, answer.id);
    refuseReplacedId(sheet, key, answer.id);
  }
}

/**
 * A request may arrive at the service until this long after its intent was recorded, even if its
 * process has died. A request that waits for a permit gets a new intent (sender.ts), and a worker
 * sends no request later than 14 s after its last heartbeat (runWithLease.ts). By default, a
 * request ends after 30 s, and a network may delay it for some time longer.
 */
const mayArriveMs = 60_000;

function refuseEarlyAnswer(state: RowState | undefined, sentMsAgo = mayArriveMs): void {
  if (state === undefined || sentMsAgo >= mayArriveMs) return;
  const isTyped = state.state === 'Pending' && state.byPerson === true;
  if (!isUnconfirmed(state) && !isTyped) return;
  const waitSeconds = Math.ceil((mayArriveMs - Math.max(sentMsAgo, 0)) / 1_000);
  throw new UsageError({ code: 'answerTooEarly', waitSeconds, isInFuture: sentMsAgo < 0 });
}

/**
 * Call {@link checkAnswer} first, and hold the lock. Throws a UsageError if the ID is missing or
 * belongs to another row, and if the row can no longer be settled in this way. A done or forgotten
 * row can only be sent again.
 */
export function settleRow(
  { operation, planned }: SettledSheet,
  journal: Journal,
  row: string,
  answer: Answer,
  at: string,
): void {
  const findRow = (key: string) => findPlanned(planned, key, journal);
  const shown = planned.find(({ key }) => key === row);
  const unproven = shown && findUnprovenId(shown);
  if (shown !== undefined && unproven !== undefined) {
    const { id = unproven } = answer.exists ? answer : {};
    appendExisting(journal, row, toAcceptedFact(shown, id, at), findRow);
    // Recording the ID and then detaching it marks the ID as rejected for this row.
    if (!answer.exists) settle(journal, { row, at }, findRow);
    return;
  }
  if (shown !== undefined && showsUnprovenResult(shown) && journal.state(row) === undefined) {
    const { id = shown.previous?.id } = answer.exists ? answer : {};
    const fact: RowFact = answer.exists
      ? operation.toEffectFact(row, id === '' ? undefined : id, at)
      : { fact: 'send_again', row, at };
    appendExisting(journal, row, fact, findRow);
    return;
  }
  const exists = answer.exists ? { exists: operation.toEffectFact(row, answer.id, at) } : {};
  // The facts that only the sheet shows must be in the journal before the row is settled.
  const isOnlyInSheet = shown?.plan?.kind === 'unanswered';
  const facts = isOnlyInSheet ? toSheetFacts(shown, journal.state(row), at, journal) : [];
  for (const fact of facts) journal.append(fact);
  settle(journal, { row, at, ...exists }, findRow);
}

/** Finds the row whose request has this key, even if its inputs or its assessment have changed. */
function findPlanned(
  planned: readonly PlannedRow[],
  key: string,
  journal: Pick<Journal, 'state'>,
): { readonly number: number; readonly isEarlier: boolean } | undefined {
  const own = planned.find((row) => row.key === key);
  if (own !== undefined) return { number: own.number, isEarlier: false };
  const id = journal.state(key)?.assessmentId;
  if (id === undefined) return undefined;
  const found = planned.find((row) =>
    getHistory(row).earlier.some(({ assessmentId }) => assessmentId === id),
  );
  if (found === undefined) return undefined;
  const [latest] = getHistory(found).earlier;
  return { number: found.number, isEarlier: found.key !== '' || latest?.assessmentId !== id };
}

/** The next run would fetch the forgotten assessment instead of sending the row. */
function refuseForgottenId({ operation, planned, states }: SettledSheet, key: string): void {
  const row = planned.find((row) => row.key === key);
  if (row === undefined || !showsForgottenId(row, states)) return;
  const heading = getIdHeading(operation);
  throw new UsageError({ code: 'rowShowsForgottenId', row: row.number, heading });
}

function refuseInvalidId({ operation, intakeRows }: SettledSheet, id: string): void {
  if (intakeRows.some(({ subject }) => subject?.employeeId === id)) {
    throw new UsageError({ code: 'answerIsEmployeeId', answer: id });
  }
  if (canBeId(id)) return;
  throw new UsageError({ code: 'answerIsNoId', operation: operation.command, answer: id });
}

/** The reference of another row still names the ID that a person has replaced there. */
function refuseReplacedId({ planned }: SettledSheet, key: string, id: string): void {
  const owner = planned.find(({ previous }) => isReplacedId(previous?.shown, id));
  if (owner === undefined || owner.key === key) return;
  const row = planned.find((other) => other.key === key)?.number;
  const conflict = { id, isAssessment: true, row, owner: owner.number, isEarlier: false };
  throw new UsageError({ code: 'idOfOtherRow', ...conflict });
}

export interface UnconfirmedRow {
  readonly key: string;
  /** Missing if no row of the sheet has the request, because the row was removed or edited. */
  readonly row?: number;
  /** ISO 8601; the time of the latest fact if the time of sending is unknown, empty if both are. */
  readonly sentAt: string;
  readonly reason: Message<'noAnswer'>;
  readonly request?: SheetRequest;
  /** The row's current inputs, if they differ from the inputs that were sent. */
  readonly now?: SheetRequest;
}

/** A row with an Assessment ID that has no proof of its inputs, so a person must decide. */
export interface UnprovenRow {
  readonly key: string;
  readonly row: number;
  readonly assessmentId: string;
  readonly request?: SheetRequest;
}

/** Returns rows whose Assessment ID has no proof and is in no other row. */
export function listUnprovenRows({ rows }: Pick<SheetStatus, 'rows'>): UnprovenRow[] {
  return rows.flatMap(({ planned }): UnprovenRow[] => {
    const { key, number, inputs: request } = planned;
    const assessmentId = findUnprovenId(planned);
    if (assessmentId === undefined) return [];
    return [{ key, row: number, assessmentId, ...(request === undefined ? {} : { request }) }];
  });
}

export function listUnconfirmedRows({
  rows,
  states,
  computeHash,
}: Pick<SheetStatus, 'states' | 'computeHash'> & {
  readonly rows: readonly Pick<StatusRow, 'planned'>[];
}): UnconfirmedRow[] {
  let plannedByKey: ReadonlyMap<string, PlannedRow> | undefined;
  const bySheet = rows.flatMap(({ planned }): UnconfirmedRow[] => {
    const { key, number, previous } = planned;
    if (planned.plan?.kind !== 'unanswered' || key === '' || states.has(key)) return [];
    const reason = { code: 'noAnswer', reason: findReasonInSheet(planned) } as const;
    const sentAt = previous?.doneAt ?? '';
    return [{ key, row: number, sentAt, reason, ...describeRequest({}, planned, computeHash) }];
  });
  const byJournal = [...states].flatMap(([key, state]): UnconfirmedRow | [] => {
    if (!isUnconfirmed(state)) return [];
    plannedByKey ??= new Map(rows.map((row) => [row.planned.key, row.planned]));
    const planned = plannedByKey.get(key);
    return {
      key,
      ...(planned === undefined ? {} : { row: planned.number }),
      sentAt: state.sentAt ?? state.at,
      reason: { code: 'noAnswer', reason: state.reason },
      ...describeRequest(state, planned, computeHash),
    };
  });
  return [...byJournal, ...bySheet];
}

/** Returns no inputs if no valid row has the key of the request. */
function describeRequest(
  { request: sent }: Pick<RowState, 'request'>,
  planned: PlannedRow | undefined,
  computeHash: SheetStatus['computeHash'],
): Pick<UnconfirmedRow, 'request' | 'now'> {
  const request = planned?.inputs;
  if (planned === undefined || request === undefined) return {};
  if (isEditedSinceSent(planned)) return { now: request };
  // The key of an invitation contains only the email, so the other inputs may have been edited.
  return sent === undefined || sent === hashRequest(request, computeHash)
    ? { request }
    : { now: request };
}

/** `wanted` is the number of a row, or its key. */
export function findRowKey(
  wanted: string,
  unconfirmed: readonly UnconfirmedRow[],
  { rows, states }: SheetStatus,
): string {
  const found = unconfirmed.find(({ key, row }) => key === wanted || String(row) === wanted);
  if (found !== undefined) return found.key;
  const { planned, report } =
    rows.find(({ planned: row }) => String(row.number) === wanted || row.key === wanted) ?? {};
  const key = planned?.key ?? wanted;
  if (planned !== undefined && isUnprovenRow(planned)) return key;
  if (canBeSettled(states.get(key))) return key;
  throw new UsageError({
    code: 'rowCannotBeResolved',
    row: wanted,
    unconfirmed: unconfirmed.map((row) => row.row ?? row.key),
    assessmentId: planned === undefined || onlyShowsId(planned) ? undefined : report?.assessmentId,
  });
}

/** Returns true if another row also waits for an answer of a person. */
export function hasOtherOpenRow(
  key: string,
  unconfirmed: readonly UnconfirmedRow[],
  { rows, states }: SheetStatus,
): boolean {
  const isOpen = (planned: PlannedRow) => {
    const state = states.get(planned.key);
    return isUnprovenRow(planned) || (state?.state === 'Pending' && canBeSettled(state));
  };
  return (
    unconfirmed.some((row) => row.key !== key) ||
    rows.some(({ planned }) => planned.key !== key && isOpen(planned))
  );
}

function isUnprovenRow(planned: PlannedRow): boolean {
  return findUnprovenId(planned) !== undefined || showsUnprovenResult(planned);
}

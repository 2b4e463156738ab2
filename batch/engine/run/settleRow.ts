import { canBeId } from '../../../src/id.js';
import { UsageError } from '../errors.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import type { Journal } from '../journal/journal.js';
import type { RowState } from '../journal/rowState.js';
import { appendExisting, settle } from '../journal/settle.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { type PlannedRow, unprovenId } from '../rows/rowStatus.js';
import { showsForgottenId } from './forgottenRows.js';
import { idHeading } from './idHeading.js';
import { acceptedFact, sheetFacts } from './importSheet.js';

/** The sheet with a row that a person settles. */
export interface SettledSheet {
  readonly operation: SheetOperation;
  readonly planned: readonly PlannedRow[];
  /** The rows as they were read, without the journal. */
  readonly intakeRows: readonly IntakeRow[];
  readonly states: ReadonlyMap<string, RowState>;
}

/** A person's answer about a row: its request exists, with its ID if known, or it does not. */
export type Answer =
  { readonly exists: true; readonly id?: string | undefined } | { readonly exists: false };

/**
 * Throws a UsageError for an impossible answer: a text that is not an ID or is an employee's ID, or
 * sending a row again that shows the ID of a forgotten person.
 */
export function checkAnswer(sheet: SettledSheet, key: string, answer: Answer): void {
  if (!answer.exists) refuseForgottenId(sheet, key);
  else if (answer.id !== undefined) refuseNoId(sheet, answer.id);
}

/**
 * Records a person's answer about a row: its request took effect, or the next run sends it again.
 * Call {@link checkAnswer} first, and hold the lock. Throws a UsageError if the ID is missing or
 * belongs to another row, and for an answer that is too late.
 */
export function settleRow(
  { operation, planned }: SettledSheet,
  journal: Journal,
  row: string,
  answer: Answer,
  at: string,
): void {
  const findRowNumber = (key: string) => planned.find((each) => each.key === key)?.number;
  const shown = planned.find(({ key }) => key === row);
  const unproven = shown && unprovenId(shown);
  if (shown !== undefined && unproven !== undefined) {
    const { id = unproven } = answer.exists ? answer : {};
    appendExisting(journal, row, acceptedFact(shown, id, at), findRowNumber);
    // Recording and detaching the ID marks it as rejected for this row.
    if (!answer.exists) settle(journal, { row, at }, findRowNumber);
    return;
  }
  const exists = answer.exists ? { exists: operation.tookEffect(row, answer.id, at) } : {};
  for (const fact of factsOfSheet(planned, row, journal, at)) journal.append(fact);
  settle(journal, { row, at, ...exists }, findRowNumber);
}

/**
 * Returns the facts about a row that only the sheet shows: they must be in the journal before the
 * row is settled.
 */
function factsOfSheet(
  planned: readonly PlannedRow[],
  key: string,
  journal: Journal,
  at: string,
): ReturnType<typeof sheetFacts> {
  const row = planned.find((each) => each.key === key);
  return row?.isSentBySheetOnly === true ? sheetFacts(row, journal.state(key), at, journal) : [];
}

/**
 * Throws a UsageError for a row that shows the ID of a forgotten person: the next run would fetch
 * the forgotten assessment instead of sending the row.
 */
function refuseForgottenId({ operation, planned, states }: SettledSheet, key: string): void {
  const row = planned.find((each) => each.key === key);
  if (row === undefined || !showsForgottenId(row, states)) return;
  const heading = idHeading(operation);
  throw new UsageError({ code: 'rowShowsForgottenId', row: row.number, heading });
}

function refuseNoId({ operation, intakeRows }: SettledSheet, id: string): void {
  if (intakeRows.some(({ subject }) => subject?.employeeId === id)) {
    throw new UsageError({ code: 'answerIsEmployeeId', answer: id });
  }
  if (canBeId(id)) return;
  throw new UsageError({ code: 'answerIsNoId', operation: operation.command, answer: id });
}

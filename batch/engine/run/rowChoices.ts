import { UsageError } from '../errors.js';
import type { Journal } from '../journal/journal.js';
import { canBeSettled, detachFact } from '../journal/settle.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import type { RowChoice } from './rowChoiceNames.js';
import { onlyShowsId, type PlannedRow, unprovenId } from '../rows/rowStatus.js';

/** A row, with the assessment in its report. */
export interface ShownRow<Planned = PlannedRow> {
  readonly planned: Planned;
  readonly assessmentId: string | undefined;
}

/**
 * Returns the decisions that a person can make about a row that waits for one, or whose assessment
 * may belong to another row.
 */
export function listChoices(
  row: ShownRow,
  {
    operation,
    journal,
  }: { operation: SheetOperation; journal: Pick<Journal, 'state' | 'findKeyById'> },
): RowChoice[] {
  const { planned, assessmentId } = row;
  const { repeatable } = operation;
  const state = journal.state(planned.key);
  const isOver = state?.state === 'Done' || state?.state === 'Forgotten';
  const isOnlyInSheet = planned.isSentBySheetOnly === true || unprovenId(planned) !== undefined;
  const isUnsure = isOnlyInSheet || (canBeSettled(state) && !isOver);
  const choices: readonly (readonly [RowChoice, boolean])[] = [
    ['settle', isUnsure && !repeatable],
    ['newCase', canBeNewCase(planned) && journal.state(planned.newCaseKey ?? '') === undefined],
    [
      'notItsAssessment',
      whyNotGiven(row, operation) === undefined &&
        journal.findKeyById(assessmentId ?? '') !== undefined,
    ],
  ];
  return choices.flatMap(([choice, isOffered]) => (isOffered ? [choice] : []));
}

/** Throws a UsageError unless the row is blocked by a result that may be its own. */
export function checkNewCase(planned: Pick<PlannedRow, 'number' | 'newCaseKey'>): void {
  if (canBeNewCase(planned)) return;
  throw new UsageError({ code: 'rowIsNoNewCase', row: planned.number });
}

/**
 * Records that a blocked row is a new assessment, which the next run sends. Call {@link
 * checkNewCase} first, and hold the lock. Throws a UsageError if the row was sent in the meantime.
 */
export function makeNewCase(
  { number, newCaseKey = '' }: Pick<PlannedRow, 'number' | 'newCaseKey'>,
  journal: Journal,
  at: string,
): void {
  if (journal.state(newCaseKey) !== undefined) {
    throw new UsageError({ code: 'rowSentMeanwhile', row: number });
  }
  journal.append({ fact: 'send_again', row: newCaseKey, at });
}

/** Returns the ID of the assessment to detach from a row. Throws a UsageError for a row without one. */
export function checkAssessment(
  row: ShownRow,
  operation: Pick<SheetOperation, 'succeeded' | 'command'>,
): string {
  const why = whyNotGiven(row, operation);
  if (why !== undefined) throw new UsageError(why);
  return row.assessmentId ?? '';
}

/**
 * Detaches an assessment from a row that it does not belong to: the row becomes unconfirmed, and
 * the right row can get the ID. Call {@link checkAssessment} first, and hold the lock. Throws a
 * UsageError if the journal does not contain the assessment.
 */
export function takeAssessment(
  { planned, assessmentId = '' }: ShownRow<Pick<PlannedRow, 'number'>>,
  journal: Journal,
  at: string,
): void {
  const key = journal.findKeyById(assessmentId);
  if (key === undefined) {
    throw new UsageError({ code: 'assessmentOnlyInSheet', row: planned.number, assessmentId });
  }
  const reason = `A person said that assessment ${assessmentId} belongs to another row.`;
  journal.append(detachFact(key, journal.state(key), reason, at));
}

function canBeNewCase({ newCaseKey = '' }: Pick<PlannedRow, 'newCaseKey'>): boolean {
  return newCaseKey !== '';
}

function whyNotGiven(
  { planned, assessmentId }: ShownRow,
  { succeeded, command: operation }: Pick<SheetOperation, 'succeeded' | 'command'>,
) {
  const { number: row } = planned;
  if (assessmentId !== undefined && onlyShowsId(planned)) {
    return { code: 'assessmentOnlyShown', row, assessmentId, operation } as const;
  }
  if (assessmentId === undefined || succeeded !== 'Scored') {
    return { code: 'rowHasNoAssessment', row } as const;
  }
  return undefined;
}

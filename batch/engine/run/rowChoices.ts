import { UsageError } from '../errors.js';
import type { Journal } from '../journal/journal.js';
import { canBeSettled, detachFact } from '../journal/settle.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import type { RowChoice } from './rowChoiceNames.js';
import { onlyShowsId, type PlannedRow, unprovenId } from '../rows/rowStatus.js';

/** A row, with the assessment that is reported of it. */
export interface ShownRow<Planned = PlannedRow> {
  readonly planned: Planned;
  readonly assessmentId: string | undefined;
}

/** What a person can say of a row that waits for them, or whose assessment may be another one's. */
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
    ['newCase', canBeNewCase(planned) && journal.state(planned.ownKey ?? '') === undefined],
    [
      'notItsAssessment',
      whyNotGiven(row, operation) === undefined &&
        journal.findKeyById(assessmentId ?? '') !== undefined,
    ],
  ];
  return choices.flatMap(([choice, isOffered]) => (isOffered ? [choice] : []));
}

/** Throws a UsageError for a row that no result blocks which may be its own. */
export function checkNewCase(planned: Pick<PlannedRow, 'number' | 'ownKey'>): void {
  if (canBeNewCase(planned)) return;
  throw new UsageError({ code: 'rowIsNoNewCase', row: planned.number });
}

/**
 * Records that a blocked row is a new case, which the next run sends, after {@link checkNewCase}. Hold the
 * lock. Throws a UsageError for a row that was sent in the meantime.
 */
export function makeNewCase(
  { number, ownKey = '' }: Pick<PlannedRow, 'number' | 'ownKey'>,
  journal: Journal,
  at: string,
): void {
  if (journal.state(ownKey) !== undefined) {
    throw new UsageError({ code: 'rowSentMeanwhile', row: number });
  }
  journal.append({ fact: 'send_again', row: ownKey, at });
}

/** Throws a UsageError for a row without an assessment that it could give up. Returns its ID. */
export function checkAssessment(
  row: ShownRow,
  operation: Pick<SheetOperation, 'succeeded' | 'command'>,
): string {
  const why = whyNotGiven(row, operation);
  if (why !== undefined) throw new UsageError(why);
  return row.assessmentId ?? '';
}

/**
 * Takes an assessment away from a row that it does not belong to, after {@link checkAssessment}: the row
 * becomes unconfirmed, and the ID is free for the right row. Hold the lock. Throws a UsageError for one that
 * the journal does not know.
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

function canBeNewCase({ ownKey = '' }: Pick<PlannedRow, 'ownKey'>): boolean {
  return ownKey !== '';
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

import { type Failure, formatFailure, hints } from '../../src/failure.js';
import type { RequestMessage } from '../../src/requestMessages.js';
import { formatHint, formatRequestMessage } from '../../src/requestWords.js';
import type { Reason, WrongAnswer } from '../engine/journal/facts.js';
import { formatRow } from './formatRow.js';

const staffLabels = {
  managerId: 'Manager ID',
  complianceTeamMemberId: 'Compliance team member ID',
} as const;

export interface ReasonAdvice {
  /** A sentence about how to find the assessment of the row. */
  readonly lookUp: string;
  /** `isDone` is true if the answer has arrived. */
  readonly sentElsewhere: (isDone: boolean) => string;
  /** A sentence about a row that only the sheet shows as sent, without an answer. */
  readonly onlyInSheet: string;
  /**
   * A sentence about a row whose ID is missing and that only the sheet shows as sent. If `status`
   * is empty, the reference of the row shows that it was sent.
   */
  readonly idIsMissing: (status: string) => string;
}

export function reasonText(reason: Reason, advice: ReasonAdvice): string {
  switch (reason.code) {
    case 'requestFailed': {
      const { hint } = reason;
      const message = formatRequestMessage(reason.message);
      return hint === undefined ? message : formatFailure({ message, hint: formatHint(hint) });
    }
    case 'detached':
      return `A person said that assessment ${reason.assessmentId} belongs to another row.`;
    case 'sentElsewhere':
      return advice.sentElsewhere(reason.isDone);
    case 'onlyInSheet':
      return advice.onlyInSheet;
    case 'idMissing':
      return advice.idIsMissing(reason.status);
    case 'idOfOtherAnswer':
      return wrongAnswerText(reason);
    case 'resultOfOtherEmployee':
    case 'resultOfOtherPurpose':
    case 'resultOfOtherStaff': {
      const isByPerson = reason.by === 'person';
      const nextSentence = isByPerson ? advice.lookUp : 'The service returned it for this row.';
      return `${wrongAnswerText(reason)} ${nextSentence}`;
    }
  }
}

/** Names the inputs by their labels. */
export function refusalText(reason: RequestMessage): string {
  return labelErrors(reason, ({ label, field }) => label ?? field) ?? formatRequestMessage(reason);
}

interface NamedField {
  readonly field: string;
  readonly label?: string | undefined;
}

/** Returns undefined if the service named no inputs. */
export function labelErrors(
  message: RequestMessage,
  nameInput: (error: NamedField) => string,
  colon = ':',
): string | undefined {
  if (message.code !== 'service') return undefined;
  const errors = message.errors?.filter(({ message: text }) => text.trim() !== '') ?? [];
  if (errors.length === 0) return undefined;
  return errors
    .map((error) =>
      error.field === '' ? error.message : `${nameInput(error)}${colon} ${error.message}`,
    )
    .join('; ');
}

/** Callers look up the remedy by this text. */
export function findServiceText(reason: RequestMessage): string {
  return 'text' in reason ? (reason.text ?? '') : '';
}

export function wrongAnswerText(wrong: WrongAnswer): string {
  if (wrong.code === 'idOfOtherAnswer') {
    const { row, id, owner } = wrong;
    return `The answer for ${formatRow(row)} contains the ID ${id}, which already belongs to ${formatRow(owner)}.`;
  }
  return `Assessment ${wrong.assessmentId} ${mismatchText(wrong)}.`;
}

export function wrongAnswerHint(
  { code }: WrongAnswer,
  { lookUp }: Pick<ReasonAdvice, 'lookUp'>,
): string {
  return code === 'idOfOtherAnswer' ? hints.contract_violation : lookUp;
}

function mismatchText(wrong: Exclude<WrongAnswer, { code: 'idOfOtherAnswer' }>): string {
  switch (wrong.code) {
    case 'resultOfOtherEmployee':
      return 'belongs to another employee';
    case 'resultOfOtherPurpose':
      return `is not for the purpose ${wrong.purpose}`;
    case 'resultOfOtherStaff':
      return `has a different ${staffLabels[wrong.field]} from the row`;
  }
}

/** The core's hint is about one request, not about a row. */
export function failureText({ message, hint, remedy }: Failure): string {
  const rowHint =
    remedy === undefined ? hint.replace('; nothing was sent', '; this row was not sent') : hint;
  return formatFailure({ message, hint: rowHint });
}

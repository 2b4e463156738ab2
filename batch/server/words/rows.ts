import type { RequestMessage } from '../../../src/requestMessages.js';
import { toSentence } from '../../../src/toSentence.js';
import type { RowMessages, UnconfirmedMessages } from '../../engine/rows/rowMessages.js';
import type { SheetCommand } from '../../engine/sheetCommand.js';
import { failureText, findServiceText, refusalText } from '../../wording/reasons.js';
import { accountRefused, invitedWithOtherDetails, staffIdRefused } from '../../wording/refusals.js';
import {
  noteEarlierScores,
  formatDay,
  idNoteText,
  noAnswerText,
  formatOnDay,
  otherAssessmentText,
  createRowWording,
  toValue,
} from '../../wording/rows.js';
import { formatUtcMinute } from '../../../src/formatUtcMinute.js';
import type { Wordings } from '../../wording/wordings.js';
import { advice, adviseFetch, inDownload, numberOfThisRow } from './advice.js';

/** The correction may be lost: retention deletes corrections, and the uploaded file has none. */
const correctAgain =
  'If nobody has changed its inputs, the row was corrected under Check before it was sent: make the same correction there again.';

export const rowWording: Wordings<RowMessages> = {
  ...createRowWording(advice),
  sameAsRow: ({ row, operation }) =>
    operation === 'remove-access'
      ? `Same Staff ID as row ${row}, so it is not sent.`
      : `Identical to row ${row}, so it is not sent. If it is meant to be another trip or hire, change it with "Correct an input…" under Check, and press "Assess". If not, nothing needs to be done.`,
  rowRefused: ({ operation, reason, showsEarlierScores, isOfRound }) => [
    toValue(toSentence(refusalText(reason))),
    rejectionRemedy(operation, reason, isOfRound),
    ...noteEarlierScores(showsEarlierScores),
  ],
  resultPending: ({ operation }) => `The result is not ready yet. ${adviseFetch(operation)}`,
  rowNotSent: ({ failure }) => toValue(failureText(failure)),
  rowSentElsewhere: ({ sheet }) =>
    `This row was sent from ${sheet} before, so it was not sent again.`,
  inputsChanged: ({ assessmentId }) =>
    `The inputs have changed since assessment ${assessmentId}, so its scores no longer apply to this row. ${correctAgain} If it is the same trip or hire with new inputs, ${advice.assessChanged}. If it is another one, upload it in a separate sheet, without results.`,
  assessmentNeverShown: ({ assessmentId, createdAt }) =>
    `The assessment ${assessmentId} was created ${formatOnDay(createdAt)}for this employee, or for these inputs with another Employee ID, and no row of the sheet has its inputs now. ${correctAgain} ${advice.neverShown}`,
  assessmentInOtherRow: ({ assessmentId, row }) =>
    `Row ${row} also shows the assessment ${assessmentId}, or a later one of the same trip or hire. If this row is new, its result cells were copied: clear them ${inDownload}. If the ID belongs to this row, clear the result cells of row ${row} there instead.`,
  assessmentOfOtherEmployee: ({ assessmentId }) =>
    `The assessment ${assessmentId} belongs to another employee. If the Employee ID is wrong, for example because its leading zeros are missing (301 for 00301), correct it under Check. If this row is new, clear its result cells ${inDownload}.`,
  assessmentUnproven: ({ assessmentId }) =>
    `Nothing shows which inputs the assessment ${assessmentId} was made for. Is it this row's? Then ${advice.acceptId}. If not, enter the right one there, or confirm that there is none.`,
  decisionOnOtherAssessment: ({ assessmentId }) => otherAssessmentText(assessmentId, advice),
  decidedOnEarlierAssessment: () =>
    'A decision was recorded for an earlier assessment of this row, and none yet for its latest one. Check the decision.',
  doneWithOtherInputs: () => `${invitedWithOtherDetails}.`,
  idInOtherRow: ({ id, row }) => `The ID ${id} is also in row ${row}. Each row needs its own ID.`,
  idOfOtherIdentity: ({ id, label }) =>
    `The ID ${id} was created for another ${label}. Check the ${label}.`,
  doneNeverShown: ({ sentAt, id, person, label }) =>
    `On ${formatDay(sentAt)}, the same ${person} was invited with another ${label}${idNoteText(id)}. If this person is to be invited too, press "Invite anyway…".`,
  doneUnknown: ({ status, label }) =>
    `The file shows the status ${status}, but neither this server nor a reference in the file proves it for this ${label}. Check in the service whether anything is left to do.`,
  personUnconfirmed: ({ sentAt }) =>
    `A request for this person was sent at ${formatUtcMinute(sentAt)} with other inputs, but no answer was received. Check in the service whether that request exists, then answer beside it.`,
  personForgotten: ({ at }) =>
    `The data of this person was deleted from this server on ${formatDay(at)}, so the row is not sent again.`,
  showsForgotten: () =>
    `This row shows the results of a person whose data was deleted, so it was not sent. If the row is new, clear its result cells ${inDownload}.`,
};

export const unconfirmedWording: Wordings<UnconfirmedMessages> = {
  noAnswer: (message) => noAnswerText(message, advice),
};

/** `part` of the service's message identifies the refusal. */
const remedies: readonly (readonly [part: string, remedy: string])[] = [
  [
    'RWA not found',
    'The assessment may have been deleted in the service, or belong to another company.',
  ],
  [
    'registered, activated',
    'Choose another person, or record the decision once they have accepted their invitation.',
  ],
  ...Object.entries({ ...accountRefused, ...staffIdRefused }),
];

export const correctRefused = 'Correct it here, and press "Assess" to send the row again.';

function rejectionRemedy(
  operation: SheetCommand,
  reason: RequestMessage,
  isOfRound: boolean,
): string {
  const known = remedies.find(([part]) => findServiceText(reason).includes(part));
  if (known !== undefined) return known[1];
  if (operation !== 'assess' && operation !== 'reassess') return 'Correct it and try again.';
  return isOfRound
    ? `Correct the row under Check, or press "Reassess" with "Send rejected rows again" and ${numberOfThisRow}.`
    : 'Correct the row under Check and press "Assess".';
}

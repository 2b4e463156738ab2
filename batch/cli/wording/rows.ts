import type { RowMessages, UnconfirmedMessages } from '../../engine/rows/rowMessages.js';
import { toSentence } from '../../../src/toSentence.js';
import { failureText, findServiceText, refusalText } from '../../wording/reasons.js';
import {
  noteEarlierScores,
  clearCellsText,
  formatDay,
  idNoteText,
  noAnswerText,
  otherAssessmentText,
  createRowWording,
  toValue,
} from '../../wording/rows.js';
import { formatUtcMinute } from '../../../src/formatUtcMinute.js';
import type { Wordings } from '../../wording/wordings.js';
import { operationWords } from '../operations/operations.js';
import type { OperationWords } from '../operations/operationWords.js';
import { advice, fetchResult } from './advice.js';
import { resolveCommand } from './resolveCommand.js';

export function sameAsRow(
  row: number,
  { duplicatePrefix = 'Identical to row' }: OperationWords,
): string {
  return `${duplicatePrefix} ${row}`;
}

/** `isHeld` is true if no option makes `rwa` send the row. */
export function duplicateRemedy({ canSendDuplicates }: OperationWords, isHeld: boolean): string {
  return canSendDuplicates === true && !isHeld
    ? 'Delete one of them, or run with --send-duplicates.'
    : 'Delete one of them.';
}

export const rowWording: Wordings<RowMessages> = {
  ...createRowWording(advice),
  sameAsRow: ({ row, operation, isHeld }) => {
    const words = operationWords[operation];
    return `${sameAsRow(row, words)}, so it was not sent. ${duplicateRemedy(words, isHeld)}`;
  },
  rowRefused({ operation, reason, showsEarlierScores, isOfRound }) {
    const { rejectionAdvice = {} } = operationWords[operation];
    const [, remedy] =
      Object.entries(rejectionAdvice).find(([part]) => findServiceText(reason).includes(part)) ??
      [];
    const again =
      'Correct the row, then run rwa reassess with --rows and the number of this row; add --retry-rejected to send it unchanged.';
    const more = [
      remedy ?? [],
      noteEarlierScores(showsEarlierScores),
      isOfRound ? again : [],
    ].flat();
    const text = refusalText(reason);
    return [toValue(more.length === 0 ? text : toSentence(text)), ...more];
  },
  resultPending: ({ operation }) => `The result is not ready yet. ${fetchResult(operation)}`,
  rowNotSent: ({ failure }) => toValue(failureText(failure)),
  decisionOnOtherAssessment: ({ assessmentId }) => otherAssessmentText(assessmentId, advice),
  decidedOnEarlierAssessment: ({ headings }) =>
    `A decision was recorded for an earlier assessment of this row, and none yet for its latest one. Check the Decision. To send it, ${clearCellsText(headings)} and run again.`,
  doneWithOtherInputs: ({ operation }) => operationWords[operation].changedMessage ?? '',

  idInOtherRow: ({ id, row, headings }) =>
    `The ID ${id} is also in row ${row}. If this row is new, it was copied with its results: ${clearCellsText(headings)} and run again.`,
  idOfOtherIdentity: ({ id, label, headings }) =>
    `The ID ${id} was created for another ${label}. If this row is about somebody else, ${clearCellsText(headings)} and run again; if not, restore the old ${label}.`,
  doneNeverShown: ({ operation, sentAt, id, person, label }) =>
    `On ${formatDay(sentAt)}, the same ${person} was ${operationWords[operation].participle} with another ${label}${idNoteText(id)}. To get that result into this sheet, enter the old ${label} again; to send this row as well, run ${resolveCommand(operation)} with --row and --new-row.`,
  doneUnknown: ({ operation, isRepeatable, status, label, headings }) => [
    `The sheet showed the status ${status}, but neither the journal nor a reference in the sheet proves it for this ${label}: the row was copied, its ${label} has changed, or its reference was removed.`,
    ...[operationWords[operation].newRowHint ?? []].flat(),
    isRepeatable
      ? `To send it, ${clearCellsText(headings)} and run again.`
      : `Look it up in the service, then run ${resolveCommand(operation)} with --row and --exists, or with --row and --send-again if there is nothing.`,
  ],
  personUnconfirmed: ({ operation, sentAt }) =>
    `A row of this person was sent at ${formatUtcMinute(sentAt)} with other inputs, but no answer was received. Run ${resolveCommand(operation)}, then run again.`,

  rowSentElsewhere({ operation, sheet, id, differentService }) {
    const named = idNoteText(id);
    if (differentService !== undefined) {
      return `This row was sent from ${sheet} to ${differentService} before${named}, so it was not sent. If this is another service, run again with --other-service.`;
    }
    const toResults =
      id === undefined
        ? `No answer was received there: run rwa resolve for ${sheet}, then run again. If ${sheet} is gone, first copy this sheet to that name.`
        : 'To get its results into this sheet, type this ID into the Assessment ID column of the row, then run rwa resolve with --row and --exists.';
    return [
      `This row was sent from ${sheet} before${named}, so it was not sent again.`,
      ...(operation === 'assess' ? [toResults] : []),
      'To send all such rows of this sheet again on purpose, run again with --send-known.',
    ];
  },

  personForgotten({ operation, at, headings }) {
    const clearing = headings.length === 0 ? '' : `${clearCellsText(headings)}, then `;
    return `rwa forget removed this person from the journal on ${formatDay(at)}, so the row is not sent again. Delete the row. To send it again after all, if the service no longer has any data about this person, ${clearing}run ${resolveCommand(operation)} with --row and --send-again.`;
  },
  showsForgotten: () =>
    'This row shows the results of a person who was forgotten with rwa forget, so it was not sent. If the row is new, clear its result cells and run again. If not, delete the row.',
};

export const unconfirmedWording: Wordings<UnconfirmedMessages> = {
  noAnswer: (message) => noAnswerText(message, advice),
};

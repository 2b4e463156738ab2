import type { SheetCommand } from '../../engine/sheetCommand.js';
import { askIfCorrected, type RowAdvice, type Unconfirmed } from '../../wording/rows.js';
import { remarksText } from './values.js';

export const answerWhetherItExists =
  'open "Needs review" under Results and answer whether the assessment exists';

/** Without this number, a round would also send other rows. */
export const numberOfThisRow = 'the number of this row under "Only these rows"';
const onlyThisRow = `with ${numberOfThisRow}`;

/** The original file lacks the results, so a row that was sent with a correction would be sent again. */
export const inDownload =
  'in the file of "Download the sheet with scores" under Results, and upload that file';

/** Does not name the button, because its text depends on the rows. */
export const startRun = 'start a run under Assess';

export const rowNouns: Readonly<Record<SheetCommand, string>> = {
  assess: 'assessment',
  reassess: 'assessment',
  decide: 'decision',
  invite: 'invitation',
  'remove-access': 'person',
};

const assessChanged = `"Reassess" ${onlyThisRow} assesses it with the new inputs`;

export const advice: RowAdvice = {
  remarksText,
  again: 'press "Assess"',
  editFile: (edit) => `${edit} ${inDownload}`,
  assess: startRun,
  assessChanged,
  neverShown: askIfCorrected(
    assessChanged,
    'confirm that under Check or Results, and press "Assess"',
  ),
  fetch: adviseFetch,
  unconfirmed: adviseUnconfirmed,
  onlyInSheet:
    'According to the file, the row was sent, but no answer was received; this server has no record of it.',
  idIsMissing: (status) =>
    `${status === '' ? 'The Row reference shows that the row was sent' : `The file shows the status ${status}`}, but the Assessment ID is missing, and this server has no record of the row.`,
  restoreId:
    'It was not sent again. Look in the service for its assessment, then open the row under Results: enter the Assessment ID, or, to have the row sent, confirm that there is none.',
  acceptId: 'open the row under Results and confirm the ID',
  wrongId:
    'If the Assessment ID is wrong, open the row under Results and enter the right one, or confirm that there is none.',
  lookUp:
    'Look the row up in the service, then open the row under Results and enter its Assessment ID, or confirm that there is none.',
  employeeUnanswered: `Open the sheet that contains that row, ${answerWhetherItExists}, and press "Assess" here. If that sheet was deleted, upload a file with that row, press "Assess" there, and answer there.`,
  sentElsewhere: (isDone) =>
    isDone
      ? 'This row was sent from another sheet, and its assessment exists.'
      : 'This row was or may have been sent from another sheet, and there is no answer yet.',
};

export function adviseFetch(operation: SheetCommand): string {
  return operation === 'reassess'
    ? `To get the result, press "Reassess" ${onlyThisRow}.`
    : `To get the result, ${startRun}.`;
}

function adviseUnconfirmed({ operation, reason }: Unconfirmed): string {
  switch (operation) {
    case 'assess':
    case 'reassess':
      return adviseOnAssessment(reason);
    case 'decide':
      return 'Record the decision again: sending the same decision twice is harmless.';
    case 'invite':
      return 'The invitation may have gone out, so it is not sent again: look in the service, or ask the person, then answer whether it exists.';
    case 'remove-access':
      return 'Remove the access again: sending the same request twice is harmless.';
  }
}

function adviseOnAssessment(reason: Unconfirmed['reason']): string {
  if (reason !== undefined) {
    if (reason.code === 'sentElsewhere') {
      return reason.isDone
        ? 'Its scores are in that sheet. To have them here too, open the row under Results and enter the Assessment ID.'
        : `Its outcome there is shown here too. If no answer was received there, look in the service, then ${answerWhetherItExists}, here or there: it counts in both.`;
    }
    // If a person has entered the ID, the reason already contains the advice.
    if ('by' in reason && reason.by === 'person') return 'Until then, it is not sent again.';
  }
  return `The assessment may exist: look in the service, then ${answerWhetherItExists}.`;
}

import type { SheetCommand } from '../../../batch/engine/sheetCommand.js';
import type { RowAdvice, Unconfirmed } from '../../../batch/wording/rows.js';
import { capital } from '../../../batch/wording/words.js';
import { acceptIds, rowSelection } from '../properties.js';
import { remarks } from './values.js';

/**
 * How to continue, within a sentence. It names the operation: Assess Again, which may be the workflow's
 * own, would send every scored row once more.
 */
export const again = 'have this workbook assessed with the operation Assess';

const enterInRow = 'enter its Assessment ID in this row, in place of any other, and';

/** To answer a request, within a sentence. The reference of the row proves its inputs, so its other cells stay. */
const enterId = `${enterInRow} ${again}`;

/** To choose rows by number, within a sentence. */
export const byNumber = `${rowSelection.label} set to ${rowSelection.numbers}`;

/**
 * To send one row again, within a sentence. The node remembers what it has sent, whatever the workbook says:
 * sending again is a decision. Off also forgets rows that other copies of the workbook have sent.
 */
const sendAgain = `ask whoever maintains the workflow to use Assess on this workbook, and no other, with ${byNumber} and only the number of this row, and with Remember Across Executions set to Off`;

/** To answer a request of a round, within a sentence. With all rows, Assess would also send those that the round has skipped. */
const enterIdAfterRound = `${enterInRow} ask whoever maintains the workflow to use Assess on this workbook with ${byNumber} and only the number of this row`;

/** To answer for an assessment that is looked up in the service: sentences. */
const answer = `If there is one, ${enterId}. If there is none, clear the result cells of this row and ${sendAgain}.`;

/** To assess one row again and no other, within a sentence. */
export const againOnlyThis = `ask whoever maintains the workflow to use Assess Again on this workbook with ${byNumber} and only the number of this row`;

/**
 * To get a result that is not there yet, within a sentence. After a round, Assess would also send the rows that the
 * round has skipped.
 */
export const fetchAdvice = (operation: SheetCommand): string =>
  operation === 'reassess' ? againOnlyThis : again;

/** To continue with a row that got its earlier inputs back, within a sentence. */
const correctAgain = 'then correct the row again and follow its message';

/** Advice about rows, which HR reads in the workbook. */
export const advice: RowAdvice = {
  remarksText: remarks.remarksText,
  again,
  editFile: (edit) => `${edit} and ${again}`,
  assess: again,
  assessChanged: againOnlyThis,
  // Only a retried execution has this message. A new one does not know the assessment, and sends the row.
  neverShown: `If this row is the same trip or hire and its earlier inputs are right, put them back and ${again}. If the row is to be assessed as it is now, ${again}.`,
  fetch: (operation) => `To get the result, ${fetchAdvice(operation)}.`,
  unconfirmed,
  onlyInSheet: 'According to this workbook, the row was sent, but no answer came.',
  idIsMissing: (status) =>
    `${status === '' ? 'The Row reference shows that the row was sent' : `The row was ${status}`}, but its Assessment ID is missing.`,
  restoreId: `It was not sent again. Look the Assessment ID up in an earlier version of this workbook or in the service, enter it in this row and ${again}. If you want another assessment of this row, clear its result cells and ${sendAgain}.`,
  acceptId: `ask whoever maintains the workflow to use Assess on this workbook with ${acceptIds} turned on`,
  wrongId: `If the Assessment ID is wrong, look in the service for the right assessment. ${answer}`,
  lookUp: `Look in the service for the right assessment. ${answer}`,
  employeeUnanswered: `If another execution is still running, ${again} when it has ended. If not, look in the service for an assessment of this employee that is in no workbook. If there is one of this row as it was before, put its earlier inputs back, ${again} and follow the new message of the row; ${correctAgain}. If there is none, clear only the Assessment status and Assessment message of this row and ${sendAgain}.`,
  sentElsewhere: (isDone) =>
    isDone
      ? 'This row was sent before, and its assessment exists.'
      : 'This row was sent before, or was about to be, and its answer is not known or still to come.',
};

function unconfirmed({ reason, isChanged, showsEarlierScores }: Unconfirmed): string {
  // The assessment that the row already shows is not the missing one.
  const which = showsEarlierScores ? 'a newer assessment' : 'an assessment';
  const whose =
    isChanged === true
      ? 'for the employee and the dates that this row had when it was sent'
      : 'of this employee with these dates';
  const look = `look in the service for ${which} ${whose}`;
  // A row with other inputs no longer shows its scores, so the request may belong to a round.
  const enterIt = showsEarlierScores || isChanged === true ? enterIdAfterRound : enterId;
  // Otherwise, the row would show its scores with other inputs.
  const enter =
    isChanged === true ? `put its earlier inputs back, ${enterIt}; ${correctAgain}` : enterIt;
  const settle = `${look}. If there is one, ${enter}. If there is none, ${ifNone(showsEarlierScores)}.`;
  if (typeof reason !== 'object') return capital(settle);
  if (reason.code === 'sentElsewhere') {
    return reason.isDone
      ? `Use the workbook that came out then. If it is lost, ${look}, ${enterIt}.`
      : `Use the workbook that came out then, or that is about to come out. If there is none, ${settle}`;
  }
  // If a person has entered the ID, the reason already contains this.
  return 'by' in reason && reason.by === 'person'
    ? 'Until then, it is not sent again.'
    : capital(settle);
}

/** A row with earlier scores keeps them, and only its next assessment is sent again. */
function ifNone(showsEarlierScores: boolean): string {
  return showsEarlierScores
    ? `clear only the Assessment status and Assessment message of this row, and ${againOnlyThis}, and with Remember Across Executions set to Off`
    : `clear the result cells of this row and ${sendAgain}`;
}

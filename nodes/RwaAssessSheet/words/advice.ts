import type { SheetCommand } from '../../../batch/engine/sheetCommand.js';
import type { RowAdvice, Unconfirmed } from '../../../batch/wording/rows.js';
import { capitalize } from '../../../batch/wording/words.js';
import { acceptIdsLabel, rowSelection } from '../properties.js';
import { remarks } from './values.js';

/**
 * How to continue, within a sentence. The text names the operation because the workflow may use Assess
 * Again, which would send scored rows once more.
 */
export const assessThisWorkbook = 'have this workbook assessed with the operation Assess';

const enterInRow = 'enter its Assessment ID in this row, in place of any other, and';

/**
 * How to enter an Assessment ID that was looked up, within a sentence. The Row reference proves the
 * inputs of the row, so the other cells stay.
 */
const enterId = `${enterInRow} ${assessThisWorkbook}`;

/** How to choose rows by number, within a sentence. */
export const byNumber = `${rowSelection.label} set to ${rowSelection.numbers}`;

/** If Off stays, later executions send rows again that other copies of their workbooks have sent. */
const memoryOff =
  'and with Remember Across Executions set to Off for one execution, and then to restore all settings';

/**
 * How to send one row again, within a sentence. The node remembers the rows that it has sent, even if
 * the workbook no longer shows them, so a person must turn the memory off. Off also ignores rows that
 * other copies of the workbook have sent, so the advice limits Off to one row.
 */
const sendAgain = `ask the person who maintains the workflow to use Assess on this workbook, and no other, with ${byNumber} and only the number of this row, ${memoryOff}`;

/**
 * {@link enterId} for a row of a round. Without row numbers, Assess would also send the rows that the
 * round has skipped.
 */
const enterIdAfterRound = `${enterInRow} ask the person who maintains the workflow to use Assess on this workbook with ${byNumber} and only the number of this row`;

/** How to continue after a person has looked an assessment up in the service, as sentences. */
const afterLookUp = `If there is one, ${enterId}. If there is none, clear the result cells of this row and ${sendAgain}.`;

/** How to assess one row again and no other, within a sentence. */
export const reassessThisRow = `ask the person who maintains the workflow to use Assess Again on this workbook with ${byNumber} and only the number of this row`;

/**
 * How to get a pending result, within a sentence. After a round, Assess would also send
 * the rows that the round has skipped.
 */
export const fetchAdvice = (operation: SheetCommand): string =>
  operation === 'reassess' ? reassessThisRow : assessThisWorkbook;

/** How to continue with a row that got its earlier inputs back, within a sentence. */
const correctAgain = 'then correct the row again and follow its message';

/** Advice about rows, which HR reads in the workbook. */
export const advice: RowAdvice = {
  remarksText: remarks.remarksText,
  again: assessThisWorkbook,
  editFile: (edit) => `${edit} and ${assessThisWorkbook}`,
  assess: assessThisWorkbook,
  assessChanged: reassessThisRow,
  // Only a retried execution has this message: the journal of a new one lacks the assessment.
  neverShown: `If this row is the same trip or hire and its earlier inputs are right, put them back and ${assessThisWorkbook}. If the row is to be assessed as it is now, ${assessThisWorkbook}.`,
  fetch: (operation) => `To get the result, ${fetchAdvice(operation)}.`,
  unconfirmed: adviseUnconfirmed,
  onlyInSheet: 'According to this workbook, the row was sent, but no answer was received.',
  idIsMissing: (status) =>
    `${status === '' ? 'The Row reference shows that the row was sent' : `The row was ${status}`}, but its Assessment ID is missing.`,
  restoreId: `It was not sent again. Look the Assessment ID up in an earlier version of this workbook or in the service, enter it in this row and ${assessThisWorkbook}. If you want another assessment of this row, clear its result cells and ${sendAgain}.`,
  acceptId: `ask the person who maintains the workflow to use Assess on this workbook with ${acceptIdsLabel} turned on for one execution`,
  wrongId: `If the Assessment ID is wrong, look in the service for the right assessment. ${afterLookUp}`,
  lookUp: `Look in the service for the right assessment. ${afterLookUp}`,
  employeeUnanswered: `If another execution is still running, ${assessThisWorkbook} when it has ended. If not, wait a minute, then look in the service for an assessment of this employee that is in no workbook. If there is one for the earlier inputs of this row, put these inputs back, ${assessThisWorkbook} and follow the new message of the row; ${correctAgain}. If there is none, clear only the Assessment status and Assessment message of this row and ${sendAgain}.`,
  sentElsewhere: (isDone) =>
    isDone
      ? 'This row was sent before, and its assessment exists.'
      : 'This row was or may have been sent before, and there is no answer yet.',
};

/** Returns the advice about a row without a known outcome. */
function adviseUnconfirmed({ reason, isChanged, showsEarlierScores }: Unconfirmed): string {
  // The assessment that the row already shows is not the missing one.
  const whichAssessment = showsEarlierScores ? 'a newer assessment' : 'an assessment';
  const aboutWhom =
    isChanged === true
      ? 'for the employee and the dates that this row had when it was sent'
      : 'of this employee with these dates';
  const look = `look in the service for ${whichAssessment} ${aboutWhom}`;
  // A changed row no longer shows its earlier scores, so its request may belong to a round, too.
  const enterIt = showsEarlierScores || isChanged === true ? enterIdAfterRound : enterId;
  // The scores are for the earlier inputs, so these must be in the row when it gets the ID.
  const enter =
    isChanged === true ? `put its earlier inputs back, ${enterIt}; ${correctAgain}` : enterIt;
  // A request whose answer was lost may still arrive.
  const settle = `wait a minute, then ${look}. If there is one, ${enter}. If there is none, ${adviseIfNone(showsEarlierScores)}.`;
  if (reason === undefined) return capitalize(settle);
  if (reason.code === 'sentElsewhere') {
    return reason.isDone
      ? `Use the workbook that the workflow returned when it sent this row. If it is lost, ${look}, ${enterIt}.`
      : `Use the workbook that the workflow returned when it sent this row, or that it is about to return. If there is none, ${settle}`;
  }
  // If a person has entered the ID, the reason already contains this advice.
  return 'by' in reason && reason.by === 'person'
    ? 'Until then, it is not sent again.'
    : capitalize(settle);
}

/**
 * Returns the advice for a request without an assessment in the service. A row with earlier scores
 * keeps them, and only its reassessment is sent again.
 */
function adviseIfNone(showsEarlierScores: boolean): string {
  return showsEarlierScores
    ? `clear only the Assessment status and Assessment message of this row, and ${reassessThisRow}, ${memoryOff}`
    : `clear the result cells of this row and ${sendAgain}`;
}

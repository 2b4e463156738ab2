import type { SheetCommand } from '../../engine/sheetCommand.js';
import { askIfCorrected, type RowAdvice } from '../../wording/rows.js';
import { operationWords } from '../operations/operations.js';
import { remarksText } from './remarks.js';

const assessChanged = 'run rwa reassess with --rows and the number of this row';

export const advice: RowAdvice = {
  remarksText,
  again: 'run again',
  editFile: (edit) => `${edit} and run again`,
  assess: 'run rwa assess',
  assessChanged,
  neverShown: askIfCorrected(assessChanged, 'run rwa resolve with --row and --new-row'),
  fetch: fetchResult,
  unconfirmed: ({ operation }) => operationWords[operation].unconfirmedAdvice,
  onlyInSheet:
    'According to the sheet, the row was sent, but no answer was received; the journal had no record of it.',
  idIsMissing: (status) =>
    `${status === '' ? 'The Row reference shows that the row was sent' : `The sheet showed the status ${status}`}, but its Assessment ID is missing, and the journal had no record of it.`,
  restoreId:
    'It was not sent again. Restore the ID from a backup of the sheet or from the service, and run again. If you want another assessment of this row, run rwa resolve with --row and --send-again.',
  acceptId: 'run rwa resolve with --row and --exists, or with --accept-sheet for all such rows',
  wrongId:
    'If the Assessment ID is wrong, run rwa resolve with --row and --exists, or with --row and --send-again if there is none.',
  lookUp:
    'Look the row up in the service, then run rwa resolve with --row and --exists and its Assessment ID, or with --row and --send-again if it has none.',
  employeeUnanswered: 'Run rwa resolve for this sheet, then run again.',
  sentElsewhere: (isDone) =>
    isDone
      ? 'Another run has sent this row, and its assessment exists.'
      : 'Another run began to send this row, and did not record its outcome.',
};

/**
 * Suggests `rwa assess`, because `rwa reassess` would assess other rows too if its round is over or
 * selected only some rows.
 */
export function fetchResult(operation: SheetCommand): string {
  return operation === 'reassess'
    ? 'Run rwa assess: it reads the result and sends no scored row.'
    : `Run rwa ${operation} again.`;
}

/**
 * Names the columns, because `rwa` does not read an ID under another heading and would send the row
 * again.
 */
export const typeIds =
  'check in the service what was created for the rows without a result, type each ID into its row under the heading Assessment ID (for rwa invite: Invited user ID; add the heading if it is missing)';

/** Follows {@link typeIds} and the command that reads the IDs. */
export const acceptTypedIds =
  'After that run, accept the Assessment IDs that you typed: run rwa resolve with --accept-sheet, then run again.';

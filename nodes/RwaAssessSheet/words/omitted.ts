import type { ForgetMessages, ReportMessages } from '../../../batch/engine/files/fileMessages.js';
import type { JournalMessages } from '../../../batch/engine/journal/journalMessages.js';
import type { Messages } from '../../../batch/engine/message.js';
import type { UnconfirmedMessages } from '../../../batch/engine/rows/rowMessages.js';

/**
 * The messages without a text in this node. Its workbook and journal are in memory, so they cannot be
 * locked, changed or lost, and it has no commands about rows, and no other operations.
 */
export type Omitted = Extract<
  keyof Messages,
  | Exclude<keyof JournalMessages, 'journalWriteFailed'>
  | keyof ForgetMessages
  | keyof ReportMessages
  | keyof UnconfirmedMessages
  | 'assessFirst'
  | 'assessmentsUnreadable'
  | 'chooseOne'
  | 'countryNotInSheet'
  | 'csvHidesNoRows'
  | 'decisionOnOtherAssessment'
  | 'decidedOnEarlierAssessment'
  | 'doneNeverShown'
  | 'doneUnknown'
  | 'doneWithOtherInputs'
  | 'encodingGuessed'
  | 'fileDeleted'
  | 'fillInStaffId'
  | 'giveOneAddress'
  | 'giveWholeAddress'
  | 'idInOtherRow'
  | 'idOfOtherIdentity'
  | 'inputsSentElsewhere'
  | 'isNoOtherService'
  | 'journalOlderThanSheet'
  | 'keepOnlyAddress'
  | 'mappedColumnMissing'
  | 'noRowHasInput'
  | 'oldCopiesStay'
  | 'onlyExamples'
  | 'otherJournalKnowsRows'
  | 'personForgotten'
  | 'personUnconfirmed'
  | 'removeAccents'
  | 'removeSpaces'
  | 'resultsBeside'
  | 'resultsDoNotFit'
  | 'rowCannotBeResolved'
  | 'rowNotRecorded'
  | 'rowSentElsewhere'
  | 'rowsDoneInSheet'
  | 'rowsInUse'
  | 'rowsOfIdentityDiffer'
  | 'rowsSentElsewhere'
  | 'saveAsUtf8'
  | 'sentRowsNotInSheet'
  | 'serviceAwaited'
  | 'serviceIsBack'
  | 'serviceStayedAway'
  | 'sharedByPeople'
  | 'sheetChanged'
  | 'textEncodingGuessed'
  | 'tooManyNew'
  | 'valuesCorrected'
  | 'writeDomain'
>;

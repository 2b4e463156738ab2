import type { Messages } from '../../../batch/engine/message.js';

/** The messages for which this node has no words: they cannot occur in it, or it drops them. */
export type Omitted = Extract<keyof Messages, Files | Settling | Options | OtherOperations>;

/** Messages about files. The workbook and its journal are in memory, so they cannot be locked, changed or lost. */
type Files =
  | 'namedJournalIsNew'
  | 'sheetHasOtherJournal'
  | 'journalOfOtherService'
  | 'backupWithoutJournal'
  | 'roundWithoutJournal'
  | 'sheetHasNamedJournal'
  | 'journalNotNoted'
  | 'rowSentElsewhere'
  | 'inputsSentElsewhere'
  | 'rowsSentElsewhere'
  | 'rowsInUse'
  | 'isNoOtherService'
  | 'journalUnreadable'
  | 'journalNotWritable'
  | 'journalChanged'
  | 'journalLost'
  | 'journalLostForGood'
  | 'journalIsNoFile'
  | 'journalLinkIsBroken'
  | 'journalLineDamaged'
  | 'journalOfNewerVersion'
  | 'journalOlderThanSheet'
  | 'otherJournalKnowsRows'
  | 'rowNotRecorded'
  | 'rowsDoneInSheet'
  | 'lockHeld'
  | 'lockLost'
  | 'lockNotWritable'
  | 'staleLockStays'
  | 'sheetHasSecondName'
  | 'fileDeleted'
  | 'resultsBeside'
  | 'sheetChanged'
  | 'resultsDoNotFit'
  | 'sentRowsNotInSheet'
  | 'oldCopiesStay'
  | 'csvHidesNoRows'
  | 'encodingGuessed'
  | 'textEncodingGuessed'
  | 'saveAsUtf8'
  | 'reportIsNoHtml'
  | 'reportIsNoFile'
  | 'reportFolderNotWritable';

/** Messages about settling and forgetting rows, for which this node has no commands. */
type Settling =
  | 'noAnswer'
  | 'rowNotUnconfirmed'
  | 'answerTooEarly'
  | 'answerTooLate'
  | 'rowIsNotNew'
  | 'rowSentMeanwhile'
  | 'rowHasNoAssessment'
  | 'assessmentOnlyShown'
  | 'assessmentOnlyInSheet'
  | 'rowCannotBeResolved'
  | 'answerIsEmployeeId'
  | 'answerIsNoId'
  | 'rowShowsForgottenId'
  | 'showsForgotten'
  | 'assessmentIdMissing'
  | 'idOfEarlierAssessment'
  | 'idOfOtherRow'
  | 'fileIsCopy'
  | 'personForgotten';

/**
 * Messages about options that the node lacks: columns by letter, sandbox runs, corrections,
 * selection by country, a limit of new rows, and waiting for the service.
 */
type Options =
  | 'mappedColumnMissing'
  | 'onlyExamples'
  | 'valuesCorrected'
  | 'countryNotInSheet'
  | 'tooManyNew'
  | 'serviceAwaited'
  | 'serviceIsBack'
  | 'serviceStayedAway';

/** Only decisions, invitations and removals of access have these. */
type OtherOperations =
  | 'noRowHasInput'
  | 'assessmentsUnreadable'
  | 'keepOnlyAddress'
  | 'giveOneAddress'
  | 'removeSpaces'
  | 'removeAccents'
  | 'writeDomain'
  | 'giveWholeAddress'
  | 'assessFirst'
  | 'chooseOne'
  | 'fillInStaffId'
  | 'sharedByPeople'
  | 'rowsOfIdentityDiffer'
  | 'doneWithOtherInputs'
  | 'idInOtherRow'
  | 'idOfOtherIdentity'
  | 'doneNeverShown'
  | 'doneUnknown'
  | 'personUnconfirmed'
  | 'decisionOnOtherAssessment';

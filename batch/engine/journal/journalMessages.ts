import type { SpecialFile } from '../../../sheets/messages.js';
import type { FileFault } from '../files/fileMessages.js';
import type { SheetCommand } from '../sheetCommand.js';
import type { RowState } from './rowState.js';

export interface JournalMessages {
  /** A person named a new journal, but the sheet shows results in `rows` rows. */
  namedJournalIsNew: {
    readonly sheet: string;
    readonly journal: string;
    readonly rows: number;
    readonly firstRow: number;
  };
  sheetHasOtherJournal: {
    readonly sheet: string;
    readonly ownJournal: string;
    readonly journal: string;
    /** The journal that contains all requests of the other journal. */
    readonly complete: 'own' | 'named' | 'neither';
  };
  journalOfOtherService: {
    readonly journal: string;
    readonly itsService: string;
    readonly service: string;
  };
  /** The journal is missing, but a run of the sheet left a backup or results file. */
  backupWithoutJournal: {
    readonly sheet: string;
    readonly backup: string;
    readonly journal: string;
    readonly isInRounds: boolean;
  };
  /** The sheet shows assessments that its journal lacks, so the round may have begun. */
  roundWithoutJournal: {
    readonly sheet: string;
    readonly round: string | undefined;
    readonly journal: string;
    readonly isNew: boolean;
  };
  /** An earlier run of the sheet used another journal; `journal` is the value of --journal. */
  sheetHasNamedJournal: {
    readonly sheet: string;
    readonly journal: string;
    readonly isMissing: boolean;
    /** The file that contains the path of the journal. */
    readonly location: string;
  };
  /** The journal's path cannot be recorded; `journal` is the value of --journal. */
  journalNotNoted: { readonly sheet: string; readonly journal: string };
  journalUnreadable: { readonly journal: string; readonly fault: FileFault };
  journalNotWritable: { readonly journal: string; readonly fault: FileFault };
  journalWriteFailed: { readonly journal: string; readonly fault: FileFault };
  journalChanged: { readonly journal: string };
  journalLost: {
    readonly journal: string;
    readonly event: LossOfJournal;
    readonly recovered: string;
  };
  journalLostForGood: {
    readonly journal: string;
    readonly event: LossOfJournal;
    readonly reason: string;
  };
  /** The lock was deleted, or another run took it over. */
  lockLost: { readonly lock: string };
  journalIsNoFile: { readonly journal: string; readonly kind: SpecialFile };
  journalLinkIsBroken: { readonly journal: string; readonly target: string };
  /** `isMissing` is true if the line is empty. */
  journalLineDamaged: {
    readonly journal: string;
    readonly line: number;
    readonly isMissing: boolean;
  };
  journalOfNewerVersion: { readonly journal: string };
  lockHeld: {
    readonly lock: string;
    readonly what: LockedFile;
    /** Undefined if the lock does not name the other run. */
    readonly holder?:
      | { readonly pid: number; readonly host: string; readonly since: string }
      | undefined;
    /** Counted from the end of the process. Set only if the process cannot be checked from here. */
    readonly freeAfterSeconds?: number | undefined;
  };
  staleLockStays: { readonly lock: string; readonly fault: FileFault };
  lockNotWritable: { readonly lock: string; readonly fault: FileFault };
  /** The sheet has a second hard link; `journal` is the file name of the sheet's journal. */
  sheetHasSecondName: { readonly sheet: string; readonly journal: string };
  /** A person's decision does not fit the `state` of the row. */
  rowNotUnconfirmed: { readonly state?: RowState['state'] | undefined };
  /** A person decided about a row that has changed since the question. */
  answerTooLate: object;
  /**
   * The request may still reach the service. If `isInFuture`, the age of the request is unknown.
   */
  answerTooEarly: { readonly waitSeconds: number; readonly isInFuture: boolean };
  answerIsEmployeeId: { readonly answer: string };
  answerIsNoId: { readonly operation: SheetCommand; readonly answer: string };
  /** A row that is to be sent again still shows the ID of a forgotten person. */
  rowShowsForgottenId: { readonly row: number; readonly heading: string };
  assessmentIdMissing: object;
  /** A person marked a row as new, but no earlier result blocks it. */
  rowIsNotNew: { readonly row: number };
  rowSentMeanwhile: { readonly row: number };
  /** A person wanted to detach an assessment, but the row has none. */
  rowHasNoAssessment: { readonly row: number };
  /** The assessment to detach belongs to another row or employee; the row only shows it. */
  assessmentOnlyShown: AssessmentOfRow & { readonly operation: SheetCommand };
  /** The assessment to detach is not in the journal. */
  assessmentOnlyInSheet: AssessmentOfRow;
  idOfEarlierAssessment: { readonly assessmentId: string };
  /** `row` and `owner` are row numbers. */
  idOfOtherRow: {
    readonly id: string;
    readonly isAssessment: boolean;
    readonly row: number | undefined;
    readonly owner: number | undefined;
    /** True if the owner has a later assessment. */
    readonly isEarlier: boolean;
  };
}

interface AssessmentOfRow {
  readonly row: number;
  readonly assessmentId: string;
}

export type LossOfJournal = 'missing' | 'replaced' | 'shortened';

export type LockedFile = 'sheet' | 'journal';

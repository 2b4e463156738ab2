import type { FileFault } from '../files/fileMessages.js';
import type { SheetCommand } from '../sheetCommand.js';
import type { RowState } from './rowState.js';

/** Messages about journals and locks, by code. */
export interface JournalMessages {
  /** A new journal was named for a sheet that shows results in this many rows. */
  namedJournalIsNew: {
    readonly sheet: string;
    readonly journal: string;
    readonly rows: number;
    readonly firstRow: number;
  };
  /** The sheet has a journal, and another file was named. */
  sheetHasOtherJournal: {
    readonly sheet: string;
    readonly ownJournal: string;
    readonly journal: string;
    /** Which of them contains everything that was sent with the other. */
    readonly complete: 'own' | 'named' | 'neither';
  };
  /** The sheet was used with another service. */
  journalOfOtherService: {
    readonly journal: string;
    readonly itsService: string;
    readonly service: string;
  };
  /** The journal is missing, and there is a backup or results file that a run of the sheet made. */
  backupWithoutJournal: {
    readonly sheet: string;
    readonly backup: string;
    readonly journal: string;
    /** The command assesses rows again in rounds. */
    readonly isInRounds: boolean;
  };
  /**
   * The sheet shows assessments that its journal did not send, and a round was named: it may have begun.
   */
  roundWithoutJournal: {
    readonly sheet: string;
    readonly round: string;
    readonly journal: string;
    /** The journal does not exist yet. */
    readonly isNew: boolean;
  };
  /** An earlier run of the sheet used another journal: the value of --journal. */
  sheetHasNamedJournal: {
    readonly sheet: string;
    readonly journal: string;
    /** That journal does not exist any more. */
    readonly isMissing: boolean;
    /** The file that contains its path. */
    readonly location: string;
  };
  journalUnreadable: { readonly journal: string; readonly fault: FileFault };
  journalNotWritable: { readonly journal: string; readonly fault: FileFault };
  /** It was usable, but then nothing more could be written into it. */
  journalWriteFailed: { readonly journal: string; readonly reason: string };
  /** It has changed since the run read it. */
  journalChanged: { readonly journal: string };
  /** It was removed or overwritten during the run. Its content was recovered into another file. */
  journalLost: {
    readonly journal: string;
    readonly event: LossOfJournal;
    readonly recovered: string;
  };
  /** The same, and it could not be recovered. */
  journalLostForGood: {
    readonly journal: string;
    readonly event: LossOfJournal;
    readonly reason: string;
  };
  /** The lock was deleted, or another run took it over. */
  lockLost: { readonly lock: string };
  /** It is a pipe, a socket or a device: `kind` in words. */
  journalIsNoFile: { readonly journal: string; readonly kind: string };
  journalLinkIsBroken: { readonly journal: string; readonly target: string };
  /** `isMissing`: the line has no content at all. */
  journalLineDamaged: {
    readonly journal: string;
    readonly line: number;
    readonly isMissing: boolean;
  };
  /** A newer version of rwa began the journal, in a format that this one does not know. */
  journalOfNewerVersion: { readonly journal: string };
  /** Another run is using the sheet or its journal. */
  lockHeld: {
    readonly lock: string;
    readonly what: LockedFile;
    /** The other run; undefined when the lock does not say. */
    readonly holder?:
      { readonly pid: number; readonly host: string; readonly since: string } | undefined;
    /**
     * Set if its process cannot be checked from here: its lock is free this many seconds after it
     * was killed.
     */
    readonly freeAfterSeconds?: number | undefined;
  };
  /** It belongs to a run that has ended, but cannot be deleted. */
  staleLockStays: { readonly lock: string; readonly reason: string };
  lockNotWritable: { readonly lock: string; readonly fault: FileFault };
  /** The sheet has a second hard link; `journal` is the name that its journal would have. */
  sheetHasSecondName: { readonly sheet: string; readonly journal: string };
  /** A person resolved a row too late: this is its state by now. */
  rowNotUnconfirmed: { readonly state?: RowState['state'] | undefined };
  /** A person gave the employee ID of a row in place of the ID that the service assigned. */
  answerIsEmployeeId: { readonly answer: string };
  /** A person gave a text that cannot be an ID of the service. */
  answerIsNoId: { readonly operation: SheetCommand; readonly answer: string };
  /** To be sent again, a row must no longer show the ID of a person who was forgotten. */
  rowShowsForgottenId: { readonly row: number; readonly heading: string };
  /** A person says that an assessment exists, and not its id. */
  assessmentIdMissing: object;
  /** A person calls a row a new case that is blocked by no earlier result. */
  rowIsNoNewCase: { readonly row: number };
  /** The same, and it was sent after the person had looked at it. */
  rowSentMeanwhile: { readonly row: number };
  /** A person says that an assessment is not the row's, and the row has none. */
  rowHasNoAssessment: { readonly row: number };
  /** The same of a row that only shows the assessment of another row or employee. */
  assessmentOnlyShown: AssessmentOfRow & { readonly operation: SheetCommand };
  /** The same, and the journal does not know the assessment. */
  assessmentOnlyInSheet: AssessmentOfRow;
  /** The ID that a person gave belongs to the previous assessment. */
  idOfEarlierAssessment: { readonly assessmentId: string };
  /** The ID that a person gave belongs to another row; rows by number. */
  idOfOtherRow: {
    readonly id: string;
    readonly isAssessment: boolean;
    readonly row: number | undefined;
    readonly owner: number | undefined;
  };
}

interface AssessmentOfRow {
  readonly row: number;
  readonly assessmentId: string;
}

/** The ways in which a journal is lost: it is missing, is another file, or is shorter than before. */
export type LossOfJournal = 'missing' | 'replaced' | 'shortened';

/** The file that a lock protects. */
export type LockedFile = 'sheet' | 'journal';

import type { SpecialFile } from '../../../sheets/messages.js';
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
  /** The sheet has a journal, but another file was named. */
  sheetHasOtherJournal: {
    readonly sheet: string;
    readonly ownJournal: string;
    readonly journal: string;
    /** The journal that contains all requests of the other one. */
    readonly complete: 'own' | 'named' | 'neither';
  };
  /** The sheet was used with another service. */
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
    /** True for a command that works in rounds. */
    readonly isInRounds: boolean;
  };
  /**
   * The sheet shows assessments that its journal does not record as sent, so the round may have
   * begun.
   */
  roundWithoutJournal: {
    readonly sheet: string;
    /** The name of the round, if it has one. */
    readonly round: string | undefined;
    readonly journal: string;
    /** True if the journal does not exist yet. */
    readonly isNew: boolean;
  };
  /** An earlier run of the sheet used another journal; `journal` is the value of --journal. */
  sheetHasNamedJournal: {
    readonly sheet: string;
    readonly journal: string;
    /** True if that journal no longer exists. */
    readonly isMissing: boolean;
    /** The file with the path of the journal. */
    readonly location: string;
  };
  /**
   * No file beside the sheet can record the journal's path; `journal` is the value of --journal.
   */
  journalNotNoted: { readonly sheet: string; readonly journal: string };
  journalUnreadable: { readonly journal: string; readonly fault: FileFault };
  journalNotWritable: { readonly journal: string; readonly fault: FileFault };
  /** The journal became unwritable during the run. */
  journalWriteFailed: { readonly journal: string; readonly fault: FileFault };
  /** The journal has changed since the run read it. */
  journalChanged: { readonly journal: string };
  /** The journal was removed or replaced during the run, and recovered into another file. */
  journalLost: {
    readonly journal: string;
    readonly event: LossOfJournal;
    readonly recovered: string;
  };
  /** The journal was removed, replaced or shortened during the run, and not recovered. */
  journalLostForGood: {
    readonly journal: string;
    readonly event: LossOfJournal;
    readonly reason: string;
  };
  /** The lock was deleted, or another run took it over. */
  lockLost: { readonly lock: string };
  /** The journal is a pipe, a socket or a device. */
  journalIsNoFile: { readonly journal: string; readonly kind: SpecialFile };
  journalLinkIsBroken: { readonly journal: string; readonly target: string };
  /** A line of the journal is damaged. `isMissing`: the line is empty. */
  journalLineDamaged: {
    readonly journal: string;
    readonly line: number;
    readonly isMissing: boolean;
  };
  /** A newer version of rwa began the journal, in a newer format. */
  journalOfNewerVersion: { readonly journal: string };
  /** Another run is using the sheet or its journal. */
  lockHeld: {
    readonly lock: string;
    readonly what: LockedFile;
    /** The other run; undefined if the lock does not contain it. */
    readonly holder?:
      | { readonly pid: number; readonly host: string; readonly since: string }
      | undefined;
    /**
     * Set if the process cannot be checked from here. The lock becomes free this many seconds
     * after the process was killed.
     */
    readonly freeAfterSeconds?: number | undefined;
  };
  /** The lock belongs to a run that has ended, but cannot be deleted. */
  staleLockStays: { readonly lock: string; readonly fault: FileFault };
  lockNotWritable: { readonly lock: string; readonly fault: FileFault };
  /** The sheet has a second hard link; `journal` is the file name of the sheet's journal. */
  sheetHasSecondName: { readonly sheet: string; readonly journal: string };
  /** A person's decision does not fit the `state` of the row. */
  rowNotUnconfirmed: { readonly state?: RowState['state'] | undefined };
  /** A person decided about a row that has changed since the question. */
  answerTooLate: object;
  /**
   * A person said that a request does not exist, but the request may still reach the service.
   * `isInFuture`: the time of the request is in the future, so its age is unknown.
   */
  answerTooEarly: { readonly waitSeconds: number; readonly isInFuture: boolean };
  /** A person entered the Employee ID instead of the ID from the service. */
  answerIsEmployeeId: { readonly answer: string };
  /** A person entered a text that cannot be an ID of the service. */
  answerIsNoId: { readonly operation: SheetCommand; readonly answer: string };
  /** A row that is to be sent again still shows the ID of a forgotten person. */
  rowShowsForgottenId: { readonly row: number; readonly heading: string };
  /** A person confirmed that an assessment exists, but gave no ID. */
  assessmentIdMissing: object;
  /** A person marked a row as new, but no earlier result blocks it. */
  rowIsNotNew: { readonly row: number };
  /** A person marked a row as new, but it has been sent since they looked at it. */
  rowSentMeanwhile: { readonly row: number };
  /** A person said that an assessment is not the row's, but the row has none. */
  rowHasNoAssessment: { readonly row: number };
  /**
   * A person said that an assessment is not the row's, but the assessment already belongs to
   * another row or employee, and the row only shows it.
   */
  assessmentOnlyShown: AssessmentOfRow & { readonly operation: SheetCommand };
  /** A person said that an assessment is not the row's, but the journal does not contain it. */
  assessmentOnlyInSheet: AssessmentOfRow;
  /** The ID that a person entered belongs to an earlier assessment of the row. */
  idOfEarlierAssessment: { readonly assessmentId: string };
  /** The ID that a person entered belongs to another row; `row` and `owner` are row numbers. */
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

/** How a journal was lost: it is missing, another file, or shorter than before. */
export type LossOfJournal = 'missing' | 'replaced' | 'shortened';

/** The file that a lock protects. */
export type LockedFile = 'sheet' | 'journal';

import type { FileFault } from '../files/said.js';
import type { RowState } from './rowState.js';

/** What is said of journals, by its codes. */
export interface JournalMessages {
  /** A new journal was named for a sheet that shows results: in so many rows, the first of them. */
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
    /** Which of them knows everything that was sent with the other. */
    readonly complete: 'own' | 'named' | 'neither';
  };
  /** The sheet was used with another service. */
  journalOfOtherService: {
    readonly journal: string;
    readonly itsService: string;
    readonly service: string;
  };
  journalUnreadable: { readonly journal: string; readonly fault: FileFault };
  journalNotWritable: { readonly journal: string; readonly fault: FileFault };
  /** It was usable, and nothing more could be written into it. */
  journalWriteFailed: { readonly journal: string; readonly reason: string };
  /** It is not as it was when the run read it. */
  journalChanged: { readonly journal: string };
  /** It was taken away from the run, or overwritten. What is known was recovered into another file. */
  journalLost: {
    readonly journal: string;
    readonly event: LossOfJournal;
    readonly recovered: string;
  };
  /** The same, and it could not be recovered: as the system said, or because a part of it is gone. */
  journalLostForGood: {
    readonly journal: string;
    readonly event: LossOfJournal;
    readonly reason: string | undefined;
  };
  /** The lock was deleted, or another run took it over. */
  lockLost: { readonly lock: string };
  /** It is a pipe, a socket or a device: `kind` in words. */
  journalIsNoFile: { readonly journal: string; readonly kind: string };
  journalLinkIsBroken: { readonly journal: string; readonly target: string };
  /** `isMissing`: there is nothing where the line should be. */
  journalLineDamaged: {
    readonly journal: string;
    readonly line: number;
    readonly isMissing: boolean;
  };
  /** Another run has the sheet or its journal. */
  lockHeld: {
    readonly lock: string;
    readonly what: LockedFile;
    /** Who it is; undefined when the lock does not say. */
    readonly holder?:
      { readonly pid: number; readonly host: string; readonly since: string } | undefined;
    /** It cannot be seen from here: when it was killed, its lock is free after so many seconds. */
    readonly freeAfterSeconds?: number | undefined;
  };
  /** It is of a run that has ended, and may not be deleted. */
  staleLockStays: { readonly lock: string; readonly reason: string };
  lockNotWritable: { readonly lock: string; readonly fault: FileFault };
  /** The sheet has a second hard link; `journal` is the name that its journal would have. */
  sheetHasSecondName: { readonly sheet: string; readonly journal: string };
  /** What a person says of a row comes too late: this is its state meanwhile. */
  rowNotUnconfirmed: { readonly state?: RowState['state'] | undefined };
  /** A person says that an assessment exists, and not its id. */
  assessmentIdMissing: object;
  /** The id that a person gave is that of the assessment before. */
  idOfEarlierAssessment: { readonly assessmentId: string };
  /** The id that a person gave belongs to another row; rows by their numbers in the sheet. */
  idOfOtherRow: {
    readonly id: string;
    readonly isAssessment: boolean;
    readonly row: number | undefined;
    readonly owner: number | undefined;
  };
}

/** What became of a journal: it is not there, is another file, or is shorter than it was. */
export type LossOfJournal = 'missing' | 'replaced' | 'shortened';

/** What a lock is of. */
export type LockedFile = 'sheet' | 'journal';

import type { ShownReference } from '../identity/proofs.js';
import type { NewAssessment } from '../../../src/assessment.js';
import type { Corrected } from './corrections.js';
import type { KeptScores, ScoreName } from './keptScores.js';
import type { RowRemark } from './remark.js';
import type { Cell } from '../../../sheets/sheet.js';
import type { SheetRequest } from './rowKey.js';

/** One row of the sheet, in compact form: a sheet may have 100,000. */
export interface IntakeRow {
  readonly number: number;
  /** Identity of the row; see RowKeys. Empty when nothing could ever be sent for it. */
  readonly key: string;
  /** The request that the row makes; missing for one with problems. */
  readonly inputs?: SheetRequest | undefined;
  /** Of a row with problems, the inputs that could be read. */
  readonly readable?: Readonly<Record<string, unknown>>;
  /** What the request of an assessment is about. */
  readonly subject?: Subject;
  /** Whose row it is, as the journal knows them: the hash of {@link SheetInputs.person}. */
  readonly employee?: string;
  /** Hash of its inputs without the person's ID. */
  readonly trip?: string;
  readonly problems?: readonly RowRemark[];
  /** Values of its cells that a person has corrected, and that are read as corrected. */
  readonly corrected?: readonly Corrected[];
  /** Hash of the request, where the key is of the case alone. */
  readonly request?: string;
  /**
   * By what else the journal may know the row, in the form of `request` where there is one, else of
   * `key`: an earlier run read its values in another way.
   */
  readonly otherwise?: readonly string[];
  /** The requests that {@link otherwise} are hashes of: another journal hashes them in its own way. */
  readonly otherInputs?: readonly SheetRequest[];
  /** The key of the row as it is read now, where `key` is one of {@link otherwise}: the journal has that. */
  readonly readAs?: string;
  /** The first row with the very same request, or of the same case, when this is not it. */
  readonly sameAs?: number;
  /** What an earlier run wrote into the sheet. */
  readonly previous?: PreviousResults;
  /**
   * The Assessment ID of a decision, if it is not that of the row's own assessment: the decision would be recorded
   * for another trip.
   */
  readonly otherAssessment?: string;
  /** The person whom the row is about, from columns that are not sent. */
  readonly context?: string;
  /** The row is hidden in the sheet. */
  readonly hidden?: true;
}

/** What the request of an assessment is about, in the few words of a report. */
export type Subject = Pick<NewAssessment, 'employeeId' | 'purpose' | 'destination'>;

/** What an earlier run wrote into a row. */
export interface PreviousResults {
  readonly status: string;
  /** The Assessment ID, or another ID from the service; empty for none. */
  readonly id: string;
  /** The content of the ID cell, if it is not an ID. */
  readonly noId?: string;
  readonly scored: boolean;
  /** The row shows a link to its report. */
  readonly isLinked?: true;
  /** For operations that read results; without those that are no numbers. */
  readonly scores?: KeptScores;
  /** ISO 8601. */
  readonly assessedAt?: string;
  readonly redirectUrl?: string;
  /** When a decision, invitation or removal was recorded, ISO 8601; left out for none. */
  readonly doneAt?: string;
  /** The text of its reference without the hashes of its cells: see `parseReference`. */
  readonly reference?: string;
  /** What its reference proves. */
  readonly shown?: ShownReference;
  /** Hash of the message; left out for none. */
  readonly message?: string;
  readonly unproven?: UnprovenScores;
}

/** Numbers in the score cells of a row for which its reference has no hash: a person may have written them. */
export interface UnprovenScores {
  readonly names: readonly ScoreName[];
  /** All score cells of the row. */
  readonly cells: Readonly<Partial<Record<ScoreName, Cell | undefined>>>;
}

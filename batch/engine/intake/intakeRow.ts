import type { Cell } from '../../../sheets/sheet.js';
import type { NewAssessment } from '../../../src/assessment.js';
import type { ShownReference } from '../identity/proofs.js';
import type { AppliedCorrection } from './corrections.js';
import type { KeptScores, ScoreName } from './keptScores.js';
import type { RowRemark } from './remark.js';
import type { SheetRequest } from './rowKey.js';

/** Most properties are optional to save memory: a sheet may have 300,000 rows. */
export interface IntakeRow {
  readonly number: number;
  /** See `RowKeys`. Empty for an unreadable row without an ID. */
  readonly key: string;
  /** Missing if the row has problems, or if `omitsSentRequests` leaves it out. */
  readonly inputs?: SheetRequest | undefined;
  /** The readable inputs of a row with problems. */
  readonly readable?: Readonly<Record<string, unknown>>;
  readonly subject?: Subject | undefined;
  /** The journal's hash of {@link SheetInputs.person}. */
  readonly employee?: string | undefined;
  /** Hash of the inputs without the person's ID. */
  readonly trip?: string;
  readonly problems?: readonly RowRemark[];
  readonly corrected?: readonly AppliedCorrection[];
  /** Hash of the request, if the key does not contain it. */
  readonly request?: string;
  /**
   * Keys under which an earlier run may have recorded the row, because it read values in another
   * way, or there was no approver yet. They have the form of `request` if that is set, else of
   * `key`.
   */
  readonly alternateKeys?: readonly string[];
  /** The requests whose hashes are in {@link alternateKeys}, for journals with another salt. */
  readonly otherInputs?: readonly SheetRequest[];
  /** The key of the present inputs, if `key` is that of another request for the row. */
  readonly currentKey?: string;
  /** The first row with the same request or target; missing if that is this row. */
  readonly sameAs?: number;
  readonly previous?: PreviousResults | undefined;
  /** The Assessment ID of a decision, if it belongs to another row and so to another trip. */
  readonly otherAssessment?: string;
  /** The row lacks the operation's trigger, and shows the reference of a result. */
  readonly isWithoutTrigger?: true;
  /** The row has no decision, and shows the result of another row's decision. */
  readonly showsOtherRow?: true;
  /** The keys of decisions on earlier assessments of the row. */
  readonly earlierKeys?: readonly string[];
  /** Texts from columns that are not sent. They identify the person. */
  readonly context?: string;
  /** A run of another sheet has sent the request, which this row shows without an Assessment ID. */
  readonly isSentElsewhere?: true;
  /** The row has an assessment, and a run of another sheet has sent its present inputs as new. */
  readonly isNewElsewhere?: true;
  readonly hidden?: true;
}

export type Subject = Pick<NewAssessment, 'employeeId' | 'purpose' | 'destination'>;

export interface PreviousResults {
  readonly status: string;
  /** The Assessment ID, or another ID from the service; empty if there is none. */
  readonly id: string;
  /** The text of the ID cell, if it is not an ID. */
  readonly noId?: string;
  /** True if a formula computes the ID, so that no run replaces it. */
  readonly isIdFormula?: true;
  readonly scored: boolean;
  readonly isLinked?: boolean;
  /** Set only for operations that read results. */
  readonly scores?: KeptScores;
  /** ISO 8601. */
  readonly assessedAt?: string;
  readonly redirectUrl?: string;
  /** The time of a decision, invitation or removal, ISO 8601. */
  readonly doneAt?: string;
  /** Missing if there is no reference, and for decisions, invitations and removals. */
  readonly reference?: 'assessment' | 'request' | undefined;
  readonly shown?: ShownReference | undefined;
  readonly unproven?: UnprovenScores;
}

/** Numbers without a hash in the row's reference. A person may have written them. */
export interface UnprovenScores {
  readonly names: readonly ScoreName[];
  /** All score cells of the row. */
  readonly cells: Readonly<Partial<Record<ScoreName, Cell | undefined>>>;
}

export interface TextsOfRow {
  readonly assessmentId?: string | undefined;
  readonly employee?: string | undefined;
}

export interface KnownTexts {
  state(key: string): TextsOfRow | undefined;
  findKeyById(id: string): string | undefined;
}

/** Returns the journal's copy of a text or, if there is none, the result of `copy`. */
export type SharedTexts = (text: string, copy?: (text: string) => string) => string;

/** In a sheet of 300,000 rows, sharing the journal's copies saves 40 MB. */
export function shareTexts(
  known: KnownTexts | undefined,
  { assessmentId, employee }: TextsOfRow = {},
): SharedTexts {
  if (assessmentId === undefined) return (text, copy = returnUnchanged) => copy(text);
  const texts = [known?.findKeyById(assessmentId), employee, assessmentId];
  return (text, copy = returnUnchanged) => texts.find((shared) => shared === text) ?? copy(text);
}

function returnUnchanged(text: string): string {
  return text;
}

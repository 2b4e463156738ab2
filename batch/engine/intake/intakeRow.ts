import type { Cell } from '../../../sheets/sheet.js';
import type { NewAssessment } from '../../../src/assessment.js';
import type { ShownReference } from '../identity/proofs.js';
import type { Corrected } from './corrections.js';
import type { KeptScores, ScoreName } from './keptScores.js';
import type { RowRemark } from './remark.js';
import type { SheetRequest } from './rowKey.js';

/** One row of the sheet in compact form, because a sheet may have 300,000. */
export interface IntakeRow {
  readonly number: number;
  /** The identity of the row; see `RowKeys`. Empty for an unreadable row without an ID. */
  readonly key: string;
  /**
   * The request for the row; missing if the row has problems, or if `omitsSentRequests` leaves it
   * out.
   */
  readonly inputs?: SheetRequest | undefined;
  /** The readable inputs of a row with problems. */
  readonly readable?: Readonly<Record<string, unknown>>;
  readonly subject?: Subject | undefined;
  /** The journal's hash of {@link SheetInputs.person}. */
  readonly employee?: string | undefined;
  /** Hash of the inputs without the person's ID. */
  readonly trip?: string;
  readonly problems?: readonly RowRemark[];
  /** Values that a person corrected, as they are read now. */
  readonly corrected?: readonly Corrected[];
  /** Hash of the request, if the key does not contain it. */
  readonly request?: string;
  /**
   * Other keys under which the row may be recorded, because an earlier run read its values in
   * another way, or sent it before an approver was added. They have the form of `request` if that
   * is set, else of `key`.
   */
  readonly alternateKeys?: readonly string[];
  /** The requests whose hashes are in {@link alternateKeys}, for journals with another salt. */
  readonly otherInputs?: readonly SheetRequest[];
  /**
   * The key of the row's present inputs, if `key` is that of another request for the row: one in
   * the journal, or one that another sheet has sent.
   */
  readonly currentKey?: string;
  /** The first row with the same request or target; missing if that is this row. */
  readonly sameAs?: number;
  /** The results of an earlier run. */
  readonly previous?: PreviousResults | undefined;
  /**
   * The Assessment ID of a decision, if it belongs to another row: the decision would be recorded
   * for another trip.
   */
  readonly otherAssessment?: string;
  /** The person of the row, from columns that are not sent. */
  readonly context?: string;
  /**
   * Set if the row shows, without an Assessment ID, a request that a run of another sheet has sent.
   */
  readonly isSentElsewhere?: true;
  /**
   * Set if the row has an assessment, and a run of another sheet has sent its present inputs as a
   * new row.
   */
  readonly isNewElsewhere?: true;
  /** Set if the row is hidden in the sheet. */
  readonly hidden?: true;
}

/** The subject of an assessment, as a report shows it. */
export type Subject = Pick<NewAssessment, 'employeeId' | 'purpose' | 'destination'>;

/** The results of an earlier run in a row. */
export interface PreviousResults {
  readonly status: string;
  /** The Assessment ID, or another ID from the service; empty for none. */
  readonly id: string;
  /** The text of the ID cell, if it is not an ID. */
  readonly noId?: string;
  readonly scored: boolean;
  /** True if the row shows a link to its report. */
  readonly isLinked?: boolean;
  /** The scores and the level, for operations that read results. */
  readonly scores?: KeptScores;
  /** ISO 8601. */
  readonly assessedAt?: string;
  readonly redirectUrl?: string;
  /** The time of a decision, invitation or removal, ISO 8601; missing for none. */
  readonly doneAt?: string;
  /**
   * Whether the reference is for an assessment or for a request without an answer; missing without
   * a reference, and for decisions, invitations and removals.
   */
  readonly reference?: 'assessment' | 'request' | undefined;
  /** The proof in the reference. */
  readonly shown?: ShownReference | undefined;
  readonly unproven?: UnprovenScores;
}

/**
 * Score cells with numbers that have no hash in the row's reference. A person may have written
 * them.
 */
export interface UnprovenScores {
  readonly names: readonly ScoreName[];
  /** All score cells of the row. */
  readonly cells: Readonly<Partial<Record<ScoreName, Cell | undefined>>>;
}

/** Texts in the journal's state for a row. */
export interface TextsOfRow {
  readonly assessmentId?: string | undefined;
  readonly employee?: string | undefined;
}

/** The part of a journal that finds the texts of rows. */
export interface KnownTexts {
  state(key: string): TextsOfRow | undefined;
  findKeyById(id: string): string | undefined;
}

/**
 * Returns the journal's copy of a text in a row; without one, the result of `copy`, or the text
 * itself.
 */
export type SharedTexts = (text: string, copy?: (text: string) => string) => string;

/**
 * Returns a function that finds the journal's copies. In a sheet of 300,000 rows, sharing them
 * saves 40 MB.
 */
export function shareTexts(
  known: KnownTexts | undefined,
  { assessmentId, employee }: TextsOfRow = {},
): SharedTexts {
  if (assessmentId === undefined) return (text, copy = same) => copy(text);
  const texts = [known?.findKeyById(assessmentId), employee, assessmentId];
  return (text, copy = same) => texts.find((shared) => shared === text) ?? copy(text);
}

function same(text: string): string {
  return text;
}

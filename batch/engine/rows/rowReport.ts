import { sanitized } from '../../../src/sanitized.js';
import type { KeptScores } from '../intake/keptScores.js';
import type { Message, Wording } from '../message.js';
import type { RowStatus } from '../intake/statusWords.js';

/** The details of a row besides its status. */
export interface RowDetails {
  readonly assessmentId?: string | undefined;
  readonly redirectUrl?: string | undefined;
  readonly scores?: KeptScores | undefined;
  /** ISO 8601. */
  readonly assessedAt?: string | undefined;
  /** The overall risk of the assessment before, when that was (ISO 8601), and the change since. */
  readonly previousOverall?: number | undefined;
  readonly previousAt?: string | undefined;
  readonly change?: number | undefined;
  /** The account that an invitation made. */
  readonly userId?: string | undefined;
  /** When a decision, invitation or removal was recorded, ISO 8601. */
  readonly doneAt?: string | undefined;
}

/** The report on one row. */
export interface RowReport extends RowDetails {
  readonly row: number;
  readonly status: RowStatus;
  readonly message: Message | undefined;
  /** What was sent instead of values of the row's cells. */
  readonly corrected?: Message<'valuesCorrected'>;
}

/** The same, worded by a face in one text: for the sheet, JSON lines and reports. */
export interface WordedReport extends Omit<RowReport, 'message' | 'corrected'> {
  readonly message: string;
}

/** A message may quote texts of the service, of a cell or of a journal, and goes into cells. */
export function wordedReport(report: RowReport, wording: Wording): WordedReport {
  const { corrected, ...rest } = report;
  const said = [rest.message, corrected].filter((one) => one !== undefined);
  return { ...rest, message: sanitized(said.map(wording).join(' ')) };
}

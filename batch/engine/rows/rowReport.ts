import { sanitize } from '../../../src/sanitized.js';
import type { KeptScores } from '../intake/keptScores.js';
import type { Message, Wording } from '../message.js';
import type { RowStatus } from '../sheetCommand.js';

export interface RowDetails {
  readonly assessmentId?: string | undefined;
  readonly redirectUrl?: string | undefined;
  readonly scores?: KeptScores | undefined;
  /** ISO 8601. */
  readonly assessedAt?: string | undefined;
  /** The overall risk of the previous assessment, its time (ISO 8601), and the change since. */
  readonly previousOverall?: number | undefined;
  readonly previousAt?: string | undefined;
  readonly change?: number | undefined;
  /** The account that an invitation created. */
  readonly userId?: string | undefined;
  /** The time when a decision, invitation or removal was recorded (ISO 8601). */
  readonly doneAt?: string | undefined;
}

export interface RowReport extends RowDetails {
  readonly row: number;
  readonly status: RowStatus;
  readonly message: Message | undefined;
  /** Values that were sent instead of the values in the row's cells. */
  readonly corrected?: Message<'valuesCorrected'>;
}

export interface WordedReport extends Omit<RowReport, 'message' | 'corrected'> {
  readonly message: string;
}

/** Removes unsafe characters: a message may quote the service, a cell or a journal. */
export function formatReport(report: RowReport, wording: Wording): WordedReport {
  const { corrected, ...rest } = report;
  const messages = [rest.message, corrected].filter((message) => message !== undefined);
  return { ...rest, message: sanitize(messages.map(wording).join(' ')) };
}

import type { UnfinishedStatus } from '../engine/report/summary.js';

/** Advice in the words of the command line or the web app. */
export interface ReportAdvice {
  readonly remedies: Readonly<Record<UnfinishedStatus, string>>;
  /** The clause after the number of omitted reasons: `rwa status lists them`. */
  readonly otherReasons: string;
  readonly assessAgain: string;
  /** Advice for a sheet without any score. */
  readonly howToScore: (rows: number) => string;
  /** The command that follows `howToScore`. */
  readonly command?: string;
}

export const invalidRows =
  'Something is missing or wrong, or the inputs have changed since the assessment.';

export const duplicateRows = 'Not sent, because another row is identical.';

/** `assess` is the command that assesses the sheet. */
export function commandAdvice(assess: string): ReportAdvice {
  return {
    remedies: {
      Unconfirmed:
        'Sent, but without a usable answer. Run rwa resolve; nothing is sent again until you do.',
      Rejected:
        'Refused by the service. Follow the message of each row, then run rwa assess, which sends no scored row.',
      Invalid: `${invalidRows} Follow the message of each row, then run rwa assess, which sends no scored row.`,
      Duplicate: `${duplicateRows} Delete one of them, or add --send-duplicates.`,
      Forgotten:
        'Removed from the journal with rwa forget, and not sent again. Delete the data that is left in the sheet.',
      Pending:
        'Still waiting for a result. Run rwa assess later, which reads the results and sends no scored row.',
      'Not sent':
        'The run ended too early. Run rwa assess for rows that were never assessed. To continue a round, run rwa reassess again with the same options, and within seven days unless the round has a name: later, it begins a new round and sends all rows again.',
    },
    otherReasons: 'rwa status lists them',
    assessAgain: 'To assess rows again, run rwa reassess.',
    howToScore: (rows) =>
      rows === 0
        ? 'Fill in one row for each trip or hire; rwa template creates a sheet to start with. Assess it, then create the report again:'
        : 'The report needs at least one score. Assess the sheet or continue the run, then create the report again:',
    command: assess,
  };
}

import { count } from '../../wording/words.js';

export interface DueRoundWords {
  /** `reason` is a whole sentence. */
  readonly notBegun: (reason: string) => string;
  readonly wasStopped: string;
  /** `round` is the name of the round of the schedule. */
  readonly tooManyNewRows: (rows: number, most: number, round: string) => string;
  readonly failed: string;
  /** `olderThanDays` is 0 if the age of an assessment does not matter. */
  readonly nothingDue: (olderThanDays: number) => string;
}

export const dueRounds: DueRoundWords = {
  notBegun: (reason) => `The round of the schedule did not begin. ${reason}`,
  wasStopped: 'Somebody stopped the run of new rows that precedes this round.',
  tooManyNewRows: (rows, most, round) =>
    `${count(rows, 'row')} would be assessed for the first time, but the schedule allows at most ${most}. Look at the sheet. Then start this round yourself under Reassess, with the days of the schedule and ${round} as the name of the round, and after that the assessment of the new rows.`,
  failed:
    'An unexpected error occurred in the server. Ask the person who runs this server to find the cause in its output.',
  nothingDue: (olderThanDays) =>
    olderThanDays === 0
      ? 'The round of the schedule found no assessment to be repeated.'
      : `The round of the schedule found no assessment older than ${count(olderThanDays, 'day')}.`,
};

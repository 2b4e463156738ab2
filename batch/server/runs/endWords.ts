import { UsageError } from '../../engine/errors.js';
import { JournalError } from '../../engine/journal/journalStore.js';
import type { Summary } from '../../engine/run/events.js';
import type { Sentence } from '../../wording/sentence.js';
import { capital, count } from '../../wording/words.js';
import { isTransient } from '../db/errors.js';
import { log, type LogFields } from '../log.js';
import { sayWhatBecame } from '../words/advice.js';
import { databaseFailure, unexpectedFailure } from '../words/runFailures.js';
import { markedWords, toMarkedSentence } from '../words/wording.js';

/** Returns the messages at the end of a run: the unfinished rows, and the remedy. */
export function describeEnd({ counts, missing, notes, round }: Summary): Sentence[] {
  // "Assess" would also send the rows that the round has skipped.
  const fetchAdvice =
    round === undefined
      ? 'Press "Assess" later'
      : 'Later, press "Reassess" with the row numbers under "Only these rows"';
  const unconfirmed = counts.Unconfirmed + missing;
  const waiting = counts.Pending - countWrongIds(notes);
  return [
    ...(unconfirmed === 0
      ? []
      : [
          unconfirmed === 1
            ? `1 row was sent without a usable answer. ${capital(sayWhatBecame)}.`
            : `${count(unconfirmed, 'row')} were sent without a usable answer. Open "Needs review" under Results and say of each what became of it.`,
        ]),
    ...(waiting === 0
      ? []
      : [`The results of ${count(waiting, 'row')} are not ready yet. ${fetchAdvice} to get them.`]),
    ...(counts['Not sent'] === 0
      ? []
      : [
          `${count(counts['Not sent'], 'row')} ${counts['Not sent'] === 1 ? 'was' : 'were'} not sent; the message of each says why.`,
        ]),
    ...notes.map(markedWords),
  ];
}

/** Counts the pending rows whose Assessment ID is known to be wrong: their notes name the remedy. */
function countWrongIds(notes: Summary['notes']): number {
  const rows = notes.flatMap((note) => {
    return note.code === 'resultsNotRead' && typeof note.reason !== 'string' ? note.rows : [];
  });
  return rows.length;
}

/**
 * Returns the reason why a run failed. Logs errors of the database and unexpected ones, and replaces their messages:
 * they do not help users, and may quote a cell.
 */
export function reportFailure(error: unknown, about: Pick<LogFields, 'run' | 'sheet'>): Sentence {
  if (error instanceof UsageError || error instanceof JournalError) return toMarkedSentence(error);
  if (isTransient(error)) {
    log.warn({ ...about, err: error }, 'The run has failed because of the database');
    return databaseFailure;
  }
  log.error({ ...about, err: error }, 'The run has failed because of an unexpected error');
  return unexpectedFailure;
}

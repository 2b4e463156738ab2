import { UsageError } from '../../engine/errors.js';
import { JournalError } from '../../engine/journal/journalStore.js';
import type { Summary } from '../../engine/run/events.js';
import type { Sentence } from '../../wording/sentence.js';
import { isTransient } from '../db/errors.js';
import { log, type LogFields } from '../log.js';
import type { Words } from '../words/wording.js';

export function describeSummary(
  { counts, missing, notes, round }: Summary,
  { describeEnd, markedWords }: Words,
): Sentence[] {
  const rows = {
    unconfirmed: counts.Unconfirmed + missing,
    waiting: counts.Pending - countWrongIds(notes),
    notSent: counts['Not sent'],
    isOfRound: round !== undefined,
  };
  return [...describeEnd(rows), ...notes.map(markedWords)];
}

/** Counts pending rows whose Assessment ID is known to be wrong. The notes of these rows name the remedy. */
function countWrongIds(notes: Summary['notes']): number {
  const rows = notes.flatMap((note) => {
    return note.code === 'resultsNotRead' && note.reason.code !== 'requestFailed' ? note.rows : [];
  });
  return rows.length;
}

/** Replaces messages of unexpected errors: they do not help users, and may quote a cell. */
export function reportFailure(
  error: unknown,
  about: Pick<LogFields, 'run' | 'sheet'>,
  { toMarkedSentence, runFailures }: Words,
): Sentence {
  if (error instanceof UsageError || error instanceof JournalError) return toMarkedSentence(error);
  if (isTransient(error)) {
    log.warn({ ...about, err: error }, 'The run has failed because of the database');
    return runFailures.databaseFailed;
  }
  log.error({ ...about, err: error }, 'The run has failed because of an unexpected error');
  return runFailures.unexpected;
}

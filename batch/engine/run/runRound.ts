import type { Outcome } from '../outcome.js';
import type { Summary } from './events.js';
import { outcomeOf } from './outcome.js';
import type { RunSheet } from './runSheet.js';

/** Records in the journal that a round starts or continues, `at` a time in ISO 8601. */
export function beginRound({ read: { journal, round } }: RunSheet, at: string): void {
  journal.append({ fact: 'round', round: round.number, at });
}

/** The outcomes of a run that leave nothing to do in its round. */
const settledOutcomes: ReadonlySet<Outcome> = new Set(['done', 'someFailed', 'unconfirmed']);

/** Ends a round that was worked on, when nothing is left to do in it. */
export function endRound({ read, options }: RunSheet, summary: Summary, at: string): void {
  const { journal, round } = read;
  const begun = journal.rounds.find(({ number }) => number === round.number);
  const isOpen = begun !== undefined && begun.endedAt === undefined;
  if (options.operation.isInRounds !== true || !isOpen) return;
  const { counts, interrupted, stopped, missing, notInPlace, output } = summary;
  // Results in another file are read there; those in none are for the next start to write.
  const isWritten = notInPlace === undefined || output !== undefined;
  const ended = outcomeOf(counts, { interrupted, stopped: stopped !== undefined, missing });
  if (isWritten && settledOutcomes.has(ended)) {
    journal.append({ fact: 'round_ended', round: round.number, at });
  }
}

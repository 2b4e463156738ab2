import type { Summary } from './events.js';
import type { RunSheet } from './runSheet.js';

/** Records in the journal that a round starts or continues, `at` a time in ISO 8601. */
export function beginRound({ read: { journal, round } }: RunSheet, at: string): void {
  const { number, name } = round;
  journal.append({ fact: 'round', round: number, ...(name === undefined ? {} : { name }), at });
}

/**
 * Ends an open round after all its rows are sent and answered and the results are written. If
 * results could not be written, the next start continues the round.
 */
export function endRound(sheet: RunSheet, summary: Summary, at: string): void {
  const { journal, round } = sheet.read;
  const begun = journal.rounds.find(({ number }) => number === round.number);
  const isOpen = begun !== undefined && begun.endedAt === undefined;
  if (sheet.options.operation.isInRounds !== true || !isOpen) return;
  const { notInPlace, output } = summary;
  // Results in another file count as written.
  const isWritten = notInPlace === undefined || output !== undefined;
  if (isWritten && !hasUnfinishedRows(sheet)) {
    journal.append({ fact: 'round_ended', round: round.number, at });
  }
}

/**
 * Returns true if a row of the round is unsent or pending. Rows that were pending before the round
 * do not count.
 */
function hasUnfinishedRows(sheet: RunSheet): boolean {
  const { journal, round, rows } = sheet.read;
  return rows.some((row) => {
    const status = sheet.status(row);
    if (status === 'Pending') return journal.state(row.key)?.round === round.number;
    return status === 'Not sent' && row.round !== undefined;
  });
}

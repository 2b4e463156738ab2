import { changedFacts, sheetFacts } from './importSheet.js';
import type { RunSheet } from './runSheet.js';

/**
 * Records in the journal what only the sheet contains, `at` a time in ISO 8601. Throws a
 * JournalError when it cannot be written.
 */
export async function noteSheet({ read, options }: RunSheet, at: string): Promise<void> {
  const { journal, intake, rows } = read;
  const { importedFact = () => undefined } = options.operation;
  for (const row of rows) {
    const state = journal.state(row.key);
    const isDone = row.importedId !== undefined && row.inputs !== undefined;
    const done = isDone ? importedFact(row, state, at) : undefined;
    const facts =
      done === undefined
        ? [...sheetFacts(row, state, at, journal.hashOf), ...changedFacts(row, journal, at)]
        : [done];
    for (const fact of facts) journal.append(fact);
  }
  journal.noteShown(intake.rows.map(({ previous }) => previous?.id ?? ''));
  await journal.synced();
  journal.assertUsable();
}

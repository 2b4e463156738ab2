import { changedFacts, homelessFacts, sheetFacts } from './importSheet.js';
import type { RunSheet } from './runSheet.js';

/**
 * Records in the journal facts that only the sheet contains; `at` is in ISO 8601. Resolves to true
 * if it recorded anything. Throws a JournalError if the journal cannot be written.
 */
export async function noteSheet({ read, options }: RunSheet, at: string): Promise<boolean> {
  const { journal, intake, rows } = read;
  const { importedFact = () => undefined } = options.operation;
  // Read before the rows are recorded: the inputs of a recorded row may be those of a homeless request.
  const homeless = homelessFacts(intake.rows, journal.states, at);
  let isNews = homeless.length > 0;
  for (const row of rows) {
    const state = journal.state(row.key);
    const isDone = row.importedId !== undefined && row.inputs !== undefined;
    const done = isDone ? importedFact(row, state, at) : undefined;
    const facts =
      done === undefined
        ? [...sheetFacts(row, state, at, journal), ...changedFacts(row, journal, at)]
        : [done];
    for (const fact of facts) journal.append(fact);
    isNews ||= facts.length > 0;
  }
  for (const fact of homeless) journal.append(fact);
  isNews = journal.noteShown(intake.rows.map(({ previous }) => previous?.id ?? '')) || isNews;
  await journal.synced();
  journal.assertUsable();
  return isNews;
}

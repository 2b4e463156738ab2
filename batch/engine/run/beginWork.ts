import type { PlannedRow } from '../rows/rowStatus.js';
import { beginRound } from './runRound.js';
import type { RunSheet } from './runSheet.js';

/** Records in the journal that the work on these rows begins; `at` is in ISO 8601. */
export function beginWork(sheet: RunSheet, work: readonly PlannedRow[], at: string): void {
  const { journal } = sheet.read;
  for (const { key } of work) {
    if (journal.state(key)?.state === 'Rejected') {
      journal.append({ fact: 'send_again', row: key, at });
    }
  }
  if (work.some((row) => row.round !== undefined)) beginRound(sheet, at);
}

import { foundKey, followedBy } from '../../batch/engine/intake/rowKey.js';
import type { IntakeRow } from '../../batch/engine/intake/intakeRow.js';
import { readSheet } from '../../batch/engine/intake/readSheet.js';
import type { Journal } from '../../batch/engine/journal/journal.js';
import { acceptedFacts } from '../../batch/engine/run/importSheet.js';
import type { RunOptions } from '../../batch/engine/run/runOptions.js';
import { intakeOf } from '../../batch/engine/run/runSheet.js';
import type { RunStorage } from '../../batch/engine/run/runStorage.js';
import { resultFacts } from '../../batch/engine/rows/resultFacts.js';
import type { SavedAssessments } from './savedAssessments.js';

/**
 * The storage, with a journal that knows of the workbook's assessments what they were made for, as far as
 * earlier executions have saved it. What the workbook shows besides is taken as it says, as without them.
 */
export function recallingStorage(
  storage: RunStorage,
  options: RunOptions,
  saved: SavedAssessments,
  now: () => number,
): RunStorage {
  return {
    ...storage,
    async openJournal(lock) {
      const journal = await storage.openJournal(lock);
      // One of another try of this execution knows it all.
      if (!journal.isNew) return journal;
      const inputs = { ...options.intake.inputs, readsResults: true };
      const intake = { ...intakeOf(options, journal), inputs };
      const { rows } = await readSheet(await storage.openSheet(), intake);
      const at = new Date(now()).toISOString();
      if (!recall(journal, rows, saved, at)) return journal;
      for (const fact of acceptedFacts(options.operation, rows, journal, at)) journal.append(fact);
      return journal;
    },
  };
}

/** False where nothing is known of what the rows show. */
function recall(
  journal: Journal,
  rows: readonly IntakeRow[],
  saved: SavedAssessments,
  at: string,
): boolean {
  const ids = new Set<string>();
  /** The assessments before it first: they are the beginning of its history. */
  const remember = (id: string, shown: IntakeRow['previous']) => {
    const known = saved.of(id);
    if (known === undefined || ids.has(id)) return;
    ids.add(id);
    const { row, request, employee } = known;
    const before = followedBy(row);
    if (before !== undefined && saved.of(before) === undefined) {
      for (const fact of resultFacts(foundKey(before), { assessmentId: before, at }, '')) {
        journal.append(fact);
      }
      ids.add(before);
    } else if (before !== undefined) remember(before, undefined);
    const made = request === undefined ? {} : { request };
    const whose = employee === undefined ? {} : { employee };
    journal.append({ fact: 'intent', row, ...made, ...whose, attempt: 1, at });
    const { redirectUrl, scores, assessedAt } = shown ?? {};
    const link = redirectUrl === undefined ? {} : { redirectUrl };
    journal.append({ fact: 'created', row, assessmentId: id, ...link, ...made, by: 'answer', at });
    if (scores !== undefined) journal.append({ fact: 'scored', row, scores, at: assessedAt ?? at });
  };
  for (const { previous } of rows) {
    if (previous !== undefined && previous.id !== '') remember(previous.id, previous);
  }
  if (ids.size === 0) return false;
  journal.append({ fact: 'written', ids: [...ids], at });
  return true;
}

import { foundKey, followedBy } from '../../batch/engine/intake/rowKey.js';
import type { IntakeRow } from '../../batch/engine/intake/intakeRow.js';
import { readSheet } from '../../batch/engine/intake/readSheet.js';
import type { Journal } from '../../batch/engine/journal/journal.js';
import type { Message } from '../../batch/engine/message.js';
import { acceptedFacts } from '../../batch/engine/run/importSheet.js';
import type { RunOptions } from '../../batch/engine/run/runOptions.js';
import { intakeOf } from '../../batch/engine/run/runSheet.js';
import type { RunStorage } from '../../batch/engine/run/runStorage.js';
import { resultFacts } from '../../batch/engine/rows/resultFacts.js';
import { hasResults, says } from '../../batch/engine/rows/shownStatus.js';
import { codedAssessments, codedFacts } from './codedAssessments.js';
import type { SavedAssessments } from './savedAssessments.js';

/** What else is to be told of the plan. */
export interface RecallingStorage extends RunStorage {
  /** Scores that are taken as the workbook shows them, since nothing says what they were made for. */
  readonly notes: () => readonly Message[];
  /** The employees of whom a person has entered an Assessment ID, and who have no other Unconfirmed row. */
  readonly settled: () => readonly string[];
}

/**
 * The storage, with a journal that knows of the workbook's assessments what they were made for, as far as
 * earlier executions have saved it. What the workbook shows besides is taken as it says, as without them.
 */
export function recallingStorage(
  storage: RunStorage,
  options: RunOptions,
  saved: SavedAssessments,
  now: () => number,
): RecallingStorage {
  const { command, succeeded: status } = options.operation;
  const unproven = { count: 0 };
  let settled: readonly string[] = [];
  return {
    ...storage,
    notes: () =>
      unproven.count === 0
        ? []
        : [{ code: 'rowsDoneInSheet', ...unproven, status, command, isRepeatedInRounds: true }],
    settled: () => settled,
    async openJournal(lock) {
      const journal = await storage.openJournal(lock);
      // One of another try of this execution knows it all.
      if (!journal.isNew) return journal;
      const inputs = { ...options.intake.inputs, readsResults: true };
      const intake = { ...intakeOf(options, journal), inputs };
      const file = await storage.openSheet();
      const { rows } = await readSheet(file, intake).finally(() => file.close());
      const at = new Date(now()).toISOString();
      settled = settledIn(rows, (id) => saved.of(id) !== undefined);
      if (!recall(journal, rows, saved, at)) return journal;
      for (const fact of acceptedFacts(options.operation, rows, journal, at)) {
        journal.append(fact);
        if (fact.fact === 'scored') unproven.count++;
      }
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
  const remember = (id: string, shown: IntakeRow['previous'], isBefore = false) => {
    const known = saved.of(id);
    if (known === undefined || ids.has(id)) return;
    ids.add(id);
    const { row, request, employee } = known;
    const { scores, assessedAt, redirectUrl: shownLink = '' } = shown ?? {};
    // Empty where the cell has a text only.
    const redirectUrl = shownLink === '' ? known.redirectUrl : shownLink;
    const before = followedBy(row);
    if (before !== undefined && saved.of(before) === undefined) {
      for (const fact of resultFacts(foundKey(before), { assessmentId: before, at }, '')) {
        journal.append(fact);
      }
      ids.add(before);
    } else if (before !== undefined) remember(before, undefined, true);
    const made = request === undefined ? {} : { request };
    const whose = employee === undefined ? {} : { employee };
    journal.append({ fact: 'intent', row, ...made, ...whose, attempt: 1, at });
    const link = redirectUrl === undefined ? {} : { redirectUrl };
    journal.append({ fact: 'created', row, assessmentId: id, ...link, ...made, by: 'answer', at });
    const overall = isBefore &&
      known.overallTrip !== undefined && { overallTrip: known.overallTrip };
    const said = scores ?? (overall || undefined);
    if (said !== undefined)
      journal.append({ fact: 'scored', row, scores: said, at: assessedAt ?? at });
  };
  const shown = new Set<string>();
  for (const row of rows) {
    const { id = '' } = row.previous ?? {};
    if (id !== '') remember(id, row.previous);
    if (ids.has(id)) shown.add(id);
    else if (isTyped(row)) {
      journal.append({ fact: 'created', row: row.key, assessmentId: id, by: 'person', at });
      shown.add(id);
    }
  }
  for (const [id, coded] of codedAssessments(rows, (id) => shown.has(id))) {
    for (const fact of codedFacts(coded, at)) journal.append(fact);
    shown.add(id);
  }
  // Rows that the workbook does not know to be assessed, such as those of another copy of it.
  for (const { key, previous } of rows) {
    const id = saved.idOf(key);
    if (id !== undefined && (previous?.id ?? '') === '') remember(id, undefined);
  }
  if (ids.size + shown.size === 0) return false;
  journal.append({ fact: 'written', ids: [...shown], at });
  return true;
}

function settledIn(
  rows: readonly IntakeRow[],
  isKnown: (assessmentId: string) => boolean,
): readonly string[] {
  const employees = (isWanted: (row: IntakeRow) => boolean) =>
    new Set(rows.flatMap((row) => (isWanted(row) ? (row.employee ?? []) : [])));
  const open = employees(({ previous }) => previous?.id === '' && says(previous, 'Unconfirmed'));
  const entered = employees(({ previous }) => {
    const { id = '' } = previous ?? {};
    return id !== '' && !hasResults(previous) && !isKnown(id);
  });
  return [...entered].filter((employee) => !open.has(employee));
}

/**
 * True for an Unconfirmed row whose ID a person has entered, and whose status they have not cleared: beside
 * the ID of an earlier assessment, there is its link or there are its scores.
 */
function isTyped({ key, previous }: IntakeRow): boolean {
  if (previous === undefined || previous.id === '' || key === '') return false;
  return says(previous, 'Unconfirmed') && !previous.scored && previous.isLinked !== true;
}

import { isStatusWord } from '../../batch/engine/intake/statusWords.js';
import type { IntakeRow } from '../../batch/engine/intake/intakeRow.js';
import { afterKey, requestOfKey } from '../../batch/engine/intake/rowKey.js';
import { readSheet } from '../../batch/engine/intake/readSheet.js';
import type { RowFact } from '../../batch/engine/journal/facts.js';
import { messageFacts } from '../../batch/engine/journal/messageFacts.js';
import type { Journal } from '../../batch/engine/journal/journal.js';
import type { Message } from '../../batch/engine/message.js';
import { acceptedFacts } from '../../batch/engine/run/importSheet.js';
import type { RunOptions } from '../../batch/engine/run/runOptions.js';
import { intakeOf } from '../../batch/engine/run/runSheet.js';
import type { RunStorage } from '../../batch/engine/run/runStorage.js';
import { reasonInSheet } from '../../batch/engine/rows/sheetReason.js';
import { assess } from '../../batch/engine/operations/assess.js';
import { says, showsAssessment } from '../../batch/engine/rows/shownStatus.js';
import { type Decisions, decisionsIn, noDecisions } from './decisions.js';
import { provenAssessments, provenFacts } from './provenAssessments.js';
import type { SavedAssessments } from './savedAssessments.js';
import { type Recalling, savedFacts } from './savedFacts.js';

/**
 * Adds to the journal of a workbook the inputs and people for which its assessments were made, as far as
 * earlier executions have saved them or the workbook contains their code. Everything else in the workbook is
 * trusted.
 */
export class RecalledJournal {
  readonly #options: RunOptions;
  readonly #saved: SavedAssessments;
  readonly #at: string;
  /** How many scores are taken as the workbook shows them. */
  #taken = 0;
  #assumed: ReadonlySet<string> = new Set();
  #decisions = noDecisions;

  constructor(options: RunOptions, saved: SavedAssessments, now: () => number) {
    this.#options = options;
    this.#saved = saved;
    this.#at = new Date(now()).toISOString();
  }

  /** Further notes on the plan. */
  get notes(): readonly Message[] {
    const { command, succeeded: status } = this.#options.operation;
    const count = this.#taken;
    // A round has its own.
    if (count === 0 || this.#options.operation.isInRounds === true) return [];
    return [{ code: 'rowsDoneInSheet', count, status, command, isRepeatedInRounds: true }];
  }

  /** The decisions that people have made in the workbook. */
  get decisions(): Decisions {
    return this.#decisions;
  }

  /** IDs whose inputs are unknown. */
  get assumed(): ReadonlySet<string> {
    return this.#assumed;
  }

  /** The storage, with this journal. */
  storage(storage: RunStorage): RunStorage {
    return {
      ...storage,
      openJournal: async (lock) => {
        const journal = await storage.openJournal(lock);
        const { operation, intake } = this.#options;
        const inputs = { ...intake.inputs, readsResults: true };
        const file = await storage.openSheet();
        const read = readSheet(file, { ...intakeOf(this.#options, journal), inputs });
        const { rows } = await read.finally(() => file.close());
        this.#decisions = decisionsIn(rows, journal.hashOf);
        // A journal of another try of this execution has all of this.
        if (!journal.isNew) return journal;
        if (this.#decisions.decided.size > 0) {
          for (const fact of messageFacts(writtenMessages(rows, this.#decisions), this.#at))
            journal.append(fact);
        }
        if (!this.#recall(journal, rows)) return journal;
        for (const fact of acceptedFacts(operation, rows, journal, this.#at)) {
          journal.append(fact);
          if (fact.fact === 'scored') this.#taken++;
        }
        return journal;
      },
    };
  }

  /** False where nothing is known of what the rows show. */
  #recall(journal: Journal, rows: readonly IntakeRow[]): boolean {
    const at = this.#at;
    const append = (facts: Iterable<RowFact>) => {
      for (const fact of facts) journal.append(fact);
    };
    const recalling: Recalling = {
      ...{ saved: this.#saved, recalled: new Set(), at },
      isTaken: (row) => journal.state(row)?.assessmentId !== undefined,
    };
    const { recalled } = recalling;
    for (const { previous } of rows) {
      if (previous !== undefined && previous.id !== '')
        append(savedFacts(recalling, previous.id, previous));
    }
    const known = new Set(recalled);
    const { entered, answered } = this.#decisions;
    for (const { row, assessmentId } of entered) {
      if (known.has(assessmentId) || !answered.has(row)) continue;
      append([{ fact: 'created', row, assessmentId, by: 'person', at }]);
      known.add(assessmentId);
    }
    const proven = provenAssessments(rows, this.#options.service, (id) => known.has(id));
    for (const each of proven.values()) append(provenFacts(each, recalling.isTaken, at));
    for (const id of proven.keys()) known.add(id);
    const shown = rows.map(({ previous }) => previous?.id ?? '').filter((id) => id !== '');
    this.#assumed = new Set(shown.filter((id) => !known.has(id)));
    for (const row of rows) append(unansweredFacts(row, known, at));
    // Rows that the workbook does not know to be assessed, such as those of another copy of it.
    for (const { key, previous } of rows) {
      const id = (previous?.id ?? '') === '' ? this.#saved.idOf(key) : undefined;
      if (id !== undefined) append(savedFacts(recalling, id));
    }
    if (recalled.size + known.size === 0) return false;
    journal.append({ fact: 'written', ids: shown.filter((id) => known.has(id)), at });
    return true;
  }
}

/** A person writes remarks beside scores. */
function isUnfinished(status: string): boolean {
  return isStatusWord(status) && status !== assess.succeeded;
}

/** Returns the hashes of the messages that executions have written: beside a status, or until a person cleared it. */
function writtenMessages(rows: readonly IntakeRow[], { decided }: Decisions): string[] {
  return rows.flatMap(({ key, previous }) => {
    if (previous?.message === undefined) return [];
    const isWritten = decided.has(key) || isUnfinished(previous.status);
    return isWritten ? [previous.message] : [];
  });
}

/**
 * Returns the facts about a row whose next assessment has no answer: the ID in the row belongs to the
 * previous one.
 */
function* unansweredFacts(
  { key, employee, previous }: IntakeRow,
  known: ReadonlySet<string>,
  at: string,
): Generator<RowFact> {
  if (previous === undefined || !says(previous, 'Unconfirmed')) return;
  const { id } = previous;
  if (!known.has(id) || !showsAssessment(previous)) return;
  const whose = employee === undefined ? {} : { employee };
  const of = { row: afterKey(id), request: requestOfKey(key) ?? '', ...whose };
  yield { fact: 'unconfirmed', ...of, reason: reasonInSheet({ previous }), at };
}

import type { IntakeRow } from '../../batch/engine/intake/intakeRow.js';
import { toFollowingKey, findRequestHash } from '../../batch/engine/intake/rowKey.js';
import { readSheet } from '../../batch/engine/intake/readSheet.js';
import type { RowFact } from '../../batch/engine/journal/facts.js';
import type { Journal } from '../../batch/engine/journal/journal.js';
import { isUnconfirmed } from '../../batch/engine/journal/settle.js';
import { planRows } from '../../batch/engine/rows/planRows.js';
import { isInRanges, type Selection } from '../../batch/engine/rows/selection.js';
import { hasStatus, showsAssessment } from '../../batch/engine/rows/shownStatus.js';
import { toAcceptedFacts, toSheetFacts } from '../../batch/engine/run/importSheet.js';
import type { RunOptions, RunStorage } from '../../batch/engine/run/runOptions.js';
import { createIntakeOptions } from '../../batch/engine/run/runSheet.js';
import type { SavedAssessments } from './savedAssessments.js';
import { createSavedFacts } from './savedFacts.js';
import type { PlannedRow } from '../../batch/engine/rows/plannedRow.js';

/** The node's parameters with which people decide about the rows of a workbook. */
export interface PeoplesChoices {
  /** Whether to accept an Assessment ID in a row although nothing proves that it belongs there. */
  readonly acceptsIds: boolean;
  /** The rows that may be sent again, once a person has cleared their status; undefined for none. */
  readonly resendableRows: Selection['rows'];
}

/**
 * An Assessment ID that the reference of its row does not prove, such as one that was typed. It may
 * also be the ID of a Pending row, which an earlier execution may have proven before its result was
 * ready.
 */
export interface EnteredId {
  readonly assessmentId: string;
  readonly row: string;
  readonly employee: string | undefined;
}

/**
 * Adds to a workbook's journal the saved assessments that no reference proves, and the decisions of
 * people. The engine then decides as in any other run which assessment belongs to a row.
 */
export class ImportedJournal {
  readonly #options: RunOptions;
  readonly #saved: SavedAssessments;
  readonly #choices: PeoplesChoices;
  /** The time of the added facts, in ISO 8601. */
  readonly #at: string;
  #entered: readonly EnteredId[] = [];
  /** The request hashes of the rows that `#isCleared` selects. */
  #cleared: ReadonlySet<string> = new Set();

  constructor(
    options: RunOptions,
    saved: SavedAssessments,
    choices: PeoplesChoices,
    now: () => number,
  ) {
    this.#options = options;
    this.#saved = saved;
    this.#choices = choices;
    this.#at = new Date(now()).toISOString();
  }

  get entered(): readonly EnteredId[] {
    return this.#entered;
  }

  /** Returns true if a person wants the row to be sent although another row of its employee has no answer. */
  maySendAgain(row: string): boolean {
    const request = findRequestHash(row);
    return request !== undefined && this.#cleared.has(request);
  }

  /** Returns a storage that opens the journal with the added facts. */
  wrapStorage(storage: RunStorage): RunStorage {
    return {
      ...storage,
      openJournal: async (lock) => {
        const journal = await storage.openJournal(lock);
        const { intake } = this.#options;
        const inputs = { ...intake.inputs, readsResults: true };
        const file = await storage.openSheet();
        try {
          const options = { ...createIntakeOptions(this.#options, journal), inputs };
          this.#import(journal, (await readSheet(file, options)).rows);
        } finally {
          await file.close();
        }
        return journal;
      },
    };
  }

  #import(journal: Journal, rows: readonly IntakeRow[]): void {
    const isEntered = (row: IntakeRow) =>
      showsUnprovenId(row) || hasStatus(row.previous, 'Pending');
    this.#entered = rows.filter(isEntered).map(({ key: row, employee, previous }) => ({
      row,
      employee,
      assessmentId: previous?.id ?? '',
    }));
    const cleared = rows.filter((row) => this.#isCleared(row));
    this.#cleared = new Set(cleared.flatMap(({ key }) => findRequestHash(key) ?? []));
    // The journal of an earlier attempt of this execution already contains the saved assessments.
    if (journal.isNew) this.#importSaved(journal, rows);
    const planned = planRows(rows, journal.states);
    for (const fact of this.#createDecisionFacts(journal, planned)) journal.append(fact);
  }

  #importSaved(journal: Journal, rows: readonly IntakeRow[]): void {
    const recalled = new Set<string>();
    const state = {
      saved: this.#saved,
      recalled,
      at: this.#at,
      isTaken: (row: string) => journal.state(row)?.assessmentId !== undefined,
    };
    for (const row of rows) {
      const id = this.#findSavedId(row);
      if (id === undefined) continue;
      const isShown = id === row.previous?.id;
      if (!isShown) this.#saved.remember(id);
      const shown = isShown ? row.previous.scores : undefined;
      for (const fact of createSavedFacts(state, id, { shown })) journal.append(fact);
      if (isShown) {
        for (const fact of createUnansweredFacts(row, this.#at)) journal.append(fact);
      }
    }
    if (recalled.size > 0) journal.append({ fact: 'written', ids: [...recalled], at: this.#at });
  }

  /**
   * If the row has no proven assessment, finds a saved one: by ID, or by inputs if the row has no
   * ID.
   */
  #findSavedId({ key, previous }: IntakeRow): string | undefined {
    const { id = '', shown } = previous ?? {};
    if (shown?.assessment === 'own') return undefined;
    if (id === '') return this.#saved.findId(key);
    return this.#saved.get(id) === undefined ? undefined : id;
  }

  /** Creates the facts for people's decisions: an ID belongs to its row, or a row is sent again. */
  *#createDecisionFacts(journal: Journal, planned: readonly PlannedRow[]): Generator<RowFact> {
    const accepted = planned.filter((row) => this.#choices.acceptsIds || isIdFromPerson(row));
    yield* toAcceptedFacts(
      this.#options.operation,
      { intakeRows: [], planned: accepted },
      journal,
      this.#at,
    );
    for (const row of planned) {
      const state = journal.state(row.key);
      const isUnanswered = row.plan?.kind === 'unanswered' || isUnconfirmed(state);
      if (!isUnanswered || !this.#isCleared(row)) continue;
      yield* toSheetFacts(row, state, this.#at, journal);
      yield { fact: 'send_again', row: row.key, at: this.#at };
    }
  }

  /**
   * Returns true for a selected row without a status: a person has cleared the status to have the
   * row sent again, or the row never had a status.
   */
  #isCleared({ number, previous }: IntakeRow): boolean {
    const { resendableRows } = this.#choices;
    const isChosen = resendableRows !== undefined && isInRanges(number, resendableRows);
    return isChosen && (previous?.status ?? '') === '';
  }
}

/**
 * Returns true if the row shows an ID that its reference proves neither as the current nor as the
 * previous assessment.
 */
function showsUnprovenId({ previous }: IntakeRow): boolean {
  const { id = '', shown } = previous ?? {};
  return id !== '' && shown?.assessment !== 'own' && shown?.hasPreviousId !== true;
}

/**
 * Returns true for an Unconfirmed row without scores, a link or a reference to an assessment. Only a
 * person can have entered an ID in it.
 */
function isIdFromPerson({ previous }: IntakeRow): boolean {
  return hasStatus(previous, 'Unconfirmed') && previous !== undefined && !showsAssessment(previous);
}

/**
 * Creates the facts for a row that shows its previous assessment, and whose reassessment has no
 * answer. The Row reference contains the hash of the inputs that were sent.
 */
function createUnansweredFacts({ previous }: IntakeRow, at: string): RowFact[] {
  const { id = '', shown } = previous ?? {};
  if (shown?.hasPreviousId !== true) return [];
  const sent = { row: toFollowingKey(id), request: shown.inputs, employee: shown.person };
  return [{ fact: 'unconfirmed', ...sent, reason: { code: 'onlyInSheet' }, at }];
}

import {
  afterKey,
  followedBy,
  foundKey,
  type HashOf,
  requestOfKey,
} from '../../batch/engine/intake/rowKey.js';
import type { IntakeRow, PreviousResults } from '../../batch/engine/intake/intakeRow.js';
import { messageHash } from '../../batch/engine/intake/messageHash.js';
import { readSheet } from '../../batch/engine/intake/readSheet.js';
import type { RowFact } from '../../batch/engine/journal/facts.js';
import type { Journal } from '../../batch/engine/journal/journal.js';
import type { Message } from '../../batch/engine/message.js';
import { acceptedFacts } from '../../batch/engine/run/importSheet.js';
import type { RunOptions } from '../../batch/engine/run/runOptions.js';
import { intakeOf } from '../../batch/engine/run/runSheet.js';
import type { RunStorage } from '../../batch/engine/run/runStorage.js';
import { resultFacts } from '../../batch/engine/rows/resultFacts.js';
import { reasonInSheet, reasonText } from '../../batch/engine/rows/sheetReason.js';
import { says } from '../../batch/engine/rows/shownStatus.js';
import { codedAssessments, codedFacts } from './codedAssessments.js';
import type { SavedAssessments } from './savedAssessments.js';
import { wording } from './words/wording.js';

/** An Assessment ID that a person has entered for a row. */
export interface EnteredId {
  readonly assessmentId: string;
  readonly row: string;
  readonly employee: string;
}

/**
 * Makes the journal of a workbook know what its assessments were made for, as far as earlier executions have
 * saved it or the workbook says it. What it shows besides is taken as it says.
 */
export class RecalledJournal {
  readonly #options: RunOptions;
  readonly #saved: SavedAssessments;
  readonly #at: string;
  /** True for the key of a row that has an assessment already. */
  #isTaken: (row: string) => boolean = () => false;
  /** Scores that are taken as the workbook shows them. */
  #taken = 0;
  #entered: readonly EnteredId[] = [];
  #assumed: ReadonlySet<string> = new Set();
  #waiting: ReadonlySet<string> = new Set();
  #decided: ReadonlySet<string> = new Set();

  constructor(options: RunOptions, saved: SavedAssessments, now: () => number) {
    this.#options = options;
    this.#saved = saved;
    this.#at = new Date(now()).toISOString();
  }

  /** What is to be told of the plan besides. */
  get notes(): readonly Message[] {
    const { command, succeeded: status } = this.#options.operation;
    const count = this.#taken;
    if (count === 0) return [];
    return [{ code: 'rowsDoneInSheet', count, status, command, isRepeatedInRounds: true }];
  }

  /** IDs of rows that had no answer, or waited for one. */
  get entered(): readonly EnteredId[] {
    return this.#entered;
  }

  /** The keys of rows that were not sent because another row of their employee has no answer. */
  get waiting(): ReadonlySet<string> {
    return this.#waiting;
  }

  /** Such rows whose status a person has cleared: there is no earlier assessment. */
  get decided(): ReadonlySet<string> {
    return this.#decided;
  }

  /** IDs of which nobody knows what they were made for. */
  get assumed(): ReadonlySet<string> {
    return this.#assumed;
  }

  /** The storage, with this journal. */
  storage(storage: RunStorage): RunStorage {
    return {
      ...storage,
      openJournal: async (lock) => {
        const journal = await storage.openJournal(lock);
        // One of another try of this execution knows it all.
        if (!journal.isNew) return journal;
        const { operation, intake } = this.#options;
        const inputs = { ...intake.inputs, readsResults: true };
        const file = await storage.openSheet();
        const read = readSheet(file, { ...intakeOf(this.#options, journal), inputs });
        const { rows } = await read.finally(() => file.close());
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
    this.#isTaken = (row) => journal.state(row)?.assessmentId !== undefined;
    const append = (facts: Iterable<RowFact>) => {
      for (const fact of facts) journal.append(fact);
    };
    const recalled = new Set<string>();
    const shown = new Set<string>();
    const waits = waitsFor(journal.hashOf);
    const waiting = rows.filter(waits);
    const isWaiting = ({ previous }: IntakeRow) => says(previous, 'Not sent');
    this.#waiting = new Set(waiting.filter(isWaiting).map(({ key }) => key));
    this.#decided = new Set(waiting.filter((row) => !isWaiting(row)).map(({ key }) => key));
    const entered: EnteredId[] = [];
    for (const row of rows) {
      const { key, previous, employee = '' } = row;
      const { id = '' } = previous ?? {};
      if (id !== '') append(this.#savedFacts(id, previous, recalled));
      if (recalled.has(id)) shown.add(id);
      else if (isEntered(row, waits(row))) {
        append([{ fact: 'created', row: key, assessmentId: id, by: 'person', at: this.#at }]);
        entered.push({ assessmentId: id, row: key, employee });
        shown.add(id);
      }
    }
    this.#entered = entered;
    const taken = rows.flatMap(({ previous }) =>
      previous === undefined || previous.inputsCode !== undefined ? [] : previous.id,
    );
    this.#assumed = new Set(taken.filter((id) => !recalled.has(id) && !shown.has(id)));
    for (const [id, coded] of codedAssessments(rows, (id) => shown.has(id))) {
      append(codedFacts(coded, this.#isTaken, this.#at));
      shown.add(id);
    }
    for (const row of rows) append(this.#unansweredFacts(row, shown));
    // Rows that the workbook does not know to be assessed, such as those of another copy of it.
    for (const { key, previous } of rows) {
      const id = (previous?.id ?? '') === '' ? this.#saved.idOf(key) : undefined;
      if (id !== undefined) append(this.#savedFacts(id, undefined, recalled));
    }
    if (recalled.size + shown.size === 0) return false;
    journal.append({ fact: 'written', ids: [...shown], at: this.#at });
    return true;
  }

  /** Of a row whose next assessment has no answer: the ID that it shows is that of the one before. */
  *#unansweredFacts({ key, employee, previous }: IntakeRow, shown: ReadonlySet<string>) {
    if (!says(previous, 'Unconfirmed') || previous === undefined) return;
    const { id, scored, isLinked = false, inputsCode } = previous;
    if (!shown.has(id) || !(scored || isLinked || inputsCode !== undefined)) return;
    const request = requestOfKey(key) ?? '';
    const reason = reasonText(reasonInSheet({ previous }));
    const whose = employee === undefined ? {} : { employee };
    const row = afterKey(id);
    yield { fact: 'unconfirmed', row, request, ...whose, reason, at: this.#at } as const;
  }

  /**
   * What is saved of an assessment that is not `recalled` yet, and of those before it: they come first, since
   * they are the beginning of its history.
   */
  *#savedFacts(
    id: string,
    shown: PreviousResults | undefined,
    recalled: Set<string>,
    isBefore = false,
  ): Generator<RowFact> {
    const known = this.#saved.of(id);
    if (known === undefined || recalled.has(id)) return;
    recalled.add(id);
    const at = this.#at;
    const { employee, overallTrip } = known;
    const before = followedBy(known.row);
    if (before !== undefined && this.#saved.of(before) === undefined) {
      yield* resultFacts(foundKey(before), { assessmentId: before, at }, '');
      recalled.add(before);
    } else if (before !== undefined) yield* this.#savedFacts(before, undefined, recalled, true);
    // Two may have been made for the same inputs.
    const isTaken = this.#isTaken(known.row);
    const row = isTaken ? foundKey(id) : known.row;
    const request = known.request ?? (isTaken ? requestOfKey(known.row) : undefined);
    const made = request === undefined ? {} : { request };
    const whose = employee === undefined ? {} : { employee };
    yield { fact: 'intent', row, ...made, ...whose, attempt: 1, at };
    const { scores, assessedAt, redirectUrl: shownLink = '' } = shown ?? {};
    // Empty where the cell has a text only.
    const redirectUrl = shownLink === '' ? known.redirectUrl : shownLink;
    const link = redirectUrl === undefined ? {} : { redirectUrl };
    yield { fact: 'created', row, assessmentId: id, ...link, ...made, by: 'answer', at };
    const overall = isBefore && overallTrip !== undefined ? { overallTrip } : undefined;
    const said = scores ?? overall;
    if (said !== undefined) yield { fact: 'scored', row, scores: said, at: assessedAt ?? at };
  }
}

/** Recognises rows that were not sent because another row of their employee has no answer, by their message. */
function waitsFor(hashOf: HashOf): (row: IntakeRow) => boolean {
  const message = messageHash(wording({ code: 'employeeUnanswered' }), hashOf);
  return ({ key, previous }) =>
    key !== '' &&
    previous?.message === message &&
    (previous.status === '' || says(previous, 'Not sent'));
}

/**
 * True for an ID that a person has entered for a row that had no answer, or waited for one, and whose status
 * they have not cleared: beside the ID of an earlier assessment, there is its code, its link or its scores.
 */
function isEntered({ key, previous }: IntakeRow, waits: boolean): boolean {
  if (previous === undefined || previous.id === '' || key === '') return false;
  const hadNone = waits || says(previous, 'Unconfirmed');
  const { scored, isLinked = false, inputsCode } = previous;
  return hadNone && !scored && !isLinked && inputsCode === undefined;
}

import { isStatusWord } from '../intake/statusWords.js';
import { linkOf, textOf, timeOf } from '../intake/writtenValues.js';
import { unguarded } from '../../../sheets/csv/formulaGuard.js';
import type { JournalState } from '../journal/journalState.js';
import { messageHash } from '../intake/messageHash.js';
import type { RowState } from '../journal/rowState.js';
import type { Wording } from '../message.js';
import type { ReportColumn, SheetOperation } from '../operations/sheetOperation.js';
import type { Cell } from '../../../sheets/sheet.js';
import { AssessmentHistory } from '../rows/assessmentHistory.js';
import { earlierResults, LikeResults } from './likeResults.js';
import type { WordedReport } from '../rows/rowReport.js';
import { tellsCorrections } from '../rows/sentCorrected.js';
import { isSameValue } from './sameValue.js';
import type { PlannedRow } from '../rows/rowStatus.js';

/** A row whose cells are checked. */
export interface RowOfCells {
  readonly row: PlannedRow;
  readonly state: RowState | undefined;
  /** Returns the content of one of our columns, by its name. */
  readonly cell: (name: string) => Cell | undefined;
}

/** The parts of a journal that concern cells. */
export type CellMemory = Pick<
  JournalState,
  'states' | 'state' | 'messages' | 'hashOf' | 'referenceHash'
>;

/** Recognises what earlier runs may have written into a row, from the journal. */
export class WrittenBefore {
  readonly #operation: SheetOperation;
  readonly #journal: CellMemory;
  readonly #likeResults: LikeResults;
  #history: AssessmentHistory | undefined;
  /** Needed only if a cell has an unexpected link. */
  #links: ReadonlySet<string | undefined> | undefined;
  /** Needed only if a cell has an unexpected ID. */
  #ids: ReadonlySet<string | undefined> | undefined;
  /** Needed only if a cell has an unexpected time. */
  #seconds: ReadonlySet<number> | undefined;

  readonly #messages: CellMemory['messages'];
  readonly #wording: Wording;

  constructor(operation: SheetOperation, journal: CellMemory, wording: Wording) {
    this.#wording = wording;
    this.#operation = operation;
    this.#journal = journal;
    this.#likeResults = new LikeResults(operation, journal.states);
    // Missing where none were noted before this run.
    this.#messages = journal.messages;
  }

  /** True for a cell with a value that an earlier run may have written. */
  mayBeOurs(column: ReportColumn, cell: Cell, of: RowOfCells): boolean {
    if (column.name === 'status') return isStatusWord(textOf(cell));
    if (column.looksOurs !== undefined) return column.looksOurs(unguarded(textOf(cell)));
    if (column.name === 'message') return this.isOurMessage(textOf(cell), of);
    // In a CSV export, a link is its text.
    if (column.linkText !== undefined && textOf(cell) === column.linkText) return true;
    if (column.kind === 'link' && this.#isKnownLink(linkOf(cell))) return true;
    if (column.kind === 'number' && this.#hasUnknownScores(of)) return true;
    if (column.name === 'id' && this.#isIdOfPerson(unguarded(textOf(cell)))) return true;
    if (column.kind === 'dateTime' && this.#isRecorded(timeOf(cell))) return true;
    for (const report of this.#reports(of)) {
      if (isSameValue(cell, column.of(report), column.kind)) return true;
    }
    return false;
  }

  /** True for a row whose scores are those of an assessment that the journal has, but for one. */
  knowsScores(cell: RowOfCells['cell']): boolean {
    return this.#likeResults.of(cell).next().done !== true;
  }

  /**
   * True for a message that a run wrote. A new journal has no list of messages: then text next to one of
   * our statuses counts as ours. Next to a row that is done, only two messages do: the one about changed
   * inputs, and for a row that this journal has sent, the list of values that were sent instead of its
   * cells'.
   */
  isOurMessage(
    text: string,
    { cell, state }: Pick<RowOfCells, 'cell'> & Partial<Pick<RowOfCells, 'state'>>,
  ): boolean {
    if (this.#messages === undefined) {
      const { succeeded, command: operation } = this.#operation;
      const status = textOf(cell('status'));
      if (status !== succeeded) return isStatusWord(status);
      if (state?.sentAt !== undefined && tellsCorrections(text, this.#wording)) return true;
      if (succeeded === 'Scored') return false;
      return unguarded(text) === this.#wording({ code: 'doneWithOtherInputs', operation });
    }
    return this.#messages.has(messageHash(unguarded(text), this.#journal.hashOf));
  }

  /** True for the report of any assessment: its row may have lost its ID. */
  #isKnownLink(link: string | undefined): boolean {
    this.#links ??= new Set(
      [...this.#journal.states.values()].flatMap(({ redirectUrl, former = [] }) => [
        redirectUrl,
        ...former.map((each) => each.redirectUrl),
      ]),
    );
    return link !== undefined && this.#links.has(link);
  }

  /** True for the ID of any person in the journal: people may have moved against our columns. */
  #isIdOfPerson(id: string): boolean {
    this.#ids ??= new Set(
      [...this.#journal.states.values()].flatMap((state) => [
        state.id,
        ...(state.former ?? []).map((earlier) => earlier.id),
      ]),
    );
    return this.#ids.has(id);
  }

  /** True for a time at which something was done, to the second: also for what the row named before. */
  #isRecorded(time: string | undefined): boolean {
    if (time === undefined) return false;
    this.#seconds ??= new Set(
      [...this.#journal.states.values()]
        .flatMap(({ at, former = [] }) => [at, ...former.map((earlier) => earlier.at)])
        .map(secondOf),
    );
    const second = secondOf(time);
    // A workbook rounds times.
    return [second - 1, second, second + 1].some((each) => this.#seconds?.has(each));
  }

  /**
   * True for a row that shows the scores of its assessment, which the journal has without them: it is
   * older than the sheet, or the sheet was put back.
   */
  #hasUnknownScores({ row: { earlier = [] }, state, cell }: RowOfCells): boolean {
    if (textOf(cell('status')) !== this.#operation.succeeded) return false;
    const id = unguarded(textOf(cell('id')));
    const isIts = (of: RowState | undefined) => of?.assessmentId === id && of.scores === undefined;
    return id !== '' && [state, ...earlier].some(isIts);
  }

  /** What earlier runs may have written into the row: the results of each assessment of its case. */
  *#reports(of: RowOfCells): Generator<WordedReport> {
    for (const [state, before] of this.#pastStates(of)) {
      const earlier = before === undefined ? {} : { earlier: [before] };
      const bare = { number: of.row.number, key: '', ...earlier };
      const known = this.#operation.details(bare, state);
      yield { row: of.row.number, status: 'Not sent', message: '', ...known };
      for (const past of earlierResults(state)) {
        const { assessmentId, at } = past;
        yield {
          ...{ row: of.row.number, status: 'Not sent', message: '' },
          ...this.#operation.details(bare, past),
          ...{ assessmentId, userId: assessmentId, doneAt: at },
        };
      }
    }
  }

  *#pastStates({
    row,
    state,
    cell,
  }: RowOfCells): Generator<readonly [RowState, before?: RowState | undefined]> {
    const [last, before] = row.earlier ?? [];
    if (state !== undefined) yield [state, last];
    if (last !== undefined) yield [last, before];
    if (before !== undefined) yield [before];
    for (const like of this.#likeResults.of(cell)) yield [like];
    // Needed only if a cell has an unexpected value.
    const history = (this.#history ??= new AssessmentHistory(this.#journal.states));
    const shown = unguarded(textOf(cell('id')));
    const taken = this.#journal.state(history.takenFrom(shown) ?? '');
    if (taken !== undefined) yield [taken];
    const ids = [shown, state?.assessmentId, last?.assessmentId];
    const firstIds = new Set(ids.flatMap((id = '') => history.firstIdOf(id) ?? []));
    for (const firstId of firstIds) {
      let previous: RowState | undefined;
      for (const version of history.versionsFrom(firstId)) {
        yield previous === undefined ? [version.state] : [version.state, previous];
        previous = version.state;
      }
    }
  }
}

function secondOf(time: string): number {
  return Math.floor(Date.parse(time) / 1_000);
}

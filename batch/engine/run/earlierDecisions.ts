import type { Columns } from '../intake/columns.js';
import { findOwnColumns } from '../intake/ownColumns.js';
import type { RowStatus } from '../sheetCommand.js';
import { readCellText, readTime } from '../intake/cellValues.js';
import { unguardText } from '../../../sheets/csv/formulaGuard.js';
import { hashPerson, parseReference } from '../identity/reference.js';
import { getFollowedAssessment } from '../intake/rowKey.js';
import { referenceColumn } from '../intake/writtenCells.js';
import type { JournalState } from '../journal/journalState.js';
import type { RowState } from '../journal/rowState.js';
import type { Message } from '../message.js';
import { decide } from '../operations/decide.js';
import type { ReportColumn, SheetOperation } from '../operations/sheetOperation.js';
import { type Cell, keep, type ResultCell, type SheetFile } from '../../../sheets/sheet.js';

const noLongerDecided: RowStatus = 'Invalid';

/**
 * A decision is about one assessment, so a row whose Assessment ID is replaced is no longer
 * Decided. The time of the decision is kept as evidence.
 */
export class EarlierDecisions {
  /** Empty unless the sheet has both the status and the time column of `rwa decide`. */
  readonly columns: readonly ReportColumn[];
  readonly #journal: AssessmentKeys;
  readonly #rows = new Set<number>();
  /** Rows that show the decision of another row, by the person in their reference. */
  readonly #rowsOfOthers = new Map<number, string>();
  /** The persons in references that are beside their own assessments. */
  readonly #inPlace = new Set<string>();

  constructor(
    { name }: Pick<SheetOperation, 'name'>,
    { headings }: Pick<Columns, 'headings'>,
    journal: AssessmentKeys,
  ) {
    this.columns = name === 'rwa_create' ? findDecisionColumns(headings) : [];
    this.#journal = journal;
  }

  /** `id` is the Assessment ID after the write; `madeAt` is in ISO 8601. */
  toResultCells(
    rowNumber: number,
    [status, doneAt, reference]: readonly (Cell | undefined)[],
    { id, isReplaced, madeAt = '' }: WrittenAssessment,
  ): readonly ResultCell[] {
    const kept = this.columns.map((): ResultCell => keep);
    const at = readTime(doneAt);
    if (readCellText(status) !== decide.successStatus || at === undefined) return kept;
    const person = readPerson(reference);
    if (person !== undefined && person === hashPerson(id)) {
      this.#inPlace.add(person);
      return kept;
    }
    if (!isReplaced && at >= madeAt) return kept;
    const isOfOther = isReplaced && person !== undefined && !this.isOfRow(id, person);
    if (isOfOther) this.#rowsOfOthers.set(rowNumber, person);
    else this.#rows.add(rowNumber);
    return kept.with(0, noLongerDecided);
  }

  /** Returns true for a decision on the assessment, or on an earlier one of the same row. */
  isOfRow(assessmentId: string, person: string): boolean {
    const seen = new Set<string>();
    for (let id: string | undefined = assessmentId; id !== undefined && !seen.has(id);) {
      if (hashPerson(id) === person) return true;
      seen.add(id);
      id = getFollowedAssessment(this.#journal.findKeyById(id) ?? '');
    }
    return false;
  }

  /** People who were moved away from their results need no new decision, but a copied row does. */
  get notes(): readonly Message[] {
    const copies = [...this.#rowsOfOthers].filter(([, person]) => this.#inPlace.has(person));
    const rows = new Set([...this.#rows, ...copies.map(([row]) => row)]);
    return noteDecidedEarlier([...rows].toSorted((a, b) => a - b));
  }
}

type AssessmentKeys = Pick<JournalState, 'findKeyById'>;

interface WrittenAssessment {
  readonly id: string;
  /** The row showed another ID before. */
  readonly isReplaced: boolean;
  readonly madeAt: string | undefined;
}

function readPerson(reference: Cell | undefined): string | undefined {
  return parseReference(unguardText(readCellText(reference)))?.person;
}

interface AssessedSheet {
  readonly sheet: string;
  readonly headerRow: number;
  readonly columns: Pick<Columns, 'headings'>;
  readonly operation: Pick<SheetOperation, 'name'>;
  readonly known: AssessmentKeys;
  readonly getLatestStates: () => ReadonlyMap<
    number,
    Pick<RowState, 'round' | 'sentAt' | 'assessmentId'> | undefined
  >;
}

export async function findRowsDecidedEarlier(
  file: SheetFile,
  { sheet, headerRow, columns, operation, known, getLatestStates }: AssessedSheet,
): Promise<number[]> {
  const decisions = new EarlierDecisions(operation, columns, known);
  const [status, doneAt, reference] = decisions.columns;
  if (status?.at === undefined || doneAt?.at === undefined) return [];
  const earlierRows: number[] = [];
  const states = getLatestStates();
  for await (const rows of file.rows(sheet)) {
    for (const { number, cells } of rows) {
      const { round, sentAt = '', assessmentId = '' } = states.get(number) ?? {};
      if (number <= headerRow || round === undefined) continue;
      const at = readTime(cells[doneAt.at]);
      const isInvalid = readCellText(cells[status.at]) === noLongerDecided;
      if (!isInvalid || at === undefined || at >= sentAt) continue;
      const person = readPerson(cells[reference?.at ?? Number.NaN]);
      const isOwn = person === undefined || decisions.isOfRow(assessmentId, person);
      if (isOwn) earlierRows.push(number);
    }
  }
  return earlierRows;
}

export function noteDecidedEarlier(rows: readonly number[]): Message[] {
  return rows.length === 0 ? [] : [{ code: 'decidedEarlier', rows }];
}

function findDecisionColumns(headings: readonly string[]): ReportColumn[] {
  const { positions } = findOwnColumns(decide.columns, headings, { inputs: new Set() });
  const columns = ['status', 'doneAt', referenceColumn].flatMap((name) => {
    const column = decide.columns.find((column) => column.name === name);
    const place = positions.get(name);
    if (column === undefined || place === undefined) return [];
    return [{ ...column, name: `decision ${name}`, heading: headings[place] ?? '', at: place }];
  });
  const isShown = ['status', 'doneAt'].every((name) => positions.has(name));
  return isShown ? columns : [];
}

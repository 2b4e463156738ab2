import type { Columns } from '../intake/columns.js';
import { findOwnColumns } from '../intake/ownColumns.js';
import type { RowStatus } from '../sheetCommand.js';
import { readCellText, readTime } from '../intake/cellValues.js';
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
  readonly #rows = new Set<number>();

  constructor({ name }: Pick<SheetOperation, 'name'>, { headings }: Pick<Columns, 'headings'>) {
    this.columns = name === 'rwa_create' ? findDecisionColumns(headings) : [];
  }

  /** `assessment` is the assessment whose ID the run writes. `madeAt` is in ISO 8601. */
  toResultCells(
    rowNumber: number,
    [status, doneAt]: readonly (Cell | undefined)[],
    assessment: { readonly isReplaced: boolean; readonly madeAt: string | undefined } | undefined,
  ): readonly ResultCell[] {
    const at = readTime(doneAt);
    const isDecided = readCellText(status) === decide.successStatus && at !== undefined;
    const { isReplaced = false, madeAt = '' } = assessment ?? {};
    if (!isDecided || !(isReplaced || at < madeAt)) return this.columns.map(() => keep);
    this.#rows.add(rowNumber);
    return [noLongerDecided, keep];
  }

  get notes(): readonly Message[] {
    return noteDecidedEarlier([...this.#rows]);
  }
}

interface AssessedSheet {
  readonly sheet: string;
  readonly headerRow: number;
  readonly columns: Pick<Columns, 'headings'>;
  readonly operation: Pick<SheetOperation, 'name'>;
  readonly getLatestStates: () => ReadonlyMap<
    number,
    Pick<RowState, 'round' | 'sentAt'> | undefined
  >;
}

export async function findRowsDecidedEarlier(
  file: SheetFile,
  { sheet, headerRow, columns, operation, getLatestStates }: AssessedSheet,
): Promise<number[]> {
  const [status, doneAt] = new EarlierDecisions(operation, columns).columns;
  if (status?.at === undefined || doneAt?.at === undefined) return [];
  const earlierRows: number[] = [];
  const states = getLatestStates();
  for await (const rows of file.rows(sheet)) {
    for (const { number, cells } of rows) {
      const { round, sentAt = '' } = states.get(number) ?? {};
      if (number <= headerRow || round === undefined) continue;
      const at = readTime(cells[doneAt.at]);
      const isInvalid = readCellText(cells[status.at]) === noLongerDecided;
      if (isInvalid && at !== undefined && at < sentAt) earlierRows.push(number);
    }
  }
  return earlierRows;
}

export function noteDecidedEarlier(rows: readonly number[]): Message[] {
  return rows.length === 0 ? [] : [{ code: 'decidedEarlier', rows }];
}

function findDecisionColumns(headings: readonly string[]): ReportColumn[] {
  const { positions } = findOwnColumns(decide.columns, headings, { inputs: new Set() });
  const columns = ['status', 'doneAt'].flatMap((name) => {
    const column = decide.columns.find((column) => column.name === name);
    const place = positions.get(name);
    if (column === undefined || place === undefined) return [];
    return [{ ...column, name: `decision ${name}`, heading: headings[place] ?? '', at: place }];
  });
  return columns.length === 2 ? columns : [];
}

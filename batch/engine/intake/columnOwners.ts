import { columnName } from '../../../sheets/xlsx/address.js';
import { canBeId } from '../../../src/id.js';
import { UsageError } from '../errors.js';
import type { Message } from '../message.js';
import { unguardText } from '../../../sheets/csv/formulaGuard.js';
import type { Cell, SheetFile, SheetRow } from '../../../sheets/sheet.js';
import { noCell, parseCells } from '../identity/reference.js';
import { listHashPlaces, hasWrittenHash, referenceColumn } from './writtenCells.js';
import { type Columns } from './columns.js';
import type { OwnColumn } from './headingNames.js';
import type { UnprovenColumn } from './ownColumns.js';
import { isBlank, readCellText } from './cellValues.js';
import { isOnlyOurs, isStatusWord } from '../sheetCommand.js';

/** The form of all IDs so far: a time and digits. The contract does not specify a form. */
const serviceId = /^\d{10,}x\d{10,}$/;

const maxExamples = 3;

export interface ColumnOwners {
  readonly users: ReadonlySet<number>;
  /** Columns whose cells match the hashes in the references of their rows. */
  readonly proven: ReadonlySet<number>;
}

/**
 * Throws a UsageError if a status column contains both our statuses and other texts. If it were
 * treated as the user's, rows could be sent again. If it were treated as ours, a person's texts
 * could be overwritten.
 */
export async function findColumnOwners(
  file: Pick<SheetFile, 'rows'>,
  sheet: string,
  headerRow: number,
  columns: Columns,
  ownColumns: readonly OwnColumn[],
): Promise<ColumnOwners> {
  const { unproven, fields, resultHeadings } = columns;
  const separate = new SeparateCells(columns, ownColumns);
  if (unproven.length === 0 && separate.isEmpty) return { users: new Set(), proven: new Set() };
  const statuses = unproven.filter(({ name }) => name === 'status').map(createStatusCells);
  const ids = unproven.filter(({ name }) => name === 'id').map(createIdCells);
  const others = unproven.flatMap(({ column, looksOurs }) =>
    looksOurs === undefined ? [] : [{ column, looksOurs, isFilled: false, isOurs: false }],
  );
  const knownStatusColumn = statuses.length === 0 ? columns.results.get('status') : undefined;
  const inputs = [...fields.values()];
  for await (const rows of file.rows(sheet)) {
    for (const row of rows) {
      if (row.number <= headerRow) continue;
      // Ignores rows without inputs, because rows below the list may contain anything.
      const hasInputs = inputs.length === 0 || inputs.some((column) => !isBlank(row.cells[column]));
      if (hasInputs) addRow(row, statuses, ids, knownStatusColumn);
      separate.addRow(row);
      for (const other of others) {
        const text = unguardText(readCellText(row.cells[other.column]));
        other.isFilled ||= text !== '';
        other.isOurs ||= other.looksOurs(text);
      }
    }
  }
  const mixed = statuses.find(({ ours, others }) => ours > 0 && others > 0);
  if (mixed !== undefined)
    throw new UsageError(createMixedColumnMessage(mixed, resultHeadings.get('status')));
  const proved = statuses.filter(({ ours }) => ours > 0);
  const evidence: readonly ((id: IdCells) => boolean)[] = [
    ({ hasServiceId }) => hasServiceId,
    ({ column }) => proved.some(({ neighbours }) => neighbours.has(column)),
    // Our column may have been moved away from the status.
    ({ isBesideOurStatus }) => isBesideOurStatus,
  ];
  // If one column is certainly ours, the others are the user's.
  const ourIds = new Set(evidence.map((isProof) => ids.filter(isProof)).find(([id]) => id));
  const users = [
    ...statuses.filter(({ isFilled, ours }) => isFilled && ours === 0),
    ...ids.filter((id) => id.isFilled && !ourIds.has(id)),
    ...others.filter(({ isFilled, isOurs }) => isFilled && !isOurs),
  ];
  return { users: new Set(users.map(({ column }) => column)), proven: separate.proven };
}

/** Compares the cells of {@link Columns.separate} with the references of their rows. */
class SeparateCells {
  readonly #columns: readonly {
    readonly own: OwnColumn;
    readonly column: number;
    readonly place: number;
    /** The number of cells that match their references, minus the number of other cells. */
    surplus: number;
  }[];
  readonly #reference: number | undefined;
  #hasReferences = false;

  constructor({ separate, results }: Columns, ownColumns: readonly OwnColumn[]) {
    const places = listHashPlaces(ownColumns);
    this.#reference = results.get(referenceColumn);
    this.#columns =
      this.#reference === undefined
        ? []
        : separate.map(({ own, column }) => ({
            own,
            column,
            place: places.get(own.name) ?? NaN,
            surplus: 0,
          }));
  }

  get isEmpty(): boolean {
    return this.#columns.length === 0;
  }

  addRow({ cells }: SheetRow): void {
    if (this.isEmpty) return;
    const hashes = parseCells(unguardText(readCellText(cells[this.#reference ?? NaN])));
    this.#hasReferences ||= hashes !== undefined;
    for (const separate of this.#columns) {
      const cell = cells[separate.column];
      if (cell === undefined || isBlank(cell)) continue;
      const hash = hashes?.(separate.place) ?? noCell;
      separate.surplus += hasWrittenHash(cell, { kind: 'text', ...separate.own }, hash) ? 1 : -1;
    }
  }

  /** Columns in which at least half of the filled cells match. Empty columns count as proven. */
  get proven(): ReadonlySet<number> {
    if (!this.#hasReferences) return new Set();
    const ours = this.#columns.filter(({ surplus }) => surplus >= 0);
    return new Set(ours.map(({ column }) => column));
  }
}

interface StatusCells extends UnprovenColumn {
  isFilled: boolean;
  /** The number of cells with a status that we wrote. */
  ours: number;
  /** The number of cells with other texts, in rows without an ID from the service. */
  others: number;
  readonly examples: { readonly row: number; readonly text: string }[];
}

interface IdCells extends UnprovenColumn {
  isFilled: boolean;
  hasServiceId: boolean;
  /** True if a row has one of our statuses and a possible ID in this column. */
  isBesideOurStatus: boolean;
}

function createStatusCells(column: UnprovenColumn): StatusCells {
  return { ...column, isFilled: false, ours: 0, others: 0, examples: [] };
}

function createIdCells(column: UnprovenColumn): IdCells {
  return { ...column, isFilled: false, hasServiceId: false, isBesideOurStatus: false };
}

function addRow(
  { number, cells }: SheetRow,
  statuses: readonly StatusCells[],
  ids: readonly IdCells[],
  knownStatusColumn: number | undefined,
): void {
  const readId = ({ column }: IdCells) => unguardText(readCellText(cells[column]));
  const hasServiceId = ids.some((id) => serviceId.test(readId(id)));
  let hasOurs =
    knownStatusColumn !== undefined && isStatusWord(readCellText(cells[knownStatusColumn]));
  for (const status of statuses) {
    const cell = cells[status.column];
    if (isBlank(cell)) continue;
    status.isFilled = true;
    if (isOurStatus(status, cells)) {
      status.ours++;
      hasOurs = true;
    } else if (!hasServiceId && !isStatusWord(readCellText(cell))) {
      status.others++;
      if (status.others <= maxExamples)
        status.examples.push({ row: number, text: readCellText(cell) });
    }
  }
  for (const id of ids) {
    if (isBlank(cells[id.column])) continue;
    id.isFilled = true;
    id.hasServiceId ||= serviceId.test(readId(id));
    id.isBesideOurStatus ||= hasOurs && canBeId(readId(id));
  }
}

/** A status that people also write counts only if a cell that we write beside it is filled. */
function isOurStatus(
  { column, neighbours }: StatusCells,
  cells: readonly (Cell | undefined)[],
): boolean {
  const word = readCellText(cells[column]);
  if (!isStatusWord(word)) return false;
  return isOnlyOurs(word) || [...neighbours].some((at) => !isBlank(cells[at]));
}

function createMixedColumnMessage(
  { column, others, examples }: StatusCells,
  heading = '',
): Message {
  return {
    code: 'statusColumnMixed',
    column: columnName(column),
    heading,
    others: examples,
    more: others - examples.length,
  };
}

import type { Cell, SheetRow } from '../../../sheets/sheet.js';
import type { DateOrder } from '../../../src/dateText.js';
import type { Field } from '../../../src/field.js';
import type { Columns } from './columns.js';
import type { IntakeOptions } from './intakeOptions.js';
import { isBlank } from './rowReader.js';
import { SharedValues } from './sharedValues.js';
import { shownCell } from './shownCell.js';

/** The displayed texts of the first columns of a row. */
export interface PreviewRow {
  readonly number: number;
  readonly cells: readonly string[];
}

/**
 * The number of rows in the preview from the top of the sheet, and from below the headings if they
 * are further down.
 */
const maxRows = 12;
const rowsBelowHeadings = 4;
/** The number of columns in the preview. */
const maxColumns = 30;

/** Collects statistics from all rows of a sheet, and keeps only the first rows. */
export class InspectedRows {
  readonly #headerRow: number;
  readonly #dates: readonly (readonly [name: string, field: Field, column: number])[];
  readonly #values = new SharedValues();
  readonly #preview: PreviewRow[] = [];
  readonly #orders = new Set<DateOrder>();
  #shownBelow = 0;
  #rows = 0;
  #hiddenRows = 0;
  #columnCount = 0;
  #isAmbiguous = false;

  constructor(headerRow: number, columns: Columns, { inputs, set = {} }: IntakeOptions) {
    this.#headerRow = headerRow;
    this.#columnCount = columns.headings.length;
    this.#dates = Object.entries(inputs.fields).flatMap(([name, field]) => {
      const column = columns.fields.get(name);
      const isRead = field.kind === 'dateTime' && column !== undefined && set[name] === undefined;
      return isRead ? [[name, field, column] as const] : [];
    });
  }

  add(row: SheetRow): void {
    const last = row.cells.findLastIndex((cell) => !isBlank(cell));
    this.#columnCount = Math.max(this.#columnCount, last + 1);
    if (this.#isShown(row.number)) this.#preview.push(toPreviewRow(row, last));
    if (row.number <= this.#headerRow) return;
    this.#rows++;
    if (row.hidden === true) this.#hiddenRows++;
    for (const [name, field, column] of this.#dates) {
      const cell = row.cells[column];
      if (cell?.kind !== 'text') continue;
      const read = this.#values.read(name, field, cell);
      if (!read.ok) this.#isAmbiguous ||= read.isAmbiguous === true;
      else if (read.order !== undefined) this.#orders.add(read.order);
    }
  }

  get found() {
    const [order, another] = this.#orders;
    return {
      ...{ rows: this.#rows, hiddenRows: this.#hiddenRows, columnCount: this.#columnCount },
      ...{ preview: this.#preview, datesAreAmbiguous: this.#isAmbiguous },
      dateOrderShown: another === undefined ? order : undefined,
    };
  }

  #isShown(number: number): boolean {
    if (this.#preview.length < maxRows) return true;
    if (number < this.#headerRow || this.#shownBelow > rowsBelowHeadings) return false;
    const isBeyond = (this.#preview[maxRows - 1]?.number ?? 0) < this.#headerRow;
    if (isBeyond) this.#shownBelow++;
    return isBeyond;
  }
}

function toPreviewRow({ number, cells }: SheetRow, last: number): PreviewRow {
  return { number, cells: cells.slice(0, Math.min(last + 1, maxColumns)).map(toShownText) };
}

/** Returns the displayed text of a cell. */
function toShownText(cell: Cell | undefined): string {
  return cell?.kind === 'number' && (cell.shown ?? '') !== ''
    ? shownCell({ kind: 'text', text: cell.shown ?? '' })
    : shownCell(cell);
}

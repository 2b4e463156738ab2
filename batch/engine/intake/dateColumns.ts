import type { Cell } from '../../../sheets/sheet.js';
import type { DateOrder } from '../../../src/dateText.js';
import { remedyBeside } from './dates.js';
import type { ValueText } from './valueMessages.js';
import type { ReadCell } from './values.js';

/** What the dates of one column show about the order of day and month. */
interface DateColumn {
  readonly orders: Set<DateOrder>;
  hasAmbiguous: boolean;
  /** Date cells, of days that no other order makes another day of, and of days that one does. */
  readonly cells: { onlyOneWay: number; bothWays: number };
}

/** Learns from the dates of each column how others of the same column are meant. */
export class DateColumns {
  readonly #columns = new Map<string, DateColumn>();

  /** Adds one cell of a date input. */
  saw(field: string, cell: Cell | undefined, read: ReadCell): void {
    if (cell?.kind === 'date') {
      const { cells } = this.#of(field);
      if (Number(cell.iso.slice(8, 10)) > 12) cells.onlyOneWay++;
      else cells.bothWays++;
    } else if (read.ok && read.order !== undefined) {
      this.#of(field).orders.add(read.order);
    } else if (!read.ok && read.isAmbiguous === true) {
      this.#of(field).hasAmbiguous = true;
    }
  }

  /** True when the other dates of a column show how to read its ambiguous ones. */
  get canDisambiguate(): boolean {
    const columns = [...this.#columns.values()];
    return (
      columns.some(({ hasAmbiguous }) => hasAmbiguous) &&
      columns.some(({ orders }) => orders.size > 0)
    );
  }

  /** The remedy for an ambiguous date, if the others of its column help. */
  remedy(field: string): ValueText | undefined {
    const own = this.#columns.get(field)?.orders ?? new Set();
    // The option is for the whole sheet: where another column says otherwise, it would read that wrong.
    const all = new Set([...this.#columns.values()].flatMap(({ orders }) => [...orders]));
    return remedyBeside(own, all);
  }

  /**
   * The inputs whose dates a spreadsheet program seems to have read in the wrong order: it makes
   * dates of the texts that are days in its own order, and leaves 13/11/2026 a text.
   */
  get halfConverted(): string[] {
    return [...this.#columns].flatMap(([field, { orders, cells }]) =>
      orders.size > 0 && cells.bothWays > 0 && cells.onlyOneWay === 0 ? [field] : [],
    );
  }

  #of(field: string): DateColumn {
    let column = this.#columns.get(field);
    if (column === undefined) {
      const cells = { onlyOneWay: 0, bothWays: 0 };
      column = { orders: new Set(), hasAmbiguous: false, cells };
      this.#columns.set(field, column);
    }
    return column;
  }
}

import type { Cell } from '../../../sheets/sheet.js';
import type { DateOrder } from '../../../src/dateText.js';
import type { ValueMessage } from './intakeMessages.js';
import type { ReadCell } from './values.js';

interface DateColumn {
  readonly orders: Set<DateOrder>;
  hasAmbiguous: boolean;
  /** Date cells with a day above 12, and those whose day and month may be swapped. */
  readonly cells: { onlyOneWay: number; bothWays: number };
}

/** Infers the order of day and month from the unambiguous dates of each column. */
export class DateColumns {
  readonly #columns = new Map<string, DateColumn>();

  add(field: string, cell: Cell | undefined, read: ReadCell): void {
    if (cell?.kind === 'date') {
      const { cells } = this.#getColumn(field);
      if (Number(cell.iso.slice(8, 10)) > 12) cells.onlyOneWay++;
      else cells.bothWays++;
    } else if (read.ok && read.order !== undefined) {
      this.#getColumn(field).orders.add(read.order);
    } else if (!read.ok && read.message.code === 'ambiguousDate') {
      this.#getColumn(field).hasAmbiguous = true;
    }
  }

  get canDisambiguate(): boolean {
    const columns = [...this.#columns.values()];
    return (
      columns.some(({ hasAmbiguous }) => hasAmbiguous) &&
      columns.some(({ orders }) => orders.size > 0)
    );
  }

  chooseRemedy(field: string): ValueMessage | undefined {
    const own = this.#columns.get(field)?.orders ?? new Set();
    // The option for the date order applies to the whole sheet, and would misread another order.
    const all = new Set([...this.#columns.values()].flatMap(({ orders }) => [...orders]));
    return chooseDateRemedy(own, all);
  }

  /**
   * The inputs whose days and months a spreadsheet program seems to have swapped: it converts texts
   * that are dates in its own order, and leaves others, such as 13/11/2026, as text.
   */
  get halfConverted(): string[] {
    return [...this.#columns].flatMap(([field, { orders, cells }]) =>
      orders.size > 0 && cells.bothWays > 0 && cells.onlyOneWay === 0 ? [field] : [],
    );
  }

  #getColumn(field: string): DateColumn {
    let column = this.#columns.get(field);
    if (column === undefined) {
      const cells = { onlyOneWay: 0, bothWays: 0 };
      column = { orders: new Set(), hasAmbiguous: false, cells };
      this.#columns.set(field, column);
    }
    return column;
  }
}

function chooseDateRemedy(
  orders: ReadonlySet<DateOrder>,
  all: ReadonlySet<DateOrder>,
): ValueMessage | undefined {
  const [only, other] = all;
  if (only === undefined) return undefined;
  const [order, another] = orders;
  const columnOrder = another === undefined ? order : undefined;
  if (other !== undefined) return { code: 'datesContradict', order: columnOrder };
  return columnOrder === undefined
    ? { code: 'datesOfOtherColumns', order: only }
    : { code: 'datesOfColumn', order: only };
}

import type { RowWarning } from './remark.js';

/** A warning about one value in any number of rows. */
export interface GroupedWarning {
  readonly field: string;
  readonly label: string;
  readonly value: string;
  readonly message: string;
  readonly column?: string | undefined;
  /** The number of rows. */
  readonly count: number;
  /** The first of these rows. */
  readonly rows: readonly number[];
}

/** The most rows that a group lists; all of 300,000 rows may have the same mistake. */
const maxRows = 5;

/** Groups warnings about the same value, in the order of their first occurrence. */
export class WarningGroups {
  readonly #groups = new Map<string, GroupedWarning & { count: number; rows: number[] }>();

  add({ row, column, field, label, value, message }: RowWarning): void {
    const key = `${field}\n${message}`;
    const group = this.#groups.get(key);
    if (group === undefined) {
      this.#groups.set(key, { field, label, value, message, column, count: 1, rows: [row] });
      return;
    }
    group.count++;
    if (group.rows.length < maxRows) group.rows.push(row);
  }

  all(): GroupedWarning[] {
    return [...this.#groups.values()];
  }
}

import type { RowWarning } from './remark.js';

/** The same warning for the same value, in any number of rows. */
export interface GroupedWarning {
  readonly field: string;
  readonly label: string;
  readonly value: string;
  readonly message: string;
  readonly column?: string | undefined;
  /** How many rows it is about. */
  readonly count: number;
  /** The first of them. */
  readonly rows: readonly number[];
}

/** The most rows that a group names; a sheet may have the same slip in all of its 100,000 rows. */
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

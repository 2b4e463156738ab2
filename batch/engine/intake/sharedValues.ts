import type { DateOrder } from '../../../src/dateText.js';
import type { Field } from '../../../src/field.js';
import type { Cell } from '../../../sheets/sheet.js';
import { detached } from './detached.js';
import { type ReadCell, readValue } from './values.js';

/**
 * Above this many distinct values, an input is different in most rows, and sharing saves no
 * memory.
 */
const maxShared = 1_000;

/** Reads cells and shares equal results between rows, because a sheet may have 300,000. */
export class SharedValues {
  readonly #byInput = new Map<string, Map<string, ReadCell>>();

  /** Reads a cell with `readValue`. The value does not keep the file in memory. */
  read(input: string, field: Field, cell: Cell | undefined, order?: DateOrder): ReadCell {
    if (cell?.kind !== 'text') return withOwnText(readValue(field, cell, order));
    // A row with an ambiguous date is read with each order.
    const name = order === undefined || field.kind !== 'dateTime' ? input : `${input} ${order}`;
    const known = this.#byInput.get(name) ?? new Map<string, ReadCell>();
    this.#byInput.set(name, known);
    const before = known.get(cell.text);
    if (before !== undefined) return before;
    const read = withOwnText(readValue(field, cell, order));
    if (known.size < maxShared) known.set(detached(cell.text), read);
    return read;
  }
}

function withOwnText(read: ReadCell): ReadCell {
  return read.ok && typeof read.value === 'string'
    ? { ...read, value: detached(read.value) }
    : read;
}

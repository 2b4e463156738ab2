import type { Dialect, Store } from './store.js';

/** What the two kinds of database call differently. */
interface Words {
  /** The order in which the lines of a table were added. */
  readonly added: string;
  /** The greatest of several values. */
  readonly greatest: string;
  /** Where a text stands in another one; 0 for nowhere. */
  readonly placeIn: string;
  /** So that a statement uses this index. Postgres chooses for itself. */
  readonly indexedBy: (index: string) => string;
}

const words: Readonly<Record<Dialect, Words>> = {
  sqlite: {
    ...{ added: 'rowid', greatest: 'max', placeIn: 'instr' },
    indexedBy: (index) => `INDEXED BY ${index}`,
  },
  postgres: {
    ...{ added: 'seq', greatest: 'greatest', placeIn: 'strpos' },
    indexedBy: () => '',
  },
};

/** The words of the database of a store, for the few statements that are not the same on both. */
export function wordsOf({ dialect }: Pick<Store, 'dialect'>): Words {
  return words[dialect];
}

/** A statement that adds a line. */
export function inserting(table: string, columns: readonly string[]): string {
  const places = columns.map(() => '?').join(', ');
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`;
}

/** A statement that writes a whole line, in place of the one with the same key. */
export function replacing(table: string, key: string, columns: readonly string[]): string {
  const keys = key.split(', ');
  const others = columns.filter((column) => !keys.includes(column));
  const set = others.map((column) => `${column} = excluded.${column}`).join(', ');
  return `${inserting(table, columns)}
    ON CONFLICT (${key}) DO ${set === '' ? 'NOTHING' : `UPDATE SET ${set}`}`;
}

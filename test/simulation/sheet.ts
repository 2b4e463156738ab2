import {
  type Cell,
  keep,
  type ResultSheet,
  type ResultTarget,
  SheetError,
  type SheetFile,
  type SheetRow,
  type WrittenSheet,
} from '../../sheets/sheet.js';

/** A sheet that people and runs have before them: one row of headings, and rows of texts. */
export class SheetOfPeople {
  readonly path = 'hires.csv';
  headings: readonly string[];
  rows: readonly (readonly string[])[];
  #version = 0;

  constructor(headings: readonly string[], rows: readonly (readonly string[])[]) {
    this.headings = headings;
    this.rows = rows;
  }

  /** A person saves it, or a run replaces it. */
  save(headings: readonly string[], rows: readonly (readonly string[])[]): void {
    this.headings = headings;
    this.rows = rows;
    this.#version++;
  }

  /** Cells of a row by their headings. */
  record(row: readonly string[]): Readonly<Record<string, string>> {
    return Object.fromEntries(this.headings.map((heading, at) => [heading, row[at] ?? '']));
  }

  /**
   * As a run opens it. `write` is all or nothing, as the real one is; a process that has died by then
   * writes nothing.
   */
  open(isDead: () => boolean): SheetFile {
    const { headings, rows, path } = this;
    const version = this.#version;
    const name = 'hires';
    const isCurrent = () => Promise.resolve(version === this.#version);
    return {
      path,
      format: 'csv',
      sheets: [{ name, visible: true }],
      notes: [],
      // eslint-disable-next-line @typescript-eslint/require-await -- what a file needs time for
      async *rows() {
        yield [headings, ...rows].map((cells, index): SheetRow => {
          return { number: index + 1, cells: cells.map(cellOf) };
        });
      },
      place: ({ columns }: ResultTarget) =>
        Promise.resolve({ columns: placesOf(columns, headings.length) }),
      write: async (results) => {
        await Promise.resolve();
        if (isDead()) return new Promise(() => undefined);
        if (version !== this.#version) throw new SheetError('The sheet was changed meanwhile.');
        return this.#write(results);
      },
      isCurrent,
      close: () => Promise.resolve(),
    };
  }

  #write({ columns, results, output }: ResultSheet): WrittenSheet {
    // What is written beside the sheet does not matter to it.
    if (output !== this.path) return { path: output, notes: [] };
    const places = placesOf(columns, this.headings.length);
    const headings = this.headings.slice();
    for (const [index, at] of places.entries()) headings[at] = columns[index]?.heading ?? '';
    const rows = this.rows.map((row, index) => {
      const cells = headings.map((_, at) => row[at] ?? '');
      const current = (column: number) => cellOf(cells[places[column] ?? -1] ?? '');
      const values = results(index + 2, current);
      for (const [column, value] of values?.entries() ?? []) {
        if (value !== keep) cells[places[column] ?? -1] = String(value ?? '');
      }
      return cells;
    });
    this.save(headings, rows);
    return { path: output, notes: [] };
  }
}

function placesOf(columns: ResultTarget['columns'], width: number): number[] {
  let next = width;
  return columns.map(({ at }) => at ?? next++);
}

function cellOf(text: string): Cell | undefined {
  return text === '' ? undefined : { kind: 'text', text };
}

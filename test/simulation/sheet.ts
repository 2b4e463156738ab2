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

/** A sheet that people and runs share: one row of headings, and rows of texts. */
export class SharedSheet {
  readonly path = 'hires.csv';
  headings: readonly string[];
  rows: readonly (readonly string[])[];
  #version = 0;

  constructor(headings: readonly string[], rows: readonly (readonly string[])[]) {
    this.headings = headings;
    this.rows = rows;
  }

  save(headings: readonly string[], rows: readonly (readonly string[])[]): void {
    this.headings = headings;
    this.rows = rows;
    this.#version++;
  }

  toRecord(row: readonly string[]): Readonly<Record<string, string>> {
    return Object.fromEntries(this.headings.map((heading, at) => [heading, row[at] ?? '']));
  }

  /** Opens the sheet for a run. As with a real file, `write` changes everything or nothing. */
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
      // oxlint-disable-next-line typescript/require-await -- a real file needs time
      async *rows() {
        yield [headings, ...rows].map((cells, index): SheetRow => {
          return { number: index + 1, cells: cells.map(toCell) };
        });
      },
      place: ({ columns }: ResultTarget) =>
        Promise.resolve({ columns: placeColumns(columns, headings.length) }),
      write: async (results) => {
        await Promise.resolve();
        if (isDead()) return new Promise(() => undefined);
        if (version !== this.#version) throw new SheetError({ code: 'changed', file: 'sheet' });
        return this.#write(results);
      },
      isCurrent,
      close: () => Promise.resolve(),
    };
  }

  #write({ columns, results, output }: ResultSheet): WrittenSheet {
    // Results in another file do not change the sheet.
    if (output !== this.path) return { path: output, notes: [] };
    const places = placeColumns(columns, this.headings.length);
    const headings = this.headings.slice();
    for (const [index, at] of places.entries()) headings[at] = columns[index]?.heading ?? '';
    const rows = this.rows.map((row, index) => {
      const cells = headings.map((_, at) => row[at] ?? '');
      const current = (column: number) => toCell(cells[places[column] ?? -1] ?? '');
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

function placeColumns(columns: ResultTarget['columns'], width: number): number[] {
  let next = width;
  return columns.map(({ at }) => at ?? next++);
}

function toCell(text: string): Cell | undefined {
  return text === '' ? undefined : { kind: 'text', text };
}

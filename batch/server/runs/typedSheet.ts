import type { Cell, SheetFile, SheetRow } from '../../../sheets/sheet.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';

export interface TypedRow {
  readonly number: number;
  readonly values: Readonly<Record<string, string | undefined>>;
}

const worksheetName = 'Typed';

/** The engine reads the typed sheet like any other sheet. Row 1 contains the headings. */
export function createTypedSheet(
  { fields }: Pick<SheetOperation, 'fields'>,
  name: string,
  rows: readonly TypedRow[],
): SheetFile {
  const names = Object.keys(fields);
  const headings: SheetRow = {
    number: 1,
    cells: names.map((field) => toTextCell(fields[field]?.label)),
  };
  const typedRows = rows
    .toSorted((a, b) => a.number - b.number)
    .map(({ number, values }) => ({
      number,
      cells: names.map((field) => toTextCell(values[field])),
    }));
  return {
    path: name,
    format: 'xlsx',
    sheets: [{ name: worksheetName, visible: true }],
    notes: [],
    async *rows() {
      yield await Promise.resolve([headings, ...typedRows]);
    },
    place: ({ columns }) =>
      Promise.resolve({ columns: columns.map((_, index) => names.length + index) }),
    write: () => Promise.reject(new Error('Nothing is written into typed rows.')),
    isCurrent: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  };
}

function toTextCell(text = ''): Cell | undefined {
  return text.trim() === '' ? undefined : { kind: 'text', text };
}

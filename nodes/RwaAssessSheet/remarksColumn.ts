import type { SheetFile } from '../../sheets/sheet.js';

const heading = 'Check remarks';
/** Begins every remark, and so proves that a column is of an earlier check. */
const beginning = 'To correct: ';

/** Where remarks go. */
export interface RemarksTarget {
  readonly sheet: string;
  readonly headerRow: number;
  readonly output: string;
}

/**
 * Writes what is to be corrected beside the rows, into the column of an earlier check or a new one. A
 * column with the same heading and other texts is the user's, and stays.
 */
export async function writeRemarks(
  file: SheetFile,
  { sheet, headerRow, output }: RemarksTarget,
  remarks: ReadonlyMap<number, string>,
): Promise<void> {
  const earlier = await findEarlier(file, sheet, headerRow);
  const rows = new Set([...remarks.keys(), ...earlier.rows]);
  const column = { heading: earlier.heading, kind: 'text', widthChars: 60, wraps: true } as const;
  await file.write({
    ...{ sheet, headerRow, output },
    columns: [{ ...column, at: earlier.column }],
    results: (row) => {
      if (!rows.has(row)) return undefined;
      const remark = remarks.get(row);
      return [remark === undefined ? undefined : `${beginning}${remark}`];
    },
  });
}

interface Earlier {
  /** Counted from 0; undefined where no check has written before. */
  readonly column: number | undefined;
  readonly heading: string;
  /** The rows that have remarks. */
  readonly rows: readonly number[];
}

async function findEarlier(file: SheetFile, sheet: string, headerRow: number): Promise<Earlier> {
  const candidates = new Map<number, { isOurs: boolean; rows: number[] }>();
  const texts = new Set<string>();
  for await (const batch of file.rows(sheet)) {
    for (const { number, cells } of batch) {
      if (number < headerRow) continue;
      if (number === headerRow) {
        for (const [column, cell] of cells.entries()) {
          const text = cell?.kind === 'text' ? cell.text.trim() : '';
          texts.add(text);
          if (isHeading(text)) candidates.set(column, { isOurs: true, rows: [] });
        }
      }
      if (number === headerRow || candidates.size === 0) continue;
      for (const [column, candidate] of candidates) {
        const cell = cells[column];
        if (cell === undefined) continue;
        candidate.isOurs &&= cell.kind === 'text' && cell.text.startsWith(beginning);
        candidate.rows.push(number);
      }
    }
  }
  for (const [column, { isOurs, rows }] of candidates) {
    if (isOurs) return { column, heading, rows };
  }
  return { column: undefined, heading: freeHeading(texts), rows: [] };
}

function isHeading(text: string): boolean {
  return (
    text === heading ||
    (text.startsWith(`${heading} `) && /^\d+$/.test(text.slice(heading.length + 1)))
  );
}

function freeHeading(taken: ReadonlySet<string>): string {
  let free = heading;
  for (let number = 2; taken.has(free); number++) free = `${heading} ${number}`;
  return free;
}

import type { SheetRow } from '../../../sheets/sheet.js';
import { toCellText } from './cellValues.js';
import { hashWithoutSalt } from './rowKey.js';

/** Maps row numbers to hashes of the cells: a row whose cells have changed is read again. */
export type IgnoredRows = ReadonlyMap<number, string>;

export function hashCells({ cells }: Pick<SheetRow, 'cells'>): string {
  const texts = Array.from(cells, toCellText);
  // Blank cells after the last filled cell do not count.
  return hashWithoutSalt(
    JSON.stringify(texts.slice(0, texts.findLastIndex((text) => text !== '') + 1)),
  );
}

export function isIgnored(row: SheetRow, ignored: IgnoredRows | undefined): boolean {
  const hash = ignored?.get(row.number);
  return hash !== undefined && hash === hashCells(row);
}

import type { Plan } from '../../batch/engine/run/events.js';
import { formatNumber } from '../../batch/wording/words.js';
import type { RunStorage } from '../../batch/engine/run/runOptions.js';
import { SheetError, type SheetFile, type SheetRow } from '../../sheets/sheet.js';

/** The allowance for titles, legends and totals. */
const maxOtherRows = 200;

/**
 * Returns a storage that throws while it reads a worksheet with more rows than `maxRows` plus
 * {@link maxOtherRows}. A small file may contain a million rows, and all of them would be in memory
 * before they could be counted.
 */
export function limitRows(storage: RunStorage, maxRows: number): RunStorage {
  return {
    results: storage.results,
    isJournalNamed: storage.isJournalNamed,
    openSheet: async () => limitFile(await storage.openSheet(), maxRows),
    lock: () => storage.lock(),
    openJournal: (lock) => storage.openJournal(lock),
    findLeftBehind: (rows, journal) => storage.findLeftBehind(rows, journal),
  };
}

function limitFile(file: SheetFile, maxRows: number): SheetFile {
  return { ...file, rows: (sheet) => yieldUpTo(file.rows(sheet), sheet, maxRows) };
}

async function* yieldUpTo(
  batches: AsyncIterable<readonly SheetRow[]>,
  sheet: string,
  maxRows: number,
): AsyncGenerator<readonly SheetRow[]> {
  let count = 0;
  for await (const rows of batches) {
    count += rows.length;
    if (count > maxRows + maxOtherRows) {
      throw createTooManyRowsError(sheet, `more than ${formatNumber(maxRows)}`, maxRows);
    }
    yield rows;
  }
}

/** Throws a SheetError if the plan has more than `maxRows` rows. */
export function assertRowLimit(
  { sheet, rows }: Pick<Plan, 'sheet' | 'rows'>,
  maxRows: number,
): void {
  if (rows > maxRows) throw createTooManyRowsError(sheet, formatNumber(rows), maxRows);
}

function createTooManyRowsError(sheet: string, rows: string, maxRows: number): SheetError {
  const text = `The worksheet "${sheet}" has ${rows} rows, and this node takes up to ${formatNumber(maxRows)}. Raise Maximum Rows in the options, or split the workbook. Nothing was sent.`;
  return new SheetError({ code: 'other', text });
}

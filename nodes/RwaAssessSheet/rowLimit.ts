import type { Plan } from '../../batch/engine/run/events.js';
import { formatNumber } from '../../batch/wording/words.js';
import type { RunStorage } from '../../batch/engine/run/runOptions.js';
import { SheetError, type SheetFile, type SheetRow } from '../../sheets/sheet.js';

/** An allowance for rows that are not about a person: titles, legends and totals. */
const otherRows = 200;

/**
 * Returns a storage that throws while it reads a worksheet with more than `maxRows` rows. A small file
 * may contain a million rows, and all of them would be in memory before they could be counted.
 */
export function limitedRows(storage: RunStorage, maxRows: number): RunStorage {
  return {
    results: storage.results,
    isJournalNamed: storage.isJournalNamed,
    openSheet: async () => withLimit(await storage.openSheet(), maxRows),
    lock: () => storage.lock(),
    openJournal: (lock) => storage.openJournal(lock),
    leftBehind: (rows, journal) => storage.leftBehind(rows, journal),
  };
}

function withLimit(file: SheetFile, maxRows: number): SheetFile {
  return { ...file, rows: (sheet) => upTo(file.rows(sheet), sheet, maxRows) };
}

async function* upTo(
  batches: AsyncIterable<readonly SheetRow[]>,
  sheet: string,
  maxRows: number,
): AsyncGenerator<readonly SheetRow[]> {
  let count = 0;
  for await (const rows of batches) {
    count += rows.length;
    if (count > maxRows + otherRows) {
      throw tooMany(sheet, `more than ${formatNumber(maxRows)}`, maxRows);
    }
    yield rows;
  }
}

/** Throws a SheetError for a plan with more rows than this. */
export function assertRows({ sheet, rows }: Pick<Plan, 'sheet' | 'rows'>, maxRows: number): void {
  if (rows > maxRows) throw tooMany(sheet, formatNumber(rows), maxRows);
}

function tooMany(sheet: string, rows: string, maxRows: number): SheetError {
  return new SheetError(
    `The worksheet "${sheet}" has ${rows} rows, and this node takes up to ${formatNumber(maxRows)}. Raise Maximum Rows in the options, or split the workbook. Nothing was sent.`,
  );
}

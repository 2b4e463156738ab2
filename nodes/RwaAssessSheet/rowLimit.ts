import type { Plan } from '../../batch/engine/run/events.js';
import { formatNumber } from '../../batch/wording/words.js';
import type { RunStorage } from '../../batch/engine/run/runOptions.js';
import { SheetError, type SheetFile, type SheetRow } from '../../sheets/sheet.js';

/** Titles, legends and totals besides the rows of people. */
const otherRows = 200;

/**
 * Returns a storage whose worksheets end in an error after `most` rows. A small file may contain a million rows,
 * and all of them would be in memory before they could be counted.
 */
export function limitedRows(storage: RunStorage, most: number): RunStorage {
  return {
    results: storage.results,
    isJournalNamed: storage.isJournalNamed,
    openSheet: async () => withLimit(await storage.openSheet(), most),
    lock: () => storage.lock(),
    openJournal: (lock) => storage.openJournal(lock),
    leftBehind: (rows, journal) => storage.leftBehind(rows, journal),
  };
}

function withLimit(file: SheetFile, most: number): SheetFile {
  return { ...file, rows: (sheet) => upTo(file.rows(sheet), sheet, most) };
}

async function* upTo(
  batches: AsyncIterable<readonly SheetRow[]>,
  sheet: string,
  most: number,
): AsyncGenerator<readonly SheetRow[]> {
  let count = 0;
  for await (const rows of batches) {
    count += rows.length;
    if (count > most + otherRows) throw tooMany(sheet, `more than ${formatNumber(most)}`, most);
    yield rows;
  }
}

/** Throws a SheetError for a plan with more rows than this. */
export function assertRows({ sheet, rows }: Pick<Plan, 'sheet' | 'rows'>, most: number): void {
  if (rows > most) throw tooMany(sheet, formatNumber(rows), most);
}

function tooMany(sheet: string, rows: string, most: number): SheetError {
  return new SheetError(
    `The worksheet "${sheet}" has ${rows} rows, and this node takes up to ${formatNumber(most)}. Raise Maximum Rows in the options, or split the workbook. Nothing was sent.`,
  );
}

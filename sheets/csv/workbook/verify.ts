import type { Difference } from '../../messages.js';
import type { Cell, SheetRow } from '../../sheet.js';
import { openXlsx } from '../../files/openXlsx.js';
import type { ResultLayout } from '../layout.js';
import type { CsvRecord } from '../records.js';
import { parseSource, type CsvSource } from '../source.js';
import { toWorkbookText } from './text.js';

export async function findDifference(
  source: CsvSource,
  writtenPath: string,
  { places }: ResultLayout,
): Promise<Difference | undefined> {
  const ours = new Set(places);
  const workbook = await openXlsx(writtenPath);
  const rows = flattenBatches(workbook.rows(workbook.sheets[0]?.name ?? ''));
  try {
    let row = (await rows.next()).value;
    for await (const records of parseSource(source)) {
      for (const record of records) {
        const counterpart = row?.number === record.number ? row : undefined;
        const place = findDifferentPlace(record, counterpart, ours);
        if (place !== undefined) {
          return { code: 'cellOfRow', row: record.number, cell: place + 1 };
        }
        if (counterpart) row = (await rows.next()).value;
      }
    }
    return row && { code: 'moreRows' };
  } finally {
    await rows.return(undefined);
    await workbook.close();
  }
}

function findDifferentPlace(
  record: CsvRecord,
  row: SheetRow | undefined,
  ours: ReadonlySet<number>,
): number | undefined {
  const place = record.cells.findIndex(
    (text, index) => !ours.has(index) && !isSame(toWorkbookText(text), row?.cells[index]),
  );
  return place < 0 ? undefined : place;
}

function isSame(text: string, cell: Cell | undefined): boolean {
  return cell ? cell.kind === 'text' && cell.text === text : text.trim() === '';
}

async function* flattenBatches(
  batches: AsyncIterable<readonly SheetRow[]>,
): AsyncGenerator<SheetRow, undefined> {
  for await (const batch of batches) yield* batch;
}

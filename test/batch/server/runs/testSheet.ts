import type { Store } from '../../../../batch/server/db/store.js';
import { addSheet, updateCounts } from '../../../../batch/server/sheets/sheetStore.js';
import { readRowsByNumber } from '../../../../batch/server/results/rowPages.js';
import { withRunSheet } from '../../../../batch/server/runs/planRun.js';
import type { WorkPorts } from '../../../../batch/server/threads/workPorts.js';
import { headings } from '../../run/testRun.js';
import { storeFile } from '../storedFile.js';
import { setStage, writeRows } from '../storedRows.js';

type SheetPorts = Pick<WorkPorts, 'store' | 'service' | 'now' | 'limits'>;

/** Adds a CSV sheet with these lines, as if it had been uploaded and read. */
export async function addReadSheet(
  ports: SheetPorts,
  id: string,
  lines: readonly string[],
  heading = headings,
): Promise<void> {
  const { store } = ports;
  const file = `${id}.csv`;
  const text = [heading, ...lines].join('\r\n');
  await storeFile(store, file, text);
  const at = new Date().toISOString();
  await addSheet(store, {
    id,
    name: file,
    format: 'csv',
    file,
    sha256: id,
    bytes: text.length,
    uploadedBy: 'nobody',
    uploadedAt: at,
  });
  await withRunSheet(ports, id, { operation: 'assess' }, async (run) => {
    const rows = run.read.rows.map((row) => ({
      number: row.number,
      key: row.key,
      hidden: false,
      inputs: {},
      instead: {},
      employeeId: row.subject?.employeeId ?? '',
      purpose: '',
      destination: '',
      status: run.status(row),
      message: '',
    }));
    await writeRows(store, id, rows);
    const { sheet: worksheet } = run.read.intake;
    await store.db.updateTable('sheet').set({ worksheet }).where('id', '=', id).execute();
  });
  await updateCounts(store, id);
  await setStage(store, id, 'check');
}

export function readFirstRows(store: Store, sheet: string, count: number) {
  const numbers = Array.from({ length: count }, (_, index) => index + 2);
  return readRowsByNumber(store, sheet, numbers);
}

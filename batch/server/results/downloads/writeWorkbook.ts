import { rm } from 'node:fs/promises';
import { assess } from '../../../engine/operations/assess.js';
import { readRunSheet } from '../../../engine/run/runSheet.js';
import { writeResults } from '../../../engine/run/writeBack.js';
import { Refused } from '../../refused.js';
import { sheetRun, type SheetRunPorts } from '../../runs/sheetRun.js';
import { inWords } from '../../words/wording.js';

const COPY_DIFFERS =
  'The results cannot be written into a copy of the file, because the copy did not pass the check against it. Download the results as CSV instead.';

/**
 * Writes a copy of an uploaded file with the results in it, as a run of the command would: all that the user
 * wrote stays, to the cell. Sends nothing, and leaves the journal as it is. Throws a Refused, or what the
 * engine throws, where it cannot.
 */
export async function writeWorkbook(
  { store, service, now }: Omit<SheetRunPorts, 'locks'>,
  id: string,
  into: string,
): Promise<void> {
  // Without locks, a run may go on meanwhile: this is the state at the beginning.
  const run = await sheetRun({ store, service, now }, id, assess, { output: into });
  const { results } = run.storage;
  const storage = {
    ...run.storage,
    results: { ...results, isStale: () => Promise.resolve(true) },
  };
  const file = await storage.openSheet();
  try {
    const journal = await storage.openJournal(await storage.lock());
    const nowMs = now();
    const read = { storage, wording: inWords, nowMs };
    const sheet = await readRunSheet(file, journal, run.options, read);
    const at = new Date(nowMs).toISOString();
    const written = await writeResults(sheet, undefined, storage, { at, isStopped: true });
    if (written.path === into) return;
    if (written.path !== undefined) {
      // A file under another name: its sentences are about files that people do not see here.
      await rm(written.path, { force: true });
      throw new Refused('unwritable', COPY_DIFFERS);
    }
    const why = (written.notInPlace ?? []).map(inWords).join(' ');
    throw new Refused(
      'unwritable',
      `The results cannot be written into a copy of the file. ${why}`,
    );
  } finally {
    await file.close();
  }
}

import { assess } from '../../engine/operations/assess.js';
import { readRunSheet } from '../../engine/run/readRunSheet.js';
import {
  type Answer,
  checkAnswer,
  settleRow as settleInJournal,
} from '../../engine/run/settleRow.js';
import { inWords } from '../words/wording.js';
import { recordSheet } from './recordSheet.js';
import { asRefused } from './refusal.js';
import { sheetRun, type SheetRunPorts } from './sheetRun.js';

/**
 * Records what a person says of an unconfirmed row of a sheet, and resolves to the numbers of the rows whose
 * state has changed by it in the store. Throws a Refused for what cannot be, and while a run has the sheet.
 */
export async function settleRow(
  ports: SheetRunPorts & Required<Pick<SheetRunPorts, 'locks'>>,
  id: string,
  key: string,
  answer: Answer,
): Promise<number[]> {
  try {
    return await settled(ports, id, key, answer);
  } catch (error) {
    throw asRefused(error);
  }
}

async function settled(
  ports: SheetRunPorts,
  id: string,
  key: string,
  answer: Answer,
): Promise<number[]> {
  // What the file shows of results counts, and hidden rows may be unconfirmed too.
  const operation = { ...assess, readsResults: true };
  const { options, storage } = sheetRun(ports, id, operation);
  const file = await storage.openSheet();
  try {
    const lock = await storage.lock();
    try {
      const journal = await storage.openJournal(lock);
      const nowMs = ports.now();
      const read = { storage, wording: inWords, nowMs };
      try {
        const intake = { ...options.intake, visibleOnly: false };
        const sheet = await readRunSheet(file, journal, { ...options, intake }, read);
        const { rows, asRead } = sheet.read;
        const about = { operation, planned: rows, intakeRows: asRead, states: journal.states };
        checkAnswer(about, key, answer);
        settleInJournal(about, journal, key, answer, new Date(nowMs).toISOString());
        await journal.synced();
        return await recordSheet(ports.store, id, sheet.plannedAnew());
      } finally {
        await journal.close();
      }
    } finally {
      await lock.release();
    }
  } finally {
    await file.close();
  }
}

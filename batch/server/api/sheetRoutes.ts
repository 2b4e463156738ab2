import { randomUUID } from 'node:crypto';
import { z } from 'zod/v4';
import { deleteSheet } from '../store/deleteSheet.js';
import { latestRun, workingStates } from '../store/latestRun.js';
import { addSheet, restoreFile, sheetWithBytes } from '../store/sheetStore.js';
import { inTransaction } from '../store/transaction.js';
import { harmlessName } from '../uploads/harmlessName.js';
import { filesLock } from '../uploads/sheetFiles.js';
import { type ReceivedFile, receiveFile } from '../uploads/receiveFile.js';
import { Refused, type Route, route } from './route.js';
import type { Services } from './services.js';
import { sheet, sheetList, uploaded } from './shapes.js';
import { requiredSheet, shownSheet, shownSheets } from './shownSheet.js';

const list = route({
  method: 'GET',
  path: '/api/sheets',
  needs: 'look',
  topic: 'Sheets',
  summary: 'List all sheets, the latest first',
  answer: sheetList,
  handle: (_asked, services) => ({ sheets: shownSheets(services) }),
});

const upload = route({
  method: 'PUT',
  path: '/api/sheets',
  needs: 'edit',
  topic: 'Sheets',
  summary: 'Upload a sheet: a workbook (.xlsx) or CSV file of at most 100 MB as the body',
  query: z.object({ name: z.string().max(1_000).default('').describe('The name of the file') }),
  takesFile: true,
  answer: uploaded,
  async handle({ query, caller, context }, services) {
    const { access, files } = services;
    const received = await receiveFile(context.req.raw, files.incoming);
    try {
      const { id, existing, isStored } = stored(services, received, query.name, caller.memberId);
      if (isStored) access.log(caller.name, 'uploaded a sheet', id);
      // The cause may be gone, such as a full disk.
      if (isStored || requiredSheet(services, id).stage === 'unreadable') {
        void services.readings.inspect(id);
      }
      return { sheet: shownSheet(services, id), existing };
    } finally {
      await received.discard();
    }
  },
});

/** Stores a received file, unless a sheet has it: of two equal uploads at once, on any machine, one makes a sheet. */
function stored(
  { store, files, now }: Services,
  { path, format, sha256, bytes }: ReceivedFile,
  givenName: string,
  uploadedBy: string,
): { readonly id: string; readonly existing: boolean; readonly isStored: boolean } {
  const newId = randomUUID();
  const uploadedAt = new Date(now()).toISOString();
  const add = () => {
    const before = sheetWithBytes(store, sha256);
    if (before !== undefined && before.file !== null) {
      return { id: before.id, existing: true, isStored: false };
    }
    if (before !== undefined) {
      // Retention deletes what has the name of the sheet, also after a second upload.
      const file = `${before.id}.${format}`;
      if (restoreFile(store, before.id, file, uploadedAt)) {
        files.add(file, path);
        return { id: before.id, existing: true, isStored: true };
      }
    }
    const [id, file] = [newId, `${newId}.${format}`];
    files.add(file, path);
    const name = harmlessName(givenName);
    addSheet(store, { id, name, format, file, sha256, bytes, uploadedAt, uploadedBy });
    return { id, existing: false, isStored: true };
  };
  return inTransaction(store, add, filesLock);
}

const one = route({
  method: 'GET',
  path: '/api/sheets/:id',
  needs: 'look',
  topic: 'Sheets',
  summary: 'Show a sheet: its stage, its counts and its latest run',
  answer: sheet,
  handle: ({ params }, services) => shownSheet(services, params.id ?? ''),
});

const remove = route({
  method: 'DELETE',
  path: '/api/sheets/:id',
  needs: 'edit',
  topic: 'Sheets',
  summary:
    'Delete a sheet; hashes, IDs and scores of what was sent stay, so that it is not sent again',
  async handle({ params, caller }, services) {
    const { id } = requiredSheet(services, params.id ?? '');
    await stopRun(services, id);
    const { file } = requiredSheet(services, id);
    const { store, files, now, access, changes } = services;
    deleteSheet(store, id, new Date(now()).toISOString());
    if (file !== null) files.delete(file);
    access.log(caller.name, 'deleted a sheet', id);
    changes.tell({ type: 'deleted', sheet: id });
    return undefined;
  },
});

/** Somebody may start another run while one is being stopped, but not for ever. */
const mostRunsToStop = 10;

/** Waits until no run works on the sheet, also none that was started while another one ended. */
async function stopRun({ store, work }: Services, sheet: string): Promise<void> {
  for (let stopped = 0; stopped < mostRunsToStop; stopped++) {
    const run = latestRun(store, sheet);
    if (run === undefined || !workingStates.has(run.state)) return;
    await work.halt(run.id, 'stopped');
  }
  throw new Refused(
    409,
    'conflict',
    'The run of this sheet could not be stopped. Wait a moment, then delete it again.',
  );
}

/** Routes about sheets: upload, list, delete. */
export const sheetRoutes: readonly Route[] = [list, upload, one, remove];

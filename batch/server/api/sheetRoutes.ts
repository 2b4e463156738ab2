import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { deleteSheet } from '../store/deleteSheet.js';
import { latestRun, workingStates } from '../store/latestRun.js';
import { addSheet, restoreFile, sheetWithBytes } from '../store/sheetStore.js';
import { harmlessName } from '../uploads/harmlessName.js';
import { receiveFile } from '../uploads/receiveFile.js';
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
    const { store, access, filesFolder, now } = services;
    const received = await receiveFile(context.req.raw, filesFolder);
    const id = randomUUID();
    const file = `${id}.${received.format}`;
    // From here to the end nothing waits: of two equal uploads at once, one makes a sheet.
    const before = sheetWithBytes(store, received.sha256);
    if (before !== undefined && before.file !== null) {
      await received.discard();
      // What was in the way may be over: a full disk, or a server of an earlier version.
      if (before.stage === 'unreadable') void services.readings.inspect(before.id);
      return { sheet: shownSheet(services, before.id), existing: true };
    }
    const { format, sha256, bytes } = received;
    received.keep(file);
    const uploadedAt = new Date(now()).toISOString();
    if (before === undefined) {
      const name = harmlessName(query.name);
      addSheet(store, {
        ...{ id, name, format, file, sha256, bytes, uploadedAt },
        uploadedBy: caller.memberId,
      });
    } else restoreFile(store, before.id, file, uploadedAt);
    const made = before?.id ?? id;
    access.log(caller.name, 'uploaded a sheet', made);
    void services.readings.inspect(made);
    return { sheet: shownSheet(services, made), existing: before !== undefined };
  },
});

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
    const { store, filesFolder, now, access, changes } = services;
    deleteSheet(store, id, new Date(now()).toISOString());
    if (file !== null) await rm(join(filesFolder, file), { force: true });
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

import { randomUUID } from 'node:crypto';
import { z } from 'zod/v4';
import type { Caller } from '../access/caller.js';
import { deleteSheet, truncateWal } from './deleteSheet.js';
import type { Store } from '../db/store.js';
import { countUnanswered } from '../journal/sentRequests.js';
import { findLatestRun, activeStateSet } from '../runs/latestRun.js';
import {
  addSheet,
  findSheetByHash,
  requestReading,
  restoreFile,
  type StoredSheet,
} from './sheetStore.js';
import { toHarmlessName } from './files/harmlessName.js';
import type { ReceivedFile } from './files/receiveFile.js';
import { type Route, route } from '../http/route.js';
import { RefusalError } from '../refusalError.js';
import { assertSheetChecked, findUncheckedGap } from '../restore/recordGap.js';
import type { Services } from '../services.js';
import { sheet, sheetList, uploaded } from '../contract/shapes.js';
import { requireStoredSheet } from './liveSheet.js';
import { requireShownSheet, listShownSheets } from './shownSheet.js';

const list = route({
  method: 'GET',
  path: '/api/sheets',
  requires: 'look',
  topic: 'Sheets',
  summary: 'List all sheets, the latest first',
  response: sheetList,
  handle: async (_request, services) => ({ sheets: await listShownSheets(services) }),
});

const upload = route({
  method: 'PUT',
  path: '/api/sheets',
  requires: 'edit',
  topic: 'Sheets',
  summary:
    'Upload a sheet: a workbook (.xlsx, .xlsm, .xltx or .xltm) or CSV file of at most 100 MB as the body; a member can upload four at a time',
  query: z.object({ name: z.string().max(1_000).default('').describe('The name of the file') }),
  takesFile: true,
  response: uploaded,
  async handle({ query, caller, context }, services) {
    const received = await services.files.receive(context.req.raw);
    try {
      const { id, existing, isToRead } = await storeSheet(services, received, query.name, caller);
      if (isToRead) void services.readings.inspect(id);
      return { sheet: await requireShownSheet(services, id), existing };
    } finally {
      await received.discard();
    }
  },
});

/** Two equal uploads at the same time create one sheet. */
async function storeSheet(
  { access, files, now }: Services,
  { path, format, sha256, bytes }: ReceivedFile,
  givenName: string,
  caller: Caller,
): Promise<{
  readonly id: string;
  readonly existing: boolean;
  readonly isToRead: boolean;
}> {
  const newId = randomUUID();
  const uploadedAt = new Date(now()).toISOString();
  const action = { code: 'sheetUploaded' } as const;
  let added: string | undefined;
  const add = (tx: Store, file: string) => {
    added = file;
    return files.add(tx, file, path);
  };
  const storing = access.inTransaction(async (accounts, tx) => {
    const sameFile = await findSheetByHash(tx, sha256);
    if (sameFile !== undefined && sameFile.file !== null) {
      // Read an unreadable sheet again: the cause, such as a full disk, may be gone.
      const isToRead = sameFile.stage === 'unreadable';
      if (isToRead) await requestReading(tx, sameFile.id);
      return { id: sameFile.id, existing: true, isToRead };
    }
    if (sameFile !== undefined) {
      // The new time of the upload would end the wait for the check.
      await assertSheetChecked(tx, sameFile.id);
      // Retention deletes files by the id of the sheet, so the name begins with it.
      const file = `${sameFile.id}.${format}`;
      await restoreFile(tx, sameFile.id, file, uploadedAt);
      await add(tx, file);
      await accounts.log(caller.name, action, sameFile.id);
      return { id: sameFile.id, existing: true, isToRead: true };
    }
    const file = `${newId}.${format}`;
    await add(tx, file);
    const name = toHarmlessName(givenName);
    const uploadedBy = caller.memberId;
    const { language } = await accounts.members.get(uploadedBy);
    const sheet = { id: newId, name, format, file, sha256, bytes, uploadedAt, uploadedBy };
    await addSheet(tx, language === null ? sheet : { ...sheet, language });
    await accounts.log(caller.name, action, newId);
    return { id: newId, existing: false, isToRead: true };
  });
  try {
    return await storing;
  } catch (error) {
    // If this fails too, the next start of the server deletes the file.
    if (added !== undefined) await files.undoAdd(added).catch(() => undefined);
    throw error;
  }
}

const show = route({
  method: 'GET',
  path: '/api/sheets/:id',
  requires: 'look',
  topic: 'Sheets',
  summary: 'Show a sheet: its stage, its counts and its latest run',
  response: sheet,
  handle: ({ params }, services) => requireShownSheet(services, params.id ?? ''),
});

const remove = route({
  method: 'DELETE',
  path: '/api/sheets/:id',
  requires: 'edit',
  topic: 'Sheets',
  summary:
    'Delete a sheet; hashes, IDs and scores of its sent rows stay, so that these rows are not sent again',
  async handle({ params, caller }, services) {
    const { id } = await requireStoredSheet(services, params.id ?? '');
    const { store, files, changes } = services;
    const file = await stopAndDelete(services, id, caller);
    if (file !== null) await files.delete(store, file);
    changes.publish({ type: 'deleted', sheet: id });
    await truncateWal(store);
    return undefined;
  },
});

/** While a run is being stopped, people may start another run. */
const maxRunsToStop = 10;

/**
 * Stops the runs of the sheet, also new runs, before the deletion. Resolves to the name of the file, if there is one.
 */
async function stopAndDelete(
  { access, work, now }: Services,
  sheet: string,
  caller: Caller,
): Promise<string | null> {
  for (let stopped = 0; stopped < maxRunsToStop; stopped++) {
    const { run, file } = await access.inTransaction(async (accounts, tx) => {
      const found = await requireStoredSheet({ store: tx }, sheet);
      const latest = await findLatestRun(tx, sheet);
      if (latest !== undefined && activeStateSet.has(latest.state)) {
        return { run: latest.id, file: null };
      }
      await assertDeletable(tx, found);
      await deleteSheet(tx, sheet, new Date(now()).toISOString());
      await accounts.log(caller.name, { code: 'sheetDeleted' }, sheet);
      return { run: undefined, file: found.file };
    });
    if (run === undefined) return file;
    await work.halt(run, 'stopped');
  }
  throw new RefusalError('conflict', (t) => t(($) => $.sheets.runNotStopped));
}

/**
 * After the deletion, only another sheet with the same rows would accept answers for them. After a restore, the same
 * file in a new sheet would end the wait for the check.
 */
async function assertDeletable(tx: Store, { id, file, stage }: StoredSheet): Promise<void> {
  if ((await findUncheckedGap(tx, id)) !== undefined) {
    throw new RefusalError('conflict', (t) => t(($) => $.restore.deleteUnchecked));
  }
  // A sheet whose file is deleted or unreadable accepts no answers, but its personal data can be deleted.
  const acceptsAnswers = file !== null && stage !== 'unreadable';
  const count = acceptsAnswers ? await countUnanswered(tx, id) : 0;
  if (count === 0) return;
  throw new RefusalError('conflict', (t) => t(($) => $.sheets.unanswered, { count }));
}

export const sheetRoutes: readonly Route[] = [list, upload, show, remove];

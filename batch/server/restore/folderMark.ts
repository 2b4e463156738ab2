import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '../../../sheets/files/syncFolder.js';
import { z } from 'zod/v4';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { readNamedSetting, setNamedSetting } from '../settings/settingStore.js';
import { holdAfterRestore } from './recordGap.js';

const knownMarks = z.object({
  /** After a crash, the folder may contain any of these marks. */
  marks: z.array(z.string()),
  /** When the mark was replaced, or a restore was noticed (ISO 8601). */
  at: z.string(),
});

const settingName = 'folder_mark';
const markFile = /^mark-[0-9a-f-]{36}$/;

/**
 * The mark is an empty file in the folder; the database stores its name, inode and creation time. A copy of the mark
 * has another inode or creation time, and an older database does not contain the current mark. A restore of the whole
 * disk, or of a database whose backup is newer than the mark, is not noticed.
 */
export async function holdIfFolderRestored(store: Store, nowMs: number): Promise<boolean> {
  const found = readMarks(store.folder);
  const noticedAt = new Date(nowMs).toISOString();
  // Uses one transaction, so that after a crash either the sheets are held, or the restore is noticed again.
  return inTransaction(store, async (tx) => {
    const known = knownMarks.optional().parse(await readNamedSetting(tx, settingName));
    const isKnown =
      known === undefined ? found.length === 0 : found.some((mark) => known.marks.includes(mark));
    if (isKnown) return false;
    await holdAfterRestore(tx, { since: known?.at ?? null, noticedAt });
    await setNamedSetting(tx, settingName, { marks: found, at: noticedAt });
    return true;
  });
}

/**
 * After this, an earlier copy of the database does not match the folder. Call this after {@link holdIfFolderRestored},
 * in the process that has locked the folder, and not twice at the same time.
 */
export async function renewFolderMark(store: Store, nowMs: number): Promise<void> {
  const { folder } = store;
  const earlierMarks = readMarks(folder);
  const name = `mark-${randomUUID()}`;
  writeFileSync(join(folder, name), '', { flag: 'wx', mode: 0o600 });
  const marks = [...earlierMarks, readMark(folder, name)];
  await setNamedSetting(store, settingName, { marks, at: new Date(nowMs).toISOString() });
  for (const file of listMarkFiles(folder)) if (file !== name) rmSync(join(folder, file));
  syncFolder(folder);
}

function readMarks(folder: string): string[] {
  return listMarkFiles(folder).map((name) => readMark(folder, name));
}

function listMarkFiles(folder: string): string[] {
  return readdirSync(folder).filter((name) => markFile.test(name));
}

function readMark(folder: string, name: string): string {
  const { ino, birthtimeNs } = statSync(join(folder, name), { bigint: true });
  return `${name} ${ino} ${birthtimeNs}`;
}

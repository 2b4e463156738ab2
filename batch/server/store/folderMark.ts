import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '../../../sheets/files/syncFolder.js';
import { namedSetting, setNamedSetting } from './namedSetting.js';
import { holdAfterRestore } from './recordGap.js';
import type { Store } from './store.js';
import { inTransaction } from './transaction.js';

/** The state of the mark in a data folder, as its database stores it. */
interface KnownMarks {
  /** The mark that was in the folder, and the one that replaced it: after a crash it may be either. */
  readonly marks: readonly string[];
  /** When the mark was replaced (ISO 8601). */
  readonly at: string;
}

const settingName = 'folder_mark';
const markFile = /^mark-[0-9a-f-]{36}$/;

/**
 * Notices a data folder that was restored from a backup, or copied, and holds its sheets. The folder contains an
 * empty file, the mark, whose name, inode and time of creation the database stores. A copy of the mark has another
 * inode or time of creation, and a copy of the database alone meets a later mark. Only a disk that was set back
 * remains unnoticed. Returns true if the folder was restored.
 */
export function noticeRestoredFolder(store: Store, now: number): boolean {
  const known = namedSetting(store, settingName) as KnownMarks | undefined;
  const found = marksIn(store.folder);
  const isKnown =
    known === undefined ? found.length === 0 : found.some((mark) => known.marks.includes(mark));
  if (isKnown) return false;
  const noticedAt = new Date(now).toISOString();
  // One transaction: after a crash, the folder is either held or noticed again.
  inTransaction(store, () => {
    holdAfterRestore(store, { since: known?.at ?? null, noticedAt });
    setNamedSetting(store, settingName, { marks: found, at: noticedAt });
  });
  return true;
}

/**
 * Replaces the mark of a data folder, so that an earlier copy of its database does not match it. To be called by the
 * server that holds the folder, after {@link noticeRestoredFolder}.
 */
export function renewFolderMark(store: Store, now: number): void {
  const { folder } = store;
  const before = marksIn(folder);
  const name = `mark-${randomUUID()}`;
  writeFileSync(join(folder, name), '', { flag: 'wx', mode: 0o600 });
  const marks = [...before, readMark(folder, name)];
  setNamedSetting(store, settingName, { marks, at: new Date(now).toISOString() });
  for (const file of markFiles(folder)) if (file !== name) rmSync(join(folder, file));
  syncFolder(folder);
}

function marksIn(folder: string): string[] {
  return markFiles(folder).map((name) => readMark(folder, name));
}

function markFiles(folder: string): string[] {
  return readdirSync(folder).filter((name) => markFile.test(name));
}

function readMark(folder: string, name: string): string {
  const { ino, birthtimeNs } = statSync(join(folder, name), { bigint: true });
  return `${name} ${ino} ${birthtimeNs}`;
}

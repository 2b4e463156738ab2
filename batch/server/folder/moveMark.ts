import { z } from 'zod/v4';
import type { Store } from '../db/store.js';
import { ServeError } from '../serveError.js';
import { readNamedSetting, setNamedSetting } from '../settings/settingStore.js';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '../../../sheets/files/syncFolder.js';

const moveMark = z.object({
  /** The note in the folder has the same ID. */
  id: z.string(),
  /** The absolute path of the data folder. */
  from: z.string(),
  /** ISO 8601 */
  at: z.string(),
  isComplete: z.boolean(),
  /** When a server or worker first used the database. */
  usedAt: z.string().nullable(),
});

/** The note in a database about the data folder that was moved into it. */
export type MoveMark = Readonly<z.output<typeof moveMark>>;

const settingName = 'moved';

export async function readMoveMark(store: Store): Promise<MoveMark | undefined> {
  const found = await readNamedSetting(store, settingName);
  return found === undefined ? undefined : moveMark.parse(found);
}

export function setMoveMark(store: Store, mark: MoveMark): Promise<void> {
  return setNamedSetting(store, settingName, mark);
}

/**
 * Call this in the transaction that records the service, before using the database. Throws a {@link ServeError} while a
 * move is not complete, because rows whose requests were not copied yet would be sent again.
 */
export async function recordFirstUse(store: Store): Promise<void> {
  const mark = await readMoveMark(store);
  if (mark === undefined) return;
  if (!mark.isComplete) {
    throw new ServeError(
      `The move of the data folder ${mark.from} into this database is not finished. Run the same rwa serve move again.`,
    );
  }
  if (mark.usedAt === null) await setMoveMark(store, { ...mark, usedAt: new Date().toISOString() });
}

const fileName = 'moved.json';

/** The note in a data folder about its move. */
export interface MovedFolder {
  /** The URL of the database without the password. */
  readonly to: string;
  /** ISO 8601 */
  readonly at: string;
  /** The note in the database has the same ID. */
  readonly id: string;
}

/** Keeps servers from using both the folder and the database. */
export function markMoved(folder: string, mark: MovedFolder): void {
  const path = join(folder, fileName);
  writeFileSync(path, `${JSON.stringify(mark)}\n`, { mode: 0o600, flush: true });
  syncFolder(folder);
}

export function readMovedFolder(folder: string): MovedFolder | undefined {
  const path = join(folder, fileName);
  if (!existsSync(path)) return undefined;
  const unknown: MovedFolder = { to: 'a database', at: '', id: '' };
  try {
    return { ...unknown, ...(JSON.parse(readFileSync(path, 'utf8')) as Partial<MovedFolder>) };
  } catch {
    return unknown;
  }
}

export function refuseMovedFolder(folder: string): void {
  const moved = readMovedFolder(folder);
  if (moved === undefined) return;
  const on = moved.at === '' ? '' : ` on ${moved.at.slice(0, 10)}`;
  throw new ServeError(
    `The data folder ${folder} was moved to ${moved.to}${on}. Use rwa serve with --database: working with both may send rows twice. If no server or worker ever started on that database, you can use the folder again: delete ${join(folder, fileName)}, and move the folder again before you use the database.`,
  );
}

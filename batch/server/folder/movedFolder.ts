import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '../../../sheets/files/syncFolder.js';
import { ServeError } from '../serveError.js';

const fileName = 'moved.json';

/** The note in a data folder about the database that it was moved to. */
export interface MovedFolder {
  /** The database, without its password. */
  readonly to: string;
  /** ISO 8601 */
  readonly at: string;
  /** The same as in the mark of the database. */
  readonly id: string;
}

/** Notes in a data folder into which database it was moved, so that no server works on both. */
export function markMoved(folder: string, mark: MovedFolder): void {
  const path = join(folder, fileName);
  writeFileSync(path, `${JSON.stringify(mark)}\n`, { mode: 0o600, flush: true });
  syncFolder(folder);
}

/** Returns the note about a move; undefined for a folder that was not moved. */
export function movedTo(folder: string): MovedFolder | undefined {
  const path = join(folder, fileName);
  if (!existsSync(path)) return undefined;
  const unknown: MovedFolder = { to: 'a database', at: '', id: '' };
  try {
    return { ...unknown, ...(JSON.parse(readFileSync(path, 'utf8')) as Partial<MovedFolder>) };
  } catch {
    return unknown;
  }
}

/** Throws a {@link ServeError} for a data folder that was moved. */
export function refuseMoved(folder: string): void {
  const moved = movedTo(folder);
  if (moved === undefined) return;
  const on = moved.at === '' ? '' : ` on ${moved.at.slice(0, 10)}`;
  throw new ServeError(
    `The data folder ${folder} was moved to ${moved.to}${on}. Use rwa serve with --database: whoever works with both may send rows twice. Only if no server and no worker was ever started on that database, the folder can be used again: delete ${join(folder, fileName)}; and before you use the database, move the folder once more.`,
  );
}

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { ServeError } from '../../serveError.js';
import { noticeRestoredFolder } from '../../store/folderMark.js';
import { filesFolderOf, openStore, prepareFolder } from '../../store/database.js';
import { lockFolder } from '../../store/folderLock.js';
import { markMoved, movedTo, refuseMoved } from '../../store/movedFolder.js';
import { type MoveMark, moveMark, setMoveMark } from '../../store/moveMark.js';
import { namedSetting } from '../../store/namedSetting.js';
import type { Store } from '../../store/store.js';
import { inTransaction } from '../../store/transaction.js';
import { sheetFilesOf } from '../../uploads/sheetFilesOf.js';
import { checkDatabase } from '../checkDatabase.js';
import type { DatabaseUrl } from '../databaseUrl.js';
import { type Copying, copyTable, goOnNumbering, tablesOf } from './copyTable.js';

/** What is moved, and where to. */
export interface MoveOptions {
  /** The data folder. */
  readonly from: string;
  readonly to: DatabaseUrl;
  readonly workFolder: string;
  /** Stops it after the block that is under way. */
  readonly signal: AbortSignal;
}

/** What was moved: how many lines, by the names of their tables, and files. */
export interface Moved {
  readonly lines: ReadonlyMap<string, number>;
  readonly files: number;
  /** The names of sheets whose files were not in the folder. */
  readonly missing: readonly string[];
}

/**
 * Takes everything in a data folder into an empty database: tables, journals, files. The folder is left as it is,
 * but for a note that keeps a server from working on both. A move that was cut short, or is repeated, begins anew
 * as long as nobody has worked in the database. Throws a {@link ServeError} when a server runs on the folder, or
 * something else is in the database.
 */
export async function moveFolder(options: MoveOptions): Promise<Moved | 'stopped'> {
  const { from, to, workFolder } = options;
  await checkDatabase(to);
  if (!existsSync(join(from, 'rwa.sqlite'))) {
    throw new ServeError(`There is no data of rwa serve in ${from}. Correct --from.`);
  }
  const lock = lockFolder(from);
  try {
    const source = openStore(from);
    try {
      refuseSandbox(source, from);
      noticeRestoredFolder(source, Date.now());
      prepareFolder(workFolder);
      const target = openStore(to.url, workFolder);
      try {
        return await copyAll({ source, target }, options);
      } finally {
        target.close();
      }
    } finally {
      source.close();
    }
  } finally {
    lock.release();
  }
}

async function copyAll(
  copying: Copying,
  { from, to, signal }: MoveOptions,
): Promise<Moved | 'stopped'> {
  const { source, target } = copying;
  const tables = tablesOf(source);
  const id = begin(target, tables, { from, shown: to.shown });
  const lines = new Map<string, number>();
  for (const table of tables) {
    for (const count of copyTable(copying, table)) {
      lines.set(table, (lines.get(table) ?? 0) + count);
      // A signal is heard between two blocks.
      await setImmediate();
      if (signal.aborted) return 'stopped';
    }
  }
  const { files, missing } = await copyFiles(copying, signal);
  if (signal.aborted) return 'stopped';
  // In this order: at no time could a server work on either.
  const at = new Date().toISOString();
  markMoved(from, { to: to.shown, at, id });
  complete(copying, tables, { id, from, at, isComplete: true, usedAt: null });
  return { lines, files, missing };
}

/**
 * Notes that a move begins, in a database that is empty, or has only what an earlier move has left there. Returns
 * the id of the move.
 */
function begin(
  target: Store,
  tables: readonly string[],
  { from, shown }: { readonly from: string; readonly shown: string },
): string {
  const own = [...tables, 'file_part'];
  const newId = randomUUID();
  return inTransaction(target, () => {
    const mark = moveMark(target);
    // Rows may have been sent from the database that it was moved to.
    const moved = movedTo(from);
    if (moved !== undefined && moved.id !== mark?.id) refuseMoved(from);
    const isOther = moved === undefined && mark?.from !== from;
    if (mark?.isComplete === true && (mark.usedAt !== null || isOther)) {
      const since =
        mark.usedAt === null ? '' : `, and was in use since ${mark.usedAt.slice(0, 10)}`;
      throw new ServeError(
        `${shown} has the data of ${mark.from} already${since}. Nothing was changed. Move the folder into an empty database, or go on with this one.`,
      );
    }
    // Also those that only a server on the database fills.
    const other = [...own, 'slice'].find((table) => hasLines(target, table));
    if (mark === undefined && other !== undefined) {
      throw new ServeError(
        `${shown} is not empty. Nothing was changed. Create a database, and move the folder into it before anything is started on it.`,
      );
    }
    target.db.exec(`TRUNCATE ${own.map((table) => `"${table}"`).join(', ')} RESTART IDENTITY`);
    const id = mark?.id ?? newId;
    const at = new Date().toISOString();
    setMoveMark(target, { id, from, at, isComplete: false, usedAt: null });
    return id;
  });
}

function hasLines({ db }: Store, table: string): boolean {
  return db.prepare(`SELECT 1 FROM "${table}" LIMIT 1`).get() !== undefined;
}

async function copyFiles(
  { source, target }: Copying,
  signal: AbortSignal,
): Promise<Pick<Moved, 'files' | 'missing'>> {
  const missing: string[] = [];
  let files = 0;
  const stored = sheetFilesOf(target);
  const sheets = source.db.prepare('SELECT name, file FROM sheet WHERE file IS NOT NULL').all();
  for (const { name, file } of sheets) {
    const path = join(filesFolderOf(source.folder), file as string);
    if (!existsSync(path)) {
      missing.push(name as string);
      continue;
    }
    inTransaction(target, () => {
      stored.add(file as string, path);
    });
    files++;
    await setImmediate();
    if (signal.aborted) break;
  }
  return { files, missing };
}

function complete(copying: Copying, tables: readonly string[], mark: MoveMark): void {
  const { target } = copying;
  inTransaction(target, () => {
    for (const table of tables) goOnNumbering(copying, table);
    // The process that worked on it has ended: it begins anew with what its journal says.
    target.db.prepare("UPDATE run SET state = 'queued' WHERE state = 'running'").run();
    setMoveMark(target, mark);
  });
  // So that the first pages are as quick as later ones.
  for (const table of tables) target.db.exec(`ANALYZE "${table}"`);
}

/** Several processes cannot share the sandbox of one of them. */
function refuseSandbox(source: Store, from: string): void {
  const isOfSandbox = namedSetting(source, 'service') === 'the embedded sandbox';
  if (!isOfSandbox || source.db.prepare('SELECT 1 FROM journal LIMIT 1').get() === undefined)
    return;
  throw new ServeError(
    `The data folder ${from} has assessments of the embedded sandbox: made-up scores, which only that folder can go on with. Nothing was moved. Begin with an empty database.`,
  );
}

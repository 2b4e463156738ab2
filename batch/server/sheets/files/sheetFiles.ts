import type { SheetNote, SheetProblem } from '../../../../sheets/messages.js';
import { SheetError, type SheetFile, type SheetRow } from '../../../../sheets/sheet.js';
import { OperatingError } from '../../../engine/errors.js';
import type { Db, Store } from '../../db/store.js';
import {
  type ReceivedFile,
  receiveFile,
  unfinishedPrefix,
  type UploadRequest,
} from './receiveFile.js';
import { filesFolder } from '../../db/dataFolder.js';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, extname, join, parse } from 'node:path';
import { syncFolder } from '../../../../sheets/files/syncFolder.js';
import { splitIntoBlocks } from '../../db/manyRows.js';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod/v4';
import { openSheet } from '../../../../sheets/files/open.js';

/** Stores files by their names in the table of sheets: in the data folder, or in the database if it is Postgres. */
export interface SheetFiles {
  /** Only the account of the server can read this folder. */
  readonly incoming: string;
  /** The caller must discard the file at the end, even if it was added. */
  receive(request: UploadRequest): Promise<ReceivedFile>;
  /**
   * Call this in the transaction that records the name in the sheet. It may be called again if the transaction is
   * repeated.
   */
  add(tx: Store, file: string, received: string): Promise<void>;
  /** Call this after the transaction has failed. */
  undoAdd(file: string): Promise<void>;
  open(file: string, name: string): Promise<SheetFile>;
  delete(tx: Store, file: string): Promise<void>;
  deleteAll(tx: Store, sheet: string): Promise<void>;
  /** Deletes what interrupted uploads and deletions have left behind. */
  deleteUnfinished(): Promise<void>;
}

export function createSheetFiles(store: Store): SheetFiles {
  const folder = filesFolder(store.folder);
  const FilesOfDialect = store.dialect === 'postgres' ? DatabaseFiles : FolderFiles;
  return new FilesOfDialect(store, folder);
}

class FolderFiles implements SheetFiles {
  readonly #store: Store;
  readonly incoming: string;

  constructor(store: Store, folder: string) {
    this.#store = store;
    this.incoming = folder;
  }

  receive(request: UploadRequest): Promise<ReceivedFile> {
    return receiveFile(request, this.incoming);
  }

  add(_: Store, file: string, received: string): Promise<void> {
    const path = join(this.incoming, file);
    // The transaction may be repeated after the file was renamed.
    if (existsSync(received) || !existsSync(path)) renameSync(received, path);
    // The new name must survive a power failure.
    syncFolder(this.incoming);
    return Promise.resolve();
  }

  async undoAdd(file: string): Promise<void> {
    const sheet = this.#store.db.selectFrom('sheet').select('id').where('file', '=', file);
    if ((await sheet.executeTakeFirst()) === undefined) this.#delete(file);
  }

  open(file: string, name: string): Promise<SheetFile> {
    return openUnderName(join(this.incoming, file), name);
  }

  delete(_: Store, file: string): Promise<void> {
    this.#delete(file);
    return Promise.resolve();
  }

  deleteAll(_: Store, sheet: string): Promise<void> {
    this.#deleteAll(`${sheet}.`);
    return Promise.resolve();
  }

  async deleteUnfinished(): Promise<void> {
    this.#deleteAll(unfinishedPrefix);
    // A process may die between the transaction that adds or deletes a sheet and the change of its file.
    const ids = new Set(readdirSync(this.incoming).map((file) => parse(file).name));
    for (const block of splitIntoBlocks(ids)) {
      const sheets = await this.#store.db
        .selectFrom('sheet')
        .select(['id', 'deleted_at'])
        .where('id', 'in', block)
        .execute();
      const deletedAt = new Map(sheets.map((sheet) => [sheet.id, sheet.deleted_at]));
      for (const id of block) {
        const isUnknown = !deletedAt.has(id) && this.#isOwnId(id);
        if (isUnknown || typeof deletedAt.get(id) === 'string') this.#deleteAll(`${id}.`);
      }
    }
  }

  /** Returns false for every ID on Postgres, because its folder may have the files of another server. */
  #isOwnId(id: string): boolean {
    return this.#store.dialect !== 'postgres' && z.uuid().safeParse(id).success;
  }

  #deleteAll(beginning: string): void {
    for (const name of readdirSync(this.incoming)) {
      if (name.startsWith(beginning)) this.#delete(name);
    }
  }

  #delete(file: string): void {
    rmSync(join(this.incoming, file), { force: true });
  }
}

/** One part is in memory at a time. */
const partBytes = 1024 * 1024;

/**
 * Every machine can read files in the database. While a file is open, a copy of it is in the working folder;
 * `makeWorkFolder` deletes the copies of killed processes.
 */
class DatabaseFiles implements SheetFiles {
  readonly #store: Store;
  readonly incoming: string;

  constructor(store: Store, folder: string) {
    this.#store = store;
    this.incoming = folder;
  }

  /**
   * Stores the file before the transaction that adds it. Otherwise, this transaction would take seconds and conflict
   * with many others.
   */
  async receive(request: UploadRequest): Promise<ReceivedFile> {
    const { db } = this.#store;
    const received = await receiveFile(request, this.incoming);
    const temporaryName = basename(received.path);
    const discard = async () => {
      await received.discard();
      // If this fails, the next start of a server deletes the parts.
      await deleteParts(db, temporaryName).catch(() => undefined);
    };
    try {
      await insertParts(db, temporaryName, received.path);
    } catch (error) {
      await discard();
      throw error;
    }
    return { ...received, discard };
  }

  async add({ db }: Store, file: string, received: string): Promise<void> {
    await deleteParts(db, file);
    const renamed = await db
      .updateTable('file_part')
      .set({ file })
      .where('file', '=', basename(received))
      .returning('number')
      .execute();
    if (renamed.length === countParts(received)) return;
    // Parts are missing: another server that was starting has deleted them, because they had no sheet yet.
    await deleteParts(db, file);
    await insertParts(db, file, received);
  }

  /** The database has undone it. */
  undoAdd(): Promise<void> {
    return Promise.resolve();
  }

  async open(file: string, name: string): Promise<SheetFile> {
    const copy = join(prepareCopiesFolder(this.#store.folder), `${randomUUID()}${extname(file)}`);
    const deleteCopy = () => {
      rmSync(copy, { force: true });
    };
    try {
      if (!(await copyTo(copy, file, this.#store.db))) throw createDeletedError(name);
      const opened = await openUnderName(copy, name);
      const close = async () => {
        await opened.close();
        deleteCopy();
      };
      return { ...opened, close };
    } catch (error) {
      deleteCopy();
      throw error;
    }
  }

  delete({ db }: Store, file: string): Promise<void> {
    return deleteParts(db, file);
  }

  async deleteAll({ db }: Store, sheet: string): Promise<void> {
    const prefix = `${sheet}.`;
    await db
      .deleteFrom('file_part')
      .where(sql<string>`left(file, length(CAST(${prefix} AS TEXT)))`, '=', prefix)
      .execute();
  }

  /** Also deletes files that other servers are receiving: `add` stores these again. */
  async deleteUnfinished(): Promise<void> {
    await this.#store.db
      .deleteFrom('file_part')
      .where((eb) => {
        const sheet = eb.selectFrom('sheet').whereRef('sheet.file', '=', 'file_part.file');
        return eb.not(eb.exists(sheet.select('sheet.id')));
      })
      .execute();
    await new FolderFiles(this.#store, this.incoming).deleteUnfinished();
  }
}

async function insertParts(db: Db, file: string, path: string): Promise<void> {
  const parts = countParts(path);
  let number = 0;
  for (const bytes of readParts(path)) {
    number += 1;
    await db.insertInto('file_part').values({ file, number, parts, bytes }).execute();
  }
}

async function deleteParts(db: Db, file: string): Promise<void> {
  await db.deleteFrom('file_part').where('file', '=', file).execute();
}

function countParts(path: string): number {
  return Math.ceil(statSync(path).size / partBytes);
}

/** Returns false if a part is missing; do not read the incomplete copy. */
async function copyTo(path: string, file: string, db: Db): Promise<boolean> {
  const copy = openSync(path, 'wx', 0o600);
  try {
    for (let number = 1; ; number++) {
      const found = await db
        .selectFrom('file_part')
        .select(['parts', 'bytes'])
        .where('file', '=', file)
        .where('number', '=', number)
        .executeTakeFirst();
      if (found === undefined) return false;
      writeFileSync(copy, found.bytes);
      if (number === found.parts) return true;
    }
  } finally {
    closeSync(copy);
  }
}

function prepareCopiesFolder(folder: string): string {
  const copies = join(folder, 'open');
  mkdirSync(copies, { recursive: true, mode: 0o700 });
  return copies;
}

function createDeletedError(name: string): OperatingError {
  return new OperatingError({ code: 'fileDeleted', file: name });
}

function* readParts(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const part = Buffer.allocUnsafe(partBytes);
      const bytesRead = readSync(file, part, 0, partBytes, null);
      if (bytesRead === 0) return;
      yield part.subarray(0, bytesRead);
    }
  } finally {
    closeSync(file);
  }
}

/** Messages contain this name. Without its extension, it names the only worksheet of a CSV file. */
async function openUnderName(path: string, name: string): Promise<SheetFile> {
  const rethrow = createRethrow(path, name);
  const file = await openSheet(path).catch(rethrow);
  const [first] = file.sheets;
  const isCsv = file.format === 'csv' && first !== undefined;
  const worksheetName = isCsv ? name.replace(/\.\w{1,5}$/, '') : '';
  const toStoredName = (sheet: string) => (isCsv && sheet === worksheetName ? first.name : sheet);
  return {
    path: name,
    format: file.format,
    sheets: isCsv ? [{ ...first, name: worksheetName }] : file.sheets,
    ...(file.guessedEncoding === undefined ? {} : { guessedEncoding: file.guessedEncoding }),
    notes: file.notes.map((note) => replaceStoredName(note, path, name)),
    rows: (sheet) => readRows(file, toStoredName(sheet), rethrow),
    // The extension of the stored file fits its content. The uploaded name may have another extension.
    place: (target, rows) =>
      file
        .place({ ...target, sheet: toStoredName(target.sheet), output: path }, rows)
        .catch(rethrow),
    write: (results) =>
      file.write({ ...results, sheet: toStoredName(results.sheet) }).catch(rethrow),
    isCurrent: () => file.isCurrent(),
    close: () => file.close(),
  };
}

async function* readRows(
  file: SheetFile,
  sheet: string,
  rethrow: (error: unknown) => never,
): AsyncGenerator<readonly SheetRow[]> {
  try {
    yield* file.rows(sheet);
  } catch (error) {
    rethrow(error);
  }
}

function createRethrow(path: string, name: string) {
  return (error: unknown): never => {
    if (!(error instanceof SheetError)) throw error;
    throw new SheetError(replaceStoredName(error.problem, path, name), { cause: error });
  };
}

function replaceStoredName<About extends SheetProblem | SheetNote>(
  about: About,
  path: string,
  name: string,
): About {
  const replace = (value: unknown): unknown => {
    if (value === path || value === basename(path)) return name;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const parts = Object.entries(value as Record<string, unknown>);
    return Object.fromEntries(parts.map(([key, part]) => [key, replace(part)]));
  };
  return replace(about) as About;
}

import { SheetError, type SheetFile, type SheetRow } from '../../../../sheets/sheet.js';
import type { Db, Store } from '../../db/store.js';
import { type ReceivedFile, receiveFile, unfinished, type UploadRequest } from './receiveFile.js';
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
import { inBlocks } from '../../db/manyRows.js';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { openSheet } from '../../../../sheets/files/open.js';

/** The uploaded files, by the names in the table of sheets: in the data folder, or on Postgres in the store. */
export interface SheetFiles {
  /** The folder that uploads are received in; only this account may read it. */
  readonly incoming: string;
  /** Receives the body of a request. Discard it at the end, whether it was added or not. */
  receive(request: UploadRequest): Promise<ReceivedFile>;
  /**
   * Stores the received file under this name, in the transaction that gives the name to the sheet. Replaces a file with
   * this name. It may be called again, when the transaction is repeated.
   */
  add(tx: Store, file: string, received: string): Promise<void>;
  /** Opens a file; messages call it `name`. Rejects with a SheetError if it cannot be read. */
  open(file: string, name: string): Promise<SheetFile>;
  /** Deletes a file, if it exists. */
  delete(tx: Store, file: string): Promise<void>;
  /** Deletes all files that a sheet has had. */
  deleteOf(tx: Store, sheet: string): Promise<void>;
  /** Deletes what interrupted uploads and deletions have left. */
  deleteUnfinished(): Promise<void>;
}

/** The files of a store. */
export function createSheetFiles(store: Store): SheetFiles {
  const folder = filesFolder(store.folder);
  const Files = store.dialect === 'postgres' ? DatabaseFiles : FolderFiles;
  return new Files(store, folder);
}

/** Files in a folder of this machine. */
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
    // The transaction may be repeated after this was done.
    if (existsSync(received) || !existsSync(path)) renameSync(received, path);
    // The new name must survive a loss of power.
    syncFolder(this.incoming);
    return Promise.resolve();
  }

  open(file: string, name: string): Promise<SheetFile> {
    return openUnderName(join(this.incoming, file), name);
  }

  delete(_: Store, file: string): Promise<void> {
    this.#delete(file);
    return Promise.resolve();
  }

  deleteOf(_: Store, sheet: string): Promise<void> {
    this.#deleteAll(`${sheet}.`);
    return Promise.resolve();
  }

  async deleteUnfinished(): Promise<void> {
    this.#deleteAll(unfinished);
    // A file is deleted after the transaction that deletes its sheet, and a process may die in between.
    const sheets = new Set(readdirSync(this.incoming).map((file) => parse(file).name));
    for (const block of inBlocks(sheets)) {
      const deleted = await this.#store.db
        .selectFrom('sheet')
        .select('id')
        .where('id', 'in', block)
        .where('deleted_at', 'is not', null)
        .execute();
      for (const { id } of deleted) this.#deleteAll(`${id}.`);
    }
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

/** A file is stored in parts, of which one is in memory at a time. */
const partBytes = 1024 * 1024;

/**
 * Files in the database, so that every machine has them. An open file is copied into the working folder of the
 * process until it is closed; makeWorkFolder deletes what is left there of a process that was killed.
 */
class DatabaseFiles implements SheetFiles {
  readonly #store: Store;
  readonly incoming: string;

  constructor(store: Store, folder: string) {
    this.#store = store;
    this.incoming = folder;
  }

  /**
   * Stores the file under its temporary name before the transaction that adds it, which would otherwise take seconds
   * and meet too many others.
   */
  async receive(request: UploadRequest): Promise<ReceivedFile> {
    const { db } = this.#store;
    const received = await receiveFile(request, this.incoming);
    const staged = basename(received.path);
    const discard = async () => {
      await received.discard();
      // Remaining parts are deleted at the next start of a server.
      await deleteParts(db, staged).catch(() => undefined);
    };
    try {
      await insertParts(db, staged, received.path);
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
    // It was not stored before, or another server that starts has deleted it as a file that no sheet has.
    await deleteParts(db, file);
    await insertParts(db, file, received);
  }

  async open(file: string, name: string): Promise<SheetFile> {
    const copy = join(copiesIn(this.#store.folder), `${randomUUID()}${extname(file)}`);
    const forget = () => {
      rmSync(copy, { force: true });
    };
    try {
      if (!(await copyTo(copy, file, this.#store.db))) throw notWhole(name);
      const opened = await openUnderName(copy, name);
      const close = async () => {
        await opened.close();
        forget();
      };
      return { ...opened, close };
    } catch (error) {
      forget();
      throw error;
    }
  }

  delete({ db }: Store, file: string): Promise<void> {
    return deleteParts(db, file);
  }

  async deleteOf({ db }: Store, sheet: string): Promise<void> {
    const name = `${sheet}.`;
    await db
      .deleteFrom('file_part')
      .where(sql<string>`left(file, length(CAST(${name} AS TEXT)))`, '=', name)
      .execute();
  }

  /** Deletes the files without a sheet: every process stores a file together with its sheet. */
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

/**
 * Copies a stored file to a path. Returns false where a part is missing, as somebody deletes the file now: half of it
 * must not be read as the whole.
 */
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

/** Beside the uploads, which are not open. */
function copiesIn(folder: string): string {
  const copies = join(folder, 'open');
  mkdirSync(copies, { recursive: true, mode: 0o700 });
  return copies;
}

function notWhole(name: string): SheetError {
  return new SheetError(`The file "${name}" was deleted. Upload it again to continue.`);
}

function* readParts(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const part = Buffer.allocUnsafe(partBytes);
      const read = readSync(file, part, 0, partBytes, null);
      if (read === 0) return;
      yield part.subarray(0, read);
    }
  } finally {
    closeSync(file);
  }
}

/**
 * Opens a stored file under the name that people know: messages name it so, and the one sheet of a CSV file
 * is called after it. Throws a SheetError when it cannot be read.
 */
async function openUnderName(path: string, name: string): Promise<SheetFile> {
  const naming = withoutPath(path, name);
  const file = await openSheet(path).catch(naming);
  const [first] = file.sheets;
  const isCsv = file.format === 'csv' && first !== undefined;
  const own = isCsv ? name.replace(/\.\w{1,5}$/, '') : '';
  const stored = (sheet: string) => (isCsv && sheet === own ? first.name : sheet);
  return {
    path: name,
    format: file.format,
    sheets: isCsv ? [{ ...first, name: own }] : file.sheets,
    ...(file.guessedEncoding === undefined ? {} : { guessedEncoding: file.guessedEncoding }),
    notes: file.notes.map((note) => named(note, path, name)),
    rows: (sheet) => readRows(file, stored(sheet), naming),
    // A stored file is .xlsx or .csv by its content, whatever ending people gave it.
    place: (target, rows) =>
      file.place({ ...target, sheet: stored(target.sheet), output: path }, rows).catch(naming),
    write: (results) => file.write({ ...results, sheet: stored(results.sheet) }).catch(naming),
    isCurrent: () => file.isCurrent(),
    close: () => file.close(),
  };
}

async function* readRows(
  file: SheetFile,
  sheet: string,
  naming: (error: unknown) => never,
): AsyncGenerator<readonly SheetRow[]> {
  try {
    yield* file.rows(sheet);
  } catch (error) {
    naming(error);
  }
}

function withoutPath(path: string, name: string) {
  return (error: unknown): never => {
    if (!(error instanceof SheetError)) throw error;
    throw new SheetError(named(error.message, path, name), { cause: error });
  };
}

/** A message that names the stored file, by its path or by its name alone, with the name that people know. */
function named(message: string, path: string, name: string): string {
  const quoted = `"${name}"`;
  return message.replaceAll(path, () => quoted).replaceAll(basename(path), () => quoted);
}

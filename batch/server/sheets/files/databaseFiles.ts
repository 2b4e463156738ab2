import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { sql } from 'kysely';
import { SheetError, type SheetFile } from '../../../../sheets/sheet.js';
import type { Db, Store } from '../../db/store.js';
import { FolderFiles } from './folderFiles.js';
import { openUnderName } from './openUnderName.js';
import { type ReceivedFile, receiveFile, type UploadRequest } from './receiveFile.js';
import type { SheetFiles } from './sheetFiles.js';

/** A file is stored in parts, of which one is in memory at a time. */
const partBytes = 1024 * 1024;

/**
 * Files in the database, so that every machine has them. An open file is copied into the working folder of the
 * process until it is closed; makeWorkFolder deletes what is left there of a process that was killed.
 */
export class DatabaseFiles implements SheetFiles {
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

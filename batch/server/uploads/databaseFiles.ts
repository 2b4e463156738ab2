import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { sql } from 'kysely';
import { SheetError, type SheetFile } from '../../../sheets/sheet.js';
import type { Db, Store } from '../db/store.js';
import { FolderFiles } from './folderFiles.js';
import { openUnderName } from './openUnderName.js';
import type { SheetFiles } from './sheetFiles.js';

/** A file is stored in parts, of which one is in memory at a time. */
const partBytes = 1024 * 1024;

/**
 * Files in the database, so that every machine has them. One that is opened is copied into the working folder of
 * the process until it is closed; makeWorkFolder deletes what is left there of a process that was killed.
 */
export class DatabaseFiles implements SheetFiles {
  readonly #store: Store;
  readonly incoming: string;

  constructor(store: Store, folder: string) {
    this.#store = store;
    this.incoming = folder;
  }

  async add(tx: Store, file: string, received: string): Promise<void> {
    await this.delete(tx, file);
    const parts = Math.ceil(statSync(received).size / partBytes);
    let number = 0;
    for (const bytes of partsOf(received)) {
      number += 1;
      await tx.db.insertInto('file_part').values({ file, number, parts, bytes }).execute();
    }
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

  async delete({ db }: Store, file: string): Promise<void> {
    await db.deleteFrom('file_part').where('file', '=', file).execute();
  }

  async deleteOf({ db }: Store, sheet: string): Promise<void> {
    const name = `${sheet}.`;
    await db
      .deleteFrom('file_part')
      .where(sql<string>`left(file, length(CAST(${name} AS TEXT)))`, '=', name)
      .execute();
  }

  /** Deletes the files that no sheet has: a file is stored together with its sheet, whoever has stored it. */
  async deleteUnfinished(): Promise<void> {
    await this.#store.db
      .deleteFrom('file_part')
      .where((eb) => {
        const sheet = eb.selectFrom('sheet').whereRef('sheet.file', '=', 'file_part.file');
        return eb.not(eb.exists(sheet.select('sheet.id')));
      })
      .execute();
    await new FolderFiles(this.incoming).deleteUnfinished();
  }
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

function* partsOf(path: string): Generator<Uint8Array> {
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

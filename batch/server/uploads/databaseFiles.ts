import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { SheetError, type SheetFile } from '../../../sheets/sheet.js';
import type { Store } from '../store/store.js';
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

  add(file: string, received: string): void {
    this.delete(file);
    const insert = this.#store.db.prepare(
      'INSERT INTO file_part (file, number, parts, bytes) VALUES (?, ?, ?, ?)',
    );
    const parts = Math.ceil(statSync(received).size / partBytes);
    let number = 0;
    for (const bytes of partsOf(received)) insert.run(file, ++number, parts, bytes);
  }

  async open(file: string, name: string): Promise<SheetFile> {
    const copy = join(copiesIn(this.#store.folder), `${randomUUID()}${extname(file)}`);
    const forget = () => {
      rmSync(copy, { force: true });
    };
    try {
      if (!this.#copyTo(copy, file)) throw notWhole(name);
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

  delete(file: string): void {
    this.#store.db.prepare('DELETE FROM file_part WHERE file = ?').run(file);
  }

  deleteOf(sheet: string): void {
    this.#store.db
      .prepare('DELETE FROM file_part WHERE left(file, length(?1) + 1) = ?1 || ?2')
      .run(sheet, '.');
  }

  /** A file is stored together with its sheet: what no sheet has is to be deleted, whoever has stored it. */
  deleteUnfinished(): void {
    this.#store.db.exec(
      `DELETE FROM file_part WHERE NOT EXISTS (SELECT 1 FROM sheet WHERE sheet.file = file_part.file)`,
    );
    new FolderFiles(this.incoming).deleteUnfinished();
  }

  /** False where a part is missing: somebody deletes the file now. Half of it must not be read as the whole. */
  #copyTo(path: string, file: string): boolean {
    const part = this.#store.db.prepare(
      'SELECT parts, bytes FROM file_part WHERE file = ? AND number = ?',
    );
    const copy = openSync(path, 'wx', 0o600);
    try {
      for (let number = 1; ; number++) {
        const found = part.get(file, number);
        if (found === undefined) return false;
        writeFileSync(copy, found.bytes as Uint8Array);
        if (number === found.parts) return true;
      }
    } finally {
      closeSync(copy);
    }
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

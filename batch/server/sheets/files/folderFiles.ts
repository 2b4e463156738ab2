import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, parse } from 'node:path';
import { syncFolder } from '../../../../sheets/files/syncFolder.js';
import type { SheetFile } from '../../../../sheets/sheet.js';
import { inBlocks } from '../../db/many.js';
import type { Store } from '../../db/store.js';
import { openUnderName } from './openUnderName.js';
import { type ReceivedFile, receiveFile, unfinished, type UploadRequest } from './receiveFile.js';
import type { SheetFiles } from './sheetFiles.js';

/** Files in a folder of this machine. */
export class FolderFiles implements SheetFiles {
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

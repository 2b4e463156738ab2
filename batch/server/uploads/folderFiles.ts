import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '../../../sheets/files/syncFolder.js';
import type { SheetFile } from '../../../sheets/sheet.js';
import type { Store } from '../db/store.js';
import { openUnderName } from './openUnderName.js';
import { type ReceivedFile, receiveFile, unfinished, type UploadRequest } from './receiveFile.js';
import type { SheetFiles } from './sheetFiles.js';

/** Files in a folder of this machine. */
export class FolderFiles implements SheetFiles {
  readonly incoming: string;

  constructor(folder: string) {
    this.incoming = folder;
  }

  receive(request: UploadRequest): Promise<ReceivedFile> {
    return receiveFile(request, this.incoming);
  }

  add(_: Store, file: string, received: string): Promise<void> {
    renameSync(received, join(this.incoming, file));
    // So that it survives a loss of power.
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

  deleteUnfinished(): Promise<void> {
    this.#deleteAll(unfinished);
    return Promise.resolve();
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

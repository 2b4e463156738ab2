import type { SheetFile } from '../../../../sheets/sheet.js';
import type { Store } from '../../db/store.js';
import type { ReceivedFile, UploadRequest } from './receiveFile.js';

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

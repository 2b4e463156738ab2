import type { SheetFile } from '../../../sheets/sheet.js';
import type { Store } from '../db/store.js';
import type { ReceivedFile, UploadRequest } from './receiveFile.js';

/** The uploaded files, each by the name that its sheet has of it: in the data folder, or on Postgres in the store. */
export interface SheetFiles {
  /** The folder that uploads are received in; only this account may read it. */
  readonly incoming: string;
  /** Receives the body of a request. Discard it at the end, whether it was added or not. */
  receive(request: UploadRequest): Promise<ReceivedFile>;
  /**
   * Takes the received file at a path, in place of one with this name, in the transaction that gives the name to the
   * sheet. It may be called again.
   */
  add(tx: Store, file: string, received: string): Promise<void>;
  /** Opens one under the name that people know. Rejects with a SheetError when it cannot be read. */
  open(file: string, name: string): Promise<SheetFile>;
  /** Deletes one, if it is there. */
  delete(tx: Store, file: string): Promise<void>;
  /** Deletes all that a sheet ever had. */
  deleteOf(tx: Store, sheet: string): Promise<void>;
  /** Deletes what an upload or a deletion that was interrupted has left. */
  deleteUnfinished(): Promise<void>;
}

import type { SheetFile } from '../../../sheets/sheet.js';

/**
 * For the transactions that add and delete files: nobody else waits while a large one is stored. What they change of
 * a sheet, they must find as they expect it, as others write under another lock.
 */
export const filesLock = 'files';

/** The uploaded files, each by the name that its sheet has of it: in the data folder, or on Postgres in the store. */
export interface SheetFiles {
  /** The folder that uploads are received in; only this account may read it. */
  readonly incoming: string;
  /**
   * Takes a received file, in place of one with this name. Call it in the transaction that gives the name to the
   * sheet; it may be called again. Discard the received file afterwards.
   */
  add(file: string, received: string): void;
  /** Opens one under the name that people know. Rejects with a SheetError when it cannot be read. */
  open(file: string, name: string): Promise<SheetFile>;
  /** Deletes one, if it is there. */
  delete(file: string): void;
  /** Deletes all that a sheet ever had. */
  deleteOf(sheet: string): void;
  /** Deletes what an upload or a deletion that was cut short has left. */
  deleteUnfinished(): void;
}

import { filesFolder } from '../../db/dataFolder.js';
import type { Store } from '../../db/store.js';
import { DatabaseFiles } from './databaseFiles.js';
import { FolderFiles } from './folderFiles.js';
import type { SheetFiles } from './sheetFiles.js';

/** The files of a store. */
export function createSheetFiles(store: Store): SheetFiles {
  const folder = filesFolder(store.folder);
  const Files = store.dialect === 'postgres' ? DatabaseFiles : FolderFiles;
  return new Files(store, folder);
}

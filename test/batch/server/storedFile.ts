import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../../../batch/server/store/store.js';
import { sheetFilesOf } from '../../../batch/server/uploads/sheetFilesOf.js';

/** Stores the file of a sheet, as after its upload. */
export function storeFile(store: Store, file: string, content: string | Uint8Array): void {
  const files = sheetFilesOf(store);
  const received = join(files.incoming, `.upload-${file}`);
  writeFileSync(received, content, { mode: 0o600 });
  files.add(file, received);
  rmSync(received, { force: true });
}

/** The files of a store, and what is left in its folder of uploads. */
export function storedFiles(store: Store): string[] {
  const left = readdirSync(sheetFilesOf(store).incoming);
  if (store.dialect === 'sqlite') return left;
  const stored = store.db.prepare('SELECT DISTINCT file FROM file_part').all();
  return [...left, ...stored.map(({ file }) => file as string)];
}

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** Where a text is left: in files of the folder, or in tables of the database. */
export function placesWith({ db, dialect, folder }: Store, text: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
  if (dialect === 'sqlite') return files;
  const tables = db.prepare("SELECT tablename FROM pg_tables WHERE schemaname = 'rwa'").all();
  const names = tables.map(({ tablename }) => tablename as string);
  const inBytes = 'SELECT 1 FROM file_part WHERE position(? IN bytes) > 0';
  return [
    ...files,
    ...names.filter((name) => {
      const found = db.prepare(`SELECT 1 FROM "${name}" AS it WHERE strpos(it::text, ?) > 0`);
      return found.get(text) !== undefined;
    }),
    ...(db.prepare(inBytes).get(Buffer.from(text)) === undefined ? [] : ['file_part']),
  ];
}

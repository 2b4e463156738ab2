import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Store } from '../../../batch/server/db/store.js';
import { createSheetFiles } from '../../../batch/server/sheets/files/sheetFiles.js';

/** Stores the file of a sheet in the same way as an upload. */
export async function storeFile(
  store: Store,
  file: string,
  content: string | Uint8Array,
): Promise<void> {
  const files = createSheetFiles(store);
  const received = join(files.incoming, `.upload-${file}`);
  writeFileSync(received, content, { mode: 0o600 });
  await files.add(store, file, received);
  rmSync(received, { force: true });
}

/** Lists the names of the stored sheet files, including unfinished uploads. */
export async function listStoredFiles(store: Store): Promise<string[]> {
  const uploads = readdirSync(createSheetFiles(store).incoming);
  if (store.dialect === 'sqlite') return uploads;
  const stored = await store.db.selectFrom('file_part').select('file').distinct().execute();
  return [...uploads, ...stored.map(({ file }) => file)];
}

/** Returns the files in the data folder, and the tables of a Postgres database, that contain a text. */
export async function findPlacesWith(
  { db, dialect, folder }: Store,
  text: string,
): Promise<string[]> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
  if (dialect === 'sqlite') return files;
  const { rows: tables } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'rwa'`.execute(db);
  const places = [...files];
  for (const { name } of tables) {
    const { rows } = await sql`
      SELECT 1 FROM ${sql.id(name)} AS table_row WHERE strpos(table_row::text, ${text}) > 0`.execute(
      db,
    );
    if (rows.length > 0) places.push(name);
  }
  const { rows: fileParts } = await sql`
    SELECT 1 FROM file_part WHERE position(${Buffer.from(text)}::bytea IN bytes) > 0`.execute(db);
  return fileParts.length === 0 ? places : [...places, 'file_part'];
}

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openStore } from '../db/open.js';
import type { Db, Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { ServeError } from '../serveError.js';
import { filesFolder, prepareFolder } from '../db/dataFolder.js';
import { lockFolder } from './workFolder.js';
import { holdIfFolderRestored } from '../restore/folderMark.js';
import {
  markMoved,
  readMovedFolder,
  type MoveMark,
  readMoveMark,
  refuseMovedFolder,
  setMoveMark,
} from './moveMark.js';
import { upsertLimits } from '../cluster/limits/sharedLimits.js';
import { readOwnLimits } from '../operations/ownLimits.js';
import { embeddedSandbox } from '../settings/folderService.js';
import { readNamedSetting } from '../settings/settingStore.js';
import { createSheetFiles } from '../sheets/files/sheetFiles.js';
import { checkDatabase } from '../db/checkDatabase.js';
import type { DatabaseUrl } from '../db/databaseUrl.js';
import { toJson } from '../db/manyRows.js';
import type { Tables } from '../db/schema.js';
import { updateStatistics } from '../db/statistics.js';

/** The limit is long, because emptying and analyzing large tables takes longer than other statements. */
const timeoutMs = 120_000;

export interface MoveOptions {
  readonly from: string;
  readonly to: DatabaseUrl;
  readonly workFolder: string;
  /** Stops the move after the current block of rows, or the current file. */
  readonly signal: AbortSignal;
}

export interface MoveResult {
  readonly rows: ReadonlyMap<string, number>;
  readonly files: number;
  /** Sheets whose files were not in the folder. */
  readonly missing: readonly string[];
}

/**
 * Leaves the data in the folder, with a note that keeps servers from using the folder again. An interrupted or repeated
 * move starts from the beginning, as long as the database was not used.
 */
export async function moveFolder(options: MoveOptions): Promise<MoveResult | 'stopped'> {
  const { from, to, workFolder } = options;
  await checkDatabase(to);
  if (!existsSync(join(from, 'rwa.sqlite'))) {
    throw new ServeError(`There is no data of rwa serve in ${from}. Correct --from.`);
  }
  const lock = lockFolder(from);
  try {
    const source = await openStore(from);
    try {
      await refuseSandboxData(source, from);
      await holdIfFolderRestored(source, Date.now());
      prepareFolder(workFolder);
      const target = await openStore(to.url, workFolder, { timeoutMs });
      try {
        return await copyAll({ source, target }, options);
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
    }
  } finally {
    lock.release();
  }
}

async function copyAll(
  stores: StorePair,
  { from, to, signal }: MoveOptions,
): Promise<MoveResult | 'stopped'> {
  const { target } = stores;
  const id = await beginMove(target, { from, shown: to.shown });
  const rows = new Map<string, number>();
  for (const table of copiedTables) {
    for await (const count of copyTable(stores, table)) {
      rows.set(table, (rows.get(table) ?? 0) + count);
      if (signal.aborted) return 'stopped';
    }
  }
  const { files, missing } = await copyFiles(stores, signal);
  if (signal.aborted) return 'stopped';
  // Keep this order, so that no server can ever use both the folder and the database.
  const at = new Date().toISOString();
  markMoved(from, { to: to.shown, at, id });
  await completeMove(stores, { id, from, at, isComplete: true, usedAt: null });
  return { rows, files, missing };
}

/** The database must be empty or have only the data of an earlier move, which are deleted. */
function beginMove(
  target: Store,
  { from, shown }: { readonly from: string; readonly shown: string },
): Promise<string> {
  const filledTables = [...copiedTables, 'file_part'] as const;
  const newId = randomUUID();
  return inTransaction(target, async (tx) => {
    const mark = await readMoveMark(tx);
    // If the folder was moved to another database, rows may have been sent from there.
    const moved = readMovedFolder(from);
    if (moved !== undefined && moved.id !== mark?.id) refuseMovedFolder(from);
    const isOtherFolder = moved === undefined && mark?.from !== from;
    if (mark?.isComplete === true && (mark.usedAt !== null || isOtherFolder)) {
      const since =
        mark.usedAt === null ? '' : `, and was in use since ${mark.usedAt.slice(0, 10)}`;
      // Another database would not contain the requests that were sent from this database.
      const advice = isOtherFolder
        ? 'Move the folder into an empty database, or continue with this one'
        : 'Continue with this database';
      throw new ServeError(
        `${shown} has the data of ${mark.from} already${since}. Nothing was changed. ${advice}.`,
      );
    }
    // Slices exist only after a server has used the database.
    if (mark === undefined && (await hasRows(tx, [...filledTables, 'slice']))) {
      throw new ServeError(
        `${shown} is not empty. Nothing was changed. Create a database, and move the folder into it before anything is started on it.`,
      );
    }
    const tables = sql.join(filledTables.map((table) => sql.table(table)));
    await sql`TRUNCATE ${tables} RESTART IDENTITY`.execute(tx.db);
    const id = mark?.id ?? newId;
    const at = new Date().toISOString();
    await setMoveMark(tx, { id, from, at, isComplete: false, usedAt: null });
    return id;
  });
}

async function hasRows({ db }: Store, tables: readonly string[]): Promise<boolean> {
  for (const table of tables) {
    const { rows } = await sql`SELECT 1 FROM ${sql.table(table)} LIMIT 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

async function copyFiles(
  { source, target }: StorePair,
  signal: AbortSignal,
): Promise<Pick<MoveResult, 'files' | 'missing'>> {
  const missing: string[] = [];
  let files = 0;
  const sheetFiles = createSheetFiles(target);
  const sheets = await source.db
    .selectFrom('sheet')
    .select(['name', 'file'])
    .where('file', 'is not', null)
    .$narrowType<{ file: string }>()
    .execute();
  for (const { name, file } of sheets) {
    const path = join(filesFolder(source.folder), file);
    if (!existsSync(path)) {
      missing.push(name);
      continue;
    }
    await inTransaction(target, (tx) => sheetFiles.add(tx, file, path));
    files++;
    if (signal.aborted) break;
  }
  return { files, missing };
}

async function completeMove({ source, target }: StorePair, mark: MoveMark): Promise<void> {
  const limits = await readOwnLimits(source);
  await inTransaction(target, async (tx) => {
    await resetSequences(tx);
    await upsertLimits(tx, limits);
    // The processes of these runs have ended. Queued runs are planned again from their journals.
    await tx.db
      .updateTable('run')
      .set({ state: 'queued' })
      .where('state', '=', 'running')
      .execute();
    await setMoveMark(tx, mark);
  });
  await updateStatistics(target, copiedTables);
}

/** Only a server on that folder can reach assessments of the embedded sandbox. */
async function refuseSandboxData(source: Store, from: string): Promise<void> {
  if ((await readNamedSetting(source, 'service')) !== embeddedSandbox) return;
  if (!(await hasRows(source, ['journal']))) return;
  throw new ServeError(
    `The data folder ${from} has assessments of the embedded sandbox: made-up scores, which only that folder can use. Nothing was moved. Begin with an empty database.`,
  );
}

interface StorePair {
  readonly source: Store;
  readonly target: Store;
}

/** A block is one statement, and is in memory several times. */
const maxRows = 1_000;
const maxCharacters = 4_000_000;

/** Files are copied from the folder, and interrupted readings start again. */
const isCopied: Readonly<Record<keyof Tables, boolean>> = {
  correction: true,
  decision: true,
  equal_request: true,
  ignored_row: true,
  journal: true,
  kept_assessment: true,
  link: true,
  log: true,
  mail: true,
  member: true,
  past_assessment: true,
  person_action: true,
  problem: true,
  remembered_match: true,
  round: true,
  row: true,
  run: true,
  saved_view: true,
  schedule: true,
  sent_request: true,
  session: true,
  setting: true,
  sheet: true,
  sign_in_try: true,
  token: true,
  unconfirmed: true,
  file_part: false,
  read_problem: false,
  read_row: false,
  // Only on Postgres.
  hold: false,
  run_course: false,
  shared_limit: false,
  slice: false,
  worker: false,
};

type TableName = keyof Tables;

const copiedTables: readonly TableName[] = Object.entries(isCopied)
  .filter(([, copied]) => copied)
  .map(([name]) => name as TableName);

/** Yields the number of rows in each block. */
async function* copyTable({ source, target }: StorePair, table: TableName): AsyncGenerator<number> {
  let [block, characters]: [object[], number] = [[], 0];
  const write = async () => {
    const writtenRows = block;
    [block, characters] = [[], 0];
    await insertBlock(target.db, table, writtenRows);
    return writtenRows.length;
  };
  const rows = source.db
    .selectFrom(source.db.dynamic.table(table).as('source'))
    .selectAll('source')
    .stream(maxRows);
  for await (const row of rows) {
    block.push(row);
    for (const value of Object.values(row)) {
      // All other values are short numbers or null.
      characters += typeof value === 'string' ? value.length : 8;
    }
    if (block.length >= maxRows || characters >= maxCharacters) yield await write();
  }
  if (block.length > 0) yield await write();
}

async function insertBlock(db: Db, table: TableName, rows: readonly object[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.id(column)));
  await sql`
    INSERT INTO ${sql.table(table)} (${columns}) OVERRIDING SYSTEM VALUE
    SELECT ${columns} FROM json_populate_recordset(NULL::${sql.table(table)}, ${toJson(rows)}::json)
  `.execute(db);
}

async function resetSequences({ db }: Store): Promise<void> {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = current_schema() AND is_identity = 'YES'`.execute(db);
  for (const { table_name: table, column_name: column } of rows) {
    await sql`
      SELECT setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), max(${sql.id(column)}))
      FROM ${sql.table(table)}`.execute(db);
  }
}

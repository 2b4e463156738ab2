import { sql } from 'kysely';
import { toJson } from '../db/manyRows.js';
import type { Tables } from '../db/schema.js';
import type { Db, Store } from '../db/store.js';

/** From a data folder to a database. */
export interface Copying {
  readonly source: Store;
  readonly target: Store;
}

/** A block of rows is one statement, and in memory a few times. */
const maxRows = 1_000;
const maxCharacters = 4_000_000;

/** Whether a table of a data folder is copied. Files are copied from the folder, and readings begin again. */
const isCopied: Readonly<Record<keyof Tables, boolean>> = {
  correction: true,
  decision: true,
  equal_request: true,
  journal: true,
  link: true,
  log: true,
  member: true,
  past_assessment: true,
  person_action: true,
  problem: true,
  remembered_match: true,
  round: true,
  row: true,
  run: true,
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
  // On Postgres alone.
  hold: false,
  run_course: false,
  shared_limit: false,
  slice: false,
  worker: false,
};

type TableName = keyof Tables;

/** The tables that are copied. */
export const copiedTables: readonly TableName[] = Object.entries(isCopied)
  .filter(([, copied]) => copied)
  .map(([name]) => name as TableName);

/** Copies all rows of a table, a block at a time; yields how many were copied. */
export async function* copyTable(
  { source, target }: Copying,
  table: TableName,
): AsyncGenerator<number> {
  let [block, characters]: [object[], number] = [[], 0];
  const write = async () => {
    const written = block;
    [block, characters] = [[], 0];
    await insertBlock(target.db, table, written);
    return written.length;
  };
  const rows = source.db
    .selectFrom(source.db.dynamic.table(table).as('copied'))
    .selectAll('copied')
    .stream(maxRows);
  for await (const row of rows) {
    block.push(row);
    for (const value of Object.values(row)) {
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

/** Lets the numbers that the database assigns go on after those that were copied. */
export async function resetSequences({ db }: Store): Promise<void> {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = current_schema() AND is_identity = 'YES'`.execute(db);
  for (const { table_name: table, column_name: column } of rows) {
    await sql`
      SELECT setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), max(${sql.id(column)}))
      FROM ${sql.table(table)}`.execute(db);
  }
}

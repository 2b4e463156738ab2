import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Store } from '../../../../batch/server/db/store.js';
import { hasPostgres, testDatabase } from '../../../postgres/postgresUnderTest.js';
import { testFolder } from '../../testFolder.js';
import { openStoreForTest } from './openedStores.js';

/** The tables for many machines, which SQLite does not have. */
const onlyOnPostgres = ['hold', 'run_course', 'shared_limit', 'slice', 'worker'];

type Columns = Record<string, readonly string[]>;

const sortByName = (columns: Columns) =>
  Object.fromEntries(Object.entries(columns).toSorted(([a], [b]) => a.localeCompare(b)));

/** Reads the columns of all tables except `version` on Postgres. The name of a nullable column ends in "?". */
async function readColumns({ db, dialect }: Store): Promise<Columns> {
  const { rows } =
    dialect === 'sqlite'
      ? await sql<{ table: string; column: string; nullable: number }>`
          SELECT t.name AS "table", c.name AS "column", c."notnull" = 0 AND c.pk = 0 AS nullable
          FROM pragma_table_list AS t, pragma_table_info(t.name) AS c
          WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%'
          ORDER BY c.cid`.execute(db)
      : await sql<{ table: string; column: string; nullable: number }>`
          SELECT table_name AS "table", column_name AS "column",
            CASE is_nullable WHEN 'YES' THEN 1 ELSE 0 END AS nullable
          FROM information_schema.columns
          WHERE table_schema = 'rwa' AND table_name <> 'version' ORDER BY ordinal_position`.execute(
          db,
        );
  const columns: Record<string, string[]> = {};
  for (const { table, column, nullable } of rows) {
    (columns[table] ??= []).push(`${column}${nullable === 1 ? '?' : ''}`);
  }
  return sortByName(columns);
}

/** Reads the columns from the types of schema.ts. */
function readDeclaredColumns(): Columns {
  const file = new URL('../../../../batch/server/db/schema.ts', import.meta.url);
  const interfaces = new Map<string, string>();
  for (const [, name = '', body = ''] of readFileSync(file, 'utf8').matchAll(
    /^export interface (\w+) \{\n(.*?)^\}/gms,
  )) {
    interfaces.set(name, body);
  }
  const matchFields = (body = '') => body.matchAll(/^  (\w+): (.*);$/gm);
  const columns: Record<string, string[]> = {};
  for (const [, table = '', type = ''] of matchFields(interfaces.get('Tables'))) {
    columns[table] = [...matchFields(interfaces.get(type))].map(
      ([, column = '', columnType = '']) => `${column}${columnType.includes('| null') ? '?' : ''}`,
    );
  }
  return sortByName(columns);
}

describe.runIf(hasPostgres)('the schema', () => {
  test('matches schema.ts on Postgres; on SQLite, only the tables for many machines are missing', async () => {
    const sqlite = await readColumns(await openStoreForTest(testFolder()));
    const postgres = await readColumns(await openStoreForTest(await testDatabase()));
    expect(postgres).toEqual(readDeclaredColumns());
    const shared = Object.entries(postgres).filter(([name]) => !onlyOnPostgres.includes(name));
    expect(sqlite).toEqual(Object.fromEntries(shared));
  });
});

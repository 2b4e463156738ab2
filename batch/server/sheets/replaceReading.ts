import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { forManyRows, insertMany, toConflictClause } from '../db/manyRows.js';
import type { ProblemTable, RowTable } from '../db/schema.js';
import { updateStatistics } from '../db/statistics.js';
import { deleteInSteps, runInSteps } from '../db/steps.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { hasFile } from './liveSheet.js';
import { allProblemColumns, type StoredProblem, toTableProblems } from './problemStore.js';
import { allRowColumns, type StoredRow, toTableRows } from '../results/rowStore.js';

export interface ReadBlock {
  readonly rows: readonly StoredRow[];
  readonly problems: readonly StoredProblem[];
}

const rowKey = ['sheet', 'number'] as const;
const problemKey = ['sheet', 'row', 'place'] as const;

const shownTables = [
  { table: 'row', number: 'number', key: rowKey, columns: allRowColumns },
  { table: 'problem', number: 'row', key: problemKey, columns: allProblemColumns },
] as const;

type RowLine = Selectable<RowTable>;

interface Lines {
  readonly rows: readonly RowLine[];
  readonly problems: readonly ProblemTable[];
}

/** A correction of a few rows stays below this limit, and needs only the last transaction. */
const maxLinesInMemory = 2_000;

/** After this many new or changed lines, queries may take seconds until the database has new statistics. */
const statisticsThreshold = 1_000;

/**
 * Readers see either the old or the new data. Writes only differences, so that other writers need not wait. Writes the
 * first reading in several transactions, because the sheet is not shown before its end.
 */
export async function replaceReading(
  store: Store,
  sheet: string,
  blocks: Iterable<ReadBlock>,
  finish: (tx: Store) => Promise<void>,
): Promise<void> {
  const stagingName = `${sheet}/${randomUUID()}`;
  // All stored rows, minus the rows that are read below.
  const rowsToDelete = await readStoredNumbers(store, sheet);
  const problemsToDelete: ProblemTable[] = [];
  const isFirst = rowsToDelete.size === 0;
  let writtenLines = 0;
  let changed: Lines = { rows: [], problems: [] };
  let isStaged = false;
  try {
    for (const { rows, problems } of blocks) {
      const lines: Lines = {
        rows: await toTableRows(store, sheet, rows),
        problems: [...toTableProblems(sheet, problems)],
      };
      for (const { number } of rows) rowsToDelete.delete(number);
      if (isFirst) {
        await inTransaction(store, async (tx) => {
          if (await hasFile(tx, sheet)) await insertLines(tx, lines);
        });
        writtenLines += countLines(lines);
        continue;
      }
      const stored = await readStoredLines(store, sheet, lines);
      const readPlaces = new Set(lines.problems.map(toPlaceKey));
      problemsToDelete.push(
        ...stored.problems.filter((problem) => !readPlaces.has(toPlaceKey(problem))),
      );
      const { rows: changedRows, problems: changedProblems } = changed;
      changed = {
        rows: [
          ...changedRows,
          ...findDiffering(lines.rows, stored.rows, ({ number }) => String(number)),
        ],
        problems: [
          ...changedProblems,
          ...findDiffering(lines.problems, stored.problems, toPlaceKey),
        ],
      };
      if (countLines(changed) <= maxLinesInMemory) continue;
      isStaged = true;
      writtenLines += countLines(changed);
      const toStage = changed;
      await inTransaction(store, (tx) => stage(tx, stagingName, toStage));
      changed = { rows: [], problems: [] };
    }
    await inTransaction(store, async (tx) => {
      if (!(await hasFile(tx, sheet))) return;
      await deleteUnread(tx, sheet, rowsToDelete, problemsToDelete);
      if (isStaged) await showStaged(tx, sheet, stagingName);
      await insertLines(tx, changed);
      await finish(tx);
    });
    writtenLines += countLines(changed);
    if (writtenLines >= statisticsThreshold) await updateStatistics(store, ['row', 'problem']);
  } finally {
    if (isStaged) await deleteStaged(store, stagingName);
  }
}

async function readStoredNumbers({ db }: Store, sheet: string): Promise<Set<number>> {
  const found = await db
    .selectFrom('row')
    .select('number')
    .where('sheet', '=', sheet)
    .union(db.selectFrom('problem').select('row as number').where('sheet', '=', sheet))
    .execute();
  return new Set(found.map(({ number }) => number));
}

/** Reads the rows from the first to the last row of the block, and the problems of the rows in the block. */
async function readStoredLines(
  { db }: Store,
  sheet: string,
  { rows: read }: Lines,
): Promise<Lines> {
  const numbers = new Set(read.map(({ number }) => number));
  // A range is faster than a list of numbers, and a block contains almost all rows in its range.
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  const rows = await db
    .selectFrom('row')
    .selectAll()
    .where('sheet', '=', sheet)
    .where('number', '>=', first)
    .where('number', '<=', last)
    .execute();
  const problems = await db
    .selectFrom('problem')
    .selectAll()
    .where('sheet', '=', sheet)
    .where('row', '>=', first)
    .where('row', '<=', last)
    .execute();
  return { rows, problems: problems.filter(({ row }) => numbers.has(row)) };
}

function findDiffering<Line extends object>(
  read: readonly Line[],
  stored: readonly Line[],
  toKey: (line: Line) => string,
): Line[] {
  const byKey = new Map(stored.map((line) => [toKey(line), line]));
  const columns = Object.keys(read[0] ?? {}) as (keyof Line)[];
  return read.filter((line) => {
    const storedLine = byKey.get(toKey(line));
    return (
      storedLine === undefined || columns.some((column) => storedLine[column] !== line[column])
    );
  });
}

function countLines({ rows, problems }: Lines): number {
  return rows.length + problems.length;
}

function toPlaceKey({ row, place }: Pick<ProblemTable, 'row' | 'place'>): string {
  return `${row}-${place}`;
}

async function insertLines(tx: Store, { rows, problems }: Lines): Promise<void> {
  await insertMany(tx, 'row', rows, rowKey);
  await insertMany(tx, 'problem', problems, problemKey);
}

/** All changed lines of a large sheet would take too much memory. */
async function stage(tx: Store, stagingName: string, { rows, problems }: Lines): Promise<void> {
  await insertMany(
    tx,
    'read_row',
    rows.map((line) => ({ ...line, sheet: stagingName })),
    rowKey,
  );
  await insertMany(
    tx,
    'read_problem',
    problems.map((line) => ({ ...line, sheet: stagingName })),
    problemKey,
  );
}

async function showStaged(tx: Store, sheet: string, stagingName: string): Promise<void> {
  for (const { table, number, key, columns } of shownTables) {
    const names = columns.map((column) => `"${column}"`).join(', ');
    const values = columns.map((column) =>
      column === 'sheet' ? sql`CAST(${sheet} AS TEXT)` : sql.ref(column),
    );
    await runInSteps(tx, { table: `read_${table}`, sheet: stagingName, number }, (step) =>
      sql`INSERT INTO ${sql.table(table)} (${sql.raw(names)})
        SELECT ${sql.join(values)} FROM ${sql.table(`read_${table}`)} WHERE ${step}
        ${sql.raw(toConflictClause(names, key))}`.execute(tx.db),
    );
  }
}

async function deleteUnread(
  tx: Store,
  sheet: string,
  numbers: ReadonlySet<number>,
  problems: readonly ProblemTable[],
): Promise<void> {
  await forManyRows(
    tx,
    'row',
    Array.from(numbers, (number) => ({ sheet, number })),
    'DELETE FROM "row" WHERE (sheet, number) IN (SELECT sheet, number FROM incoming)',
  );
  await forManyRows(
    tx,
    'problem',
    Array.from(numbers, (row) => ({ sheet, row })),
    'DELETE FROM problem WHERE (sheet, row) IN (SELECT sheet, row FROM incoming)',
  );
  await forManyRows(
    tx,
    'problem',
    problems.map(({ row, place }) => ({ sheet, row, place })),
    'DELETE FROM problem WHERE (sheet, row, place) IN (SELECT sheet, row, place FROM incoming)',
  );
}

function deleteStaged(store: Store, stagingName: string): Promise<void> {
  return inTransaction(store, async (tx) => {
    for (const { table, number } of shownTables) {
      await deleteInSteps(tx, { table: `read_${table}`, sheet: stagingName, number });
    }
  });
}

/** Interrupted readings leave these lines behind. */
export async function deleteStagedLines({ db }: Store, sheet: string): Promise<void> {
  for (const table of ['read_row', 'read_problem'] as const) {
    // A staging name begins with the id of the sheet and "/". "0" is the next character after "/".
    await db
      .deleteFrom(table)
      .where('sheet', '>=', `${sheet}/`)
      .where('sheet', '<', `${sheet}0`)
      .execute();
  }
}

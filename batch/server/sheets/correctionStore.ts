import { randomUUID } from 'node:crypto';
import { type Expression, sql, type SqlBool } from 'kysely';
import { toRanges } from '../../../sheets/numberRanges.js';
import { memoize } from '../../../src/memoize.js';
import { leavesOut } from '../../engine/intake/corrections.js';
import type { RowStatus } from '../../engine/sheetCommand.js';
import type { Correction } from '../contract/shapes.js';
import { forManyRows, insertMany } from '../db/manyRows.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { RefusalError } from '../refusalError.js';
import { readMatching } from './matchStore.js';

export interface StoredCorrection extends Correction {
  readonly id: string;
  readonly rows: number;
  /** The rows that a correction for all rows leaves out. */
  readonly except: readonly (readonly [first: number, last: number])[];
  /** Rows of other worksheets may have been sent without the correction. */
  readonly worksheet: string;
  readonly by: string;
  readonly at: string;
}

/** Lists the oldest first. Without `worksheet`, lists the corrections for all worksheets. */
export async function listCorrections(
  { db }: Store,
  sheet: string,
  worksheet?: string | null,
): Promise<StoredCorrection[]> {
  const found = await db
    .selectFrom('correction')
    .select(['id', 'field', 'value', 'corrected as to', 'row', 'rows', 'except_rows', 'worksheet'])
    .select(['made_by as by', 'made_at as at'])
    .where('sheet', '=', sheet)
    .where(appliesIn(worksheet))
    .orderBy('made_at')
    .orderBy('seq')
    .execute();
  // Memoize the result, because corrections that were made together leave out the same rows.
  const parse = memoize((text: string) => JSON.parse(text) as StoredCorrection['except'], 100);
  return found.map(({ except_rows: except, ...correction }) => ({
    ...correction,
    except: parse(except),
  }));
}

function appliesIn(worksheet: string | null | undefined): Expression<SqlBool> {
  return worksheet == null ? sql<SqlBool>`true` : sql<SqlBool>`worksheet = ${worksheet}`;
}

export async function listCorrectionsForWorksheet(
  store: Store,
  sheet: string,
): Promise<StoredCorrection[]> {
  return listCorrections(store, sheet, await findWorksheet(store, sheet));
}

async function findWorksheet({ db }: Store, sheet: string): Promise<string | null> {
  const found = await db
    .selectFrom('sheet')
    .select('worksheet')
    .where('id', '=', sheet)
    .executeTakeFirst();
  return found?.worksheet ?? null;
}

/** Without `worksheet`, counts the corrections for all worksheets. */
export async function countCorrections(
  { db }: Store,
  sheet: string,
  worksheet?: string | null,
): Promise<number> {
  const { count } = await db
    .selectFrom('correction')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('sheet', '=', sheet)
    .where(appliesIn(worksheet))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Refuses if another worksheet than `seenIn` was read last: the statuses of the rows in `seenIn` are then no longer
 * stored, so its assessed rows could not be left out.
 */
async function requireWorksheet(
  store: Store,
  sheet: string,
  seenIn: string | undefined,
): Promise<string> {
  const worksheet = await findWorksheet(store, sheet);
  if (worksheet !== null && seenIn !== undefined && seenIn !== worksheet) {
    throw new RefusalError('conflict', (t) => t(($) => $.sheets.otherWorksheet, { worksheet }));
  }
  const found = worksheet ?? seenIn ?? (await readMatching(store, sheet))?.worksheet;
  if (found !== undefined) return found;
  throw new RefusalError('conflict', (t) => t(($) => $.sheets.beingRead));
}

/**
 * A correction for all rows leaves out the rows with {@link assessedStatuses}: they keep the correction that they were
 * sent with. Therefore, an earlier correction is kept while such a row uses it, or may use it because the row was not
 * read.
 */
export function addCorrections(
  store: Store,
  sheet: string,
  corrections: readonly Correction[],
  {
    by,
    at,
    seenIn,
  }: Pick<StoredCorrection, 'by' | 'at'> & { readonly seenIn?: string | undefined },
): Promise<void> {
  const latest = new Map(
    corrections.map((correction) => [toCorrectionKey(correction), correction]),
  );
  return inTransaction(store, async (tx) => {
    const isForAll = corrections.some(({ row }) => row === null);
    const singleRows = new Set(corrections.flatMap(({ row }) => row ?? []));
    const assessed = await listAssessedRows(
      tx,
      sheet,
      isForAll ? {} : { numbers: [...singleRows] },
    );
    refuseUnconfirmedRows(assessed.filter(({ number }) => singleRows.has(number)));
    const worksheet = await requireWorksheet(tx, sheet, seenIn);
    const unread = isForAll ? await listUnreadAssessedRows(tx, sheet, worksheet) : [];
    const ranges = toRanges([...assessed.map(({ number }) => number), ...unread]);
    const except = JSON.stringify(ranges.map(({ first, last }) => [first, last]));
    const stored = await listCorrections(tx, sheet, worksheet);
    const finder = new CorrectionFinder(stored);
    const usedCorrections = new Set(assessed.flatMap((row) => finder.findAll(row)));
    const usedKeys = new Set(Array.from(usedCorrections, toCorrectionKey));
    // A correction to the value of the cell itself overrides earlier corrections, although no row lists it.
    const isNeeded = (correction: StoredCorrection) =>
      unread.length > 0 ||
      usedCorrections.has(correction) ||
      (correction.to === correction.value && usedKeys.has(toCorrectionKey(correction)));
    const replaced = stored.filter((correction) => {
      const isReplaced = latest.has(toCorrectionKey(correction));
      return isReplaced && !(correction.row === null && isNeeded(correction));
    });
    await forManyRows(
      tx,
      'correction',
      replaced.map(({ id }) => ({ id })),
      'DELETE FROM correction WHERE id IN (SELECT id FROM incoming)',
    );
    await insertMany(
      tx,
      'correction',
      Array.from(latest.values(), ({ field, value, to, row }) => ({
        id: randomUUID(),
        sheet,
        field,
        value,
        corrected: to,
        row,
        except_rows: row === null ? except : '[]',
        worksheet,
        made_by: by,
        made_at: at,
      })),
    );
  });
}

/** The statuses of rows that have, or may have, an assessment. */
export const assessedStatuses = ['Scored', 'Pending', 'Unconfirmed'] as const;

export async function countAssessed(
  store: Store,
  sheet: string,
  corrections: readonly StoredCorrection[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  if (corrections.length === 0) return counts;
  const finder = new CorrectionFinder(corrections);
  for (const row of await listAssessedRows(store, sheet, { isCorrected: true })) {
    for (const { id } of finder.findAll(row)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

interface CorrectedRow {
  readonly number: number;
  readonly status: string;
  readonly cellValues: Readonly<Record<string, string>>;
}

interface AssessedRowFilter {
  readonly numbers?: readonly number[];
  readonly isCorrected?: boolean;
}

async function listAssessedRows(
  { db }: Store,
  sheet: string,
  { numbers, isCorrected = false }: AssessedRowFilter,
): Promise<CorrectedRow[]> {
  const found = await db
    .selectFrom('row')
    .select(['number', 'status', 'instead as cellValues'])
    .where('sheet', '=', sheet)
    .where('status', 'in', assessedStatuses)
    .$if(numbers !== undefined, (query) => query.where('number', 'in', numbers ?? []))
    .$if(isCorrected, (query) => query.where('instead', '<>', '{}'))
    .orderBy('number')
    .execute();
  return found.map(({ number, status, cellValues }) => {
    return { number, status, cellValues: JSON.parse(cellValues) as CorrectedRow['cellValues'] };
  });
}

/** Lists the rows that the last reading left out, because it failed or skipped hidden rows. */
async function listUnreadAssessedRows(
  { db }: Store,
  sheet: string,
  worksheet: string,
): Promise<number[]> {
  const found = await db
    .selectFrom('kept_assessment as kept')
    .leftJoin('row', (join) =>
      join.onRef('row.sheet', '=', 'kept.sheet').onRef('row.number', '=', 'kept.row'),
    )
    .select('kept.row')
    .where('kept.sheet', '=', sheet)
    .where('kept.worksheet', '=', worksheet)
    .where('row.number', 'is', null)
    .execute();
  return found.map(({ row }) => row);
}

/** A person must settle an unconfirmed row before its inputs change. */
function refuseUnconfirmedRows(rows: readonly CorrectedRow[]): void {
  const found = rows.find(({ status }) => status === ('Unconfirmed' satisfies RowStatus));
  if (found === undefined) return;
  throw new RefusalError('conflict', (t) =>
    t(($) => $.sheets.correctsUnconfirmed, { row: found.number }),
  );
}

export class CorrectionFinder {
  readonly #byKey = new Map<string, StoredCorrection[]>();

  constructor(corrections: readonly StoredCorrection[]) {
    for (const correction of corrections) {
      const key = toCorrectionKey(correction);
      const sameKey = this.#byKey.get(key);
      if (sameKey === undefined) this.#byKey.set(key, [correction]);
      else sameKey.push(correction);
    }
  }

  findAll({ number, cellValues }: CorrectedRow): StoredCorrection[] {
    return Object.entries(cellValues).flatMap(([field, value]) => {
      return this.find(field, value, number) ?? [];
    });
  }

  find(field: string, value: string, number: number): StoredCorrection | undefined {
    const single = this.#byKey.get(toCorrectionKey({ field, value, row: number }))?.at(-1);
    if (single !== undefined) return single;
    const general = this.#byKey.get(toCorrectionKey({ field, value, row: null }));
    return general?.findLast((correction) => !leavesOut(correction, number));
  }
}

function toCorrectionKey({
  field,
  value,
  row,
}: Pick<Correction, 'field' | 'value' | 'row'>): string {
  return JSON.stringify([field, value, row]);
}

/** Returns false if no correction has this id. Call this in a transaction. */
export async function removeCorrection(store: Store, sheet: string, id: string): Promise<boolean> {
  const corrections = await listCorrectionsForWorksheet(store, sheet);
  if (!corrections.some((correction) => correction.id === id)) return false;
  const finder = new CorrectionFinder(corrections);
  const assessed = await listAssessedRows(store, sheet, { isCorrected: true });
  refuseUnconfirmedRows(
    assessed.filter((row) => finder.findAll(row).some((correction) => correction.id === id)),
  );
  await store.db.deleteFrom('correction').where('id', '=', id).execute();
  return true;
}

export async function setCorrectedRows(
  store: Store,
  sheet: string,
  rows: ReadonlyMap<string, number>,
): Promise<void> {
  const corrections = await listCorrections(store, sheet);
  await forManyRows(
    store,
    'correction',
    corrections.map(({ id }) => ({ sheet, id, rows: rows.get(id) ?? 0 })),
    `UPDATE correction SET rows = incoming.rows FROM incoming
     WHERE correction.sheet = incoming.sheet AND correction.id = incoming.id`,
  );
}

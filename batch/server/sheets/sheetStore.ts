import { type Nullable, type Selectable, sql } from 'kysely';
import { z } from 'zod/v4';
import {
  type MatchChoice,
  matchChoice,
  type Matching,
  type Run,
  type SheetNote,
  sheetNote,
  type SheetSchedule,
  type Stage,
} from '../contract/shapes.js';
import type { Language } from '../contract/languages.js';
import { indexedBy } from '../db/dialect.js';
import type { NamedPerson } from '../decisions/approvers.js';
import type { ScheduleTable, SheetTable } from '../db/schema.js';
import type { Store } from '../db/store.js';
import { activeStateSet } from '../runs/latestRun.js';
import {
  isUnchecked,
  type RecordGap,
  type SheetGap,
  toUncheckedKind,
} from '../restore/recordGap.js';
import { toSheetSchedule } from '../rounds/schedule.js';

export interface StoredSheet {
  readonly id: string;
  /** The name of the uploaded file, made harmless. */
  readonly name: string;
  /** Null after retention has deleted the file. */
  readonly file: string | null;
  readonly stage: Stage;
  /** Why the sheet cannot be read or matched, and the remedy. */
  readonly refused: string | null;
  readonly uploadedBy: string;
  readonly uploadedAt: string;
  /** A person's choice, or a remembered choice; null if the file was deleted. */
  readonly match: MatchChoice | null;
  readonly worksheet: string | null;
  readonly headerRow: number | null;
  readonly notes: readonly SheetNote[];
  readonly counts: Readonly<Record<string, number>>;
  readonly rows: number;
  readonly problemRows: number;
  readonly unconfirmed: number;
  /** Null if no row has scores. */
  readonly highest: number | null;
  readonly lastRunAt: string | null;
  readonly deletedDataAt: string | null;
}

export type NewSheet = Pick<StoredSheet, 'id' | 'name' | 'uploadedBy' | 'uploadedAt'> & {
  readonly format: 'xlsx' | 'csv';
  readonly language?: Language;
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
};

export type SheetReading = Pick<StoredSheet, 'notes'> & {
  readonly worksheet: string;
  readonly headerRow: number;
  readonly unrecognizedValues: Matching['unrecognizedValues'];
  readonly namedPeople: readonly NamedPerson[];
};

const columns = [
  'sheet.id',
  'sheet.name',
  'file',
  'stage',
  'refused',
  'uploaded_by',
  'uploaded_at',
  'match',
  'worksheet',
  'header_row',
  'notes',
  'counts',
  'row_count',
  'problem_rows',
  'unconfirmed',
  'highest',
  'last_run_at',
  'deleted_data_at',
] as const;

type SheetColumns = Pick<
  Selectable<SheetTable>,
  Exclude<(typeof columns)[number], `sheet.${string}`> | 'id' | 'name'
>;

const notes = z.array(sheetNote);
const counts = z.record(z.string(), z.number());

function toSheet(row: SheetColumns): StoredSheet {
  return {
    id: row.id,
    name: row.name,
    file: row.file,
    stage: row.stage,
    refused: row.refused,
    uploadedBy: row.uploaded_by,
    uploadedAt: row.uploaded_at,
    match: row.match === null ? null : matchChoice.parse(JSON.parse(row.match)),
    worksheet: row.worksheet,
    headerRow: row.header_row,
    notes: notes.parse(JSON.parse(row.notes)),
    counts: counts.parse(JSON.parse(row.counts)),
    rows: row.row_count,
    problemRows: row.problem_rows,
    unconfirmed: row.unconfirmed,
    highest: row.highest,
    lastRunAt: row.last_run_at,
    deletedDataAt: row.deleted_data_at,
  };
}

export async function findSheet({ db }: Store, id: string): Promise<StoredSheet | undefined> {
  const found = await db
    .selectFrom('sheet')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found && toSheet(found);
}

export interface ListedSheet extends StoredSheet {
  /** Undefined if the uploader is not in the table of members. */
  readonly uploaderName: string | undefined;
  readonly schedule: SheetSchedule | undefined;
  readonly runState: Run['state'] | undefined;
  readonly language: Language;
  /** A person must check this gap after a restore from a backup. */
  readonly gap: SheetGap | undefined;
}

/** Lists the latest upload first. */
export async function listSheets({ db }: Store, id?: string): Promise<ListedSheet[]> {
  const found = await db
    .selectFrom('sheet')
    .leftJoin('schedule', 'schedule.sheet', 'sheet.id')
    .leftJoin('member', 'member.id', 'sheet.uploaded_by')
    .select(columns)
    .select(({ ref, selectFrom }) => [
      'sheet.language',
      'member.name as uploader',
      'every',
      'from_day',
      'older_than_days',
      'max_new',
      'next_due',
      selectFrom('setting')
        .select('value')
        .where('name', '=', 'record_gap')
        .where(isUnchecked(ref('sheet.id')))
        .as('gap'),
      selectFrom('setting').select('value').where('name', '=', 'gap_end').as('gap_end'),
      selectFrom('run')
        .select('run.state')
        .whereRef('run.sheet', '=', 'sheet.id')
        .orderBy('run.seq', 'desc')
        .limit(1)
        .as('run_state'),
    ])
    .where('deleted_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('sheet.id', '=', id ?? ''))
    .orderBy('uploaded_at', 'desc')
    .orderBy('sheet.id', 'desc')
    .execute();
  return found.map((row) => {
    const gap = row.gap === null ? undefined : (JSON.parse(row.gap) as RecordGap);
    const sheet = toSheet(row);
    return {
      ...sheet,
      uploaderName: row.uploader ?? undefined,
      schedule: toSchedule(row),
      runState: row.run_state ?? undefined,
      language: row.language,
      gap: gap && { ...gap, kind: toUncheckedKind(sheet, gap, row.gap_end !== null) },
    };
  });
}

function toSchedule(
  found: Nullable<Pick<ScheduleTable, 'every' | 'from_day' | 'older_than_days' | 'next_due'>> &
    Pick<ScheduleTable, 'max_new'>,
): SheetSchedule | undefined {
  const { every, from_day, older_than_days, next_due, max_new } = found;
  if (every === null || from_day === null || older_than_days === null || next_due === null)
    return undefined;
  return toSheetSchedule({ every, from_day, older_than_days, next_due, max_new });
}

export async function findSheetByHash(
  { db }: Store,
  sha256: string,
): Promise<StoredSheet | undefined> {
  const found = await db
    .selectFrom('sheet')
    .select(columns)
    .where('sha256', '=', sha256)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found && toSheet(found);
}

/** A CSV file of this size has about thirty thousand rows, and a workbook has more. */
const largeBytes = 4_000_000;

export async function isLargeSheet({ db }: Store, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('sheet')
    .select('bytes')
    .where('id', '=', id)
    .executeTakeFirst();
  return (found?.bytes ?? 0) >= largeBytes;
}

/** Includes sheets that an earlier process has not finished reading. */
export async function listSheetsToRead({ db }: Store): Promise<string[]> {
  const found = await db
    .selectFrom('sheet')
    .select('id')
    .where('stage', '=', 'reading')
    .where('deleted_at', 'is', null)
    .execute();
  return found.map(({ id }) => id);
}

export async function addSheet({ db }: Store, sheet: NewSheet): Promise<void> {
  const { id, name, format, file, sha256, bytes, uploadedBy, uploadedAt, language } = sheet;
  await db
    .insertInto('sheet')
    .values({
      id,
      name,
      format,
      file,
      sha256,
      bytes,
      stage: 'reading',
      uploaded_by: uploadedBy,
      ...(language === undefined ? {} : { language }),
      uploaded_at: uploadedAt,
    })
    .execute();
}

/** The retention period begins again. */
export async function restoreFile(
  { db }: Store,
  id: string,
  file: string,
  uploadedAt: string,
): Promise<void> {
  await db
    .updateTable('sheet')
    .set(({ eb }) => ({
      file,
      uploaded_at: uploadedAt,
      deleted_data_at: null,
      stage: 'reading',
      read_generation: eb('read_generation', '+', 1),
    }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
}

/** {@link endReading} ignores readings that have already begun. */
export async function requestReading({ db }: Store, id: string): Promise<void> {
  await db
    .updateTable('sheet')
    .set(({ eb }) => ({
      stage: 'reading',
      refused: null,
      read_generation: eb('read_generation', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

/** Returns the generation for {@link endReading}; undefined for a deleted sheet. */
export async function beginReading({ db }: Store, id: string): Promise<number | undefined> {
  const found = await db
    .updateTable('sheet')
    .set({ stage: 'reading', refused: null })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('read_generation')
    .executeTakeFirst();
  return found?.read_generation;
}

/** Stores nothing if a change since the beginning of the reading needs another reading. */
export async function endReading(
  { db }: Store,
  id: string,
  generation: number,
  { stage, refused }: { readonly stage: Stage; readonly refused?: string | undefined },
): Promise<void> {
  await db
    .updateTable('sheet')
    .set({ stage, refused: refused ?? null })
    .where('id', '=', id)
    .where('read_generation', '=', generation)
    .where('deleted_at', 'is', null)
    .execute();
}

export async function setReading({ db }: Store, id: string, reading: SheetReading): Promise<void> {
  await db
    .updateTable('sheet')
    .set({
      notes: JSON.stringify(reading.notes),
      worksheet: reading.worksheet,
      header_row: reading.headerRow,
      unrecognized_values: JSON.stringify(reading.unrecognizedValues),
      named_people: JSON.stringify(reading.namedPeople),
    })
    .where('id', '=', id)
    .execute();
}

/**
 * With `activeRun`, stores nothing after that run has ended, because older counts must not replace the final counts.
 * Without `activeRun`, call it in a transaction.
 */
export async function updateCounts(store: Store, id: string, activeRun?: string): Promise<void> {
  const { db } = store;
  const { rows: found } = await sql<{
    readonly status: string;
    readonly rows: number;
    readonly risk: number;
  }>`
    SELECT status, count(*) AS rows, min(risk_sort) AS risk
    FROM row ${indexedBy(store, 'row_by_risk')} WHERE sheet = ${id}
    GROUP BY status ORDER BY status`.execute(db);
  const byStatus = Object.fromEntries(found.map(({ status, rows }) => [status, rows]));
  const lowestSortValue = Math.min(...found.map(({ risk }) => risk));
  await db
    .updateTable('sheet')
    .set({
      counts: JSON.stringify(byStatus),
      row_count: found.reduce((sum, { rows }) => sum + rows, 0),
      // Without a score, `risk_sort` is positive.
      highest: lowestSortValue <= 0 ? -lowestSortValue : null,
    })
    .where('id', '=', id)
    .$if(activeRun !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('run')
            .select('run.id')
            .where('run.id', '=', activeRun ?? '')
            .where('run.state', 'in', [...activeStateSet]),
        ),
      ),
    )
    .execute();
}

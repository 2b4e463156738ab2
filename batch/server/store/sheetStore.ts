import { z } from 'zod/v4';
import { type MatchChoice, matchChoice, type Matching, type Stage, stages } from '../api/shapes.js';
import { wordsOf } from './dialects.js';
import type { Store } from './store.js';

/** A sheet: one upload, and what is known of it. */
export interface StoredSheet {
  readonly id: string;
  /** Harmless, for people. */
  readonly name: string;
  readonly format: 'xlsx' | 'csv';
  /** The name of its file in the folder of files; null once it was deleted by retention. */
  readonly file: string | null;
  readonly stage: Stage;
  /** Why it cannot be read or matched, and what to do. */
  readonly refused: string | null;
  /** The id of a member. */
  readonly uploadedBy: string;
  readonly uploadedAt: string;
  /** The choices of a person; null while what was found is enough. */
  readonly match: MatchChoice | null;
  /** They come from an earlier sheet with the same headings. */
  readonly isRemembered: boolean;
  readonly worksheet: string | null;
  readonly headerRow: number | null;
  readonly notes: readonly string[];
  /** Rows by status. */
  readonly counts: Readonly<Record<string, number>>;
  readonly rows: number;
  readonly problemRows: number;
  readonly unconfirmed: number;
  readonly highest: number | null;
  readonly lastRunAt: string | null;
  readonly deletedDataAt: string | null;
}

/** What a new sheet has. */
export type NewSheet = Pick<StoredSheet, 'id' | 'name' | 'format' | 'uploadedBy' | 'uploadedAt'> & {
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
};

/** What was found when all rows were read. */
export type SheetReading = Pick<StoredSheet, 'notes'> & {
  readonly worksheet: string;
  readonly headerRow: number;
  readonly valuesToSettle: Matching['valuesToSettle'];
};

const columns = `id, name, format, file, stage, refused, uploaded_by, uploaded_at, match, is_remembered,
  worksheet, header_row, notes, counts, row_count, problem_rows, unconfirmed, highest, last_run_at,
  deleted_data_at`;

const stored = z
  .object({
    id: z.string(),
    name: z.string(),
    format: z.enum(['xlsx', 'csv']),
    file: z.string().nullable(),
    stage: z.enum(stages),
    refused: z.string().nullable(),
    uploaded_by: z.string(),
    uploaded_at: z.string(),
    match: z.string().nullable(),
    is_remembered: z.number(),
    worksheet: z.string().nullable(),
    header_row: z.number().nullable(),
    notes: z.string(),
    counts: z.string(),
    row_count: z.number(),
    problem_rows: z.number(),
    unconfirmed: z.number(),
    highest: z.number().nullable(),
    last_run_at: z.string().nullable(),
    deleted_data_at: z.string().nullable(),
  })
  .transform((read): StoredSheet => {
    const { id, name, format, file, stage, refused, worksheet, unconfirmed, highest } = read;
    return {
      ...{ id, name, format, file, stage, refused, worksheet, unconfirmed, highest },
      uploadedBy: read.uploaded_by,
      uploadedAt: read.uploaded_at,
      match: read.match === null ? null : matchChoice.parse(JSON.parse(read.match)),
      isRemembered: read.is_remembered === 1,
      headerRow: read.header_row,
      notes: z.array(z.string()).parse(JSON.parse(read.notes)),
      counts: z.record(z.string(), z.number()).parse(JSON.parse(read.counts)),
      rows: read.row_count,
      problemRows: read.problem_rows,
      lastRunAt: read.last_run_at,
      deletedDataAt: read.deleted_data_at,
    };
  });

/** A sheet by its id; undefined for one that is not there, or was deleted. */
export function sheetOf({ db }: Store, id: string): StoredSheet | undefined {
  const found = db
    .prepare(`SELECT ${columns} FROM sheet WHERE id = ? AND deleted_at IS NULL`)
    .get(id);
  return found === undefined ? undefined : stored.parse(found);
}

/** All sheets, the latest upload first. */
export function allSheets({ db }: Store): StoredSheet[] {
  return db
    .prepare(
      `SELECT ${columns} FROM sheet WHERE deleted_at IS NULL ORDER BY uploaded_at DESC, id DESC`,
    )
    .all()
    .map((found) => stored.parse(found));
}

/** The sheet that was made of a file with these bytes. */
export function sheetWithBytes(store: Store, sha256: string): StoredSheet | undefined {
  const found = store.db
    .prepare('SELECT id FROM sheet WHERE sha256 = ? AND deleted_at IS NULL')
    .get(sha256);
  return found === undefined ? undefined : sheetOf(store, found.id as string);
}

/** Some ten thousand rows, as a CSV file or as a workbook. */
const largeBytes = 2_000_000;

/** True for a sheet that takes much memory while it is read. */
export function isLargeSheet({ db }: Store, id: string): boolean {
  const found = db.prepare('SELECT bytes FROM sheet WHERE id = ?').get(id);
  return ((found?.bytes as number | undefined) ?? 0) >= largeBytes;
}

/** Sheets that are to be read: a process that ended had not finished it. */
export function sheetsToRead({ db }: Store): string[] {
  return db
    .prepare("SELECT id FROM sheet WHERE stage = 'reading' AND deleted_at IS NULL")
    .all()
    .map(({ id }) => id as string);
}

/** Adds a sheet, which is to be read. */
export function addSheet({ db }: Store, sheet: NewSheet): void {
  const { id, name, format, file, sha256, bytes, uploadedBy, uploadedAt } = sheet;
  db.prepare(
    `INSERT INTO sheet (id, name, format, file, sha256, bytes, stage, uploaded_by, uploaded_at)
     VALUES (?, ?, ?, ?, ?, ?, 'reading', ?, ?)`,
  ).run(id, name, format, file, sha256, bytes, uploadedBy, uploadedAt);
}

/**
 * Gives a sheet its file back, which was deleted by retention; it is kept as long as a new upload. False where the
 * sheet was deleted meanwhile.
 */
export function restoreFile({ db }: Store, id: string, file: string, uploadedAt: string): boolean {
  const restored = db
    .prepare(
      `UPDATE sheet SET file = ?, uploaded_at = ?, deleted_data_at = NULL, stage = 'reading'
       WHERE id = ? AND deleted_at IS NULL`,
    )
    .run(file, uploadedAt, id);
  return Number(restored.changes) > 0;
}

/** Sets the stage of a sheet, and with `refused` why it got no further. */
export function setStage({ db }: Store, id: string, stage: Stage, refused?: string): void {
  db.prepare('UPDATE sheet SET stage = ?, refused = ? WHERE id = ?').run(
    ...[stage, refused ?? null, id],
  );
}

/** Stores what the reading of all rows has found. */
export function setReading({ db }: Store, id: string, reading: SheetReading): void {
  const { notes, worksheet, headerRow, valuesToSettle } = reading;
  db.prepare(
    'UPDATE sheet SET notes = ?, worksheet = ?, header_row = ?, values_to_settle = ? WHERE id = ?',
  ).run(...[JSON.stringify(notes), worksheet, headerRow, JSON.stringify(valuesToSettle), id]);
}

/** Counts the rows of a sheet anew, from the table of rows: their statuses and the highest risk. */
export function updateCounts(store: Store, id: string): void {
  const { db } = store;
  const found = db
    .prepare(
      `SELECT status, count(*) AS rows, min(risk_sort) AS risk
       FROM row ${wordsOf(store).indexedBy('row_by_risk')} WHERE sheet = ?
       GROUP BY status ORDER BY status`,
    )
    .all(id)
    .map(({ status, rows, risk }) => ({
      status: status as string,
      rows: rows as number,
      risk: risk as number,
    }));
  const counts = Object.fromEntries(found.map(({ status, rows }) => [status, rows]));
  const rows = found.reduce((sum, each) => sum + each.rows, 0);
  const risk = Math.min(...found.map((each) => each.risk));
  // A row without a score sorts after all others.
  const highest = risk <= 0 ? -risk : null;
  db.prepare('UPDATE sheet SET counts = ?, row_count = ?, highest = ? WHERE id = ?').run(
    ...[JSON.stringify(counts), rows, highest, id],
  );
}

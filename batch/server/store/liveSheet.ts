import type { Store } from './store.js';

/** What routes about the rows of a sheet need to know of it. */
export interface LiveSheet {
  readonly id: string;
  /** The name of the uploaded file, made harmless. */
  readonly name: string;
  readonly format: 'xlsx' | 'csv';
  /** Its file is still there. */
  readonly hasFile: boolean;
  /** The name of the worksheet that is read; empty where there is none yet. */
  readonly worksheet: string;
  /** A run is working on it. */
  readonly isRunning: boolean;
}

/** A sheet that was not deleted; undefined where there is none. */
export function liveSheet({ db }: Store, id: string): LiveSheet | undefined {
  const found = db
    .prepare(
      `SELECT id, name, format, file, worksheet, EXISTS (
         SELECT 1 FROM run WHERE sheet = sheet.id AND state IN ('queued', 'running', 'pausing')
       ) AS is_running FROM sheet WHERE id = ? AND deleted_at IS NULL`,
    )
    .get(id);
  if (found === undefined) return undefined;
  return {
    id,
    name: found.name as string,
    format: found.format as LiveSheet['format'],
    hasFile: found.file !== null,
    worksheet: (found.worksheet as string | null) ?? '',
    isRunning: found.is_running === 1,
  };
}

/** The sheets that were not deleted. */
export function liveSheets({ db }: Store): string[] {
  return db
    .prepare('SELECT id FROM sheet WHERE deleted_at IS NULL')
    .all()
    .map(({ id }) => id as string);
}

/**
 * Whether a sheet still has its file: it was not deleted, and neither was its data. Who writes something that
 * was read from the file asks this in the same transaction, or what somebody has deleted meanwhile comes back.
 */
export function hasFile({ db }: Store, id: string): boolean {
  return db.prepare('SELECT 1 FROM sheet WHERE id = ? AND file IS NOT NULL').get(id) !== undefined;
}

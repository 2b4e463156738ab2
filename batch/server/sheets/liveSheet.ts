import { sql } from 'kysely';
import type { Store } from '../db/store.js';
import { activeStates } from '../runs/latestRun.js';
import { findSheet, type StoredSheet } from './sheetStore.js';
import { RefusalError } from '../refusalError.js';

export interface LiveSheet {
  readonly id: string;
  /** The name of the uploaded file, made harmless. */
  readonly name: string;
  readonly format: 'xlsx' | 'csv';
  /** False after retention has deleted the file. */
  readonly hasFile: boolean;
  readonly worksheet: string;
  readonly isRunning: boolean;
}

export async function findLiveSheet({ db }: Store, id: string): Promise<LiveSheet | undefined> {
  const found = await db
    .selectFrom('sheet')
    .select(({ exists, selectFrom }) => [
      'name',
      'format',
      'file',
      'worksheet',
      exists(
        selectFrom('run')
          .select(sql.lit(1).as('one'))
          .whereRef('run.sheet', '=', 'sheet.id')
          .where('state', 'in', activeStates),
      ).as('is_running'),
    ])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  return {
    id,
    name: found.name,
    format: found.format,
    hasFile: found.file !== null,
    worksheet: found.worksheet ?? '',
    isRunning: Boolean(found.is_running),
  };
}

export async function listLiveSheets({ db }: Store): Promise<string[]> {
  const found = await db.selectFrom('sheet').select('id').where('deleted_at', 'is', null).execute();
  return found.map(({ id }) => id);
}

/**
 * The generation increases with each request to read the sheet again. Returns undefined for a sheet without its file.
 */
export async function readGeneration({ db }: Store, id: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('sheet')
    .select('read_generation')
    .where('id', '=', id)
    .where('file', 'is not', null)
    .executeTakeFirst();
  return found?.read_generation;
}

/** Call this in the transaction that writes data from the file: otherwise, deleted data could be stored again. */
export async function hasFile({ db }: Store, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('sheet')
    .select('id')
    .where('id', '=', id)
    .where('file', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

export async function requireSheet(
  { params: { id = '' } }: { readonly params: Readonly<Record<string, string>> },
  { store }: { readonly store: Store },
): Promise<LiveSheet> {
  const sheet = await findLiveSheet(store, id);
  if (sheet === undefined) throw createNoSheetError();
  return sheet;
}

export async function requireStoredSheet(
  { store }: { readonly store: Store },
  id: string,
): Promise<StoredSheet> {
  const sheet = await findSheet(store, id);
  if (sheet === undefined) throw createNoSheetError();
  return sheet;
}

export function createNoSheetError(): RefusalError {
  return new RefusalError('not_found', (t) => t(($) => $.sheets.goneBySomebody));
}

import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { IntakeRow } from '../intake/readSheet.js';
import { requestOfKey } from '../intake/rowKey.js';
import { readJournal } from '../journal/readJournal.js';
import { UsageError } from '../errors.js';
import { rowList } from '../wording/words.js';

/** A journal whose sheet is not there any more, and that knows rows of another one beside it. */
export interface LeftBehind {
  /** The name of its sheet. */
  readonly sheet: string;
  readonly journal: string;
  /** The name that it must have to be found. */
  readonly wanted: string;
  /** The rows that it knows. */
  readonly rows: readonly number[];
}

/** The names of the journals that belong to a sheet by their names, in two parts. */
const journalName = /^(?<sheet>.+)(?<kind>[.]rwa-journal(?:-[a-z-]+)?[.]jsonl)$/;

/** A message names this many rows at the most. */
const mostRows = 10;

/**
 * Finds the journal of a sheet that was renamed without it. `journal` is where it was looked for and is
 * not. Rows that were sent and are not in the sheet yet would be sent again without it. A journal of
 * another service is none of it, and neither is one whose sheet is still there: this is a copy then.
 */
export async function journalLeftBehind(
  journal: string,
  rows: readonly IntakeRow[],
  service?: string,
): Promise<LeftBehind | undefined> {
  const wanted = basename(journal);
  const own = journalName.exec(wanted)?.groups;
  if (own === undefined) return undefined;
  const folder = dirname(journal);
  const names = await readdir(folder).catch(() => []);
  let found: LeftBehind | undefined;
  for (const name of names) {
    const { sheet = '', kind } = journalName.exec(name)?.groups ?? {};
    if (kind !== own.kind || name === wanted) continue;
    if (existsSync(join(folder, sheet))) continue;
    const known = await knownRows(join(folder, name), rows, service);
    if (known.length <= (found?.rows.length ?? 0)) continue;
    found = { sheet, journal: name, wanted, rows: known };
  }
  return found;
}

/** What to do about it, in sentences. */
export function leftBehindLines({ sheet, journal, wanted, rows }: LeftBehind): string[] {
  const list = rowList(rows.slice(0, mostRows), rows.length);
  return [
    `This sheet has no journal, but ${journal} beside it knows ${list} of it, and there is no ${sheet} any more: the sheet was renamed without its journal.`,
    `Rename the journal too, from ${journal} to ${wanted}, then run the same command again. Rename other journals of ${sheet} in the same way.`,
  ];
}

async function knownRows(
  journal: string,
  rows: readonly IntakeRow[],
  service: string | undefined,
): Promise<number[]> {
  const { known } = await readJournal(journal).catch((error: unknown) => {
    // It is not known whose it is.
    if (error instanceof UsageError) return { known: undefined };
    throw error;
  });
  if (known === undefined) return [];
  if (service !== undefined && known.service !== undefined && known.service !== service) return [];
  // The keys of the rows are not hashed as this journal does it.
  const requests = new Set<string>();
  for (const [key, { state, request = requestOfKey(key) }] of known.states) {
    if (state !== 'Ready' && request !== undefined) requests.add(request);
  }
  return rows
    .filter(({ body, written }) => {
      const { id = '' } = written ?? {};
      if (id !== '' && known.keyOfId(id) !== undefined) return true;
      return body !== undefined && requests.has(known.hashOf(body));
    })
    .map(({ number }) => number);
}

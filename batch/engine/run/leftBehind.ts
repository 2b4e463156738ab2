import { type BigIntStats, existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isSameService } from '../../../src/baseUrl.js';
import { isSameFile } from '../files/sameFile.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import { type HashOf, hashOfRequest, requestOfKey } from '../intake/rowKey.js';
import { isJournalNamed, type SheetFiles } from '../journal/files.js';
import { journalsIn } from '../journal/journalsIn.js';
import type { RowState } from '../journal/rowState.js';
import type { Knowing, LeftBehind } from './runMessages.js';

/** The part of a journal that is needed to look up rows of a sheet. */
interface Memory {
  readonly states: ReadonlyMap<string, RowState>;
  readonly hashOf: HashOf;
  keyOfId(id: string): string | undefined;
}

/** The names of the journals that belong to a sheet by their names, in two parts. */
const journalName = /^(?<sheet>.+)[.]rwa-(?:journal|sandbox)(?<command>-[a-z-]+)?[.]jsonl$/;

/**
 * Finds the journal of a sheet that was renamed without it, or one that an earlier run was given by
 * name: rows that it knows would be sent again without it. Looks where the sheet and the journal in use
 * are, when that one is new or was named; one beside its sheet that knows rows is the one that all runs
 * have used. A journal of another service or of the sandbox is none of it, and neither is one whose sheet
 * is still there: this is a copy then.
 */
export async function journalLeftBehind(
  { journal, ownJournal, lock }: Pick<SheetFiles, 'journal' | 'ownJournal' | 'lock'>,
  rows: readonly IntakeRow[],
  used: Memory,
  service?: string,
): Promise<LeftBehind | undefined> {
  const isNamed = isJournalNamed({ journal, ownJournal });
  if ((!isNamed && used.states.size > 0) || ownJournal.includes('.rwa-sandbox')) return undefined;
  const inUse: Knowing = { journal, rows: rowsKnownTo(used, rows, true) };
  const { command = '' } = journalName.exec(basename(ownJournal))?.groups ?? {};
  const ours = statsOf(journal);
  const found: Knowing[] = [];
  for await (const { path, read } of journalsIn([lock, journal].map(dirname))) {
    const { sheet } = journalName.exec(basename(path))?.groups ?? {};
    // Most are of other sheets, which are there; to read them all takes longer than this sheet.
    if (sheet !== undefined && existsSync(join(dirname(path), sheet))) continue;
    if (isSameFile(statsOf(path), ours)) continue;
    const known = await read();
    if (!isOfService(known.service, service)) continue;
    const theirs = rowsKnownTo(known, rows);
    if (isWithin(theirs, inUse.rows)) continue;
    const option = sheet === undefined ? optionFor(path, command) : undefined;
    found.push({ journal: path, rows: theirs, sheet, option });
  }
  const [most] = found.toSorted((one, other) => other.rows.size - one.rows.size);
  if (most === undefined) return undefined;
  const all = [inUse, ...found].filter((each) => each.rows.size > 0);
  const isEnough = all.every((each) => isWithin(each.rows, most.rows));
  return { journals: isEnough ? [most] : all, wanted: ownJournal, isNamed };
}

function isWithin(rows: ReadonlySet<number>, others: ReadonlySet<number>): boolean {
  return [...rows].every((row) => others.has(row));
}

/** The rows that a journal knows as sent; or, of the journal in use, the rows that it knows at all. */
function rowsKnownTo(
  known: Memory,
  rows: readonly IntakeRow[],
  isInUse = false,
): ReadonlySet<number> {
  // The keys of the rows are hashed as the journal in use does it, and perhaps not as this one.
  const requests = new Set<string>();
  for (const [key, { state, request = requestOfKey(key) }] of known.states) {
    if ((isInUse || state !== 'Ready') && request !== undefined) requests.add(request);
  }
  const isKnown = ({ inputs, previous, key }: IntakeRow) =>
    (isInUse && known.states.has(key)) ||
    known.keyOfId(previous?.id ?? '') !== undefined ||
    (requests.size > 0 &&
      inputs !== undefined &&
      requests.has(hashOfRequest(inputs, known.hashOf)));
  return new Set(rows.filter(isKnown).map(({ number }) => number));
}

function isOfService(theirs: string | undefined, service: string | undefined): boolean {
  if (service === undefined || theirs === undefined) return URL.canParse(theirs ?? '');
  return isSameService(theirs, service);
}

/** The journals of some commands have a name that is longer by the command than what is named. */
function optionFor(path: string, command: string): string | undefined {
  const end = `${command}.jsonl`;
  if (command === '') return path;
  return path.endsWith(end) ? `${path.slice(0, -end.length)}.jsonl` : undefined;
}

function statsOf(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

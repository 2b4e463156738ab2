import { lstatSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { DeletedCopies, KeptCopies } from './keptCopies.js';

interface Copy extends CopyName {
  readonly path: string;
  readonly madeMs: number;
  /** True for a results file that somebody may have edited. */
  readonly isEdited: boolean;
}

/** The longest time from the name of a results file to its last write. */
const maxWriteMs = 60_000;

/**
 * Reads ages from names, because a copy keeps the modification time of the sheet. Keeps edited
 * results files.
 */
export async function deleteOldCopies(
  sheet: string,
  newCopies: readonly string[],
  kept: KeptCopies,
  nowMs: number,
): Promise<DeletedCopies> {
  const copies = findCopies(sheet);
  const old = [...Map.groupBy(copies, ({ kind }) => kind).values()].flatMap((copiesOfKind) =>
    selectOldCopies(copiesOfKind.toSorted(compareNewestFirst), kept, nowMs),
  );
  let deleted = 0;
  const left: string[] = [];
  for (const { path: copy, isEdited } of old) {
    if (isEdited || newCopies.includes(copy)) continue;
    try {
      await rm(copy);
      deleted++;
    } catch {
      left.push(path.basename(copy));
    }
  }
  return { deleted, left };
}

export function findNewestCopy(sheet: string): string | undefined {
  return findCopies(sheet).toSorted(compareNewestFirst)[0]?.path;
}

interface CopyName {
  /** The sheet that was copied. */
  readonly file: string;
  readonly kind: 'backup' | 'results';
  /** The local time at which the copy was made, such as `2026-11-03T09-30-00`. */
  readonly date: string;
  /** Distinguishes copies that were made in the same second; the first has 1. */
  readonly count: number;
}

export function parseCopyName(copy: string): CopyName | undefined {
  const { dir, name, ext } = path.parse(copy);
  const [, stem = '', kindText = '', date = '', count = '1'] = copyNamePattern.exec(name) ?? [];
  if (stem === '') return undefined;
  const kind = kindText === 'backup' ? 'backup' : 'results';
  return { file: path.join(dir, stem + ext), kind, date, count: Number(count) };
}

/** Expects the newest copy first. */
function selectOldCopies(
  copies: readonly Copy[],
  kept: KeptCopies,
  nowMs: number,
): readonly Copy[] {
  if ('newest' in kept) return copies.slice(kept.newest);
  return copies.filter(({ madeMs }) => nowMs - madeMs > kept.youngerThanMs);
}

function findCopies(sheet: string): Copy[] {
  const { dir, base } = path.parse(sheet);
  const original = path.join(dir, base);
  return readdirSync(dir).flatMap((name): Copy[] => {
    const copy = path.join(dir, name);
    const nameParts = parseCopyName(copy);
    if (nameParts?.file !== original) return [];
    const madeMs = parseTime(nameParts.date);
    if (Number.isNaN(madeMs)) return [];
    // A link or a folder is not a copy, because we create only files.
    const stats = lstatSync(copy, { throwIfNoEntry: false });
    if (stats?.isFile() !== true) return [];
    const isEdited = nameParts.kind === 'results' && stats.mtimeMs > madeMs + maxWriteMs;
    return [{ ...nameParts, path: copy, madeMs, isEdited }];
  });
}

function compareNewestFirst(one: Copy, other: Copy): number {
  return other.madeMs - one.madeMs || other.count - one.count;
}

function parseTime(text: string): number {
  return Date.parse(text.replace(/T(\d\d)-(\d\d)-(\d\d)$/, 'T$1:$2:$3'));
}

/**
 * Matches the name of a copy without its extension, such as `staff.backup-2026-11-03T09-30-00-2`.
 */
const copyNamePattern = /^(.+)[.](backup|results)-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)(?:-(\d+))?$/;

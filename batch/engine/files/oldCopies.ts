import { lstatSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';

/** Which copies beside a sheet to keep: this many of each kind, or those that are younger. */
export type KeptCopies = { readonly newest: number } | { readonly youngerThanMs: number };

/** The result of deleting old copies. */
export interface DeletedCopies {
  /** How many were deleted. */
  readonly deleted: number;
  /** The names of those that could not be deleted. */
  readonly left: readonly string[];
}

interface Copy {
  readonly path: string;
  readonly kind: string;
  readonly madeMs: number;
  /** The number of a copy, if several were made in one second. */
  readonly count: number;
}

/**
 * Deletes old backups and results files beside a sheet, by the names that `freeName` gives; keeps
 * those in `made`, which are new. Their age is in the name, since the time of a backup file is when
 * the sheet was last saved before it.
 */
export async function deleteOldCopies(
  sheet: string,
  made: readonly string[],
  kept: KeptCopies,
  nowMs: number,
): Promise<DeletedCopies> {
  const copies = copiesOf(sheet);
  const old = [...Map.groupBy(copies, ({ kind }) => kind).values()].flatMap((alike) =>
    tooOld(alike.toSorted(newestFirst), kept, nowMs),
  );
  let deleted = 0;
  const left: string[] = [];
  for (const { path: copy } of old) {
    if (made.includes(copy)) continue;
    try {
      await rm(copy);
      deleted++;
    } catch {
      left.push(path.basename(copy));
    }
  }
  return { deleted, left };
}

function tooOld(newestFirst: readonly Copy[], kept: KeptCopies, nowMs: number): readonly Copy[] {
  if ('newest' in kept) return newestFirst.slice(kept.newest);
  return newestFirst.filter(({ madeMs }) => nowMs - madeMs > kept.youngerThanMs);
}

/** All files beside a sheet that rwa made from it. */
function copiesOf(sheet: string): Copy[] {
  const { dir, name: stem, ext } = path.parse(sheet);
  return readdirSync(dir).flatMap((each): Copy[] => {
    const file = path.join(dir, each);
    if (!each.startsWith(`${stem}.`) || !each.endsWith(ext)) return [];
    const [, kind, date, count] =
      /^(backup|results)-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)(?:-(\d+))?$/.exec(
        each.slice(stem.length + 1, each.length - ext.length),
      ) ?? [];
    const madeMs = timeIn(date ?? '');
    if (kind === undefined || Number.isNaN(madeMs)) return [];
    // A link or a folder with such a name is not ours.
    if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return [];
    return [{ path: file, kind, madeMs, count: Number(count ?? 1) }];
  });
}

function newestFirst(one: Copy, other: Copy): number {
  return other.madeMs - one.madeMs || other.count - one.count;
}

/** Names are in local time; NaN for a text that is not a time. */
function timeIn(text: string): number {
  return Date.parse(text.replace(/T(\d\d)-(\d\d)-(\d\d)$/, 'T$1:$2:$3'));
}

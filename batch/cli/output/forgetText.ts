import { basename } from 'node:path';
import { sanitized } from '../../../src/sanitized.js';
import type { Forgetting } from '../../engine/forget/forgetting.js';
import type { FileKind } from '../../engine/forget/ownFiles.js';
import type { JournalWithout } from '../../engine/journal/forgetPerson.js';
import { rowList } from '../../engine/wording/words.js';
import { count } from '../../engine/wording/words.js';

/** Whom a sheet is to forget, and in which of its rows they still are. */
export interface Forgotten {
  readonly path: string;
  readonly employeeId: string;
  readonly rows: readonly number[];
}

const kinds: Readonly<Record<FileKind, string>> = {
  backup: 'a backup of the sheet',
  results: 'results that were written beside the sheet',
  rehearsal: 'a copy from a --sandbox run',
  rehearsalData: 'of a --sandbox run',
  recovered: 'a copy of the journal',
  page: 'a report; rwa report makes it again without the person',
  sheet: 'a sheet',
};

/** What no command on this machine can know of. */
export const outOfReach =
  'rwa cannot reach copies that were moved, renamed or sent by mail, backups of the disk, old logs, and what the service itself keeps.';

/** What is about to become of each file. */
export function forgetPlanText({ path, employeeId, rows }: Forgotten, plan: Forgetting): string {
  const where = rows.length === 0 ? `no longer in ${path}` : `${rowList(rows)} of ${path}`;
  return [
    `Forget employee ${employeeId} (${where}):`,
    ...plan.journals.map(
      (journal) => `  rewrite  ${basename(journal.path)}: ${journalPart(journal)}`,
    ),
    ...plan.deletions.map(({ path: file, kind }) => `  delete   ${basename(file)}: ${kinds[kind]}`),
    ...(rows.length === 0 ? [] : [`  keep     ${basename(path)}: it is yours`]),
  ]
    .map(sanitized)
    .join('\n');
}

/** What has become of them, and what is left to do. */
export function forgetResultText(
  { path, employeeId, rows }: Forgotten,
  { journals, deletions, others, unreadable }: Forgetting,
  end: {
    readonly failed: readonly string[];
    readonly isNothing: boolean;
    readonly hasJournal: boolean;
  },
): string {
  const { failed, isNothing, hasJournal } = end;
  const file = basename(path);
  const lines: string[] = [];
  if (isNothing) {
    lines.push(`The files of ${file} hold nothing more of employee ${employeeId}.`);
  } else {
    const missed = new Set(failed);
    const rewritten = journals.filter((journal) => !missed.has(journal.path)).length;
    const deleted = deletions.filter((each) => !missed.has(each.path)).length;
    lines.push(
      `Done: ${count(rewritten, 'journal')} rewritten, ${count(deleted, 'file')} deleted.`,
    );
  }
  for (const each of failed) {
    lines.push(
      `${each} could not be changed. Close it elsewhere, or ask who owns it; then run the same command again.`,
    );
  }
  for (const each of unreadable) {
    lines.push(
      `${basename(each)} could not be read. Look into it yourself, and delete it if the person is in it.`,
    );
  }
  for (const each of others) {
    lines.push(
      `${basename(each)} has the person in it too, and was left alone: rwa cannot know that it is a copy.`,
    );
  }
  if (rows.length > 0) {
    const [it, stays] = rows.length === 1 ? ['it', 'it stays'] : ['them', 'they stay'];
    const sent = hasJournal
      ? `While ${stays}, rwa does not send ${it} again.`
      : `There is no journal, so rwa may send ${it} while ${stays}.`;
    lines.push(
      `Delete ${rowList(rows)} from ${file} yourself: the sheet was not changed. ${sent} A run before that leaves a backup with the person in it: then forget them once more.`,
    );
  }
  lines.push(outOfReach);
  return lines.map(sanitized).join('\n');
}

/** The same for programs, one line each. */
export function forgetJson(
  { employeeId, rows }: Forgotten,
  { journals, deletions, others, unreadable }: Forgetting,
  failed: readonly string[],
): string[] {
  const missed = new Set(failed);
  const line = (file: string, action: string, more: object = {}) =>
    JSON.stringify({ type: 'file', file, action: missed.has(file) ? 'failed' : action, ...more });
  const [rewritten, deleted] = [journals, deletions].map(
    (all) => all.filter(({ path }) => !missed.has(path)).length,
  );
  return [
    ...journals.map(({ path, entries, kept }) => line(path, 'rewritten', { entries, kept })),
    ...deletions.map(({ path, kind }) => line(path, 'deleted', { kind })),
    ...others.map((path) => line(path, 'left')),
    ...unreadable.map((path) => line(path, 'unreadable')),
    JSON.stringify({
      ...{ type: 'summary', employee: employeeId, rows, rewritten, deleted },
      ...{ failed: failed.length, left: others.length + unreadable.length },
    }),
  ];
}

function journalPart({ entries, kept }: JournalWithout): string {
  const goes =
    entries === 0 ? 'nothing to remove' : `${count(entries, 'entry', 'entries')} removed`;
  return kept === 0
    ? goes
    : `${goes}, ${count(kept, 'hash', 'hashes')} kept so that no row is sent again`;
}

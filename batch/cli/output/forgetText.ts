import { basename, dirname, join } from 'node:path';
import { sanitize } from '../../../src/sanitized.js';
import type { Forgetting, OtherSheet } from '../../engine/forget/forgetting.js';
import type { FileKind } from '../../engine/forget/filesBeside.js';
import type { JournalRedaction } from '../../engine/forget/journalRedaction.js';
import { commandLine, type Flags } from './commandLine.js';
import { wrapText } from './lines.js';
import { capitalize, count, listRows } from '../../wording/words.js';

export interface ForgetTarget {
  readonly path: string;
  readonly kind: 'employee' | 'assessment';
  /** The Assessment ID if `kind` is `assessment`, or else the Employee ID or Staff ID. */
  readonly id: string;
  readonly rows: readonly number[];
  readonly hasJournal: boolean;
  /** The options that read another sheet with the same headings. */
  readonly flags: Flags;
}

/** Drafts that will be deleted count too, although nobody knows whether they contain the person. */
export function isKnown(
  { rows }: ForgetTarget,
  { journals, deletions, others }: Forgetting,
): boolean {
  return rows.length + journals.length + deletions.length + others.length > 0;
}

export function isEmpty({ journals, deletions }: Forgetting): boolean {
  return journals.length + deletions.length === 0;
}

const kinds: Readonly<Record<FileKind, string>> = {
  backup: 'a backup of the sheet',
  results: 'a results file beside the sheet',
  draft: 'left by a run that was killed',
  sandboxRun: 'a copy from a --sandbox run',
  sandboxRunData: 'from a --sandbox run',
  recovered: 'a copy of the journal',
  page: 'a report; rwa report creates it again without the person',
  sheet: 'a sheet',
};

const outOfReach =
  'rwa cannot reach copies that were moved, renamed or sent by mail, backups of the disk, old logs, and what the service itself keeps.';

export function forgetPlanText({ path, kind, id, rows }: ForgetTarget, plan: Forgetting): string {
  const where = rows.length === 0 ? `no longer in ${path}` : `${listRows(rows)} of ${path}`;
  return [
    `Forget ${kind} ${id} (${where}):`,
    ...plan.journals.map(
      (journal) => `  rewrite  ${basename(journal.path)}: ${journalPart(journal)}`,
    ),
    ...plan.deletions.map(({ path: file, kind }) => `  delete   ${basename(file)}: ${kinds[kind]}`),
    ...(rows.length === 0 ? [] : [`  keep     ${basename(path)}: it is your sheet`]),
  ]
    .map(sanitize)
    .join('\n');
}

export function forgetDryRunText(target: ForgetTarget, plan: Forgetting, width?: number): string {
  const found = isEmpty(plan)
    ? wrapText(sanitize(doneLine(target, plan, new Set())), width)
    : wrapText(forgetPlanText(target, plan), width, '           ');
  return [found, ...leftLines(target, plan, width)].join('\n');
}

export function forgetResultText(
  target: ForgetTarget,
  plan: Forgetting,
  failed: readonly string[],
  width?: number,
): string {
  const wrap = (line: string) => wrapText(sanitize(line), width);
  return [
    wrap(doneLine(target, plan, new Set(failed))),
    ...failed.map((each) =>
      wrap(
        `${each} could not be changed. Close it in other programs, or ask its owner; then run the same command again.`,
      ),
    ),
    ...leftLines(target, plan, width),
    ...(target.rows.length === 0 ? [] : [wrap(rowsLine(target))]),
    wrap(outOfReach),
  ].join('\n');
}

function leftLines(target: ForgetTarget, plan: Forgetting, width?: number): string[] {
  return (
    [
      ...plan.unreadable.map(
        (each) =>
          `${basename(each)} could not be read. Check it yourself, and delete it if it contains the person.`,
      ),
      ...plan.others.flatMap((other) => otherLines(target, other)),
    ]
      // Commands are not wrapped, so that they can be copied.
      .map((line) => (line.startsWith('  ') ? sanitize(line) : wrapText(sanitize(line), width)))
  );
}

function doneLine(target: ForgetTarget, plan: Forgetting, missed: ReadonlySet<string>): string {
  const { path, kind, id } = target;
  const file = basename(path);
  if (!isKnown(target, plan)) {
    return `${capitalize(kind)} ${id} was not found in ${file} and its files. Check the ID: 113 and 00113 are different IDs. If the person was forgotten here before, there is nothing left to do.`;
  }
  if (isEmpty(plan)) {
    return `The files of ${file} no longer contain ${kind} ${id}.`;
  }
  const [rewritten = 0, deleted = 0] = [plan.journals, plan.deletions].map(
    (all) => all.filter((each) => !missed.has(each.path)).length,
  );
  return `Done: ${count(rewritten, 'journal')} rewritten, ${count(deleted, 'file')} deleted.`;
}

function otherLines(
  { path: own, kind, id, flags: readingFlags }: ForgetTarget,
  { path: file, rows, hasKnownHeadings, commands }: OtherSheet,
): string[] {
  const name = basename(file);
  const path = join(dirname(own), name);
  const next = commands.flatMap((command) => {
    const flags = {
      ...(command === 'assess' ? {} : { for: command }),
      ...(hasKnownHeadings ? readingFlags : {}),
    };
    // `rwa forget` without `--for decide` forgets the decisions too.
    if (command === 'decide' && commands.includes('assess')) return [];
    return command === 'decide' || kind === 'assessment'
      ? rows.map((row) => commandLine(['forget', path], { ...flags, row }))
      : [commandLine(['forget', path], { ...flags, employee: id })];
  });
  const contained = kind === 'employee' ? 'the person' : 'the assessment';
  if (next.length === 0) {
    return [
      `${name} also contains ${contained} and was not changed: rwa cannot tell whether it is a copy.`,
    ];
  }
  return [
    `${name} also contains ${contained} and has its own files. Forget the person there too:`,
    ...next.map((command) => `  ${command}`),
  ];
}

function rowsLine({ path, rows, hasJournal }: ForgetTarget): string {
  const [it, stays] = rows.length === 1 ? ['it', 'it stays'] : ['them', 'they stay'];
  const sent = hasJournal
    ? `While ${stays}, rwa does not send ${it} again.`
    : `There is no journal, so rwa may send ${it} while ${stays}.`;
  return `Delete ${listRows(rows)} from ${basename(path)} yourself: the sheet was not changed. ${sent} If a run starts before you delete ${it}, its backup will contain the person; then run rwa forget again.`;
}

interface ForgetResult {
  readonly failed?: readonly string[];
  readonly isDryRun?: boolean;
}

export function forgetJson(
  { kind, id, rows }: ForgetTarget,
  { journals, deletions, others, unreadable }: Forgetting,
  { failed = [], isDryRun = false }: ForgetResult,
): string[] {
  const missed = new Set(failed);
  const line = (file: string, action: string, more: object = {}) =>
    JSON.stringify({ type: 'file', file, action: missed.has(file) ? 'failed' : action, ...more });
  const [rewritten, deleted] = [journals, deletions].map((all) =>
    isDryRun ? 0 : all.filter(({ path }) => !missed.has(path)).length,
  );
  const [rewrite, remove] = isDryRun ? ['wouldRewrite', 'wouldDelete'] : ['rewritten', 'deleted'];
  return [
    ...journals.map(({ path, entries, kept }) => line(path, rewrite, { entries, kept })),
    ...deletions.map(({ path, kind }) => line(path, remove, { kind })),
    ...others.map(({ path, commands }) => line(path, 'left', { commands })),
    ...unreadable.map((path) => line(path, 'unreadable')),
    JSON.stringify({
      type: 'summary',
      [kind]: id,
      rows,
      rewritten,
      deleted,
      failed: failed.length,
      left: others.length + unreadable.length,
    }),
  ];
}

function journalPart({ entries, kept }: JournalRedaction): string {
  const removed =
    entries === 0 ? 'nothing to remove' : `${count(entries, 'entry', 'entries')} removed`;
  return kept === 0
    ? removed
    : `${removed}, ${count(kept, 'hash', 'hashes')} kept so that no row is sent again`;
}

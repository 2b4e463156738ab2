import { realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { UsageError } from '../errors.js';
import {
  type JournalRedaction,
  planRedaction,
  listJournalCommands,
  listJournals,
  toJournalKind,
} from './journalRedaction.js';
import type { RunFact } from '../journal/facts.js';
import { assertWritable } from '../journal/journalFile.js';
import { parseCopyName } from '../files/backups.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import {
  bytesContainPerson,
  type PersonColumn,
  reportNamesPerson,
  findPersonRows,
  type PersonQuery,
  type FileBeside,
  type FileKind,
  findFilesBeside,
  isRecoveredFrom,
} from './filesBeside.js';

/** A sheet, and the person to remove from its files. */
export interface Subject {
  readonly path: string;
  readonly journal?: string | undefined;
  readonly operation: SheetOperation;
  readonly column: PersonColumn;
  /** The person's value in `column`; in a sheet of decisions, an Assessment ID. */
  readonly employeeId: string;
  readonly keys: readonly string[];
  readonly ids: readonly string[];
}

/** The plan to forget a person. */
export interface Forgetting {
  readonly journals: readonly JournalRedaction[];
  readonly deletions: readonly FileBeside[];
  /**
   * Leaves out copies of a listed sheet: forgetting the person in that sheet deletes the copies.
   */
  readonly others: readonly OtherSheet[];
  /** Files that rwa wrote and cannot read, so they may contain the person. */
  readonly unreadable: readonly string[];
  /** The number of the person's rows, by the operation that resolves them. */
  readonly unconfirmed: ReadonlyMap<SheetOperation, number>;
}

export interface OtherSheet {
  readonly path: string;
  readonly rows: readonly number[];
  /** True if the reading options of the person's sheet also find the headings of this sheet. */
  readonly hasKnownHeadings: boolean;
  /** The commands that have a journal for the sheet. */
  readonly commands: readonly string[];
}

/**
 * Changes nothing. Throws an OperatingError for a journal that this account may not write, because
 * rewriting it would change its owner.
 */
export async function planForgetting(subject: Subject, run: RunFact): Promise<Forgetting> {
  const sheet = realpathSync(subject.path);
  const journals = listJournals({ path: subject.path, journal: subject.journal });
  const search = new JournalSearch(subject, run);
  const unconfirmed = new Map<SheetOperation, number>();
  for (const { path, operation } of journals) {
    const openRows = await search.read(path, operation);
    if (openRows > 0) unconfirmed.set(operation, (unconfirmed.get(operation) ?? 0) + openRows);
  }
  for (const { path } of search.journals) assertWritable(path);
  const person = { employeeId: subject.employeeId, ids: [...search.ids] };
  const files = findFilesBeside(
    sheet,
    journals.map(({ path }) => path),
  );
  const found = await searchFiles(files, sheet, person, subject.column);
  for (const { path } of files.filter(({ kind }) => kind === 'recovered')) {
    const operation = journals.find((journal) => isRecoveredFrom(path, journal.path))?.operation;
    if (operation !== undefined) await search.read(path, operation);
  }
  return { ...found, journals: search.journals, unconfirmed };
}

/**
 * Rewrites the journals last: until then, the command can be repeated and finds everything that is
 * left. Returns the files that could not be deleted or rewritten.
 */
export async function forget(
  { journals, deletions }: Forgetting,
  assertLocked: () => void,
): Promise<string[]> {
  const undeleted: string[] = [];
  assertLocked();
  for (const { path } of deletions) {
    await rm(path, { force: true }).catch(() => undeleted.push(path));
  }
  for (const journal of journals) {
    assertLocked();
    try {
      await journal.write();
    } catch {
      undeleted.push(journal.path);
    }
  }
  return undeleted;
}

export function refuseCopy(path: string, sheet: string): never {
  throw new UsageError({ code: 'fileIsCopy', file: path, sheet });
}

/** Searches each journal for the IDs from the sheet and the earlier journals. */
class JournalSearch {
  readonly journals: JournalRedaction[] = [];
  readonly ids: Set<string>;
  readonly #subject: Subject;
  readonly #run: RunFact;

  constructor(subject: Subject, run: RunFact) {
    this.#subject = subject;
    this.#run = run;
    this.ids = new Set(subject.ids);
  }

  /** Resolves to the number of the person's unconfirmed rows. */
  async read(path: string, operation: SheetOperation): Promise<number> {
    const isOwn = operation.command === this.#subject.operation.command;
    const keys = isOwn ? this.#subject.keys : [];
    const person = { ...this.#subject, keys, ids: [...this.ids] };
    const redaction = await planRedaction(path, person, toJournalKind(operation), this.#run);
    for (const id of redaction.ids) this.ids.add(id);
    if (redaction.needsRewrite) this.journals.push(redaction);
    return redaction.unconfirmed;
  }
}

async function searchFiles(
  files: readonly FileBeside[],
  sheet: string,
  person: PersonQuery,
  column: PersonColumn,
): Promise<Pick<Forgetting, 'deletions' | 'others' | 'unreadable'>> {
  const deletions: FileBeside[] = [];
  const others: OtherSheet[] = [];
  const unreadable: string[] = [];
  // A report counts only if it is about this sheet or one of its copies.
  const own = files.filter(({ kind }) => kind !== 'sheet').map(({ path }) => path);
  const names = new Set([sheet, ...own].map((path) => basename(path)));
  for (const file of files) {
    const { path, kind } = file;
    if (kind === 'recovered') continue;
    if (kind === 'draft') {
      deletions.push(file);
      continue;
    }
    try {
      if (kind === 'sheet') {
        const { rows, hasKnownHeadings } = await findPersonRows(path, person, column);
        const commands = listJournalCommands(path);
        if (rows.length > 0) others.push({ path, rows, hasKnownHeadings, commands });
      } else if (await containsPerson(file, names, person, column)) deletions.push(file);
    } catch {
      if (kind !== 'sheet' && kind !== 'page') unreadable.push(path);
    }
  }
  return {
    deletions: addWholeSandboxRun(deletions, files),
    others: others.filter(({ path }) => !isCopyOfAny(path, others)),
    unreadable,
  };
}

function isCopyOfAny(path: string, others: readonly OtherSheet[]): boolean {
  const origin = parseCopyName(path)?.file;
  return others.some((other) => other.path === origin && other.commands.length > 0);
}

async function containsPerson(
  { path, kind }: FileBeside,
  sheets: ReadonlySet<string>,
  person: PersonQuery,
  column: PersonColumn,
): Promise<boolean> {
  if (kind === 'page') return reportNamesPerson(path, sheets, person);
  if (kind === 'sandboxRunData') return bytesContainPerson(path, person);
  return (await findPersonRows(path, person, column)).rows.length > 0;
}

/** Adds the rest of a sandbox run: its journals fit only its database. */
function addWholeSandboxRun(
  deletions: readonly FileBeside[],
  files: readonly FileBeside[],
): readonly FileBeside[] {
  const sandboxRunKinds: readonly FileKind[] = ['sandboxRun', 'sandboxRunData'];
  const isPart = ({ kind }: FileBeside) => sandboxRunKinds.includes(kind);
  if (!deletions.some(isPart)) return deletions;
  return [...deletions.filter((file) => !isPart(file)), ...files.filter(isPart)];
}

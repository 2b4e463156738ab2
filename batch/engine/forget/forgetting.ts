import { existsSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { UsageError } from '../errors.js';
import { filesOf } from '../journal/files.js';
import { type JournalKind, type JournalWithout, journalWithout } from '../journal/forgetPerson.js';
import { assertWritable } from '../journal/openJournalFile.js';
import { madeBeside } from '../files/madeBeside.js';
import { sheetOperations } from '../operations/operations.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { bytesHold, type PersonColumn, reportHolds, rowsOf, type Sought } from './holdsPerson.js';
import { type FileBeside, type FileKind, filesBeside, isRecoveredOf } from './ownFiles.js';

/** A file that is to be deleted, and what it is. */
export type Deletion = FileBeside;

/** A sheet, and whose data are to go from the files that belong to it. */
export interface Subject {
  readonly path: string;
  readonly journal?: string | undefined;
  /** What the sheet is read for. */
  readonly operation: SheetOperation;
  readonly column: PersonColumn;
  /** What stands in that column: in a sheet of decisions an Assessment ID. */
  readonly employeeId: string;
  /** Of their rows in the sheet. */
  readonly keys: readonly string[];
  readonly ids: readonly string[];
}

/** What is to become of the files of a sheet, so that they hold a person no more. */
export interface Forgetting {
  readonly journals: readonly JournalWithout[];
  readonly deletions: readonly Deletion[];
  /** Other sheets with the person in them: copies that rwa wrote or the user made, and theirs. */
  readonly others: readonly OtherSheet[];
  /** Files of ours that cannot be read, so that nobody knows. */
  readonly unreadable: readonly string[];
  /** Rows sent and never answered, by the command that settles them. */
  readonly unconfirmed: ReadonlyMap<SheetOperation, number>;
}

/** A sheet beside the one that was named, with the person in it. */
export interface OtherSheet {
  readonly path: string;
  readonly rows: readonly number[];
  /** Commands that have a journal for it: it has files of its own. */
  readonly commands: readonly string[];
}

/**
 * Looks through all files of a sheet; changes nothing. Hold the sheet's lock. Throws an OperatingError
 * for a journal that may not be written: under another account it would come to belong to that one.
 */
export async function planForgetting(subject: Subject, at: string): Promise<Forgetting> {
  const sheet = realpathSync(subject.path);
  const known = journalsOf(subject);
  // Decisions are known by the assessment: those of the others come first.
  const ids = new Set(subject.ids);
  const unconfirmed = new Map<SheetOperation, number>();
  const journals: JournalWithout[] = [];
  const read = async (path: string, operation: SheetOperation) => {
    const isOwn = operation.command === subject.operation.command;
    const person = { ...subject, keys: isOwn ? subject.keys : [], ids: [...ids] };
    const without = await journalWithout(path, person, kindOf(operation), at);
    for (const id of without.ids) ids.add(id);
    if (without.isNews) journals.push(without);
    return without;
  };
  for (const { path, operation } of known) {
    const { unconfirmed: open } = await read(path, operation);
    if (open > 0) unconfirmed.set(operation, (unconfirmed.get(operation) ?? 0) + open);
  }
  for (const { path } of journals) assertWritable(path);
  const sought = { employeeId: subject.employeeId, ids: [...ids] };
  const files = filesBeside(
    sheet,
    known.map(({ path }) => path),
  );
  const found = {
    deletions: [] as Deletion[],
    others: [] as OtherSheet[],
    unreadable: [] as string[],
  };
  // A report of another sheet is that one's.
  const own = files.filter(({ kind }) => kind !== 'sheet').map(({ path }) => path);
  const names = new Set([sheet, ...own].map((path) => basename(path)));
  for (const file of files) {
    const { path, kind } = file;
    if (kind === 'recovered') {
      const operation = known.find((journal) => isRecoveredOf(path, journal.path))?.operation;
      if (operation !== undefined) await read(path, operation);
      continue;
    }
    if (kind === 'draft') {
      found.deletions.push(file);
      continue;
    }
    try {
      if (kind === 'sheet') {
        const rows = await rowsOf(path, sought, subject.column);
        if (rows.length > 0) found.others.push({ path, rows, commands: commandsOf(path) });
      } else if (await holds(file, names, sought, subject.column)) found.deletions.push(file);
    } catch {
      if (kind !== 'sheet' && kind !== 'page') found.unreadable.push(path);
    }
  }
  const others = found.others.filter(({ path }) => !isCopyOfOne(path, found.others));
  return {
    ...found,
    others,
    deletions: withWholeSandboxRun(found.deletions, files),
    journals,
    unconfirmed,
  };
}

/**
 * Does what was planned, the journals last: until they are rewritten, the same command finds all that
 * is left. Resolves to the files that could not be deleted.
 */
export async function forget(
  { journals, deletions }: Forgetting,
  assertLocked: () => void,
): Promise<string[]> {
  const left: string[] = [];
  assertLocked();
  for (const { path } of deletions) {
    await rm(path, { force: true }).catch(() => left.push(path));
  }
  for (const journal of journals) {
    assertLocked();
    try {
      await journal.write();
    } catch {
      left.push(journal.path);
    }
  }
  return left;
}

/** The operations that have a journal each, that of decisions last. */
const withJournals = Object.values(sheetOperations)
  .filter(({ isInRounds }) => isInRounds !== true)
  .toSorted((a, b) => Number(namesAssessment(a)) - Number(namesAssessment(b)));

function namesAssessment({ keysAre }: SheetOperation): boolean {
  return keysAre === 'assessmentId';
}

/** The commands that have a journal beside a sheet. */
function commandsOf(path: string): string[] {
  return withJournals
    .map(({ command }) => command)
    .filter((command) => existsSync(filesOf(path, { command }).journal));
}

/** True for a copy that goes when the person is forgotten in the sheet that it is of. */
function isCopyOfOne(path: string, others: readonly OtherSheet[]): boolean {
  const origin = madeBeside(path)?.file;
  return others.some((other) => other.path === origin && other.commands.length > 0);
}

/** The journals of all commands, that of decisions last. */
function journalsOf({ path, journal }: Subject) {
  const seen = new Set<string>();
  return withJournals.flatMap((operation) =>
    [journal, undefined].flatMap((named) => {
      const file = filesOf(path, { journal: named, command: operation.command }).journal;
      if (seen.has(file)) return [];
      seen.add(file);
      return [{ path: file, operation }];
    }),
  );
}

function kindOf({ keysAre, caseOf, repeatable }: SheetOperation): JournalKind {
  return {
    keyIsRequest: caseOf === undefined,
    isRepeatable: repeatable,
    ...(keysAre === undefined ? {} : { keysAre }),
  };
}

async function holds(
  { path, kind }: FileBeside,
  sheets: ReadonlySet<string>,
  sought: Sought,
  column: PersonColumn,
): Promise<boolean> {
  if (kind === 'page') return reportHolds(path, sheets, sought);
  if (kind === 'rehearsalData') return bytesHold(path, sought);
  return (await rowsOf(path, sought, column)).length > 0;
}

/** A sandbox run is of one piece: its journal without its database would meet another service. */
function withWholeSandboxRun(
  deletions: readonly Deletion[],
  files: readonly FileBeside[],
): readonly Deletion[] {
  const ofSandboxRun: readonly FileKind[] = ['rehearsal', 'rehearsalData'];
  const isPart = ({ kind }: FileBeside) => ofSandboxRun.includes(kind);
  if (!deletions.some(isPart)) return deletions;
  return [...deletions.filter((file) => !isPart(file)), ...files.filter(isPart)];
}

/** Throws a UsageError for a file that is a copy of a sheet, and has no files of its own. */
export function refuseCopy(path: string, sheet: string | undefined): void {
  if (sheet === undefined) return;
  throw new UsageError({ code: 'fileIsCopy', file: path, sheet });
}

import { existsSync } from 'node:fs';
import { toSheetFiles } from '../journal/files.js';
import type { JournalKind } from '../journal/forgetPerson.js';
import { sheetOperations } from '../operations/operations.js';
import type { SheetOperation } from '../operations/sheetOperation.js';

/** A journal of a sheet, and the operation that it belongs to. */
export interface JournalOfSheet {
  readonly path: string;
  readonly operation: SheetOperation;
}

/** Returns the journals of all commands for a sheet, and those named `journal`, with decisions last. */
export function listJournals({
  path,
  journal,
}: {
  readonly path: string;
  readonly journal?: string | undefined;
}): JournalOfSheet[] {
  const seen = new Set<string>();
  return withJournals.flatMap((operation) =>
    [journal, undefined].flatMap((named) => {
      const file = toSheetFiles(path, { journal: named, command: operation.command }).journal;
      if (seen.has(file)) return [];
      seen.add(file);
      return [{ path: file, operation }];
    }),
  );
}

/** Returns the commands that have a journal beside a sheet. */
export function listJournalCommands(path: string): string[] {
  return withJournals
    .map(({ command }) => command)
    .filter((command) => existsSync(toSheetFiles(path, { command }).journal));
}

/** Returns the meaning of the keys in the journal of an operation. */
export function toJournalKind({ keysAre, identifyCase, repeatable }: SheetOperation): JournalKind {
  return {
    keyIsRequest: identifyCase === undefined,
    isRepeatable: repeatable,
    ...(keysAre === undefined ? {} : { keysAre }),
  };
}

/** The operations with their own journal, decisions last. */
const withJournals = Object.values(sheetOperations)
  .filter(({ isInRounds }) => isInRounds !== true)
  .toSorted((a, b) => Number(namesAssessment(a)) - Number(namesAssessment(b)));

function namesAssessment({ keysAre }: SheetOperation): boolean {
  return keysAre === 'assessmentId';
}

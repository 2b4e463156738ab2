import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { createDraftPath, findDrafts, isAbandoned } from '../../../sheets/files/draft.js';
import { addingMarkEnding } from '../../engine/journal/sheetFiles.js';
import { CommandError } from '../output/commandError.js';

/**
 * Returns the path of a file that identifies the row that this process is adding to a sheet of
 * requests.
 */
export function createAddingMark(sheet: string): string {
  return createDraftPath(toMarkBase(sheet));
}

/** Includes the marks of servers that were killed. */
export function findAddingMarks(sheet: string): string[] {
  return findDrafts(toMarkBase(sheet));
}

/** No server takes as long to add a row and to get the answer. */
const addingLimitMs = 3_600_000;

/**
 * A process that runs may have the process ID of a server that was killed, and the name of a
 * container may have changed. Old marks are therefore abandoned, too.
 */
export function isMarkAbandoned(mark: string): boolean {
  const markedMs = statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  return isAbandoned(mark) || Date.now() - markedMs > addingLimitMs;
}

/**
 * Refuses a run, which would send a row that a server was adding: the same request may have been
 * sent from a sheet in another folder in the meantime.
 */
export function assertNoRowBeingAdded(sheet: string, remedy: string): void {
  if (findAddingMarks(sheet).length === 0) return;
  throw new CommandError(
    `rwa mcp has not finished adding a request to ${sheet}, so this request may not have been sent. ${remedy} This time, nothing was sent.`,
  );
}

function toMarkBase(sheet: string): string {
  return `${resolve(sheet)}${addingMarkEnding}`;
}

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

/** Adding a row and waiting for the answer never takes this long. */
const addingLimitMs = 3_600_000;

/**
 * Another process may have the process ID of a server that was killed, and the name of a container
 * may have changed. Therefore, old marks count as abandoned, too.
 */
export function isMarkAbandoned(mark: string): boolean {
  const markedMs = statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  return isAbandoned(mark) || Date.now() - markedMs > addingLimitMs;
}

/**
 * Refuses a run if a server has not finished adding a row, because the run would send the row. The
 * same request may have been sent from a sheet in another folder meanwhile.
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

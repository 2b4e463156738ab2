import { resolve } from 'node:path';
import { draftPath, findDrafts } from '../../../sheets/files/draft.js';
import { CommandError } from '../output/commandError.js';

/**
 * Returns a new path for a mark: a file that identifies the row that this process is adding to a
 * sheet of requests.
 */
export function createAddingMark(sheet: string): string {
  return draftPath(toMarkBase(sheet));
}

/** Finds the marks of all servers, including those of servers that were killed. */
export function findAddingMarks(sheet: string): string[] {
  return findDrafts(toMarkBase(sheet));
}

/**
 * Throws a CommandError for a sheet with a row that a server was adding: the run would send this
 * row, although the same request may have been sent from a sheet in another folder in the meantime.
 * `remedy` is the sentence about what to do.
 */
export function assertNoRowBeingAdded(sheet: string, remedy: string): void {
  if (findAddingMarks(sheet).length === 0) return;
  throw new CommandError(
    `rwa mcp has not finished adding a request to ${sheet}, so this request may not have been sent. ${remedy} This time, nothing was sent.`,
  );
}

function toMarkBase(sheet: string): string {
  return `${resolve(sheet)}.adding`;
}

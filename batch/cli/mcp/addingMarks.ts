import { resolve } from 'node:path';
import { draftPath, findDrafts } from '../../../sheets/files/draft.js';
import { CommandError } from '../output/commandError.js';

/**
 * Returns a new path for the file that marks the row that this process is adding to a sheet of
 * requests.
 */
export function createAddingMark(sheet: string): string {
  return draftPath(toMarkBase(sheet));
}

/** Finds the marks of all servers, including those that a killed server left behind. */
export function findAddingMarks(sheet: string): string[] {
  return findDrafts(toMarkBase(sheet));
}

/**
 * Throws a CommandError for a sheet with a row that a server was adding: the command would send this
 * row, although the same request may have been sent from a sheet in another folder since.
 */
export function refuseAddedRow(sheet: string): void {
  if (findAddingMarks(sheet).length === 0) return;
  throw new CommandError(
    `rwa mcp was adding a request to ${sheet}, and may not have sent it. Start rwa mcp, and ask for this request or any other: it removes what was not sent. To fetch results only, add --max-new 0. Nothing was sent.`,
  );
}

function toMarkBase(sheet: string): string {
  return `${resolve(sheet)}.adding`;
}

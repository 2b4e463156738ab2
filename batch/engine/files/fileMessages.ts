import type { SheetNote, SheetProblem, SpecialFile } from '../../../sheets/messages.js';

/** The reason why the system could not read or write a file. */
export interface FileFault {
  /** The file or folder that probably caused the failure, for example because of its owner. */
  readonly path: string;
  /** The system's error code, such as ENOSPC. */
  readonly code?: string | undefined;
  /** The system's own message. */
  readonly reason: string;
}

/** Messages about files, by code. */
export interface FileMessages {
  /** A problem or a note of sheet-splice about a sheet that it reads or writes. */
  aboutFile: { readonly about: SheetProblem | SheetNote };
  /** The server has deleted the uploaded file. `file` is missing if only the sheet is known. */
  fileDeleted: { readonly file?: string };
}

export function sheetMessage(
  about: SheetProblem | SheetNote,
): { code: 'aboutFile' } & FileMessages['aboutFile'] {
  return { code: 'aboutFile', about };
}

/** Messages about the file of a report, by code. */
export interface ReportMessages {
  reportIsNoHtml: { readonly file: string };
  /** The file is a pipe, a socket or a device. */
  reportIsNoFile: { readonly file: string; readonly kind: SpecialFile };
  reportFolderNotWritable: { readonly file: string };
}

/** Messages about forgetting a person, by code. */
export interface ForgetMessages {
  /**
   * The file is a copy that rwa made from a sheet: forgetting the person in that sheet deletes it.
   */
  fileIsCopy: { readonly file: string; readonly sheet: string };
}

/**
 * Returns the last part of a path, as messages show it. Accepts both separators on every system.
 */
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

import type { SheetNote, SheetProblem, SpecialFile } from '../../../sheets/messages.js';

export interface FileFault {
  /** The file or folder that probably caused the failure. */
  readonly path: string;
  /** The system's error code, such as ENOSPC. */
  readonly code?: string | undefined;
  readonly reason: string;
}

export interface FileMessages {
  aboutFile: { readonly about: SheetProblem | SheetNote };
  /** The server has deleted the uploaded file. `file` is missing if only the sheet is known. */
  fileDeleted: { readonly file?: string };
}

export function toSheetMessage(
  about: SheetProblem | SheetNote,
): { code: 'aboutFile' } & FileMessages['aboutFile'] {
  return { code: 'aboutFile', about };
}

export interface ReportMessages {
  reportIsNoHtml: { readonly file: string };
  /** The file is a pipe, a socket or a device. */
  reportIsNoFile: { readonly file: string; readonly kind: SpecialFile };
  reportFolderNotWritable: { readonly file: string };
}

export interface ForgetMessages {
  /** A copy that rwa made from `sheet`: forgetting the person in that sheet deletes it. */
  fileIsCopy: { readonly file: string; readonly sheet: string };
}

/** Accepts both separators on every system. */
export function getFileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** Why the system could not read or write a file. */
export interface FileFault {
  /** The file or its folder, whose owner may be the reason. */
  readonly path: string;
  /** The system's code, such as ENOSPC. */
  readonly code?: string | undefined;
  /** The same in the system's words. */
  readonly reason: string;
}

/** What is said of files, by its codes. */
export interface FileMessages {
  /** What sheet-splice says of a sheet that it reads or writes, in its own words. */
  sheetSays: { readonly text: string };
}

/** What sheet-splice says of a sheet, as a message. */
export function sheetMessage(text: string): { code: 'sheetSays' } & FileMessages['sheetSays'] {
  return { code: 'sheetSays', text };
}

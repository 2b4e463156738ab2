/** Why the system could not read or write a file. */
export interface FileFault {
  /** The file or its folder, whose owner may be the reason. */
  readonly path: string;
  /** The system's code, such as ENOSPC. */
  readonly code?: string | undefined;
  /** The same in the system's words. */
  readonly reason: string;
}

/** Messages about files, by code. */
export interface FileMessages {
  /** An error text from sheet-splice about a sheet that it reads or writes. */
  sheetSays: { readonly text: string };
}

/** Wraps an error text from sheet-splice in a message. */
export function sheetMessage(text: string): { code: 'sheetSays' } & FileMessages['sheetSays'] {
  return { code: 'sheetSays', text };
}

import type { FileFault } from '../files/fileMessages.js';

/** Messages about the file of a report, by code. */
export interface ReportMessages {
  reportIsNoHtml: { readonly file: string };
  /** The file is a pipe, a socket or a device, as `kind` describes. */
  reportIsNoFile: { readonly file: string; readonly kind: string };
  reportFolderNotWritable: { readonly file: string };
  reportNotWritten: { readonly file: string; readonly fault: FileFault };
}

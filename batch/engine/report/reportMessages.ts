import type { FileFault } from '../files/fileMessages.js';

/** What is said of the file of a report, by its codes. */
export interface ReportMessages {
  reportIsNoHtml: { readonly file: string };
  /** It is a pipe, a socket or a device: `kind` in words. */
  reportIsNoFile: { readonly file: string; readonly kind: string };
  reportFolderNotWritable: { readonly file: string };
  reportNotWritten: { readonly file: string; readonly fault: FileFault };
}

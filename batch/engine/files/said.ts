/** What is said of files, by its codes. */
export interface FileMessages {
  /** What sheet-splice says of a sheet that it reads or writes, in its own words. */
  saidOfSheet: { readonly text: string };
}

/** What is said of forgetting a person, by its codes. */
export interface ForgetMessages {
  /** The file was made by rwa from a sheet, and goes with the person when that is named. */
  fileIsCopy: { readonly file: string; readonly sheet: string };
}

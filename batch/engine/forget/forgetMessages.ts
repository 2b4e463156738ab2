/** Messages about forgetting a person, by code. */
export interface ForgetMessages {
  /** The file is a copy that rwa made from a sheet, and is deleted when the person is forgotten there. */
  fileIsCopy: { readonly file: string; readonly sheet: string };
}

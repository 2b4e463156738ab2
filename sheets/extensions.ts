/** The extensions of workbooks without and with macros, and of templates for both. */
export const workbookExtensions: readonly string[] = ['.xlsx', '.xlsm', '.xltx', '.xltm'];

export const csvExtensions: readonly string[] = ['.csv', '.tsv', '.txt'];

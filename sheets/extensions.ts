/** The extensions of workbooks: without and with macros, and the templates of both. */
export const workbookExtensions: readonly string[] = ['.xlsx', '.xlsm', '.xltx', '.xltm'];

/** The extensions of text files with separators. */
export const csvExtensions: readonly string[] = ['.csv', '.tsv', '.txt'];

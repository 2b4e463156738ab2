/** Without and with macros, and the templates of both. */
export const workbookExtensions: readonly string[] = ['.xlsx', '.xlsm', '.xltx', '.xltm'];

export const csvExtensions: readonly string[] = ['.csv', '.tsv', '.txt'];

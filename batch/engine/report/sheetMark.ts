/** The name of the meta tag with the sheet of a report: `rwa forget` finds reports in any language by it. */
export const sheetMark = 'rwa-sheet';

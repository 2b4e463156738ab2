/** Reads and writes files. For workbooks in memory, see `xlsx.ts`. */
export { unguardText } from './csv/formulaGuard.js';
export { openSheet, type OpenOptions } from './files/open.js';
export * from './messages.js';
export * from './sheet.js';
export { sheetWords, type Wording } from './words.js';

/** Files: whatever `openSheet` reads, it can write columns into. Workbooks without files are in `xlsx.ts`. */
export { unguarded } from './csv/formulaGuard.js';
export { openSheet, type OpenOptions } from './files/open.js';
export * from './sheet.js';

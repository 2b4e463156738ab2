/** Reads and writes workbooks from any source of bytes, without Node. */
export {
  keep,
  noCells,
  SheetError,
  type Cell,
  type ColourStop,
  type ColumnSpan,
  type CurrentCells,
  type ResultCell,
  type ResultColumn,
  type ResultColumns,
  type ResultPlaces,
  type Results,
  type ResultValue,
  type SheetRow,
} from './sheet.js';
export type {
  Abnormality,
  Damage,
  Difference,
  SheetNote,
  SheetNotes,
  SheetProblem,
  SheetProblems,
} from './messages.js';
export { sheetWords, type Wording } from './words.js';
export { MemorySink, memorySource } from './xlsx/memory.js';
export { openWorkbook, type Workbook } from './xlsx/open.js';
export type { ByteChunks, ByteSink, ByteSource, Compression, WorkbookBytes } from './xlsx/ports.js';
export { webCompression } from './xlsx/webCompression.js';
export type { PatchedWorkbook } from './xlsx/write/patchedWorkbook.js';

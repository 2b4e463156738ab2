/** Files: whatever `openSheet` reads, it can write columns into. Workbooks without files are in `xlsx.ts`. */
export { openSheet } from './files/open.js';
export {
  keep,
  nothingYet,
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
  type ResultSheet,
  type ResultTarget,
  type ResultValue,
  type SheetFile,
  type SheetRow,
  type WrittenSheet,
} from './sheet.js';

import type { ColumnMap } from './columns.js';
import type { WrittenHeadings } from './writtenHeadings.js';
import type { ReadingOptions } from './readSetting.js';
import type { HashOf } from './rowKey.js';
import type { ExampleRows, SheetInputs } from './sheetInputs.js';

/** How to read a sheet, as the options say. */
export interface IntakeOptions extends ReadingOptions {
  /** The inputs of the operation that the sheet is read for. */
  readonly inputs: SheetInputs;
  readonly sheet?: string | undefined;
  /** The row with the headings, counted from 1. */
  readonly headerRow?: number | undefined;
  readonly columns?: ColumnMap | undefined;
  readonly set?: Readonly<Partial<Record<string, string>>> | undefined;
  /** Rows that are hidden in the sheet are not meant. */
  readonly visibleOnly?: boolean | undefined;
  /** The rows that a template shows, which are left out as long as nobody has touched them. */
  readonly exampleRows?: ExampleRows | undefined;
  /** What the journal knows of our columns, by sheet. */
  readonly knownColumns?: ReadonlyMap<string, WrittenHeadings> | undefined;
  /** How the journal hashes, for rows that it is to know; default as one without a random value. */
  readonly hashOf?: HashOf | undefined;
}

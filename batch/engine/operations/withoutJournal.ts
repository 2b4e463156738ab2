import { HeadingNames } from '../intake/headingNames.js';
import { isInputsCode } from '../intake/inputsCode.js';
import { inputsCode } from '../rows/inputsCodeOfRow.js';
import type { ReportColumn, SheetOperation } from './sheetOperation.js';

/** Last, since nobody reads it. */
const column: ReportColumn = {
  name: 'inputsCode',
  heading: 'Inputs code',
  kind: 'text',
  widthChars: 34,
  stays: true,
  looksOurs: (text) => isInputsCode(text),
  of: (report) => report.inputsCode,
};

/**
 * The same operation for a face that keeps no journal from one run to the next: a further column says of each
 * assessment what it was made for, and what a person decides about a row is read from its cells.
 */
export function withoutJournal(operation: SheetOperation): SheetOperation {
  const { fields, outside, details } = operation;
  const columns = [...operation.columns, column];
  return {
    ...operation,
    columns,
    readsAll: true,
    headings: new HeadingNames(fields, columns),
    ...(outside === undefined ? {} : { outside: withoutJournal(outside) }),
    details: (row, state) => ({ ...details(row, state), inputsCode: inputsCode(row, state) }),
  };
}

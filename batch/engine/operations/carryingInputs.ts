import { HeadingNames } from '../intake/headingNames.js';
import { inputsCode } from '../rows/madeFor.js';
import type { ReportColumn, SheetOperation } from './sheetOperation.js';

/** Last, since nobody reads it. */
const column: ReportColumn = {
  name: 'inputsCode',
  heading: 'Inputs code',
  kind: 'text',
  widthChars: 26,
  stays: true,
  isOursAnywhere: true,
  of: (report) => report.inputsCode,
};

/**
 * The same operation for a face that keeps no journal from one run to the next: a further column says of each
 * assessment what it was made for.
 */
export function carryingInputs(operation: SheetOperation): SheetOperation {
  const { fields, outside, details } = operation;
  const columns = [...operation.columns, column];
  return {
    ...operation,
    columns,
    headings: new HeadingNames(fields, columns),
    ...(outside === undefined ? {} : { outside: carryingInputs(outside) }),
    details: (row, state) => ({ ...details(row, state), inputsCode: inputsCode(row, state) }),
  };
}

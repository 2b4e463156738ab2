import type { IExecuteFunctions } from 'n8n-workflow';
import { readRowRanges, type Selection } from '../../batch/engine/rows/selection.js';
import { toNumber } from '../shared/options.js';
import type { Options } from './options.js';
import { rowSelection, type SheetNodeOperation } from './properties.js';

const dayMs = 86_400_000;

/**
 * Throws a NodeOperationError that names the parameter to correct: an unreadable selection must not
 * select all rows.
 */
export function readSelection(
  context: IExecuteFunctions,
  itemIndex: number,
  options: Options,
  operation: SheetNodeOperation,
): Selection {
  const parameter = (name: string): unknown => context.getNodeParameter(name, itemIndex);
  const selection = parameter('rows');
  const isAgain = operation === 'assessAgain';
  if (selection === 'all') return {};
  if (isAgain && selection === 'changed') return { onlyChanged: true };
  if (isAgain && selection === 'older') {
    const days = toNumber(parameter('olderThanDays'));
    if (days !== undefined && days > 0) return { olderThanMs: days * dayMs };
    throw options.createError(`${rowSelection.olderThan} must be a number above 0`, 'Correct it.');
  }
  if (selection === 'numbers') {
    const rows = readRowRanges(String(parameter('rowNumbers')));
    if (rows !== undefined) return { rows };
    const remedy = 'Write them like 14, 20-31, as Excel counts them.';
    throw options.createError(`${rowSelection.rowNumbers} has no row numbers`, remedy);
  }
  const message = `"${String(selection)}" is not a choice of ${rowSelection.label}`;
  throw options.createError(message, 'Choose one from the list.');
}

import { columnName } from '../../../sheets/xlsx/address.js';
import type { Message } from '../message.js';
import { type Columns } from './columns.js';
import type { IntakeOptions } from './intakeOptions.js';

/**
 * Returns notes about the effect of `--columns` and `--set`, so that it surprises nobody. Omits a
 * column chosen by letters if its heading means the same input.
 */
export function settingNotes(
  columns: Columns,
  { inputs, columns: map = {}, set = {} }: IntakeOptions,
): Message[] {
  const fields = Object.entries(inputs.fields);
  const mapped = fields.flatMap(([name, { label }]): Message[] => {
    const [chosen, column] = [map[name] ?? undefined, columns.fields.get(name)];
    if (chosen === undefined || column === undefined || set[name] !== undefined) return [];
    const there = columns.headings[column] ?? '';
    if (typeof chosen !== 'string' && inputs.headings.findField(there) === name) return [];
    const heading = typeof chosen === 'string' ? chosen : there;
    return [{ code: 'inputFromColumn', label, column: columnName(column), heading }];
  });
  const everywhere = fields.flatMap(([name, { label }]): Message[] => {
    const [value, column] = [set[name], columns.fields.get(name)];
    if (value === undefined) return [];
    const instead = column === undefined ? {} : { column: columnName(column) };
    return [{ code: 'inputSetForAll', label, value, ...instead }];
  });
  return [...mapped, ...everywhere];
}

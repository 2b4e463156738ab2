import { columnName } from '../../../sheets/xlsx/address.js';
import type { Message } from '../message.js';
import { type Columns } from './columns.js';
import type { IntakeOptions } from './intakeOptions.js';

/** Notes about the effect of `--columns` and `--set` on a sheet, so that nobody is surprised. */
export function settingNotes(
  columns: Columns,
  { inputs, columns: map = {}, set = {} }: IntakeOptions,
): Message[] {
  const fields = Object.entries(inputs.fields);
  const mapped = fields.flatMap(([name, { label }]): Message[] => {
    const [heading, column] = [map[name], columns.fields.get(name)];
    if (heading === undefined || column === undefined || set[name] !== undefined) return [];
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

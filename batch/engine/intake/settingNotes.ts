import { columnName } from '../../../sheets/xlsx/address.js';
import { type Sentence, sentence, value as typed } from '../wording/sentence.js';
import { type Columns } from './columns.js';
import type { IntakeOptions } from './intakeOptions.js';

/** What `--columns` and `--set` make of a sheet, each a sentence, so that nobody is surprised. */
export function settingNotes(
  columns: Columns,
  { inputs, columns: map = {}, set = {} }: IntakeOptions,
): Sentence[] {
  const fields = Object.entries(inputs.fields);
  const mapped = fields.flatMap(([name, { label }]) => {
    const [heading, column] = [map[name], columns.fields.get(name)];
    if (heading === undefined || column === undefined || set[name] !== undefined) return [];
    return [`${label} is read from column ${columnName(column)}, "${heading}" (--columns).`];
  });
  const everywhere = fields.flatMap(([name, { label }]) => {
    const [value, column] = [set[name], columns.fields.get(name)];
    if (value === undefined) return [];
    const instead = column === undefined ? '' : `; column ${columnName(column)} is not read`;
    return [sentence`${label} is "${typed(value)}" in every row (--set)${instead}.`];
  });
  return [...mapped, ...everywhere];
}

import { type AssessmentField, assessmentFields } from '../../src/assessment.js';
import { columnLetters, type Columns } from './columns.js';
import type { IntakeOptions } from './readSheet.js';

/** What `--columns` and `--set` make of a sheet, each a sentence, so that nobody is surprised. */
export function settingNotes(
  columns: Columns,
  { columns: map = {}, set = {} }: IntakeOptions,
): string[] {
  const names = Object.keys(assessmentFields) as AssessmentField[];
  const mapped = names.flatMap((name) => {
    const [heading, column] = [map[name], columns.fields.get(name)];
    if (heading === undefined || column === undefined || set[name] !== undefined) return [];
    return [
      `${assessmentFields[name].label} is read from column ${columnLetters(column)}, "${heading}" (--columns).`,
    ];
  });
  const everywhere = names.flatMap((name) => {
    const [value, column] = [set[name], columns.fields.get(name)];
    if (value === undefined) return [];
    const instead = column === undefined ? '' : `; column ${columnLetters(column)} is not read`;
    return [`${assessmentFields[name].label} is "${value}" in every row (--set)${instead}.`];
  });
  return [...mapped, ...everywhere];
}

import { assessmentFields } from '../../../src/assessmentFields.js';
import type { Field } from '../../../src/field.js';
import type { ValueEntry } from '../contract/shapes.js';

const fields: Readonly<Record<string, Field | undefined>> = assessmentFields;

export function describeEntry(field: string): ValueEntry {
  const { kind, values } = fields[field] ?? {};
  if (kind === 'dateTime') return { isDate: true };
  // The service does not publish the other lists, so ours may lack valid values.
  return kind === 'choice' && values !== undefined ? { choices: [...values] } : {};
}

export const openFields = Object.entries(assessmentFields).flatMap(([name, { kind }]) =>
  kind === 'openChoice' ? name : [],
);

/** Matches the list in "Role type must be Engineering, Design, or Other." The contract has no such example. */
const list = /\b(?:must be|one of|use)\b:?\s+(?:one of\b:?\s+)?(.+?)(?:\.(?:\s|$)|$)/is;
/** A longer text shows that the message lists no values. */
const maxValueLength = 60;

export function findNamedValues(message: string): string[] {
  const [, listed = ''] = list.exec(message) ?? [];
  const values = listed
    .split(/\s*,\s*(?:or\s+|and\s+)?|\s+or\s+/)
    .map((value) => value.replaceAll(/^["'“‘`]|["'”’`]$/g, '').trim())
    .filter((value) => value !== '');
  return values.length < 2 || values.some(({ length }) => length > maxValueLength) ? [] : values;
}

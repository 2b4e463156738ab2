import type { IExecuteFunctions, ResourceMapperValue } from 'n8n-workflow';
import { assessmentFields } from '../../src/assessmentFields.js';
import type { Field } from '../../src/field.js';
import { normalizeHeading } from '../../batch/engine/intake/headingNames.js';
import type { IntakeOptions } from '../../batch/engine/intake/intakeOptions.js';
import { readSetting } from '../../batch/engine/intake/values.js';
import { assessmentExample } from '../../batch/engine/operations/assessmentExample.js';
import { columnsLabel } from './columnMapper.js';
import { type Options, toText } from './options.js';
import { remarks } from './words/values.js';

const fields: ReadonlyMap<string, Field> = new Map(Object.entries(assessmentFields));

type ByField = Partial<Record<string, string>>;

/** Throws a NodeOperationError that names the option to correct. */
export function readSheetOptions(options: Options): Omit<IntakeOptions, 'inputs' | 'columns'> {
  const dateOrder = options.readText('dateOrder');
  const reading = {
    dateOrder: dateOrder === 'dmy' || dateOrder === 'mdy' ? dateOrder : undefined,
    acceptSuggestions: options.isOn('acceptSuggestions'),
  } as const;
  const set = readValues(options);
  for (const [name, value = ''] of Object.entries(set)) {
    const field = fields.get(name);
    const read = field && readSetting(field, value, reading);
    if (read === undefined || !('problem' in read)) continue;
    const message = `Values for All Rows: "${value}" cannot be used for ${field?.label ?? name}`;
    throw options.createError(message, remarks.settingProblemText(read.problem));
  }
  return {
    ...reading,
    set,
    exampleRows: assessmentExample,
    sheet: options.readText('worksheet') || undefined,
    headerRow: readHeaderRow(options),
    visibleOnly: options.isOn('skipHiddenRows'),
  };
}

function readHeaderRow(options: Options): number | undefined {
  if (!options.isSet('headingRow')) return undefined;
  const row = options.readNumber('headingRow');
  if (Number.isInteger(row) && row > 0) return row;
  throw options.createError('Heading Row must be a whole number from 1', 'Count as Excel does.');
}

/**
 * Reads the headings of the fields in the mapper. Throws a NodeOperationError for a value that cannot be used,
 * such as one heading for two fields, which could send the start of a trip as its end.
 */
export function readColumns(
  context: IExecuteFunctions,
  itemIndex: number,
  options: Options,
): ByField {
  const given: unknown = context.getNodeParameter('columns', itemIndex, {});
  if (typeof given !== 'object' || given === null) {
    throw options.createError(
      `${columnsLabel} must be a list of fields, not one expression`,
      'Add each field there. Its heading can be an expression.',
    );
  }
  const { value, schema = [] } = given as Partial<ResourceMapperValue>;
  // The editor stores no value for a field that was added and left empty.
  const shown = schema.filter(({ removed }) => removed !== true).map(({ id }) => id);
  const columns = [...new Set([...shown, ...Object.keys(value ?? {})])].map((field) => ({
    field,
    label: findLabel(options, field),
    heading: toText(value?.[field]),
  }));
  const empty = columns.filter(({ heading }) => heading === '').map(({ label }) => label);
  if (empty.length > 0) {
    throw options.createError(
      `${columnsLabel} has no heading for ${empty.join(', ')}`,
      'Every field there needs a heading of the worksheet: enter it, or remove the field.',
    );
  }
  const mapped = new Set(columns.map(({ field }) => field));
  // A field that is not in the mapper is read from the column with its exact heading.
  const labels = new Map(
    [...fields].flatMap(([name, { label }]) =>
      mapped.has(name) ? [] : [[normalizeHeading(label), label]],
    ),
  );
  for (const { label, heading } of columns) {
    const other = labels.get(normalizeHeading(heading));
    if (other !== undefined) {
      throw options.createError(
        `${columnsLabel} has the heading "${heading}" for ${other} and for ${label}`,
        'Correct or remove one of them. If one column has both, copy it in the workbook, and give the copy another heading.',
      );
    }
    labels.set(normalizeHeading(heading), label);
  }
  return Object.fromEntries(columns.map(({ field, heading }) => [field, heading]));
}

function readValues(options: Options): ByField {
  const name = options.getLabel('values');
  const found: ByField = {};
  for (const { field = '', value = '' } of options.readEntries('values', 'value')) {
    const label = findLabel(options, field);
    if (field in found)
      throw options.createError(`${name} has ${label} twice`, 'Remove one of them.');
    if (value === '') {
      throw options.createError(
        `${name} has nothing for ${label}`,
        'Fill it in, or remove the entry.',
      );
    }
    found[field] = value;
  }
  return found;
}

function findLabel(options: Options, name: string): string {
  const label = fields.get(name)?.label;
  if (label !== undefined) return label;
  throw options.createError(`"${name}" is not a field`, 'Choose one from the list.');
}

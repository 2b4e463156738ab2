import { assessmentFields } from '../../src/assessmentFields.js';
import type { Field } from '../../src/field.js';
import type { IntakeOptions } from '../../batch/engine/intake/intakeOptions.js';
import { readSetting } from '../../batch/engine/intake/values.js';
import { assessmentExample } from '../../batch/engine/operations/assessmentExample.js';
import type { Options } from './options.js';
import { remarks } from './words/values.js';

const fields: ReadonlyMap<string, Field> = new Map(Object.entries(assessmentFields));

type ByField = Partial<Record<string, string>>;

/** Reads the options for reading the sheet. Throws a NodeOperationError that names the one to correct. */
export function readSheetOptions(options: Options): Omit<IntakeOptions, 'inputs'> {
  const dateOrder = options.text('dateOrder');
  const reading = {
    dateOrder: dateOrder === 'dmy' || dateOrder === 'mdy' ? dateOrder : undefined,
    acceptSuggestions: options.isOn('acceptSuggestions'),
  } as const;
  const set = readByField(options, 'values', 'value', 'value');
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
    columns: readByField(options, 'columns', 'column', 'heading'),
    sheet: options.text('worksheet') || undefined,
    headerRow: readHeaderRow(options),
    visibleOnly: options.isOn('skipHiddenRows'),
  };
}

function readHeaderRow(options: Options): number | undefined {
  if (!options.isSet('headingRow')) return undefined;
  const row = options.number('headingRow');
  if (Number.isInteger(row) && row > 0) return row;
  throw options.createError('Heading Row must be a whole number from 1', 'Count as Excel does.');
}

/** Reads the texts with this name from the entries of a fixed collection, by field. */
function readByField(options: Options, option: string, entry: string, textName: string): ByField {
  const name = options.label(option);
  const found: ByField = {};
  for (const texts of options.entries(option, entry)) {
    const [field, text] = [texts.field ?? '', texts[textName] ?? ''];
    const label = findLabel(options, field);
    if (field in found)
      throw options.createError(`${name} has ${label} twice`, 'Remove one of them.');
    if (text === '') {
      throw options.createError(
        `${name} has nothing for ${label}`,
        'Fill it in, or remove the entry.',
      );
    }
    found[field] = text;
  }
  return found;
}

function findLabel(options: Options, name: string): string {
  const label = fields.get(name)?.label;
  if (label !== undefined) return label;
  throw options.createError(`"${name}" is not a field`, 'Choose one from the list.');
}

import { readFile } from 'node:fs/promises';
import { z } from 'zod/v4';
import { type ReadingOptions, readSetting } from '../../engine/intake/readSetting.js';
import type { IntakeOptions } from '../../engine/intake/intakeOptions.js';
import type { SheetInputs } from '../../engine/intake/sheetInputs.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { messageOf, UsageError } from '../../engine/errors.js';
import { sentence, value as typed } from '../../engine/wording/sentence.js';
import { examples } from '../template/examples.js';
import type { SheetOptions } from './options.js';

type Values = Partial<Record<string, string>>;

/**
 * Makes the sheet options ready for use. Throws a UsageError for an input that does not exist, a
 * map that cannot be read, and a value of `--set` that no row could be sent with.
 */
export async function intakeOptions(
  inputs: SheetInputs & Pick<SheetOperation, 'command'>,
  options: SheetOptions,
): Promise<IntakeOptions> {
  const { sheet, headerRow, columns, visibleOnly } = options;
  const set = readSettings(inputs, options.set ?? []);
  const reading = readingOptions(options);
  for (const [name, field] of Object.entries(inputs.fields)) {
    const value = set[name];
    if (value === undefined) continue;
    const read = readSetting(field, value, reading);
    if ('problem' in read) {
      throw new UsageError(
        sentence`--set ${name}="${typed(value)}" cannot be used. ${typed(read.problem)}`,
      );
    }
  }
  return {
    inputs,
    sheet,
    headerRow,
    columns: columns === undefined ? undefined : await readColumnMap(inputs, columns),
    set,
    ...reading,
    visibleOnly,
    exampleRows: examples[inputs.command].values,
  };
}

/** How the sheet's values are read, as the options say. */
export function readingOptions({
  dateFormat,
  acceptSuggestions,
}: Pick<SheetOptions, 'dateFormat' | 'acceptSuggestions'>): ReadingOptions {
  return { dateOrder: dateFormat, acceptSuggestions };
}

function readSettings(inputs: SheetInputs, texts: readonly string[]): Values {
  const set: Values = {};
  for (const text of texts) {
    const [name, value] = fieldAndValue(text, '--set', 'purpose="Hire From Anywhere"');
    put(inputs, set, name, value, '--set');
  }
  return set;
}

/** The two sides of `field=value`. Throws a UsageError when one of them is missing. */
export function fieldAndValue(
  text: string,
  option: string,
  example: string,
): readonly [field: string, value: string] {
  const at = text.indexOf('=');
  const [name, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (at < 1 || value === '') {
    throw new UsageError(
      sentence`${option} ${typed(text)} is not complete. It looks like ${option} ${example}.`,
    );
  }
  return [name, value];
}

/** The input that an option names. Throws a UsageError with what was probably meant. */
export function fieldNamed(inputs: SheetInputs, name: string, option: string): string {
  const field = inputs.headings.fieldOf(name);
  if (field === undefined) throw new UsageError(unknownInput(inputs, name, option));
  return field;
}

async function readColumnMap(inputs: SheetInputs, file: string): Promise<Values> {
  const [first = ''] = Object.keys(inputs.fields);
  const example = `{"${first}": "Heading in the sheet"}`;
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(
      (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? `There is no file ${file}, which --columns names.`
        : `--columns ${file} cannot be read: ${messageOf(error)}`,
    );
  });
  const map = z.record(z.string(), z.string()).safeParse(parsedJson(text));
  if (!map.success) {
    throw new UsageError(`--columns ${file} must hold a JSON object such as ${example}.`);
  }
  const columns: Values = {};
  for (const [name, heading] of Object.entries(map.data)) {
    put(inputs, columns, name, heading, '--columns');
  }
  return columns;
}

function parsedJson(text: string): unknown {
  try {
    // Windows editors put a byte order mark first.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

function put(
  inputs: SheetInputs,
  values: Values,
  name: string,
  value: string,
  option: string,
): void {
  const field = fieldNamed(inputs, name, option);
  if (values[field] !== undefined) {
    throw new UsageError(`${option} names ${field} twice. Leave one of the two out.`);
  }
  values[field] = value;
}

function unknownInput(
  { headings, fields, each }: SheetInputs,
  name: string,
  option: string,
): string {
  const near = headings.nearestField(name);
  const meant = near === undefined ? '.' : `; did you mean ${near}?`;
  const inputs = Object.keys(fields).join(', ');
  return `${option} names "${name}", which is no input of ${anOrA(each)}${meant} The inputs are ${inputs}.`;
}

function anOrA(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

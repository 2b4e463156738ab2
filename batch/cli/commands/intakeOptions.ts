import { z } from 'zod/v4';
import { type ReadingOptions, readSetting } from '../../engine/intake/readSetting.js';
import type { IntakeOptions } from '../../engine/intake/intakeOptions.js';
import type { SheetInputs } from '../../engine/intake/sheetInputs.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { firstCommand, operationWords } from '../operations/operations.js';
import { messageOf } from '../../engine/errors.js';
import { sentence, value as typed } from '../../wording/sentence.js';
import { readTextFile } from '../../http/readTextFile.js';
import { settingProblemText } from '../wording/remarks.js';
import type { JournalOptions, SheetOptions } from './options.js';
import { CommandError } from '../output/commandError.js';

type Values = Partial<Record<string, string>>;

/**
 * Turns the sheet options into intake options. Throws a UsageError for an unknown input, a column map
 * that cannot be read, and an invalid value of `--set`.
 */
export async function intakeOptions(
  inputs: SheetInputs & Pick<SheetOperation, 'command'>,
  options: SheetOptions & Pick<JournalOptions, 'sandbox'>,
): Promise<IntakeOptions> {
  const { encoding, sheet, headerRow, columns, visibleOnly, sandbox: readsLoneExamples } = options;
  const set = readSettings(inputs, options.set ?? []);
  const reading = readingOptions(options);
  for (const [name, field] of Object.entries(inputs.fields)) {
    const value = set[name];
    if (value === undefined) continue;
    const read = readSetting(field, value, reading);
    if ('problem' in read) {
      throw new CommandError(
        sentence`--set ${name}="${typed(value)}" cannot be used. ${typed(settingProblemText(read.problem))}`,
      );
    }
  }
  return {
    inputs,
    encoding,
    sheet,
    headerRow,
    columns: columns === undefined ? undefined : await readColumnMap(inputs, columns),
    set,
    ...reading,
    visibleOnly,
    readsLoneExamples,
    exampleRows: operationWords[inputs.command].example.values,
  };
}

/** How to read the sheet's values, according to the options. */
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
    throw new CommandError(
      sentence`${option} ${typed(text)} is incomplete. Write it like this: ${option} ${example}.`,
    );
  }
  return [name, value];
}

/** The input that an option names. Throws a UsageError with a suggestion. */
export function fieldNamed(inputs: SheetInputs, name: string, option: string): string {
  const field = inputs.headings.fieldOf(name);
  if (field === undefined) throw new CommandError(unknownInput(inputs, name, option));
  return field;
}

async function readColumnMap(inputs: SheetInputs, file: string): Promise<Values> {
  const [first = ''] = Object.keys(inputs.fields);
  const example = `{"${first}": "Heading in the sheet"}`;
  const text = await readTextFile(file).catch((error: unknown) => {
    throw new CommandError(
      (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? `--columns ${file}: the file does not exist.`
        : `--columns ${file} cannot be read: ${messageOf(error)}`,
    );
  });
  const map = z.record(z.string(), z.string()).safeParse(parsedJson(text));
  if (!map.success) {
    throw new CommandError(`--columns ${file} must contain a JSON object such as ${example}.`);
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
    throw new CommandError(`${option} names ${field} twice. Remove one of them.`);
  }
  values[field] = value;
}

function unknownInput(
  { name: operation, headings, fields }: SheetInputs,
  name: string,
  option: string,
): string {
  const near = headings.nearestField(name);
  const meant = near === undefined ? '.' : `; did you mean ${near}?`;
  const inputs = Object.keys(fields).join(', ');
  return `${option} names "${name}", which is not an input of ${anOrA(operationWords[firstCommand[operation]].each)}${meant} The inputs are ${inputs}.`;
}

function anOrA(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

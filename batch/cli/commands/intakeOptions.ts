import { z } from 'zod/v4';
import { type ReadingOptions, readSetting } from '../../engine/intake/values.js';
import type { AssessmentChoices, IntakeOptions } from '../../engine/intake/intakeOptions.js';
import type { SheetInputs } from '../../engine/intake/sheetInputs.js';
import { sheetOperations } from '../../engine/operations/operations.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { resumeCommands, operationWords } from '../operations/operations.js';
import { toErrorMessage } from '../../engine/errors.js';
import { sentence, value as typed } from '../../wording/sentence.js';
import { readTextFile } from '../../http/readTextFile.js';
import { settingProblemText } from '../wording/remarks.js';
import type { JournalOptions, SheetOptions } from './options.js';
import { CommandError } from '../output/commandError.js';

type Values = Partial<Record<string, string>>;
/** The name as the user wrote it, with its value (`--set`) or its heading (`--columns`). */
type Entry = readonly [name: string, value: string];

/** Throws a UsageError for an unknown or repeated input, and for options that cannot be used. */
export async function readIntakeOptions(
  operation: SheetInputs & Pick<SheetOperation, 'command' | 'about'>,
  options: SheetOptions & Pick<JournalOptions, 'sandbox'>,
): Promise<IntakeOptions> {
  const { about } = operation;
  // A sandbox run also reads a sheet that has only the example rows of the template.
  const { encoding, sheet, headerRow, visibleOnly, sandbox: readsLoneExamples } = options;
  const reading = toReadingOptions(options);
  const settings = (options.set ?? []).map((text) =>
    splitFieldAndValue(text, '--set', 'purpose="Hire From Anywhere"'),
  );
  const columns =
    options.columns === undefined ? [] : await readColumnMap(operation, options.columns);
  const map = readValues(operation, withoutOtherInputs(operation, columns), '--columns');
  // A sheet of decisions may also have the inputs of the assessments that the decisions are about.
  const isForAssessments = (entry: Entry) =>
    !isInput(operation, entry) && about !== undefined && isInput(about, entry);
  const ownSettings = settings.filter((entry) => !isForAssessments(entry));
  return {
    inputs: operation,
    encoding,
    sheet,
    headerRow,
    columns: options.columns === undefined ? undefined : map,
    set: readSettings(operation, ownSettings, reading),
    assessmentChoices:
      about && readAssessmentChoices(operation, about, { columns, settings, reading }),
    ...reading,
    visibleOnly,
    readsLoneExamples,
    exampleRows: operationWords[operation.command].example.values,
  };
}

/**
 * Removes inputs of other operations, because one `--columns` file serves all commands. `staff_id`
 * also names the Employee ID of an assessment, unless the file has `employeeId` or inputs that only
 * other operations have.
 */
function withoutOtherInputs(inputs: SheetInputs, entries: readonly Entry[]): readonly Entry[] {
  const names = new Set(entries.map(([name]) => name));
  const operations = Object.values(sheetOperations);
  const hasOthers = entries.some((entry) => !isInput(inputs, entry));
  return entries.filter((entry) => {
    const [name] = entry;
    const field = inputs.headings.findField(name);
    if (field === undefined) return !operations.some((other) => isInput(other, entry));
    const isNameOfOther = operations.some(({ fields }) => Object.hasOwn(fields, name));
    return field === name || !isNameOfOther || (!hasOthers && !names.has(field));
  });
}

function isInput({ headings }: SheetInputs, [name]: Entry): boolean {
  return headings.findField(name) !== undefined;
}

/**
 * Decisions and assessments share some inputs, which may be meant for either. Returns one choice
 * with the shared inputs, and one choice without them.
 */
function readAssessmentChoices(
  decisions: SheetInputs,
  about: SheetInputs,
  chosen: {
    readonly columns: readonly Entry[];
    readonly settings: readonly Entry[];
    readonly reading: ReadingOptions;
  },
): AssessmentChoices[] {
  const listChoices = (entries: readonly Entry[]): (readonly Entry[])[] => {
    const all = entries.filter((entry) => isInput(about, entry));
    const only = all.filter((entry) => !isInput(decisions, entry));
    return only.length === all.length ? [all] : [all, only];
  };
  return listChoices(chosen.columns).flatMap((columns) =>
    listChoices(chosen.settings).map((settings) => ({
      columns: readValues(about, withoutOtherInputs(about, columns), '--columns'),
      set: readSettings(about, settings, chosen.reading),
    })),
  );
}

export function toReadingOptions({
  dateFormat,
  acceptSuggestions,
}: Pick<SheetOptions, 'dateFormat' | 'acceptSuggestions'>): ReadingOptions {
  return { dateOrder: dateFormat, acceptSuggestions };
}

function readSettings(
  inputs: SheetInputs,
  entries: readonly Entry[],
  reading: ReadingOptions,
): Values {
  const set = readValues(inputs, entries, '--set');
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
  return set;
}

/** Throws a UsageError if one side is missing. */
export function splitFieldAndValue(
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

/** Throws a UsageError that suggests a similar name if no input has this name. */
export function findNamedField(inputs: SheetInputs, name: string, option: string): string {
  const field = inputs.headings.findField(name);
  if (field === undefined) throw new CommandError(describeUnknownInput(inputs, name, option));
  return field;
}

async function readColumnMap(inputs: SheetInputs, file: string): Promise<readonly Entry[]> {
  const [first = ''] = Object.keys(inputs.fields);
  const example = `{"${first}": "Heading in the sheet"}`;
  const text = await readTextFile(file).catch((error: unknown) => {
    throw new CommandError(
      (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? `--columns ${file}: the file does not exist.`
        : `--columns ${file} cannot be read: ${toErrorMessage(error)}`,
    );
  });
  const map = z.record(z.string(), z.string()).safeParse(parseJson(text));
  if (!map.success) {
    throw new CommandError(`--columns ${file} must contain a JSON object such as ${example}.`);
  }
  return Object.entries(map.data);
}

function parseJson(text: string): unknown {
  try {
    // Some Windows editors begin a file with a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

function readValues(inputs: SheetInputs, entries: readonly Entry[], option: string): Values {
  const values: Values = {};
  for (const [name, value] of entries) {
    const field = findNamedField(inputs, name, option);
    if (values[field] !== undefined) {
      throw new CommandError(`${option} names ${field} twice. Remove one of them.`);
    }
    values[field] = value;
  }
  return values;
}

function describeUnknownInput(
  { name: operation, headings, fields }: SheetInputs,
  name: string,
  option: string,
): string {
  const near = headings.findNearestField(name);
  const meant = near === undefined ? '.' : `; did you mean ${near}?`;
  const inputs = Object.keys(fields).join(', ');
  return `${option} names "${name}", which is not an input of ${withArticle(operationWords[resumeCommands[operation]].rowNoun)}${meant} The inputs are ${inputs}.`;
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

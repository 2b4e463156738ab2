import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod/v4';
import { type AssessmentField, assessmentFields } from '../../src/assessment.js';
import { fieldOfHeading, nearestFieldLabel } from '../intake/columns.js';
import type { DateOrder } from '../intake/dates.js';
import type { IntakeOptions } from '../intake/readSheet.js';
import { messageOf, UsageError } from '../output/errors.js';

/** Options that say how the sheet is to be read, as commander gives them. */
export interface SheetOptions {
  sheet?: string;
  headerRow?: number;
  columns?: string;
  set?: readonly string[];
  dateFormat?: DateOrder;
}

/** Options that say where the service and the journal are. */
export interface ServiceOptions {
  baseUrl?: string;
  tokenFile?: string;
  sandbox?: boolean;
  journal?: string;
}

export function addSheetOptions(command: Command): Command {
  return command
    .option('--sheet <name>', 'the worksheet (default: the first visible one that fits)')
    .option('--header-row <row>', 'the row with the headings (default: found)', wholeNumber(1))
    .option('--columns <file>', 'JSON file: {"employeeId": "Heading in the sheet", ...}')
    .option('--set <field=value>', 'one value for every row (repeatable)', collect, [])
    .addOption(
      new Option('--date-format <order>', 'how 03/11/2026 is read').choices(['dmy', 'mdy']),
    );
}

export function addJournalOptions(command: Command): Command {
  return command
    .option('--sandbox', 'use the embedded sandbox instead of the service, to rehearse')
    .option('--journal <file>', 'the journal (default: beside the sheet)');
}

/** Reads the sheet options. Throws a UsageError for a field that does not exist. */
export async function intakeOptions(options: SheetOptions): Promise<IntakeOptions> {
  return {
    sheet: options.sheet,
    headerRow: options.headerRow,
    columns: options.columns === undefined ? undefined : await readColumnMap(options.columns),
    set: Object.fromEntries((options.set ?? []).map(readSetting)),
    dateOrder: options.dateFormat,
  };
}

/** For commander: a whole number of at least `least`. */
export function wholeNumber(least: number) {
  return (text: string): number => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least)) {
      throw new InvalidArgumentError(`It must be a whole number from ${least}.`);
    }
    return value;
  };
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** For commander: a time span such as 500ms, 2s or 10m, in milliseconds. */
export function duration(text: string): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text.trim()) ?? [];
  const milliseconds = Number(amount) * (unitMs[unit] ?? Number.NaN);
  // Timers hold 31 bits.
  if (!(milliseconds < 2 ** 31)) {
    throw new InvalidArgumentError('It must be a time such as 500ms, 2s or 10m.');
  }
  return milliseconds;
}

/** For commander: a rate such as 10/s or 100/m, as the milliseconds between two requests. */
export function spacing(text: string): number {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)\/(s|m|h)$/.exec(text.trim()) ?? [];
  const milliseconds = (unitMs[unit] ?? Number.NaN) / Number(count);
  if (!Number.isFinite(milliseconds)) {
    throw new InvalidArgumentError('It must be a rate such as 10/s or 100/m.');
  }
  return milliseconds;
}

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

function readSetting(text: string): [AssessmentField, string] {
  const at = text.indexOf('=');
  const [name, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (at < 1 || value === '') {
    throw new UsageError(
      `--set ${text} is not complete. It looks like --set purpose="Hire From Anywhere".`,
    );
  }
  return [fieldNamed(name, '--set'), value];
}

async function readColumnMap(file: string): Promise<Partial<Record<AssessmentField, string>>> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`--columns ${file} cannot be read: ${messageOf(error)}`);
  }
  const map = z.record(z.string(), z.string()).safeParse(parsed);
  if (!map.success) {
    throw new UsageError(
      `--columns ${file} must be a JSON object such as {"employeeId": "Heading in the sheet"}.`,
    );
  }
  return Object.fromEntries(
    Object.entries(map.data).map(([name, heading]) => [fieldNamed(name, '--columns'), heading]),
  );
}

function fieldNamed(name: string, option: string): AssessmentField {
  const field = fieldOfHeading(name);
  if (field !== undefined) return field;
  const near = nearestFieldLabel(name);
  const names = Object.keys(assessmentFields).join(', ');
  throw new UsageError(
    `${option} names "${name}", which is no input of an assessment${near === undefined ? '' : `; did you mean "${near}"?`} The inputs are ${names}.`.replace(
      '?" The',
      '?" The',
    ),
  );
}

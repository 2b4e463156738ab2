import { type Command, InvalidArgumentError, Option } from 'commander';
import { encodingName } from '../../../sheets/csv/singleByte.js';
import { encodingAdvice } from '../../../sheets/words.js';
import type { DateOrder } from '../../../src/dateText.js';
import { assess } from '../../engine/operations/assess.js';
import { isSandboxSheet } from '../../engine/journal/sheetFiles.js';
import { sheetOperations } from '../../engine/operations/operations.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { commandLine, type Flags } from '../output/commandLine.js';

/** Options for reading the sheet, as commander returns them. */
export interface SheetOptions {
  encoding?: string;
  sheet?: string;
  headerRow?: number;
  /** The path of a JSON file that maps inputs to headings. */
  columns?: string;
  /** Each entry is `field=value`. */
  set?: readonly string[];
  dateFormat?: DateOrder;
  acceptSuggestions?: boolean;
  visibleOnly?: boolean;
}

/** The option `--for`, of commands that read a sheet for one of several operations. */
export interface OperationOption {
  for: SheetOperation;
}

/** Options that name the journal of a sheet. */
export interface JournalOptions {
  sandbox?: boolean;
  journal?: string;
}

/** Sets `--sandbox` for a sheet that a sandbox run wrote (`hires.sandbox.xlsx`). */
export function withImpliedSandbox<O extends JournalOptions>(path: string, options: O): O {
  return isSandboxSheet(path) ? { ...options, sandbox: true } : options;
}

/** The argument of most commands. */
export const fileArgument = [
  '<file>',
  'workbook (.xlsx, .xlsm, .xltx, .xltm) or CSV file',
] as const;

export const sameServiceHelp = 'the base URL is a new address of the service that was used before';

/** Adds the options for reading a sheet. */
export function addSheetOptions(command: Command): Command {
  return command
    .optionsGroup('Reading the sheet:')
    .addOption(
      new Option('--encoding <name>', 'encoding of a CSV file, such as windows-1250').argParser(
        parseEncoding,
      ),
    )
    .option('--sheet <name>', 'worksheet (default: the first visible one that fits)')
    .option(
      '--header-row <row>',
      'row with the headings (default: found automatically)',
      createWholeNumberParser(1),
    )
    .option('--columns <file>', 'JSON file: {"employeeId": "Heading in the sheet", ...}')
    .option('--set <field=value>', 'use this value for every row; repeatable', collect)
    .addOption(
      new Option('--date-format <order>', 'how to read 03/11/2026').choices(['dmy', 'mdy']),
    )
    .option('--accept-suggestions', 'accept suggested values, such as Yes for Ja')
    .option('--visible-only', 'skip rows that are hidden in the sheet');
}

/** Adds `--for COMMAND` to a command that reads a sheet. */
export function addOperationOption(command: Command): Command {
  const commands = Object.keys(sheetOperations);
  const option = new Option('--for <command>', 'command that the sheet is for')
    .default(assess, assess.command)
    .argParser((text) => {
      const found = Object.values(sheetOperations).find(({ command }) => command === text);
      if (found !== undefined) return found;
      throw new InvalidArgumentError(`It must be one of ${commands.join(', ')}.`);
    });
  option.argChoices = commands;
  return command.addOption(option);
}

/** Returns `--for` for a suggested command; empty for assessments, which are the default. */
export function operationFlag({ command }: SheetOperation): Flags {
  return command === assess.command ? {} : { for: command };
}

/** Adds the options that name the journal, for commands that send nothing. */
export function addJournalOptions(command: Command): Command {
  return command
    .option('--sandbox', "use the sandbox run's journal")
    .option('--journal <file>', 'journal file (default: beside the sheet)');
}

/** Returns the given sheet options for a suggested command. */
export function sheetFlags(options: SheetOptions): Flags {
  const { encoding, sheet, headerRow, columns, set, dateFormat } = options;
  const { acceptSuggestions, visibleOnly } = options;
  return { encoding, sheet, headerRow, columns, set, dateFormat, acceptSuggestions, visibleOnly };
}

/** Returns the given sheet and journal options for a suggested command. */
export function journalFlags(options: SheetOptions & JournalOptions): Flags {
  const { sandbox, journal } = options;
  return { ...sheetFlags(options), sandbox, journal };
}

/** The options of a sending command that a suggested command must repeat. */
export interface SendingOptions extends SheetOptions, JournalOptions {
  baseUrl?: string;
  tokenFile?: string;
  output?: string;
}

/** Returns the given options for a suggested command that sends rows. */
export function sendingFlags(options: SendingOptions): Flags {
  const { baseUrl, tokenFile, output } = options;
  return { ...journalFlags(options), baseUrl, tokenFile, output };
}

/** Returns the command that assesses again the rows whose inputs have changed. */
export function suggestReassessment(file: string, options: SendingOptions): string {
  return commandLine(['reassess', file], { ...sendingFlags(options), onlyChanged: true });
}

/** Creates a parser for commander that accepts a whole number from `least` to `most`. */
export function createWholeNumberParser(least: number, most = 999_999_999) {
  return (text: string): number => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) {
      const upTo = most === 999_999_999 ? '' : ` to ${most}`;
      throw new InvalidArgumentError(`It must be a whole number from ${least}${upTo}.`);
    }
    return value;
  };
}

/** Parses the name of an encoding for commander. */
function parseEncoding(label: string): string {
  const name = encodingName(label);
  if (name === undefined) throw new InvalidArgumentError(encodingAdvice);
  return name;
}

/** The units of time spans and rates, in milliseconds. */
const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/**
 * The longest accepted time span in days. The delay of a timer has at most 31 bits of milliseconds,
 * which is 24.8 days.
 */
const maxDays = 24;

function createDurationParser(least: Duration) {
  return (text: string): number => {
    const milliseconds = toMilliseconds(text);
    if (Number.isNaN(milliseconds)) {
      throw new InvalidArgumentError('It must be a time such as 500ms, 2s or 10m.');
    }
    if (milliseconds > maxDays * toMilliseconds('24h')) {
      throw new InvalidArgumentError(`It must be at most ${24 * maxDays}h (${maxDays} days).`);
    }
    if (milliseconds < toMilliseconds(least)) {
      throw new InvalidArgumentError(`It must be ${least} or more.`);
    }
    return milliseconds;
  };
}

/** A time span such as `2s`. */
type Duration = `${number}${'ms' | 's' | 'm' | 'h'}`;

function toMilliseconds(text: string): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text.trim()) ?? [];
  return Number(amount) * (unitMs[unit] ?? Number.NaN);
}

/** Creates an option for a time span of at least `least`. Its value is in milliseconds. */
export function createDurationOption(
  flags: string,
  description: string,
  defaultTime: Duration,
  least: Duration = '0ms',
): Option {
  return new Option(flags, description)
    .argParser(createDurationParser(least))
    .default(toMilliseconds(defaultTime), defaultTime);
}

export function createWaitForServiceOption(): Option {
  return new Option(
    '--wait-for-service <time>',
    'keep trying this long if the service is unavailable at the start',
  ).argParser(createDurationParser('1s'));
}

/** Parses a rate such as 10/s or 100/m for commander. Returns the milliseconds between two requests. */
export function parseRate(text: string): number {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)\/(s|m|h)$/.exec(text.trim()) ?? [];
  const milliseconds = (unitMs[unit] ?? Number.NaN) / Number(count);
  if (Number.isNaN(milliseconds)) {
    throw new InvalidArgumentError('It must be a rate such as 10/s or 100/m.');
  }
  if (milliseconds > toMilliseconds('1h')) {
    throw new InvalidArgumentError('It must be 1/h or more.');
  }
  return milliseconds;
}

/** The units of ages, in hours. */
const unitHours: Readonly<Record<string, number>> = { h: 1, d: 24, w: 7 * 24 };

/** Parses an age such as `90d` for commander. Returns milliseconds. */
export function parseAge(text: string): number {
  const [, amount, unit = ''] = /^(\d{1,5}(?:\.\d+)?)([hdw])$/.exec(text.trim()) ?? [];
  const hours = Number(amount) * (unitHours[unit] ?? Number.NaN);
  if (Number.isNaN(hours))
    throw new InvalidArgumentError('It must be a time such as 90d, 12w or 36h.');
  return hours * 3_600_000;
}

/** Parses a date or an age for commander. Returns Unix time in milliseconds; a date begins at 0:00 UTC. */
export function parseSince(text: string): number {
  const typed = text.trim();
  const date = /^\d{4}-\d\d-\d\d$/.test(typed) ? Date.parse(typed) : Number.NaN;
  // JavaScript reads 31 February as a day in March.
  if (!Number.isNaN(date) && new Date(date).toISOString().startsWith(typed)) return date;
  try {
    return Date.now() - parseAge(text);
  } catch {
    throw new InvalidArgumentError('It must be a date such as 2026-11-30, or a time such as 30d.');
  }
}

/** Collects the values of an option that may be repeated. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

import { type Command, InvalidArgumentError, Option } from 'commander';
import { findEncodingName } from '../../../sheets/csv/singleByte.js';
import { encodingAdvice } from '../../../sheets/words.js';
import type { DateOrder } from '../../../src/dateText.js';
import { assess } from '../../engine/operations/assess.js';
import { isSandboxSheet } from '../../engine/journal/sheetFiles.js';
import { sheetOperations } from '../../engine/operations/operations.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { commandLine, type Flags } from '../output/commandLine.js';

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

export interface OperationOption {
  for: SheetOperation;
}

export interface JournalOptions {
  sandbox?: boolean;
  journal?: string;
}

export function withImpliedSandbox<Options extends JournalOptions>(
  path: string,
  options: Options,
): Options {
  return isSandboxSheet(path) ? { ...options, sandbox: true } : options;
}

export const fileArgument = [
  '<file>',
  'workbook (.xlsx, .xlsm, .xltx, .xltm) or CSV file',
] as const;

export const sameServiceHelp = 'the base URL is a new address of the service that was used before';

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

export function toOperationFlag({ command }: SheetOperation): Flags {
  return command === assess.command ? {} : { for: command };
}

export function addJournalOptions(command: Command): Command {
  return command
    .option('--sandbox', "use the sandbox run's journal")
    .option('--journal <file>', 'journal file (default: beside the sheet)');
}

export function toSheetFlags(options: SheetOptions): Flags {
  const { encoding, sheet, headerRow, columns, set, dateFormat } = options;
  const { acceptSuggestions, visibleOnly } = options;
  return { encoding, sheet, headerRow, columns, set, dateFormat, acceptSuggestions, visibleOnly };
}

export function toJournalFlags(options: SheetOptions & JournalOptions): Flags {
  const { sandbox, journal } = options;
  return { ...toSheetFlags(options), sandbox, journal };
}

export interface SendingOptions extends SheetOptions, JournalOptions {
  baseUrl?: string;
  tokenFile?: string;
  output?: string;
}

export function toSendingFlags(options: SendingOptions): Flags {
  const { baseUrl, tokenFile, output } = options;
  return { ...toJournalFlags(options), baseUrl, tokenFile, output };
}

/** `round` is the name of the round that the command continues. */
export function suggestReassessment(file: string, options: SendingOptions, round?: string): string {
  return commandLine(['reassess', file], { ...toSendingFlags(options), onlyChanged: true, round });
}

/** The largest number with nine digits, which is more than any option needs. */
const maxWholeNumber = 999_999_999;

export function createWholeNumberParser(least: number, most = maxWholeNumber) {
  return (text: string): number => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) {
      const upTo = most === maxWholeNumber ? '' : ` to ${most}`;
      throw new InvalidArgumentError(`It must be a whole number from ${least}${upTo}.`);
    }
    return value;
  };
}

function parseEncoding(label: string): string {
  const name = findEncodingName(label);
  if (name === undefined) throw new InvalidArgumentError(encodingAdvice);
  return name;
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Timers accept at most 31 bits of milliseconds, which is 24.8 days. */
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

type Duration = `${number}${'ms' | 's' | 'm' | 'h'}`;

function toMilliseconds(text: string): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text.trim()) ?? [];
  return Number(amount) * (unitMs[unit] ?? Number.NaN);
}

/** Creates an option whose value is in milliseconds. */
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

/** Parses a rate such as 10/s or 100/m. Returns the milliseconds between two requests. */
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

const unitHours: Readonly<Record<string, number>> = { h: 1, d: 24, w: 7 * 24 };

/** Returns milliseconds. */
export function parseAge(text: string): number {
  const [, amount, unit = ''] = /^(\d{1,5}(?:\.\d+)?)([hdw])$/.exec(text.trim()) ?? [];
  const hours = Number(amount) * (unitHours[unit] ?? Number.NaN);
  if (Number.isNaN(hours))
    throw new InvalidArgumentError('It must be a time such as 90d, 12w or 36h.');
  return hours * 3_600_000;
}

/** Parses a date or an age. Returns Unix time in milliseconds; a date begins at 0:00 UTC. */
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

export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

import { dirname, resolve } from 'node:path';
import { sanitize } from '../../../src/sanitized.js';
import { findNearest } from '../../../src/spelling.js';
import { CommandError } from '../output/commandError.js';
import { mergeOptions, type OptionValues, toOptionWords, resolveFrom } from './optionValues.js';
import {
  type ConfiguredCompany,
  type ConfiguredSheet,
  type RunConfig,
  selectionOptions,
  sharedOptions,
} from './runConfig.js';

export interface SheetTask {
  readonly company: string;
  readonly command: 'assess' | 'reassess';
  readonly file: string;
  /** The words after `rwa`. */
  readonly args: readonly string[];
}

export interface CompanyTasks {
  readonly name: string;
  readonly heartbeat?: string | undefined;
  readonly tasks: readonly SheetTask[];
}

/** An empty list selects all. */
export interface TaskSelection {
  readonly companies: readonly string[];
  /** Paths as in the configuration, or relative to the current folder. */
  readonly files: readonly string[];
}

interface TaskOptions {
  readonly config: string;
  readonly now: Date;
  /** Words that are added to each command line. */
  readonly words: readonly string[];
}

/** Throws a CommandError if a selected company or sheet is not in the configuration. */
export function createTasks(
  config: RunConfig,
  { companies, files }: TaskSelection,
  { config: path, now, words }: TaskOptions,
): CompanyTasks[] {
  const folder = dirname(path);
  const isNamed = (sheet: ConfiguredSheet, name: string) => isSheetNamed(sheet, name, folder);
  const sheets = config.companies.flatMap((company) => company.sheets);
  refuseUnknownNames(
    'company',
    companies,
    config.companies.map(({ name }) => name),
    path,
  );
  refuseUnknownNames(
    'sheet',
    files.filter((name) => !sheets.some((sheet) => isNamed(sheet, name))),
    sheets.map(({ file }) => file),
    path,
  );
  return config.companies
    .filter(({ name }) => companies.length === 0 || companies.includes(name))
    .map((company) => ({
      name: company.name,
      heartbeat: files.length === 0 ? company.heartbeat : undefined,
      tasks: company.sheets
        .filter((sheet) => files.length === 0 || files.some((name) => isNamed(sheet, name)))
        .flatMap((sheet) =>
          createSheetTasks(company, sheet, config.options, { folder, now, words }),
        ),
    }))
    .filter(({ tasks }) => tasks.length > 0);
}

/** `name` is a path as in the configuration in `folder`, or relative to the current folder. */
export function isSheetNamed({ file }: ConfiguredSheet, name: string, folder: string): boolean {
  return file === name || resolve(resolveFrom(folder, file)) === resolve(name);
}

function createSheetTasks(
  { name: company, baseUrl, tokenFile, options }: ConfiguredCompany,
  sheet: ConfiguredSheet,
  general: OptionValues | undefined,
  { folder, now, words }: Pick<TaskOptions, 'now' | 'words'> & { readonly folder: string },
): SheetTask[] {
  const file = resolveFrom(folder, sheet.file);
  const shared = [
    '--base-url',
    baseUrl,
    '--token-file',
    resolveFrom(folder, tokenFile),
    ...toOptionWords(sharedOptions, mergeOptions(general, options, sheet.options), folder),
    ...words,
  ];
  const tasks: SheetTask[] = [];
  if (sheet.assess) {
    tasks.push({ company, command: 'assess', file, args: ['assess', file, ...shared] });
  }
  if (sheet.reassess !== undefined) {
    const round = toRoundOptions(sheet.reassess, now, folder);
    tasks.push({
      company,
      command: 'reassess',
      file,
      args: ['reassess', file, ...round, ...shared],
    });
  }
  return tasks;
}

/**
 * The round of a period selects rows that were scored before the period, because rows that were
 * first assessed in the period are not due. An option that selects rows by time or change replaces
 * this.
 */
function toRoundOptions(
  { every, round, ...selection }: NonNullable<ConfiguredSheet['reassess']>,
  now: Date,
  folder: string,
): string[] {
  const rows: OptionValues = selection;
  const selected = toOptionWords(selectionOptions, rows, folder);
  if (every === undefined) return ['--round', round ?? '', ...selected];
  const { name, firstDay } = findCurrentPeriod(every, now);
  const isSelected =
    rows.olderThan !== undefined || rows.scoredBefore !== undefined || rows.onlyChanged === true;
  const due = isSelected ? [] : ['--scored-before', firstDay];
  return ['--round', name, ...due, ...selected];
}

/** Uses local time, and names such as 2027-Q1. */
function findCurrentPeriod(
  every: 'month' | 'quarter' | 'year',
  now: Date,
): { readonly name: string; readonly firstDay: string } {
  const year = String(now.getFullYear());
  const twoDigits = (month: number) => String(month).padStart(2, '0');
  const month = now.getMonth() + 1;
  const quarter = Math.ceil(month / 3);
  switch (every) {
    case 'month':
      return { name: `${year}-${twoDigits(month)}`, firstDay: `${year}-${twoDigits(month)}-01` };
    case 'quarter':
      return { name: `${year}-Q${quarter}`, firstDay: `${year}-${twoDigits(3 * quarter - 2)}-01` };
    case 'year':
      return { name: year, firstDay: `${year}-01-01` };
  }
}

function refuseUnknownNames(
  kind: 'company' | 'sheet',
  named: readonly string[],
  known: readonly string[],
  path: string,
): void {
  const unknown = named.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const near = findNearest(unknown, known);
  const advice = near === undefined ? `It has ${known.join(', ')}.` : `Did you mean ${near}?`;
  throw new CommandError(
    sanitize(`${path} has no ${kind} ${unknown}. ${advice} Nothing was sent.`),
  );
}

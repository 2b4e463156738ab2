import { type Command, InvalidArgumentError } from 'commander';
import { readSetting } from '../../engine/intake/values.js';
import { settingProblemText } from '../wording/remarks.js';
import type { SheetInputs } from '../../engine/intake/sheetInputs.js';
import { sentence, value as typed } from '../../wording/sentence.js';
import { type RowRange, readRowRanges, type Selection } from '../../engine/rows/selection.js';
import { splitFieldAndValue, findNamedField, toReadingOptions } from './intakeOptions.js';
import { parseAge, collect, type SheetOptions } from './options.js';
import { CommandError } from '../output/commandError.js';

export interface SelectionOptions {
  /** Minimum age of the scores, in milliseconds. */
  olderThan?: number;
  /** The beginning of a day in local time, in ISO 8601. */
  scoredBefore?: string;
  onlyChanged?: boolean;
  where?: readonly string[];
  rows?: readonly RowRange[];
}

export function addSelectionOptions(command: Command): Command {
  return command
    .optionsGroup('Which rows (a row must match all of these):')
    .option(
      '--older-than <time>',
      'scored longer ago than this, for example 90d, 12w or 36h',
      parseAge,
    )
    .option('--scored-before <date>', 'scored before this day, for example 2027-01-01', parseDay)
    .option('--only-changed', 'inputs have changed since the last assessment')
    .option(
      '--where <field=value>',
      'rows with this value; repeat it for several values or fields',
      collect,
    )
    .option('--rows <rows>', 'row numbers, for example 14,20-31', parseRowRanges)
    .optionsGroup('Options:');
}

export function readSelection(
  inputs: SheetInputs,
  {
    olderThan,
    scoredBefore,
    onlyChanged = false,
    where = [],
    rows,
    ...reading
  }: SelectionOptions & SheetOptions,
): Selection {
  const values = new Map<string, (string | number)[]>();
  for (const text of where) {
    const [name, value] = splitFieldAndValue(text, '--where', 'destination=Germany');
    const known = findNamedField(inputs, name, '--where');
    const field = inputs.fields[known];
    if (field === undefined) continue;
    const read = readSetting(field, value, toReadingOptions(reading));
    if ('problem' in read) {
      throw new CommandError(
        sentence`--where ${known}="${typed(value)}" matches no row. ${typed(settingProblemText(read.problem))}`,
      );
    }
    values.set(known, [...(values.get(known) ?? []), read.value]);
  }
  return {
    onlyChanged,
    where: values,
    ...(olderThan === undefined ? {} : { olderThanMs: olderThan }),
    ...(scoredBefore === undefined ? {} : { assessedBefore: scoredBefore }),
    ...(rows === undefined ? {} : { rows }),
  };
}

/** Returns the beginning of the day in local time, in ISO 8601. */
function parseDay(text: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text.trim()) ?? [];
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  // JavaScript turns 31 February into a day in March, month 13 into January of the next year, and
  // the year 26 into 1926.
  if (
    date.getFullYear() !== Number(year) ||
    date.getMonth() + 1 !== Number(month) ||
    date.getDate() !== Number(day)
  ) {
    throw new InvalidArgumentError('It must be a day such as 2027-01-01.');
  }
  return date.toISOString();
}

function parseRowRanges(text: string, before: readonly RowRange[] = []): RowRange[] {
  const ranges = readRowRanges(text);
  if (ranges === undefined) {
    throw new InvalidArgumentError('It must be row numbers such as 14,20-31.');
  }
  return [...before, ...ranges];
}

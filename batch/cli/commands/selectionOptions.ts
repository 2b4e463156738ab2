import { type Command, InvalidArgumentError } from 'commander';
import { readSetting } from '../../engine/intake/values.js';
import { settingProblemText } from '../wording/remarks.js';
import type { SheetInputs } from '../../engine/intake/sheetInputs.js';
import { sentence, value as typed } from '../../wording/sentence.js';
import { type RowRange, readRowRanges, type Selection } from '../../engine/rows/selection.js';
import { fieldAndValue, fieldNamed, readingOptions } from './intakeOptions.js';
import { parseAge, collect, type SheetOptions } from './options.js';
import { CommandError } from '../output/commandError.js';

/** The options that select rows, as commander returns them. */
export interface SelectionOptions {
  olderThan?: number;
  onlyChanged?: boolean;
  where?: readonly string[];
  rows?: readonly RowRange[];
}

/** Adds the options that select rows for a round. */
export function addSelectionOptions(command: Command): Command {
  return command
    .optionsGroup('Which rows (a row must match all of these):')
    .option(
      '--older-than <time>',
      'scored longer ago than this, for example 90d, 12w or 36h',
      parseAge,
    )
    .option('--only-changed', 'inputs have changed since the last assessment')
    .option(
      '--where <field=value>',
      'rows with this value; repeat it for several values or fields',
      collect,
    )
    .option('--rows <rows>', 'row numbers, for example 14,20-31', parseRowRanges)
    .optionsGroup('Options:');
}

/** Turns the options into a selection. Throws a UsageError for an unknown field or an invalid value. */
export function readSelection(
  inputs: SheetInputs,
  { olderThan, onlyChanged = false, where = [], rows, ...reading }: SelectionOptions & SheetOptions,
): Selection {
  const values = new Map<string, (string | number)[]>();
  for (const text of where) {
    const [name, value] = fieldAndValue(text, '--where', 'destination=Germany');
    const known = fieldNamed(inputs, name, '--where');
    const field = inputs.fields[known];
    if (field === undefined) continue;
    const read = readSetting(field, value, readingOptions(reading));
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
    ...(rows === undefined ? {} : { rows }),
  };
}

function parseRowRanges(text: string, before: readonly RowRange[] = []): RowRange[] {
  const ranges = readRowRanges(text);
  if (ranges === undefined) {
    throw new InvalidArgumentError('It must be row numbers such as 14,20-31.');
  }
  return [...before, ...ranges];
}

import type { Command } from 'commander';
import { CommandError } from '../output/commandError.js';

/** Refuses an empty value, which is probably a variable that a script did not set. */
export function refuseEmptyOptions(command: Command): void {
  const empty = command.options.find(
    (option) => command.getOptionValue(option.attributeName()) === '',
  );
  if (empty === undefined) return;
  throw new CommandError(
    `${empty.long ?? empty.flags} has no value. Give it one, or leave it out.`,
  );
}

import type { Command } from 'commander';
import { reassessing } from '../../engine/operations/reassess.js';
import { assess } from '../../engine/operations/assess.js';
import { addPollOptions, fileArgument } from './options.js';
import { addSelectionOptions, type SelectionOptions, selectionOf } from './selectionOptions.js';
import { descriptions } from './descriptions.js';
import type { Session } from './session.js';
import { addRunOptions, type RunFlags, runOperation } from './sheetCommand.js';

/** `rwa reassess FILE`. */
export function addReassess(program: Command, session: Session): void {
  const command = program
    .command('reassess')
    .description(descriptions.reassess)
    .argument(...fileArgument);
  addSelectionOptions(command)
    .option('--new-round', 'begin another round, also on the same day')
    .option('--report <file>', 'also write an HTML report to this file')
    .option('--no-colour-scale', "don't colour the score cells");
  addPollOptions(addRunOptions(command))
    .addHelpText('after', help)
    .action(async (input: string, flags: RunFlags & SelectionOptions) => {
      const operation = reassessing(selectionOf(assess, flags));
      session.end(await runOperation(operation, input, flags, session));
    });
}

const help = `
Each row is sent once in a round. The same command on the same day goes on with the round, or finds
nothing to do. After a crash it goes on until the same weekday; later it begins the next round.
The new scores replace the old ones, with the columns Previous overall risk and Change beside them.
rwa history lists every assessment that was ever made.

Examples:
  rwa reassess hires.xlsx                                      all rows that are scored
  rwa reassess hires.xlsx --older-than 90d                     those that nobody looked at for a quarter
  rwa reassess hires.xlsx --only-changed                       those with other inputs than last time
  rwa reassess hires.xlsx --where destination=Germany --yes    without a question, for a schedule
  rwa reassess hires.xlsx --rows 14,20-31`;

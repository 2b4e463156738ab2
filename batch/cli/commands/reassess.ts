import type { Command } from 'commander';
import { reassessing } from '../../engine/operations/reassess.js';
import { assess } from '../../engine/operations/assess.js';
import { addPollOptions, fileArgument } from './options.js';
import { addSelectionOptions, type SelectionOptions, selectionOf } from './selectionOptions.js';
import { descriptions } from './descriptions.js';
import type { Session } from './session.js';
import type { RunFlags } from './runFlags.js';
import { addRunOptions } from './sheetCommand.js';

/** `rwa reassess FILE`. */
export function addReassess(program: Command, session: Session): void {
  const command = program
    .command('reassess')
    .description(descriptions.reassess)
    .argument(...fileArgument);
  addSelectionOptions(command)
    .option('--new-round', 'start a new round, even on the same day')
    .option('--report <file>', 'also write an HTML report to this file')
    .option('--no-colour-scale', "don't colour the score cells");
  addPollOptions(addRunOptions(command))
    .addHelpText('after', help)
    .action(async (input: string, flags: RunFlags & SelectionOptions) => {
      const operation = reassessing(selectionOf(assess, flags));
      const { runOperation } = await import('./runOperation.js');
      session.end(await runOperation(operation, input, flags, session));
    });
}

const help = `
A round sends each row once. On the same day, the same command continues the round or has nothing
to do. An unfinished round continues for seven days; after that, a new one starts. New scores
replace the old ones; the columns Previous overall risk and Change show the difference. rwa history
lists all earlier assessments.

Examples:
  rwa reassess hires.xlsx                                      all scored rows
  rwa reassess hires.xlsx --older-than 90d                     not assessed for 90 days
  rwa reassess hires.xlsx --only-changed                       inputs have changed
  rwa reassess hires.xlsx --where destination=Germany --yes    no confirmation, for a schedule
  rwa reassess hires.xlsx --rows 14,20-31`;

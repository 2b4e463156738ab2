import type { Command } from 'commander';
import { assess } from '../../engine/operations/assess.js';
import { addPollOptions, fileArgument } from './options.js';
import { descriptions } from './descriptions.js';
import type { Session } from './session.js';
import type { RunFlags } from './runFlags.js';
import { addRunOptions } from './sheetCommand.js';

/** `rwa assess FILE`. */
export function addAssess(program: Command, session: Session): void {
  const command = program
    .command(assess.command)
    .description(descriptions.assess)
    .argument(...fileArgument)
    .option('--send-duplicates', 'also send rows that are identical to another row')
    .option('--report <file>', 'also write an HTML report to this file')
    .option('--no-colour-scale', "don't colour the score cells");
  addPollOptions(addRunOptions(command))
    .addHelpText('after', assessHelp)
    .action(async (input: string, flags: RunFlags) => {
      // What only the sheet knows belongs into a report too.
      const operation = flags.report === undefined ? assess : { ...assess, readsResults: true };
      const { runOperation } = await import('./runOperation.js');
      session.end(await runOperation(operation, input, flags, session));
    });
}

const assessHelp = `
To continue after an interruption, run the same command again; no row is sent twice.

Examples:
  rwa assess hires.xlsx --sandbox            try it; writes hires.sandbox.xlsx
  rwa assess hires.xlsx                      assess; writes the scores into hires.xlsx
  rwa assess trips.csv --output scored.csv   leave trips.csv unchanged`;

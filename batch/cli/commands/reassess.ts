import { type Command, InvalidArgumentError, Option } from 'commander';
import { readRoundName, roundNameRule } from '../../engine/journal/rounds.js';
import { createReassessment, assess } from '../../engine/operations/assess.js';
import { operationWords } from '../operations/operations.js';
import { addAssessmentOptions } from './assessmentOptions.js';
import { fileArgument } from './options.js';
import { addSelectionOptions, type SelectionOptions, readSelection } from './selectionOptions.js';
import type { Session } from './session.js';
import type { RunFlags } from './runFlags.js';

export function addReassess(command: Command, session: Session): void {
  command.argument(...fileArgument);
  addSelectionOptions(command)
    .addOption(
      new Option(
        '--round <name>',
        'name of the round, such as 2027-Q1; the same name sends a row again only if its inputs change',
      ).argParser(parseRoundName),
    )
    .addOption(
      new Option(
        '--new-round',
        'start a new round, even on the same day; an unfinished round is continued',
      ).conflicts('round'),
    );
  addAssessmentOptions(command)
    .addHelpText('after', operationWords.reassess.help)
    .action(async (input: string, flags: RunFlags & SelectionOptions) => {
      const operation = createReassessment(readSelection(assess, flags));
      const { runOperation } = await import('./runOperation.js');
      session.setExitCode(await runOperation(operation, input, flags, session));
    });
}

function parseRoundName(text: string): string {
  const name = readRoundName(text);
  if (name === undefined) throw new InvalidArgumentError(`It must be ${roundNameRule}.`);
  return name;
}

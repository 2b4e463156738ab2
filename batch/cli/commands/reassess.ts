import type { Command } from 'commander';
import { reassessing } from '../../engine/operations/reassess.js';
import { assess } from '../../engine/operations/assess.js';
import { operationWords } from '../operations/operations.js';
import { addAssessmentOptions } from './assessmentOptions.js';
import { fileArgument } from './options.js';
import { addSelectionOptions, type SelectionOptions, selectionOf } from './selectionOptions.js';
import type { Session } from './session.js';
import type { RunFlags } from './runFlags.js';

/** `rwa reassess FILE`. */
export function addReassess(command: Command, session: Session): void {
  command.argument(...fileArgument);
  addSelectionOptions(command).option('--new-round', 'start a new round, even on the same day');
  addAssessmentOptions(command)
    .addHelpText('after', operationWords.reassess.help)
    .action(async (input: string, flags: RunFlags & SelectionOptions) => {
      const operation = reassessing(selectionOf(assess, flags));
      const { runOperation } = await import('./runOperation.js');
      session.end(await runOperation(operation, input, flags, session));
    });
}

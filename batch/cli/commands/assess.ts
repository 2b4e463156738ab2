import type { Command } from 'commander';
import { assess } from '../../engine/operations/assess.js';
import { operationWords } from '../operations/operations.js';
import { addAssessmentOptions } from './assessmentOptions.js';
import { fileArgument } from './options.js';
import type { Session } from './session.js';
import type { RunFlags } from './runFlags.js';

export function addAssess(command: Command, session: Session): void {
  command
    .argument(...fileArgument)
    .option('--send-duplicates', 'also send rows that are identical to another row');
  addAssessmentOptions(command)
    .addHelpText('after', operationWords.assess.help)
    .action(async (input: string, flags: RunFlags) => {
      // The report also shows the scores that only the sheet contains.
      const operation = flags.report === undefined ? assess : { ...assess, readsResults: true };
      const { runOperation } = await import('./runOperation.js');
      session.setExitCode(await runOperation(operation, input, flags, session));
    });
}

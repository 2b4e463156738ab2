import type { Command } from 'commander';
import { sheetOperations } from '../../engine/operations/operations.js';
import type { SheetCommand } from '../../engine/sheetCommand.js';
import { operationWords } from '../operations/operations.js';
import { addUnattendedOptions } from '../unattended/options.js';
import { createKeepBackupsOption } from './keepBackups.js';
import {
  addSheetOptions,
  fileArgument,
  sameServiceHelp,
  parseRate,
  createDurationOption,
  createWaitForServiceOption,
  createWholeNumberParser,
} from './options.js';
import type { RunFlags } from './runFlags.js';
import type { Session } from './session.js';

export function addSheetCommand(command: Command, session: Session, name: SheetCommand): void {
  const operation = sheetOperations[name];
  addRunOptions(command.argument(...fileArgument))
    .addHelpText('after', operationWords[name].help)
    .action(async (input: string, flags: RunFlags) => {
      // Loaded late, because `--help` does not need it.
      const { runOperation } = await import('./runOperation.js');
      session.setExitCode(await runOperation(operation, input, flags, session));
    });
}

/** Options that a caller adds to the returned command appear under "Speed and limits" in the help. */
export function addRunOptions(command: Command): Command {
  command
    .option('--yes', 'skip the confirmation')
    .option('--dry-run', 'show the plan; send and change nothing')
    .option('--output <file>', 'write the results to this file; leave the sheet unchanged')
    .addOption(createKeepBackupsOption())
    .option('--json', 'print one JSON object per line')
    .option('--retry-rejected', 'send rejected rows again, unchanged');
  addSheetOptions(command)
    .optionsGroup('Service and journal:')
    .option('--base-url <url>', 'base URL of the service (default: RWA_BASE_URL)')
    .option('--token-file <file>', 'file with your company token (default: RWA_TOKEN)')
    .option('--sandbox', 'use the built-in sandbox; its scores are made up')
    .option('--journal <file>', 'journal file (default: beside the sheet)')
    .option('--same-service', sameServiceHelp)
    .option('--other-service', 'other sheets in this folder were sent to a different service')
    .option('--send-known', 'also send rows that another sheet in the same folder has sent')
    .option(
      '--without-journal',
      'the journal is lost: begin a new one, and send the rows that have no result',
    );
  return addUnattendedOptions(command)
    .addOption(createWaitForServiceOption())
    .optionsGroup('Speed and limits:')
    .option('--concurrency <n>', 'concurrent requests', createWholeNumberParser(1), 5)
    .option('--rate <n/s>', 'request rate, such as 10/s or 100/m', parseRate)
    .addOption(
      createDurationOption(
        '--request-timeout <time>',
        'how long to wait for an answer',
        '30s',
        '100ms',
      ),
    )
    .option(
      '--max-errors <n>',
      'stop after this many consecutive failures',
      createWholeNumberParser(1),
      10,
    );
}

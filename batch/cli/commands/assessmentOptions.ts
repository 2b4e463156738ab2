import type { Command } from 'commander';
import { createDurationOption } from './options.js';
import { addRunOptions } from './sheetCommand.js';

export function addAssessmentOptions(command: Command): Command {
  command
    .option('--report <file>', 'also write an HTML report to this file')
    .option('--no-colour-scale', 'write the score cells without a colour scale');
  return addRunOptions(command)
    .addOption(
      createDurationOption(
        '--poll-interval <time>',
        'time between two polls for a result',
        '2s',
        '50ms',
      ),
    )
    .addOption(
      createDurationOption('--poll-timeout <time>', 'how long to wait for results', '10m', '50ms'),
    );
}

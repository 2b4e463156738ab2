import type { Command } from 'commander';
import { time } from './options.js';
import { addRunOptions } from './sheetCommand.js';

/** Adds the options of commands that make assessments, and wait for their results. */
export function addAssessmentOptions(command: Command): Command {
  command
    .option('--report <file>', 'also write an HTML report to this file')
    .option('--no-colour-scale', "don't colour the score cells");
  return addRunOptions(command)
    .addOption(time('--poll-interval <time>', 'time between two polls for a result', '2s', '50ms'))
    .addOption(time('--poll-timeout <time>', 'how long to wait for results', '10m', '50ms'));
}

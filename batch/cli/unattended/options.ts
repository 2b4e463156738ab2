import { extname } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { createWholeNumberParser } from '../commands/options.js';
import { heartbeat, maxNew, onFinish, webhook } from './secretOptions.js';

export interface UnattendedOptions {
  onFinish?: string;
  webhook?: string;
  heartbeat?: string;
  metricsFile?: string;
  maxNew?: number;
  log?: string;
  verbose?: boolean;
  trace?: string;
}

export function addUnattendedOptions(command: Command): Command {
  return (
    command
      .optionsGroup('Unattended runs:')
      .option(
        `${maxNew} <n>`,
        'send nothing if more than this many rows would be sent',
        createWholeNumberParser(0),
      )
      .option(`${onFinish} <command>`, 'run this at the end; it gets the summary as JSON')
      // `--webhook` has no parser: commander's error would contain the URL, which is a secret.
      .option(`${webhook} <url>`, 'POST the summary to this URL at the end (default: RWA_WEBHOOK)')
      .option(
        `${heartbeat} <url>`,
        'POST to URL/start at the beginning, to URL or URL/fail at the end',
      )
      .option(
        '--metrics-file <file>',
        'write metrics of the run to this .prom file, for node_exporter',
        parseMetricsFile,
      )
      .option('--log <file>', 'append a log with timestamps to this file')
      .option('--verbose', 'also write people, countries and values to the log')
      .option('--trace <file>', 'append one JSON line per request to this file, for support')
  );
}

/**
 * Refuses other extensions: node_exporter reads no other files, and a mistyped name could replace a
 * document.
 */
function parseMetricsFile(path: string): string {
  if (extname(path) === '.prom') return path;
  throw new InvalidArgumentError('The name of the file must end in .prom.');
}

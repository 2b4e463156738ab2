import type { Command } from 'commander';
import { wholeNumber } from '../commands/options.js';
import { maxNew, onFinish, webhook } from './typedNotices.js';

/** Options of every command that sends a sheet, for runs that nobody watches. */
export interface UnattendedOptions {
  onFinish?: string;
  webhook?: string;
  maxNew?: number;
  log?: string;
  verbose?: boolean;
  trace?: string;
}

export function addUnattendedOptions(command: Command): Command {
  return (
    command
      .optionsGroup('When nobody watches:')
      .option(`${maxNew} <n>`, 'send nothing if more rows than this are new', wholeNumber(0))
      .option(`${onFinish} <command>`, 'run this at the end; it reads the summary as JSON')
      // Not checked by commander, whose message would repeat the address, and with it the secret.
      .option(`${webhook} <url>`, 'POST the summary there at the end (default: RWA_WEBHOOK)')
      .option('--log <file>', 'append a log to this file, each line with its time')
      .option('--verbose', 'let the log name persons, countries and values, too')
      .option('--trace <file>', 'append one JSON line per request to this file, for support')
  );
}

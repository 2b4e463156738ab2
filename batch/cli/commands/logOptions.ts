import { type Command, Option } from 'commander';
import type { LogLevel, LogSettings } from '../../server/log.js';
import { CommandError } from '../output/commandError.js';

const levels = [
  'fatal',
  'error',
  'warn',
  'info',
  'debug',
  'trace',
  'silent',
] as const satisfies readonly LogLevel[];

export interface LogFlags {
  logLevel?: LogLevel;
}

export function addLogOption(command: Command): Command {
  const option = new Option(
    '--log-level <level>',
    'how much to log to standard error (default: RWA_LOG_LEVEL, or else info)',
  );
  return command.addOption(option.choices(levels));
}

export function readLogSettings({ logLevel }: LogFlags, kind: LogSettings['process']): LogSettings {
  const fromEnv = process.env.RWA_LOG_LEVEL ?? '';
  const level = logLevel ?? (fromEnv === '' ? 'info' : levels.find((each) => each === fromEnv));
  if (level === undefined) {
    throw new CommandError(`RWA_LOG_LEVEL must be one of ${levels.join(', ')}.`);
  }
  return { process: kind, level, isPretty: process.stderr.isTTY };
}

import type { Command } from 'commander';
import { wholeNumber } from '../commands/options.js';

/** Options of every command that sends a sheet, for runs that nobody watches. */
export interface UnattendedOptions {
  onFinish?: string;
  webhook?: string;
  maxNew?: number;
  log?: string;
  verbose?: boolean;
  trace?: string;
}

const onFinish = '--on-finish';
const webhook = '--webhook';
const maxNew = '--max-new';

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

/**
 * The words of a command line without its webhook and its command at the end, for suggestions and
 * messages, which end in logs: the address of a webhook is a secret, and the command may hold one.
 */
export function withoutNotices(args: readonly string[]): string[] {
  return without(args, [onFinish, webhook]);
}

/** What no message may repeat: the company token, and whatever the notices go to. */
export function secretsOf(
  args: readonly string[],
  { RWA_TOKEN, RWA_WEBHOOK }: Readonly<Record<string, string | undefined>> = process.env,
): (string | undefined)[] {
  const harmless = new Set([...withoutNotices(args), onFinish, webhook]);
  const told = args
    .filter((word) => !harmless.has(word))
    .map((word) => word.replace(/^--[^=]+=/, ''));
  return [RWA_TOKEN, RWA_WEBHOOK, ...told];
}

/** The words of a command line that `--max-new` does not hold back. */
export function withoutGuard(args: readonly string[]): string[] {
  return without(args, [maxNew]);
}

function without(args: readonly string[], options: readonly string[]): string[] {
  return args.filter((word, index) => {
    const joined = options.some((option) => word.startsWith(`${option}=`));
    return !options.includes(word) && !options.includes(args[index - 1] ?? '') && !joined;
  });
}

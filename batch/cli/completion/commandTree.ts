import type { Argument, Command, Option } from 'commander';
import { csvExtensions, workbookExtensions } from '../../../sheets/extensions.js';

export interface CommandCompletion {
  /** The words after `rwa`, such as `serve move`; empty for `rwa` itself. */
  readonly path: string;
  readonly description: string;
  readonly options: readonly OptionCompletion[];
  readonly argument?: ValueCompletion | undefined;
}

interface OptionCompletion {
  /** Without dashes. */
  readonly long: string;
  readonly short?: string | undefined;
  readonly description: string;
  readonly value?: ValueCompletion | undefined;
}

/** `unknown` is free text. If `endings` is empty, the shell offers all files. */
export type ValueCompletion =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'files'; readonly endings: readonly string[] }
  | { readonly kind: 'folders' }
  | { readonly kind: 'unknown' };

export function toCommandTree(program: Command): readonly CommandCompletion[] {
  const names = program
    .createHelp()
    .visibleCommands(program)
    .map((each) => each.name());
  return listWithSubcommands(program, '', names);
}

/** `names` are the commands that can follow `rwa help`. */
function listWithSubcommands(
  command: Command,
  path: string,
  names: readonly string[],
): CommandCompletion[] {
  const help = command.createHelp();
  const subcommands = help.visibleCommands(command).map((each) => ({
    command: each,
    path: `${path} ${each.name()}`.trim(),
  }));
  const [argument] = command.registeredArguments;
  const own: CommandCompletion = {
    path,
    description: command.description(),
    options: [...help.visibleOptions(command), ...findParentOptions(command)].map((option) =>
      toOption(option),
    ),
    argument: argument && toArgument(argument, names),
  };
  return [
    own,
    ...subcommands.flatMap((each) => listWithSubcommands(each.command, each.path, names)),
  ];
}

/** Returns the parent's options that the usage of the command names. */
function findParentOptions(command: Command): readonly Option[] {
  const usage = command.usage();
  const options = command.parent?.options ?? [];
  return usage.includes('[options of rwa serve]')
    ? options
    : options.filter(({ long }) => usage.includes(`${long} `) || usage.includes(`${long}]`));
}

function toOption(option: Option): OptionCompletion {
  const { long, short, description, argChoices, flags } = option;
  const takesValue = option.required || option.optional;
  return {
    long: (long ?? '').slice(2),
    short: short?.slice(1),
    description,
    value: takesValue ? toValue(flags, argChoices) : undefined,
  };
}

function toValue(flags: string, choices: readonly string[] | undefined): ValueCompletion {
  if (choices !== undefined) return { kind: 'words', words: choices };
  if (flags.includes('<file>')) return { kind: 'files', endings: [] };
  return flags.includes('<folder>') ? { kind: 'folders' } : { kind: 'unknown' };
}

function toArgument(argument: Argument, commands: readonly string[]): ValueCompletion {
  const words = argument.argChoices ?? (argument.name() === 'command' ? commands : undefined);
  if (words !== undefined) return { kind: 'words', words };
  const isFile = ['file', 'files'].includes(argument.name());
  return isFile
    ? { kind: 'files', endings: [...workbookExtensions, ...csvExtensions] }
    : { kind: 'unknown' };
}

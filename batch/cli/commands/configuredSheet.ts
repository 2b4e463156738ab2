import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { CommandError } from '../output/commandError.js';
import type { Flags } from '../output/commandLine.js';
import { toJournalFlags, type OperationOption, type SendingOptions } from './options.js';

export const defaultConfig = 'rwa.config.json';

export interface ConfigOption {
  config?: string;
}

export function addConfigOption(command: Command): Command {
  return command.option(
    '--config <file>',
    `configuration with the settings of the sheet (default: ${defaultConfig}, if it lists the sheet)`,
  );
}

export function toResolveFlags({ config, ...options }: SendingOptions & ConfigOption): Flags {
  return { ...toJournalFlags(options), config };
}

/**
 * Adds the options that the configuration has for this sheet, so that the commands in messages need
 * no more options. Given options override them; `--sandbox` ignores the configuration. Throws a
 * CommandError if the configuration cannot be used: without its settings, rows would be read with
 * other inputs. Also throws if a given `--config` does not list the sheet.
 */
export async function withConfiguredOptions<
  Given extends SendingOptions & ConfigOption & OperationOption,
>(path: string, given: Given): Promise<Given & SendingOptions> {
  const { config = defaultConfig, sandbox } = given;
  const isOptional = given.config === undefined;
  if (sandbox === true || (isOptional && !existsSync(config))) return given;
  // Loaded only if there is a configuration.
  const { readSheetOptions } = await import('../config/sheetOptions.js');
  const options = await readSheetOptions(config, path);
  if (options === undefined) {
    if (isOptional) return given;
    throw new CommandError(`${config} does not list the sheet ${path}.`);
  }
  const { baseUrl = '', tokenFile = '' } = options;
  // Columns, journals and outputs in the configuration apply only to assessments, the service to all commands.
  return { ...(given.for.name === 'rwa_create' ? options : { baseUrl, tokenFile }), ...given };
}

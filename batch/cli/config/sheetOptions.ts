import { dirname } from 'node:path';
import { Command } from 'commander';
import { addJournalOptions, addSheetOptions, type SendingOptions } from '../commands/options.js';
import { mergeOptions, toOptionWords } from './optionValues.js';
import { readRunConfig } from './runConfig.js';
import { isSheetNamed } from './sheetTasks.js';

/**
 * Resolves to undefined if the configuration does not list the sheet. Throws a CommandError if the
 * configuration cannot be used.
 */
export async function readSheetOptions(
  config: string,
  sheet: string,
): Promise<SendingOptions | undefined> {
  const folder = dirname(config);
  const { companies, options } = await readRunConfig(config);
  for (const company of companies) {
    const listed = company.sheets.find((each) => isSheetNamed(each, sheet, folder));
    if (listed === undefined) continue;
    const { baseUrl, tokenFile } = company;
    const values = {
      ...mergeOptions(options, company.options, listed.options),
      baseUrl,
      tokenFile,
    };
    const parser = createParser();
    const words = toOptionWords(parser.options, values, folder);
    return parser.parse(words, { from: 'user' }).opts();
  }
  return undefined;
}

function createParser(): Command {
  return addSheetOptions(addJournalOptions(new Command()))
    .option('--output <file>')
    .option('--base-url <url>')
    .option('--token-file <file>');
}

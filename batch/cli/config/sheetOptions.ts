import { dirname } from 'node:path';
import { Command } from 'commander';
import { addJournalOptions, addSheetOptions, type SendingOptions } from '../commands/options.js';
import { CommandError } from '../output/commandError.js';
import { mergeOptions, toOptionWords } from './optionValues.js';
import { readRunConfig } from './runConfig.js';
import { isSheetNamed } from './sheetTasks.js';

/** Throws a CommandError if the configuration cannot be used or does not list the sheet. */
export async function readSheetOptions(config: string, sheet: string): Promise<SendingOptions> {
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
  throw new CommandError(`${config} does not list the sheet ${sheet}.`);
}

function createParser(): Command {
  return addSheetOptions(addJournalOptions(new Command()))
    .option('--output <file>')
    .option('--base-url <url>')
    .option('--token-file <file>');
}

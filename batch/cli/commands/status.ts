import type { Command } from 'commander';
import { isJournalNamed } from '../../engine/journal/sheetFiles.js';
import { refuseOtherJournal } from '../../engine/journal/ownJournal.js';
import { findInUseMessage } from '../../engine/journal/sheetLock.js';
import { readOutcome, readStatus } from '../../engine/run/readStatus.js';
import { exitCodes } from '../output/exitCodes.js';
import { inWords } from '../wording/wording.js';
import { readIntakeOptions } from './intakeOptions.js';
import {
  addJournalOptions,
  addOperationOption,
  addSheetOptions,
  fileArgument,
  withImpliedSandbox,
} from './options.js';
import { toResultsFile } from './runGuards.js';
import { addConfigOption, withConfiguredOptions } from './configuredSheet.js';
import { readConfiguredService } from './configuredService.js';
import { printStatus, printStatusJson, type StatusOptions } from './printStatus.js';
import type { Session } from './session.js';
import { findUsableFiles } from './usableFiles.js';

interface StatusFlags extends StatusOptions {
  json?: boolean;
  exitCode?: boolean;
}

const help = `
With --exit-code, the exit code is 0 if all rows are done, 5 if some rows have
not been sent, 6 if results are missing from the sheet, 7 while another run is
using it; rwa --help lists the others. Run it from your monitoring, after the
scheduled run. Without --exit-code, the exit code is 0 unless the sheet or its
journal cannot be read.

Examples:
  rwa status hires.xlsx
  rwa status hires.xlsx --exit-code
After rwa assess hires.xlsx --output copy.xlsx:
  rwa status copy.xlsx --journal hires.xlsx.rwa-journal.jsonl --exit-code`;

export function addStatus(command: Command, { terminal, setExitCode }: Session): void {
  addJournalOptions(command.argument(...fileArgument))
    .option('--json', 'print one JSON object per line')
    .option('--exit-code', 'exit with the code for the state of the sheet and its journal');
  addSheetOptions(addConfigOption(addOperationOption(command)))
    .addHelpText('after', help)
    .action(async (path: string, given: StatusFlags) => {
      const flags = await withConfiguredOptions(path, withImpliedSandbox(path, given));
      const operation = flags.for;
      const files = findUsableFiles(path, { ...flags, command: operation.command });
      await refuseOtherJournal(path, files);
      const intake = await readIntakeOptions(operation, flags);
      // A journal from `--journal` is compared with other journals by its requests: each journal
      // has its own salt, so hashes differ.
      const reading = { ...intake, omitsSentRequests: !isJournalNamed(files) };
      const service = flags.sandbox === true ? undefined : readConfiguredService(flags.baseUrl);
      const read = await readStatus(path, files, operation, reading, inWords, service);
      const isInPlace = toResultsFile(path, flags) === path;
      const found = isInPlace ? read : { ...read, rowsNotInPlace: [] };
      const status = { ...found, inUse: findInUseMessage(files) };
      if (flags.json === true) await printStatusJson(status, operation, terminal);
      else await printStatus(path, status, flags, terminal);
      setExitCode(
        flags.exitCode === true ? exitCodes[readOutcome(status, operation, files)] : exitCodes.done,
      );
    });
}

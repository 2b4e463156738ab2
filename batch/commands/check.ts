import type { Command } from 'commander';
import { readSheet, type RowListener } from '../intake/readSheet.js';
import { commandLine } from '../output/commandLine.js';
import { CheckJson, CheckWords, Findings } from '../output/findings.js';
import { openSheet } from '../sheets/open.js';
import { intakeOptions } from './intakeOptions.js';
import {
  addOperationOption,
  addSheetOptions,
  fileArgument,
  operationFlag,
  type OperationOption,
  sheetFlags,
  type SheetOptions,
} from './options.js';
import type { Session } from './session.js';

interface CheckFlags extends SheetOptions, OperationOption {
  json?: boolean;
}

/** `rwa check FILE`: everything that is wrong, and nothing sent. */
export function addCheck(program: Command, { terminal, end }: Session): void {
  const command = program
    .command('check')
    .description('list every problem of every row; send nothing')
    .argument(...fileArgument)
    .option('--json', 'one JSON object a line on standard output');
  addSheetOptions(addOperationOption(command)).action(async (path: string, flags: CheckFlags) => {
    const operation = flags.for;
    const options = await intakeOptions(operation, flags);
    const file = await openSheet(path);
    try {
      const findings = new Findings();
      const next = {
        check: commandLine(['check', path], { ...operationFlag(operation), ...sheetFlags(flags) }),
        run: commandLine([operation.command, path], sheetFlags(flags)),
      };
      const report =
        flags.json === true
          ? new CheckJson(terminal)
          : new CheckWords(terminal, operation.words, next);
      const hear: RowListener = (row, read) => {
        findings.add(row, read);
        report.row(row, read);
        return terminal.drained();
      };
      const intake = await readSheet(file, options, hear);
      report.end(path, { ...intake, notes: [...file.notes, ...intake.notes] }, findings);
      end(findings.exitCode);
    } finally {
      await file.close();
    }
  });
}

import type { Command } from 'commander';
import { readSheet, type RowListener } from '../intake/readSheet.js';
import { commandLine } from '../output/commandLine.js';
import { CheckJson, CheckWords, Findings } from '../output/findings.js';
import { openSheet } from '../sheets/open.js';
import { intakeOptions } from './intakeOptions.js';
import { addSheetOptions, fileArgument, sheetFlags, type SheetOptions } from './options.js';
import type { Session } from './session.js';

interface CheckFlags extends SheetOptions {
  json?: boolean;
}

/** `rwa check FILE`: everything that is wrong, and nothing sent. */
export function addCheck(program: Command, { terminal, end }: Session): void {
  const command = program
    .command('check')
    .description('list every problem of every row; send nothing')
    .argument(...fileArgument)
    .option('--json', 'one JSON object a line on standard output');
  addSheetOptions(command).action(async (path: string, flags: CheckFlags) => {
    const options = await intakeOptions(flags);
    const file = await openSheet(path);
    try {
      const findings = new Findings();
      const [check, assess] = ['check', 'assess'].map((name) =>
        commandLine([name, path], sheetFlags(flags)),
      ) as [string, string];
      const report =
        flags.json === true ? new CheckJson(terminal) : new CheckWords(terminal, { check, assess });
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

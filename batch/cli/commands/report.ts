import { commandLine } from '../output/commandLine.js';
import { basename, dirname, extname, join } from 'node:path';
import type { Command } from 'commander';
import { isLoopback } from '../../../src/baseUrl.js';
import { sanitize } from '../../../src/sanitized.js';
import { assertJournalNamed } from '../../engine/journal/ownJournal.js';
import { toSandboxSheet, type SheetFiles } from '../../engine/journal/sheetFiles.js';
import { assess } from '../../engine/operations/assess.js';
import { exitCodes } from '../output/exitCodes.js';
import { wrapText } from '../output/lines.js';
import { formatReport } from '../../engine/rows/rowReport.js';
import { inWords } from '../wording/wording.js';
import {
  toReportRow,
  toReportRound,
  type ReportRow,
  type ReportData,
} from '../../engine/report/reportData.js';
import { reportInNumbers, reportInWords } from '../../report/inWords.js';
import { refuseReport, writeReport } from '../../report/writeReport.js';
import { readStatus } from '../../engine/run/readStatus.js';
import { readIntakeOptions } from './intakeOptions.js';
import {
  addJournalOptions,
  addSheetOptions,
  fileArgument,
  type JournalOptions,
  withImpliedSandbox,
  toSheetFlags,
  type SheetOptions,
} from './options.js';
import { refuseOtherReport } from './refuseOtherFile.js';
import { refuseFileInUse } from './refuseFileInUse.js';
import type { Session } from './session.js';
import { findUsableFiles } from './usableFiles.js';

interface ReportFlags extends SheetOptions, JournalOptions {
  output?: string;
}

export function addReport(command: Command, { terminal, setExitCode }: Session): void {
  addJournalOptions(
    command
      .argument(...fileArgument)
      .option('--output <file>', 'HTML file to write (default: FILE.report.html beside the sheet)'),
  );
  addSheetOptions(command)
    .addHelpText('after', reportHelp)
    .action(async (path: string, flags: ReportFlags) => {
      const { columns, ...choice } = withImpliedSandbox(path, flags);
      const { sandbox = false } = choice;
      const files = findUsableFiles(path, choice);
      assertJournalNamed(path, files);
      // A report with made-up scores must not replace a report with real scores.
      const output = flags.output ?? toReportPath(sandbox ? toSandboxSheet(path) : path);
      await refuseReport(output);
      refuseFileInUse('--output', output, { ...choice, sheet: path, others: [columns] });
      await refuseOtherReport(output);
      const data = await readReport(path, files, flags);
      await writeReport(
        output,
        path,
        data,
        commandLine(['assess', data.file], toSheetFlags(flags)),
      );
      // Readers of a log may not be allowed to see the people in the sheet.
      const summarise = terminal.width === undefined ? reportInNumbers : reportInWords;
      const created = `Created ${sanitize(output)}. It is a single file: open it in a browser, print it or send it.`;
      for (const line of summarise(data))
        terminal.out(wrapText(line, terminal.width, '            '));
      terminal.out(wrapText(created, terminal.width));
      setExitCode(exitCodes.done);
    });
}

const reportHelp = `
The report is made from the sheet and its journal; nothing is sent. On a
terminal, the summary also names the riskiest rows. rwa assess and rwa reassess
write the same report with --report FILE.

Examples:
  rwa report hires.xlsx
  rwa report hires.xlsx --output risks.html`;

export async function readReport(
  path: string,
  files: SheetFiles,
  flags: ReportFlags,
): Promise<ReportData> {
  // A sandbox sheet has made-up scores, even if --sandbox is not given now.
  const { sandbox = false } = withImpliedSandbox(path, flags);
  // A copy of a sheet has no journal, but shows scores.
  const operation = { ...assess, readsResults: true };
  const status = await readStatus(
    path,
    files,
    operation,
    await readIntakeOptions(operation, flags),
    inWords,
  );
  const rows = status.rows.map(({ planned, report }) =>
    toReportRow(planned, formatReport(report, inWords)),
  );
  return {
    file: basename(path),
    sheet: status.sheet,
    service: status.service ?? '',
    generatedAt: new Date().toISOString(),
    // A copy of a sandbox sheet has another name, but its links still lead to this machine.
    isSandboxRun: sandbox || (status.service === undefined && rows.some(linksToThisMachine)),
    ...(status.round && { round: toReportRound(status.round) }),
    rows,
  };
}

function linksToThisMachine({ redirectUrl = '' }: ReportRow): boolean {
  return isLoopback(URL.parse(redirectUrl)?.hostname ?? '');
}

function toReportPath(path: string): string {
  return join(dirname(path), `${basename(path, extname(path))}.report.html`);
}

import type { Command } from 'commander';
import { filesOf } from '../journal/files.js';
import { type ExitCode, exitCodes } from '../output/errors.js';
import { rowLine } from '../output/planText.js';
import { count, type Terminal } from '../output/terminal.js';
import { countStandings } from '../run/events.js';
import { readStatus } from '../run/readStatus.js';
import type { Standing } from '../run/standing.js';
import {
  addJournalOptions,
  addSheetOptions,
  intakeOptions,
  type ServiceOptions,
  type SheetOptions,
} from './options.js';

/** `rwa status FILE`: where each row stands, without asking the service. */
export function addStatus(program: Command, terminal: Terminal, end: (code: ExitCode) => void) {
  const command = program
    .command('status')
    .description('say where every row stands; asks only the sheet and its journal')
    .argument('<file>', '.xlsx, .xlsm or .csv');
  addSheetOptions(command);
  addJournalOptions(command)
    .option('--json', 'one JSON object a line on standard output')
    .action(async (path: string, flags: SheetOptions & ServiceOptions & { json?: boolean }) => {
      const { journal } = filesOf(path, flags);
      const status = await readStatus(path, journal, await intakeOptions(flags));
      const reports = status.rows.map(({ report }) => report);
      const counts = countStandings(reports);
      if (flags.json === true) {
        for (const report of reports) terminal.out(JSON.stringify({ type: 'row', ...report }));
        terminal.out(JSON.stringify({ type: 'summary', service: status.service, counts }));
      } else {
        terminal.out(`${path}, sheet "${status.sheet}": ${count(reports.length, 'row')}`);
        terminal.out(
          status.service === undefined
            ? 'Nothing has been sent yet.'
            : `Service: ${status.service}`,
        );
        for (const [standing, number] of Object.entries(counts) as [Standing, number][]) {
          if (number > 0) terminal.out(`${number.toLocaleString('en').padStart(9)} ${standing}`);
        }
        for (const report of reports) {
          if (report.message !== '') terminal.out(rowLine(report));
        }
      }
      end(exitCodes.done);
    });
}

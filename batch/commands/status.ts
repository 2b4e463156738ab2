import type { Command } from 'commander';
import { sanitized } from '../../src/sanitized.js';
import { filesOf } from '../journal/files.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { commandLine } from '../output/commandLine.js';
import { exitCodes } from '../output/errors.js';
import { wrapped } from '../output/lines.js';
import { rowLine, titleLine } from '../output/planText.js';
import { countLines } from '../output/standingWords.js';
import { nextSteps, stepLines } from '../output/nextSteps.js';
import type { Terminal } from '../output/terminal.js';
import { countStandings } from '../run/events.js';
import { goneNote, openAndGone } from '../run/standing.js';
import { readStatus, type SheetStatus } from '../run/readStatus.js';
import { intakeOptions } from './intakeOptions.js';
import {
  addJournalOptions,
  addOperationOption,
  addSheetOptions,
  fileArgument,
  type JournalOptions,
  journalFlags,
  operationFlag,
  type OperationOption,
  sheetFlags,
  type SheetOptions,
} from './options.js';
import type { Session } from './session.js';

interface StatusFlags extends SheetOptions, JournalOptions, OperationOption {
  json?: boolean;
}

/** `rwa status FILE`: where each row stands, without asking the service. */
export function addStatus(program: Command, { terminal, end }: Session): void {
  const command = addJournalOptions(
    program
      .command('status')
      .description('say where every row stands; ask only the sheet and its journal')
      .argument(...fileArgument),
  ).option('--json', 'one JSON object a line on standard output');
  addSheetOptions(addOperationOption(command)).action(async (path: string, flags: StatusFlags) => {
    const operation = flags.for;
    const { journal } = filesOf(path, { ...flags, command: operation.command });
    const intake = await intakeOptions(operation, flags);
    const status = await readStatus(path, journal, operation, intake);
    if (flags.json === true) await sayJson(status, operation, terminal);
    else await sayWords(path, status, flags, terminal);
    end(exitCodes.done);
  });
}

async function sayJson(
  { rows, service }: SheetStatus,
  operation: SheetOperation,
  terminal: Terminal,
): Promise<void> {
  for (const { report } of rows) {
    terminal.out(JSON.stringify({ type: 'row', ...report }));
    await terminal.drained();
  }
  const counts = countStandings(
    operation,
    rows.map(({ report }) => report),
  );
  terminal.out(JSON.stringify({ type: 'summary', service, counts }));
}

async function sayWords(
  file: string,
  { rows, sheet, headerRow, service, states }: SheetStatus,
  flags: StatusFlags,
  terminal: Terminal,
): Promise<void> {
  const say = (text: string, indent = '  ') => {
    terminal.out(wrapped(text, terminal.width, indent));
  };
  for (const { report } of rows) {
    if (report.message !== '') say(rowLine(report), '    ');
    await terminal.drained();
  }
  const counts = countStandings(
    flags.for,
    rows.map(({ report }) => report),
  );
  say(titleLine({ file, sheet, headerRow }, rows.length));
  for (const line of countLines(counts, 'after', flags.for)) say(line);
  say(service === undefined ? 'Nothing has been sent yet.' : `Service:  ${sanitized(service)}`);
  const planned = rows.map((row) => row.planned);
  const gone = flags.for.repeatable ? 0 : openAndGone(planned, states).length;
  if (gone > 0) say(goneNote(gone));
  const about = operationFlag(flags.for);
  const blocked = planned.filter((row) => row.blocked !== undefined).length;
  const steps = nextSteps(
    { counts, gone, blocked, repeatable: flags.for.repeatable },
    {
      again: commandLine([flags.for.command, file], journalFlags(flags)),
      check: commandLine(['check', file], { ...about, ...sheetFlags(flags) }),
      resolve: commandLine(['resolve', file], { ...about, ...journalFlags(flags) }),
    },
  );
  for (const line of stepLines(steps, terminal.width)) terminal.out(line);
}

import type { Command } from 'commander';
import { filesOf } from '../journal/files.js';
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
  addSheetOptions,
  fileArgument,
  type JournalOptions,
  journalFlags,
  sheetFlags,
  type SheetOptions,
} from './options.js';
import type { Session } from './session.js';

interface StatusFlags extends SheetOptions, JournalOptions {
  json?: boolean;
}

/** `rwa status FILE`: where each row stands, without asking the service. */
export function addStatus(program: Command, { terminal, end }: Session): void {
  const command = program
    .command('status')
    .description('say where every row stands; ask only the sheet and its journal')
    .argument(...fileArgument)
    .option('--sandbox', 'of the rehearsal with the sandbox')
    .option('--journal <file>', 'the journal (default: beside the sheet)')
    .option('--json', 'one JSON object a line on standard output');
  addSheetOptions(command).action(async (path: string, flags: StatusFlags) => {
    const { journal } = filesOf(path, flags);
    const status = await readStatus(path, journal, await intakeOptions(flags));
    if (flags.json === true) await sayJson(status, terminal);
    else await sayWords(path, status, flags, terminal);
    end(exitCodes.done);
  });
}

async function sayJson({ rows, service }: SheetStatus, terminal: Terminal): Promise<void> {
  for (const { report } of rows) {
    terminal.out(JSON.stringify({ type: 'row', ...report }));
    await terminal.drained();
  }
  const counts = countStandings(rows.map(({ report }) => report));
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
  const counts = countStandings(rows.map(({ report }) => report));
  say(titleLine({ file, sheet, headerRow }, rows.length));
  for (const line of countLines(counts, 'after')) say(line);
  say(service === undefined ? 'Nothing has been sent yet.' : `Service:  ${service}`);
  const planned = rows.map((row) => row.planned);
  const gone = openAndGone(planned, states).length;
  if (gone > 0) say(goneNote(gone));
  const steps = nextSteps(
    { counts, gone },
    {
      again: commandLine(['assess', file], journalFlags(flags)),
      check: commandLine(['check', file], sheetFlags(flags)),
      resolve: commandLine(['resolve', file], journalFlags(flags)),
      status: commandLine(['status', file], journalFlags(flags)),
    },
  );
  for (const line of stepLines(steps, terminal.width)) terminal.out(line);
}

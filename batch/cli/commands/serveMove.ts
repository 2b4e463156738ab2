import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { MoveResult } from '../../server/folder/moveFolder.js';
import { count } from '../../wording/words.js';
import { CommandError } from '../output/commandError.js';
import { exitCodes } from '../output/exitCodes.js';
import { readDatabase, urlFileHelp } from './databaseOptions.js';
import { toCommandErrors } from './toCommandErrors.js';
import type { Session } from './session.js';

interface MoveFlags {
  from: string;
  to?: string;
  toFile?: string;
  json?: boolean;
}

export function addMove(serve: Command, session: Session): void {
  serve
    .command('move')
    .description('copy a data folder into a Postgres database, for many machines')
    .requiredOption('--from <folder>', 'the data folder; no server may run on it')
    .option(
      '--to <url>',
      'an empty database that no rwa process has used yet: postgres://USER@HOST/NAME (default: RWA_DATABASE_URL)',
    )
    .option('--to-file <file>', urlFileHelp)
    .option('--json', 'print what was copied as one line of JSON')
    .showHelpAfterError('(rwa serve move --help lists the options)')
    // `rwa serve` has --json too, and commander assigns it to that parent command.
    .action((_flags: MoveFlags, command: Command) =>
      toCommandErrors(move(command.optsWithGlobals<MoveFlags>(), session)),
    );
}

async function move(
  flags: MoveFlags,
  { terminal, interruption, setExitCode }: Session,
): Promise<void> {
  const names = { url: '--to', file: '--to-file' };
  const to = await readDatabase(
    {
      ...(flags.to === undefined ? {} : { database: flags.to }),
      ...(flags.toFile === undefined ? {} : { databaseFile: flags.toFile }),
    },
    terminal,
    names,
  );
  if (to === undefined) {
    throw new CommandError('No target database. Add --to or --to-file, or set RWA_DATABASE_URL.');
  }
  const [{ moveFolder }, { makeWorkFolder }] = await Promise.all([
    import('../../server/folder/moveFolder.js'),
    import('../../server/folder/workFolder.js'),
  ]);
  const from = resolve(flags.from);
  const restartHint = 'Run the same command again to start over.';
  const signal = interruption.begin({
    finishing: 'Stopping.',
    stopped: () => `Stopped. ${restartHint}`,
  });
  const folder = makeWorkFolder();
  try {
    const moved = await moveFolder({ from, to, workFolder: folder.path, signal });
    if (moved === 'stopped') {
      terminal.err(`rwa: Stopped. ${restartHint}`);
      setExitCode(exitCodes.interrupted);
      return;
    }
    const { rows, files, missing } = moved;
    if (flags.json === true) {
      terminal.out(JSON.stringify({ rows: Object.fromEntries(rows), files, missing }));
    } else terminal.out(formatSummary(moved, from, to.shown));
  } finally {
    folder.remove();
  }
  setExitCode(exitCodes.done);
}

const countedTables: readonly (readonly [table: string, noun: string, plural?: string])[] = [
  ['sheet', 'sheet'],
  ['row', 'row'],
  ['journal', 'journal entry', 'journal entries'],
  ['run', 'run'],
  ['unconfirmed', 'unconfirmed row'],
  ['decision', 'decision'],
  ['schedule', 'schedule'],
  ['member', 'member'],
  ['token', 'access token'],
];

function formatSummary({ rows, files, missing }: MoveResult, from: string, to: string): string {
  const counts = countedTables.map(([table, ...noun]) => count(rows.get(table) ?? 0, ...noun));
  return [
    `Everything in ${from} is now in ${to}:`,
    `  ${[counts[0], count(files, 'file'), ...counts.slice(1)].join(', ')}.`,
    ...missing.map((name) => `  The file of "${name}" was not in the folder. Upload it again.`),
    '',
    'The folder keeps its data, but rwa serve no longer starts on it. Instead, run:',
    '  rwa serve --database-file FILE --base-url URL --token-file FILE',
    '  rwa worker --database-file FILE --base-url URL --token-file FILE',
  ].join('\n');
}

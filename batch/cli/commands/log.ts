import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { sanitize } from '../../../src/sanitized.js';
import { listJournals } from '../../engine/forget/journalRedaction.js';
import { readJournalLog } from '../../engine/journal/journalLog.js';
import { assertJournalNamed } from '../../engine/journal/ownJournal.js';
import { findInUseMessage } from '../../engine/journal/sheetLock.js';
import { CommandError } from '../output/commandError.js';
import { exitCodes } from '../output/exitCodes.js';
import { wrapText } from '../output/lines.js';
import { type LoggedSheetRun, loggedRunJson, loggedRunText } from '../output/loggedRunText.js';
import {
  addJournalOptions,
  fileArgument,
  type JournalOptions,
  parseSince,
  createWholeNumberParser,
  withImpliedSandbox,
} from './options.js';
import type { Session } from './session.js';
import { findUsableFiles } from './usableFiles.js';

interface LogFlags extends JournalOptions {
  json?: boolean;
  limit?: number;
  since?: number;
}

export function addLog(command: Command, { terminal, setExitCode }: Session): void {
  addJournalOptions(
    command
      .argument(...fileArgument)
      .option('--limit <n>', 'only the newest n runs', createWholeNumberParser(1))
      .option(
        '--since <time>',
        'only runs that ended since this date, such as 2026-11-30, or within this time, such as 30d',
        parseSince,
      )
      .option('--json', 'print one JSON object per run'),
  )
    .addHelpText('after', help)
    .action(async (path: string, given: LogFlags) => {
      const flags = withImpliedSandbox(path, given);
      const { since = Number.NEGATIVE_INFINITY, limit = Number.POSITIVE_INFINITY, json } = flags;
      const runs = await readRuns(path, flags);
      const listedRuns = runs.filter(({ endedAt }) => Date.parse(endedAt) >= since).slice(0, limit);
      for (const run of listedRuns) {
        terminal.out(
          json === true ? loggedRunJson(run) : wrapText(loggedRunText(run), terminal.width, '    '),
        );
        await terminal.drained();
      }
      if (listedRuns.length === 0 && json !== true) {
        const what = runs.length === 0 ? 'no run' : 'no run that ended since then';
        terminal.out(sanitize(`The journals of ${basename(path)} contain ${what}.`));
      }
      setExitCode(exitCodes.done);
    });
}

async function readRuns(path: string, options: JournalOptions): Promise<LoggedSheetRun[]> {
  const files = findUsableFiles(path, options);
  assertJournalNamed(path, files);
  const isInUse = findInUseMessage(files) !== undefined;
  const all: LoggedSheetRun[] = [];
  for (const { path: journal, operation } of listJournals({ path, ...options })) {
    const { command: journalCommand, successStatus } = operation;
    const runs = await readJournalLog(journal, isInUse);
    for (const run of runs) all.push({ ...run, journalCommand, successStatus, isRunning: false });
  }
  const [newest, ...older] = all.toSorted((a, b) => (a.beganAt < b.beganAt ? 1 : -1));
  if (newest === undefined) {
    // A deleted sheet may still have journals. If there are none, the name is probably mistyped.
    if (!existsSync(path)) throw new CommandError(`The file ${path} does not exist.`);
    return [];
  }
  return [{ ...newest, isRunning: isInUse }, ...older];
}

const help = `
Newest first, with times in UTC. Each run shows how many rows it sent, which
answers it got, and what a person decided about rows without an answer. Rejected
rows count as sent; rows whose token the service refused do not. Rows of
forgotten people are no longer counted. A run without changes is not listed.

Examples:
  rwa log hires.xlsx
  rwa log hires.xlsx --since 7d
  rwa log hires.xlsx --limit 1 --json`;

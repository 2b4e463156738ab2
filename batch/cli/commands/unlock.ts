import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { sanitize } from '../../../src/sanitized.js';
import {
  findLock,
  type FoundLock,
  removeStaleLock,
  maxUnrenewedMs,
} from '../../engine/journal/lock.js';
import { listLockPaths } from '../../engine/journal/sheetLock.js';
import { formatUtcMinute } from '../../../src/formatUtcMinute.js';
import { formatTimeSpan } from '../../wording/words.js';
import { CommandError } from '../output/commandError.js';
import { type ExitCode, exitCodes } from '../output/exitCodes.js';
import { wrapText } from '../output/lines.js';
import {
  addJournalOptions,
  fileArgument,
  type JournalOptions,
  withImpliedSandbox,
} from './options.js';
import type { Session } from './session.js';
import { findUsableFiles } from './usableFiles.js';

interface UnlockFlags extends JournalOptions {
  yes?: boolean;
}

export function addUnlock(command: Command, session: Session): void {
  addJournalOptions(command.argument(...fileArgument).option('--yes', 'skip the confirmation'))
    .addHelpText('after', help)
    .action(async (path: string, given: UnlockFlags) => {
      session.setExitCode(await unlock(path, withImpliedSandbox(path, given), session));
    });
}

async function unlock(
  path: string,
  flags: UnlockFlags,
  { terminal, interruption }: Session,
): Promise<ExitCode> {
  if (!existsSync(path)) throw new CommandError(`The file ${path} does not exist.`);
  const signal = interruption.begin({
    finishing: 'Stopping.',
    stopped: () => 'Nothing was removed.',
  });
  const print = (text: string) => {
    terminal.out(wrapText(sanitize(text), terminal.width));
  };
  const locks = listLockPaths(path, findUsableFiles(path, flags)).flatMap(
    (lock) => findLock(lock) ?? [],
  );
  for (const lock of locks) print(describeLock(lock));
  if (locks.length === 0) {
    print('No run is using this sheet.');
    return exitCodes.done;
  }
  if (!locks.every(({ isStale }) => isStale)) {
    print('The lock was not removed.');
    return exitCodes.inUse;
  }
  if (flags.yes !== true) {
    if (!terminal.interactive) {
      throw new CommandError('Confirmation needs a terminal. Add --yes. Nothing was removed.');
    }
    const question = terminal.paint.err('bold', 'Remove the lock? [y/N] ');
    const answer = await terminal.ask(question, signal);
    if (answer === undefined) return exitCodes.interrupted;
    if (!/^y(es)?$/i.test(answer.trim())) {
      print('The lock was not removed.');
      return exitCodes.usage;
    }
  }
  for (const { path: lock } of locks) {
    // A run may have taken over the lock in the meantime.
    if (!removeStaleLock(lock, Date.now)) {
      print(`Another run is using this sheet now. ${lock} was not removed.`);
      return exitCodes.inUse;
    }
    print(`Removed: ${lock}`);
  }
  return exitCodes.done;
}

function describeLock({ path, holder, process, unrenewedMs: age, isStale }: FoundLock): string {
  if (holder === undefined) return 'The lock is incomplete: its run was killed.';
  const { pid, host, since } = holder;
  const who = `Process ${pid} on ${host} locked this sheet at ${formatUtcMinute(since)}, and renewed the lock ${formatTimeSpan(age)} ago.`;
  if (process === 'ended') return `${who} It has ended.`;
  if (process === 'mayRun') {
    return `${who} A process with this ID exists. If it is rwa, wait for it to end. If it is another program, delete ${path}.`;
  }
  if (process === 'runs')
    return `${who} It is active. Wait for it to end, or end it with: kill ${pid}`;
  const limit = `${maxUnrenewedMs / 1_000} seconds`;
  return isStale
    ? `${who} An active run renews it every few seconds, so this one counts as ended after ${limit}.`
    : `${who} It counts as active until ${limit} after the last renewal. Wait for it to end. If it was killed, try again after ${limit}.`;
}

const help = `
A run locks its sheet and renews the lock every 5 seconds. The next run takes
over the lock of one that has ended, so you rarely need this command. It never
removes the lock of an active run.

The exit code is 0 if no run locks the sheet any more, 7 if a run still does,
and 2 without a confirmation. If there is no terminal, add --yes.

Examples:
  rwa unlock hires.xlsx
  rwa unlock hires.xlsx --yes`;

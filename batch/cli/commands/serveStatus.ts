import type { Command } from 'commander';
import { sanitize } from '../../../src/sanitized.js';
import type { Status } from '../../server/cluster/processStatus.js';
import { CommandError } from '../output/commandError.js';
import { type ExitCode, exitCodes } from '../output/exitCodes.js';
import type { ServeFlags } from './serveFlags.js';
import type { Session } from './session.js';

/** The process waits less for its database, and a supervisor waits longer for this command. */
const answerTimeoutMs = 10_000;

interface ShownStatus extends Status {
  readonly notReady: string | null;
}

export function addStatus(serve: Command, { terminal, setExitCode }: Session): void {
  serve
    .command('status')
    .description('show the version, the runs and the last failure of a running server or worker')
    .usage('--health-port <port> [--health-host <address>] [--json]')
    .addHelpText('after', help)
    .action(async (_flags: ServeFlags, command: Command) => {
      const flags = command.optsWithGlobals<ServeFlags>();
      const statusOrReason = await readStatus(flags);
      const isAway = typeof statusOrReason === 'string';
      if (flags.json === true)
        terminal.out(JSON.stringify(isAway ? { away: statusOrReason } : statusOrReason));
      else terminal.out(isAway ? statusOrReason : formatStatus(statusOrReason));
      setExitCode(toExitCode(statusOrReason));
    });
}

function toExitCode(statusOrReason: ShownStatus | string): ExitCode {
  const isReady = typeof statusOrReason !== 'string' && statusOrReason.notReady === null;
  return isReady ? exitCodes.done : exitCodes.pending;
}

/** Resolves to a sentence if no rwa answers at the port. */
async function readStatus({ healthHost, healthPort }: ServeFlags): Promise<ShownStatus | string> {
  if (healthPort === undefined) {
    throw new CommandError(
      'Add --health-port with the health port of the running process: the port after --health-port of rwa serve, or after --port of rwa worker.',
    );
  }
  const host = healthHost.includes(':') ? `[${healthHost}]` : healthHost;
  const url = `http://${host}:${healthPort}`;
  try {
    const answer = await fetch(`${url}/statusz`, { signal: AbortSignal.timeout(answerTimeoutMs) });
    if (answer.ok) return (await answer.json()) as ShownStatus;
  } catch {
    // A closed port has the same remedy as a port of another program.
  }
  return `No rwa answers at ${url}. Start it with this health port, or correct --health-port and --health-host.`;
}

const storeNames = { postgres: 'Postgres', sqlite: 'SQLite' };

function formatStatus(status: ShownStatus): string {
  const { role, version, startedAt, store, isTokenRefused, work, notReady } = status;
  const lines: (readonly [string, string])[] = [
    ['Process', `rwa ${role} ${version}, since ${startedAt}`],
    ['State', notReady ?? 'ready'],
    ['Store', store === null ? 'not open yet' : storeNames[store]],
  ];
  // For a worker, `notReady` reports the refusal.
  if (isTokenRefused && role === 'serve') {
    lines.push([
      'Token',
      'The service refused the company token. Correct the token and start the server again.',
    ]);
  }
  if (work !== null) {
    const runs = Object.entries(work.runs).filter(([, count]) => count > 0);
    const { lastFailure } = work;
    lines.push(
      ['Runs', runs.map(([state, count]) => `${count} ${state}`).join(', ') || 'none'],
      ['Unconfirmed', String(work.unconfirmed)],
      ['Last success', work.lastSuccessAt ?? 'none yet'],
      [
        'Last failure',
        lastFailure === null ? 'none' : `${lastFailure.at}: ${lastFailure.messages.join(' ')}`,
      ],
    );
  }
  return lines.map(([name, value]) => sanitize(`${`${name}:`.padEnd(15)}${value}`)).join('\n');
}

const help = `
Asks a running process at its health port: the one in rwa serve --health-port,
or in rwa worker --port. The exit code is 0 if the process is ready, and 75 if
it is not ready or does not answer.

Examples:
  rwa serve status --health-port 4022
  rwa serve status --health-port 4021 --json`;

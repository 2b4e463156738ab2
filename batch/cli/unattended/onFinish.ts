import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { escaped } from '../../../src/sanitized.js';
import { messageOf } from '../../engine/errors.js';
import type { RunNotice } from './notice.js';

/** Longer than this, a command is not waited for. */
const longestMs = 60_000;

/** In capitals: Windows finds a setting however it is written. */
const secrets: ReadonlySet<string> = new Set(['RWA_TOKEN', 'RWA_WEBHOOK']);

interface Ending {
  /** Ends the command early. */
  readonly signal: AbortSignal;
  readonly limitMs?: number;
}

/**
 * Lets the shell run a command that reads the notice as JSON on its standard input. What it prints
 * goes to standard error, and neither the company token nor the webhook is in its environment. Never throws; resolves to
 * what went wrong, in words without the command itself, which may hold secrets.
 */
export async function runOnFinish(
  command: string,
  notice: RunNotice,
  { signal, limitMs = longestMs }: Ending,
): Promise<string | undefined> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !secrets.has(name.toUpperCase())),
  );
  const late = AbortSignal.timeout(limitMs);
  const over = AbortSignal.any([signal, late]);
  try {
    // A group of its own, so that what the shell has started ends with it.
    const detached = process.platform !== 'win32';
    const child = spawn(command, { shell: true, detached, env, stdio: ['pipe', 2, 2] });
    const exited = once(child, 'exit');
    // A command that does not read is no failure.
    child.stdin?.on('error', () => undefined).end(`${escaped(JSON.stringify(notice))}\n`);
    const end = () => {
      endGroup(child);
    };
    over.addEventListener('abort', end);
    if (over.aborted) end();
    const [code, killed] = (await exited) as [number | null, NodeJS.Signals | null];
    over.removeEventListener('abort', end);
    if (code === 0) return undefined;
    if (signal.aborted) return 'was stopped by the interruption';
    if (late.aborted) return 'took too long and was stopped';
    if (code === null) return `was stopped by ${killed ?? 'a signal'}`;
    // The shells' code for it.
    return `failed with exit code ${code}${code === 127 ? ': it was not found' : ''}`;
  } catch (error) {
    return `could not be started: ${messageOf(error)}`;
  }
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' }).on('error', () => {
      // Then it goes on without us.
    });
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended in this moment.
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { escapeUnsafe } from '../../../src/sanitized.js';
import { toErrorMessage } from '../../engine/errors.js';
import type { RunNotice } from './notice.js';
import { secretVariables } from './secretOptions.js';

const defaultLimitMs = 60_000;

interface OnFinishLimits {
  readonly signal: AbortSignal;
  readonly limitMs?: number;
}

/**
 * Redirects the command's output to standard error, and keeps secrets out of its environment. Never
 * rejects. Resolves to a phrase about the problem, without the command, which may contain secrets.
 */
export async function runOnFinish(
  command: string,
  notice: RunNotice,
  { signal, limitMs = defaultLimitMs }: OnFinishLimits,
): Promise<string | undefined> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !secretVariables.includes(name.toUpperCase())),
  );
  const timeout = AbortSignal.timeout(limitMs);
  const ending = AbortSignal.any([signal, timeout]);
  try {
    // The shell gets its own process group, so that the processes that it starts can be killed too.
    const detached = process.platform !== 'win32';
    const child = spawn(command, { shell: true, detached, env, stdio: ['pipe', 2, 2] });
    const exited = once(child, 'exit');
    // A command that does not read its input causes an error here, which is harmless.
    child.stdin?.on('error', () => undefined).end(`${escapeUnsafe(JSON.stringify(notice))}\n`);
    const kill = () => {
      killGroup(child);
    };
    ending.addEventListener('abort', kill);
    if (ending.aborted) kill();
    const [code, killed] = (await exited) as [number | null, NodeJS.Signals | null];
    ending.removeEventListener('abort', kill);
    if (code === 0) return undefined;
    if (signal.aborted) return 'was stopped by the interruption';
    if (timeout.aborted) return 'took too long and was stopped';
    if (code === null) return `was stopped by ${killed ?? 'a signal'}`;
    // Shells exit with 127 if they cannot find the command.
    return `failed with exit code ${code}${code === 127 ? ': it was not found' : ''}`;
  } catch (error) {
    return `could not be started: ${toErrorMessage(error)}`;
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' }).on('error', () => {
      // Without taskkill, the command continues.
    });
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The command has already ended.
  }
}

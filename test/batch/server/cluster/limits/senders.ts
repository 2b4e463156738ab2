import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

export interface SenderOptions {
  readonly database: string;
  readonly service: string;
  /** The name of the process, which is the body of its requests. */
  readonly name: string;
  /** The number of requests that it would have in flight without limits. */
  readonly atOnce: number;
  /** The number of requests after which it is idle; by default it sends until it is stopped. */
  readonly requests?: number;
  readonly rate?: number;
  readonly concurrency?: number;
  /** How long writing an intent takes, by default no time. */
  readonly intentMs?: number;
}

export interface Senders {
  /** Starts a process. Resolves when it begins to send. */
  start(options: SenderOptions): Promise<ChildProcess>;
  /** Stops a process once its open requests are answered. Resolves to the number of answers that it has received. */
  stop(sender: ChildProcess): Promise<number>;
  /** Kills the processes that still run, and deletes their script. */
  close(): Promise<void>;
}

/** Builds the script of the processes below `root`, the repository's folder, where Node finds its packages. */
export async function prepareSenders(root: string): Promise<Senders> {
  const folder = join(root, 'out', `senders-${process.pid}-${Date.now()}`);
  const script = join(folder, 'senderProcess.mjs');
  await mkdir(folder, { recursive: true });
  await build({
    entryPoints: [join(root, 'test/batch/server/cluster/limits/senderProcess.ts')],
    outfile: script,
    bundle: true,
    packages: 'external',
    nodePaths: [join(root, 'batch/node_modules')],
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  });
  const running = new Set<ChildProcess>();
  return {
    async start(options) {
      const sender = fork(script, [JSON.stringify(options)]);
      running.add(sender);
      sender.once('exit', () => running.delete(sender));
      await once(sender, 'message');
      return sender;
    },
    async stop(sender) {
      const answer = once(sender, 'message') as Promise<[{ answered: number }]>;
      const exited = once(sender, 'exit');
      sender.send('stop');
      const [[{ answered }]] = await Promise.all([answer, exited]);
      return answered;
    },
    async close() {
      for (const sender of running) sender.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

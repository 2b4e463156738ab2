import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

/** The requests and limits of a process. */
export interface SenderOptions {
  readonly database: string;
  readonly service: string;
  /** The body of its requests. */
  readonly name: string;
  /** How many requests it would have in flight without limits. */
  readonly atOnce: number;
  /** The requests that it sends before it is idle, if it does not send until it is stopped. */
  readonly requests?: number;
  readonly rate?: number;
  readonly concurrency?: number;
  /** How long its intents take to write. */
  readonly intentMs?: number;
}

/** Processes that send. */
export interface Senders {
  /** Resolves when it begins to send. */
  start(options: SenderOptions): Promise<ChildProcess>;
  /** Lets it end what it has begun; resolves to the number of its answers. */
  stop(sender: ChildProcess): Promise<number>;
  /** Ends those that still run. */
  close(): Promise<void>;
}

/** `root` is the folder of the repository, in which Node finds the packages. */
export async function sendersIn(root: string): Promise<Senders> {
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
      const said = once(sender, 'message') as Promise<[{ answered: number }]>;
      const exited = once(sender, 'exit');
      sender.send('stop');
      const [[{ answered }]] = await Promise.all([said, exited]);
      return answered;
    },
    async close() {
      for (const sender of running) sender.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

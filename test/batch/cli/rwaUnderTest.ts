import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { toPrintable } from '../../../batch/cli/output/paint.js';
import { rwa as runCommand } from '../../../batch/rwa.js';
import { showValues } from '../../../batch/wording/sentence.js';
import type { SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { createPlainTerminal } from './person.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
export const command = join(root, 'batch/bin/rwa.js');
/** The path of the single executable that `npm run test:binary` tests. */
const binary = process.env.RWA_TEST_BINARY;
await refuseOldBuild();

export interface CommandResult {
  readonly code: number | null;
  /** Standard output, without the times and the first and last line of a log. */
  readonly out: string;
  /** Standard error, without the times and the first and last line of a log. */
  readonly err: string;
  readonly raw: { readonly out: string; readonly err: string };
}

function normalizeLog(text: string): string {
  const time = String.raw`^\d{4}-\d\d-\d\dT[\d:.]+Z `;
  const ends = new RegExp(`${time}rwa (?:\\S+ (?:.+ )?begins|.* Exit code \\d+)[.]\n`, 'gm');
  return text.replaceAll(ends, '').replaceAll(new RegExp(time, 'gm'), '');
}

export interface Running {
  kill(signal: NodeJS.Signals): void;
  /** Closes the pipes of standard output and error, like `head`, or like `tee` after Ctrl+C. */
  stopReading(): void;
  waitForText(text: string): Promise<void>;
  printed(): string;
  readonly ended: Promise<CommandResult>;
}

export type Environment = Readonly<Record<string, string>>;

/**
 * Creates a folder with these files. `onFinished` gets a function that deletes the folder. By
 * default, the function runs after the test.
 */
export async function folderWith(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  parent = tmpdir(),
  onFinished: (remove: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const folder = await mkdtemp(join(parent, 'rwa cli '));
  onFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

export function toEnv({ sandbox }: SandboxUnderTest): Environment {
  return { RWA_BASE_URL: sandbox.baseUrl, RWA_TOKEN: sandbox.tokens[0] ?? '' };
}

/** This is true while a command uses the current folder and the environment of this process. */
let isInUse = false;

/**
 * Runs a command in a folder, without a terminal. The command runs in this process if possible,
 * because starting another process takes longer than most commands. `rwaProcess` always starts
 * another process.
 */
export async function rwa(
  folder: string,
  args: readonly string[],
  env: Environment = {},
): Promise<CommandResult> {
  // Only one command at a time can run in this process, servers handle the uncaught errors of their
  // whole process, and Node reads some variables only when a process starts.
  const needsProcess =
    binary !== undefined ||
    isInUse ||
    /^(serve|worker)$/.test(args[0] ?? '') ||
    Object.keys(env).some((name) => /^(NODE_|TZ$)/.test(name));
  if (needsProcess) return rwaProcess(folder, args, env);
  isInUse = true;
  const [previousFolder, previousEnvironment] = [process.cwd(), { ...process.env }];
  const [out, err]: [string[], string[]] = [[], []];
  try {
    process.chdir(folder);
    replaceEnvironment(createEnvironment(env));
    const terminal = createPlainTerminal({
      out: (text) => out.push(`${toPrintable(text)}\n`),
      err: (text) => err.push(`${toPrintable(showValues(text))}\n`),
    });
    const code = await runCommand(args, terminal);
    return toResult(code, out.join(''), err.join(''));
  } finally {
    process.chdir(previousFolder);
    replaceEnvironment(previousEnvironment);
    isInUse = false;
  }
}

export function rwaProcess(
  folder: string,
  args: readonly string[],
  env: Environment = {},
): Promise<CommandResult> {
  return start(folder, args, env).ended;
}

function replaceEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env))
    if (!(name in env)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, env);
}

function createEnvironment(env: Environment): Environment {
  const { PATH = '', SystemRoot = '', TZ = '' } = process.env;
  return { PATH, SystemRoot, TZ, TMPDIR: tmpdir(), ...env };
}

function toResult(code: number | null, out: string, err: string): CommandResult {
  return { code, out: normalizeLog(out), err: normalizeLog(err), raw: { out, err } };
}

export function start(folder: string, args: readonly string[], env: Environment = {}): Running {
  const [program, words] =
    binary === undefined ? [process.execPath, [command, ...args]] : [join(root, binary), args];
  const child = spawn(program, words, {
    cwd: folder,
    env: createEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  const watchers = new Set<() => void>();
  const notify = () => {
    for (const watcher of watchers) watcher();
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    notify();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
    notify();
  });
  const ended = waitForEnd(child);
  return {
    kill: (signal) => child.kill(signal),
    stopReading() {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    ended,
    printed: () => out,
    waitForText: (text) =>
      new Promise((resolve, reject) => {
        const checkOutput = () => {
          if (!out.includes(text) && !err.includes(text)) return;
          watchers.delete(checkOutput);
          resolve();
        };
        watchers.add(checkOutput);
        void ended.then(() => {
          reject(new Error(`The command ended without printing "${text}": ${out}${err}`));
        });
        checkOutput();
      }),
  };
}

export function waitForEnd(
  child: ChildProcessByStdio<null, Readable, Readable>,
): Promise<CommandResult> {
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve(toResult(code, out, err));
    });
  });
}

export async function readFiles(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true })).toSorted();
  const entries = names.map(async (name) => {
    const isFile = (await stat(join(folder, name))).isFile();
    return [name, isFile ? await readFile(join(folder, name), 'latin1') : ''] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * Throws if the build is missing or older than its sources, because tests of the built command
 * would test old code.
 */
async function refuseOldBuild(): Promise<void> {
  const built = await stat(join(root, 'batch/dist/rwa.js')).catch(() => undefined);
  const sources = await Promise.all(
    ['batch', 'src', 'sandbox', 'sheets'].map(async (folder) => {
      const names = await readdir(join(root, folder), { recursive: true });
      return names
        .filter((name) => /^(?!dist|node_modules).*\.ts$/.test(name))
        .map((name) => join(root, folder, name));
    }),
  );
  const times = await Promise.all(sources.flat().map(async (file) => (await stat(file)).mtimeMs));
  if (built === undefined || built.mtimeMs < Math.max(...times)) {
    throw new Error('batch/dist is missing or older than its sources. Run npm run build first.');
  }
}

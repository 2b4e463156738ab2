import { basename } from 'node:path';
import type { Command } from 'commander';
import type { LogFile } from '../output/logFile.js';
import { RunLog } from '../output/runLog.js';
import type { Terminal } from '../output/terminal.js';

/** The parts of a command line that the log needs. Other parts may be invalid. */
interface TypedRun {
  readonly command: string;
  readonly file?: string;
  readonly options: ReadonlyMap<string, string>;
}

/**
 * Begins the log before the command line is parsed, so that an invalid command line is logged too.
 * Resolves to undefined for commands that send no sheet, for `--help`, and for a terminal without
 * `--log`.
 */
export async function beginLog(
  program: Command,
  args: readonly string[],
  terminal: Terminal,
): Promise<RunLog | undefined> {
  const typed = readTypedRun(program, args);
  if (typed === undefined) return undefined;
  const { command, file, options } = typed;
  const path = options.get('log');
  if (path === undefined && terminal.bar !== undefined) return undefined;
  return new RunLog(terminal, {
    run: ['rwa', command, ...(file === undefined ? [] : [basename(file)])].join(' '),
    ...(path === undefined ? {} : { file: await openLog(path, typed) }),
    isVerbose: options.has('verbose'),
    isJson: options.has('json'),
  });
}

/**
 * Resolves to the error if the file cannot be used: {@link RunLog.assertWritable} throws it before
 * the run begins.
 */
async function openLog(path: string, typed: TypedRun): Promise<LogFile | Error> {
  try {
    await refuseUsedPath(path, typed);
    const { LogFile } = await import('../output/logFile.js');
    return LogFile.open(path, typed.file, 'log');
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function refuseUsedPath(path: string, { command, file, options }: TypedRun): Promise<void> {
  const { refuseFileInUse } = await import('./refuseFileInUse.js');
  const others = ['output', 'report', 'columns', 'token-file', 'trace'];
  refuseFileInUse('--log', path, {
    command,
    sheet: file,
    journal: options.get('journal'),
    sandbox: options.has('sandbox'),
    others: others.map((name) => options.get(name)),
  });
}

function readTypedRun(program: Command, args: readonly string[]): TypedRun | undefined {
  const [name = '', ...words] = args;
  const command = program.commands.find((each) => each.name() === name);
  const isRun = command?.options.some(({ long }) => long === '--log') === true;
  if (!isRun || words.some((word) => word === '--help' || word === '-h')) return undefined;
  const options = new Map<string, string>();
  let file: string | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!word.startsWith('--')) {
      file ??= word;
      continue;
    }
    const [long = '', ...value] = word.split('=');
    const takesValue = command.options.some((each) => each.long === long && each.required);
    options.set(
      long.slice(2),
      takesValue && value.length === 0 ? (words[++at] ?? '') : value.join('='),
    );
  }
  return { command: name, ...(file === undefined ? {} : { file }), options };
}

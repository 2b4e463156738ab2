import { AsyncLocalStorage } from 'node:async_hooks';
import pino, { type LevelWithSilent } from 'pino';
import { UsageError } from '../engine/errors.js';
import { JournalError } from '../engine/journal/journalStore.js';
import { isTransient } from './db/errors.js';

export type LogLevel = LevelWithSilent;

/** How the lines of a process are written. */
export interface LogSettings {
  readonly process: 'serve' | 'worker';
  readonly level: LogLevel;
  /** Lines for people in a terminal; otherwise JSON. */
  readonly isPretty: boolean;
  /** The worker thread that writes; undefined for the main thread. */
  readonly thread?: number;
}

/**
 * The fields of a line. Names, values of a sheet and files have no field, so that they cannot get into the log; a
 * message is a constant for the same reason.
 */
export interface LogFields {
  readonly run?: string;
  readonly sheet?: string;
  readonly slice?: string;
  /** An error: its type, codes and stack, without its message. */
  readonly err?: unknown;
  /** The host of an OpenID provider or a webhook, from the settings. */
  readonly host?: string;
  /** A text for the operator that contains no values. */
  readonly reason?: string;
  readonly state?: string;
  readonly ms?: number;
  readonly method?: string;
  /** The pattern of a route, never the path: `/api/sheets/:id` */
  readonly route?: string;
  readonly status?: number;
  readonly caller?: CallerKind | undefined;
  /** Only on the line of a request, which is written after it. */
  readonly request?: string;
  /** The client left before it had the whole answer. */
  readonly isAborted?: true | undefined;
}

export type CallerKind = 'session' | 'token';

type Write = (fields: LogFields, message: string) => void;

/** A logger that takes only the fields above. */
export interface Log extends Readonly<Record<Exclude<LogLevel, 'silent'>, Write>> {
  child(fields: LogFields): Log;
}

/** A request that is being answered. */
interface CurrentRequest {
  readonly id: string;
  isAnswered: boolean;
}

const requests = new AsyncLocalStorage<CurrentRequest>();

let settings: LogSettings = { process: 'serve', level: 'warn', isPretty: false };

const root = pino(
  {
    level: settings.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    serializers: { err: describeError },
    mixin: () => {
      const { process: name, thread } = settings;
      return { process: name, pid: process.pid, thread, request: currentRequestId() };
    },
  },
  {
    // The stream of a thread leads through the main thread, which writes each line as a whole.
    write: (line: string) => {
      process.stderr.write(settings.isPretty ? formatForTerminal(line) : line);
    },
  },
);

/** The log of this process. Until {@link startLogging}, it has warnings and errors. */
export const log: Log = root;

/** The settings of this process, for its threads. */
export function logSettings(): LogSettings {
  return settings;
}

/**
 * Sets how this process or thread logs. From then on, output of libraries and uncaught errors are logged, too, without
 * their messages.
 */
export function startLogging(given: LogSettings): void {
  settings = given;
  root.level = given.level;
  for (const method of ['error', 'warn', 'info', 'log'] as const) {
    const level = method === 'log' ? 'info' : method;
    // eslint-disable-next-line no-console -- libraries know no other log
    console[method] = (...printed: readonly unknown[]) => {
      log[level](
        { err: printed.find((each) => each instanceof Error) },
        'A library has printed a message',
      );
    };
  }
  // The error of a thread ends only the thread, and reaches the main thread.
  if (given.thread !== undefined) return;
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'The process ends because of a bug');
    process.exit(1);
  });
}

/** Gives the lines that are written until the end of `work` the id of a request. */
export async function withRequest<T>(id: string | undefined, work: () => Promise<T>): Promise<T> {
  if (id === undefined) return work();
  const request: CurrentRequest = { id, isAnswered: false };
  try {
    return await requests.run(request, work);
  } finally {
    // Work that goes on in the background belongs to no request.
    request.isAnswered = true;
  }
}

/** The id of the request that is being answered, if there is one. */
export function currentRequestId(): string | undefined {
  const request = requests.getStore();
  return request?.isAnswered === false ? request.id : undefined;
}

const word = /^[\w.$-]{1,64}$/;

function isWord(value: unknown): value is string {
  return typeof value === 'string' && word.test(value);
}

/**
 * Describes an error without values: messages of the engine, of JSON.parse or of files may contain cells, names and
 * paths. The message of a database that is away or busy is about the database alone.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, cause } = error;
  const { code, errcode, syscall } = error as Error & Readonly<Record<string, unknown>>;
  const described = {
    type: isWord(name) ? name : 'Error',
    code: isWord(code) ? code : undefined,
    errcode: typeof errcode === 'number' ? errcode : undefined,
    syscall: isWord(syscall) ? syscall : undefined,
  };
  // It is no bug, so its stack would not help.
  if (isTransient(error)) return { ...described, message };
  return {
    ...described,
    reasons: reasonCodes(error),
    stack: shownFrames(error),
    cause: cause instanceof Error ? describeError(cause) : undefined,
  };
}

/** The codes of the engine's messages, without their parameters. */
function reasonCodes(error: Error): readonly string[] | undefined {
  if (error instanceof UsageError) return error.said.map(({ code }) => code);
  return error instanceof JournalError ? [error.said.code] : undefined;
}

const frame = /^ {4}at (?:(.*) \()?(.*?):(\d+:\d+)\)?$/;

/**
 * The lines of a stack that name code, without folders, which may contain the name of a user. A message of several
 * lines may look like them, so it is cut off first.
 */
function shownFrames({ stack = '', message }: Error): string {
  const at = stack.indexOf(message);
  const lines = (at < 0 ? stack : stack.slice(at + message.length)).split('\n');
  const frames = lines.flatMap((line) => {
    const [, called, file = '', place] = frame.exec(line) ?? [];
    if (place === undefined) return [];
    const location = `${file.split(/[\\/]/).at(-1)}:${place}`;
    return [`    at ${called === undefined ? location : `${called} (${location})`}`];
  });
  return frames.join('\n');
}

/** A line of JSON as pino writes it. */
interface LogLine extends Readonly<Record<string, unknown>> {
  readonly time: string;
  readonly level: string;
  readonly msg: string;
  readonly err?: Readonly<Record<string, unknown>> & { readonly stack?: string };
}

/** Formats a line of JSON for a terminal. */
export function formatForTerminal(line: string): string {
  const { time, level, msg, err, process: _, pid: _pid, ...fields } = JSON.parse(line) as LogLine;
  const { stack = '', ...about } = err ?? {};
  const named = Object.entries({ ...fields, ...about }).map(([name, value]) => {
    return `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`;
  });
  const clock = new Date(time).toTimeString().slice(0, 'hh:mm:ss'.length);
  const first = [clock, level.toUpperCase().padEnd(5), msg, ...named].join(' ');
  return stack === '' ? `${first}\n` : `${first}\n${stack}\n`;
}

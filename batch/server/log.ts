import { AsyncLocalStorage } from 'node:async_hooks';
import pino, { type LevelWithSilent } from 'pino';
import { getExpectedMessages } from '../engine/journal/journalStore.js';
import { isTransient } from './db/errors.js';

export type LogLevel = LevelWithSilent;

export interface LogSettings {
  readonly process: 'serve' | 'worker';
  readonly level: LogLevel;
  readonly isPretty: boolean;
  /** Undefined for the main thread. */
  readonly thread?: number;
}

/** The log never contains names of people or files, or values of a sheet; messages are constants. */
export interface LogFields {
  readonly run?: string;
  readonly sheet?: string;
  readonly slice?: string;
  /** See `describeError` for the parts that are logged. */
  readonly err?: unknown;
  /** The host of an OpenID provider, a webhook or a mail server, from the settings. */
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
  /**
   * Set only for the line "Answered a request", which is logged after the request has ended. Other lines get the ID
   * from the current request.
   */
  readonly request?: string;
  /** True if the client disconnected before it had received the whole answer. */
  readonly isAborted?: true | undefined;
}

export type CallerKind = 'session' | 'token';

type Write = (fields: LogFields, message: string) => void;

export interface Log extends Readonly<Record<Exclude<LogLevel, 'silent'>, Write>> {
  child(fields: LogFields): Log;
}

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
      return { process: name, pid: process.pid, thread, request: getCurrentRequestId() };
    },
  },
  {
    // The lines of worker threads also go through the main thread, which writes each as a whole.
    write: (line: string) => {
      process.stderr.write(settings.isPretty ? formatForTerminal(line) : line);
    },
  },
);

/** Before {@link startLogging}, contains only warnings and errors. */
export const log: Log = root;

export function getLogSettings(): LogSettings {
  return settings;
}

/** Only libraries call these methods. */
const consoleLevels = {
  error: 'error',
  warn: 'warn',
  info: 'info',
  log: 'info',
  dir: 'info',
  table: 'info',
  debug: 'debug',
  trace: 'debug',
} as const;

/** Logs a line also for each message that a library prints and for each uncaught error, but without its text. */
export function startLogging(newSettings: LogSettings): void {
  settings = newSettings;
  root.level = newSettings.level;
  for (const [method, level] of Object.entries(consoleLevels)) {
    console[method as keyof typeof consoleLevels] = (...values: readonly unknown[]) => {
      log[level](
        { err: values.find((value) => value instanceof Error) },
        'A library has printed a message',
      );
    };
  }
  // An uncaught error in a thread ends only that thread, and the main thread receives the error.
  if (newSettings.thread !== undefined) return;
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'The process ends because of a bug');
    process.exit(1);
  });
}

export async function withRequest<T>(id: string | undefined, work: () => Promise<T>): Promise<T> {
  if (id === undefined) return work();
  const request: CurrentRequest = { id, isAnswered: false };
  try {
    return await requests.run(request, work);
  } finally {
    // Work that continues in the background belongs to no request.
    request.isAnswered = true;
  }
}

export function getCurrentRequestId(): string | undefined {
  const request = requests.getStore();
  return request?.isAnswered === false ? request.id : undefined;
}

/** A text that is longer or has other characters may contain values. */
const wordPattern = /^[\w.$-]{1,64}$/;

function isWord(value: unknown): value is string {
  return typeof value === 'string' && wordPattern.test(value);
}

/**
 * Messages from the engine, JSON.parse and the file system may contain cells, names and paths. Only the message of an
 * unavailable, busy or full database is logged: it contains no values.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, cause } = error;
  const { code, errcode, syscall } = error as Error & Readonly<Record<string, unknown>>;
  const fields = {
    type: isWord(name) ? name : 'Error',
    code: isWord(code) ? code : undefined,
    errcode: typeof errcode === 'number' ? errcode : undefined,
    syscall: isWord(syscall) ? syscall : undefined,
  };
  // A transient error is not a bug, so the stack would not help.
  if (isTransient(error)) return { ...fields, message };
  return {
    ...fields,
    reasons: listReasonCodes(error),
    stack: formatFrames(error),
    cause: cause instanceof Error ? describeError(cause) : undefined,
  };
}

function listReasonCodes(error: Error): readonly string[] | undefined {
  return getExpectedMessages(error)?.map(({ code }) => code);
}

/** Matches `    at functionName (file:line:column)`, with or without the function. */
const framePattern = /^ {4}at (?:(.*) \()?(.*?):(\d+:\d+)\)?$/;

/**
 * Leaves out folders, because these may contain the name of a user. The message is removed first: its lines may look
 * like frames.
 */
function formatFrames({ stack = '', message }: Error): string {
  const at = stack.indexOf(message);
  const lines = (at < 0 ? stack : stack.slice(at + message.length)).split('\n');
  const frames = lines.flatMap((line) => {
    const [, functionName, file = '', place] = framePattern.exec(line) ?? [];
    if (place === undefined) return [];
    const location = `${file.split(/[\\/]/).at(-1)}:${place}`;
    return [`    at ${functionName === undefined ? location : `${functionName} (${location})`}`];
  });
  return frames.join('\n');
}

interface LogLine extends Readonly<Record<string, unknown>> {
  readonly time: string;
  readonly level: string;
  readonly msg: string;
  readonly err?: Readonly<Record<string, unknown>> & { readonly stack?: string };
}

export function formatForTerminal(line: string): string {
  const { time, level, msg, err, process: _, pid: _pid, ...fields } = JSON.parse(line) as LogLine;
  const { stack = '', ...errorFields } = err ?? {};
  const named = Object.entries({ ...fields, ...errorFields }).map(([name, value]) => {
    return `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`;
  });
  const clock = new Date(time).toTimeString().slice(0, 'hh:mm:ss'.length);
  const first = [clock, level.toUpperCase().padEnd(5), msg, ...named].join(' ');
  return stack === '' ? `${first}\n` : `${first}\n${stack}\n`;
}

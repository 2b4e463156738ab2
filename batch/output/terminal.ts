import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { OperatingError, ReaderGone } from './errors.js';
import { type Paint, painter, printable } from './paint.js';
import type { RunLog } from './runLog.js';
import { type Sentence, whole } from './sentence.js';

/**
 * Where a command speaks and listens. It escapes what a terminal would obey, wherever that comes from;
 * only line breaks cannot be told from ours, so a text from outside is to be `sanitized` before it
 * becomes a part of a line.
 */
export interface Terminal {
  /** Results, on standard output. */
  out(text: string): void;
  /** Everything that is said about the work, on standard error. */
  err(text: Sentence): void;
  /** The log of a run: where nobody watches, and with `--log`. */
  readonly log?: RunLog | undefined;
  /**
   * Resolves when standard output has taken enough of what was said to take more. Rejects with
   * ReaderGone when nobody takes it, which ends a command that only says something; one that
   * sends does not ask, and goes on to its end unheard. Rejects with an OperatingError when it
   * cannot be written.
   */
  drained(): Promise<void>;
  /**
   * In a sentence, that something that was said is lost, because the disk of the log is full for
   * example; undefined while there is nothing of that kind. A reader that went away is nothing.
   */
  readonly lost?: string | undefined;
  /** Colours for `out` and `err`: nothing where they are no terminal, or NO_COLOR is set. */
  readonly paint: { readonly out: Paint; readonly err: Paint };
  /** Characters a line of `out`; undefined where it is no terminal. */
  readonly width: number | undefined;
  /** True when a person can be asked. */
  readonly interactive: boolean;
  /** Where a progress bar may be drawn; nothing where standard error is not a terminal. */
  readonly bar: { readonly columns: number; write(text: string): void } | undefined;
  /**
   * Resolves to what was typed; to undefined for Ctrl+C, Ctrl+D and the end of the input, and when
   * the signal comes.
   */
  ask(question: string, signal?: AbortSignal): Promise<string | undefined>;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const { stdin, stdout, stderr } = process;
  let isRead = true;
  let lost: string | undefined;
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // EIO is of a terminal window that was closed. Nothing here is a reason to lose an answer.
      const isGone = error.code === 'EPIPE' || error.code === 'EIO';
      if (isGone && stream === stdout) isRead = false;
      if (!isGone) lost ??= lostSentence(stream === stdout ? 'output' : 'error', error);
    });
  }
  return {
    out: (text) => stdout.write(`${printable(text)}\n`),
    err: (text) => stderr.write(`${printable(whole(text))}\n`),
    async drained() {
      // Rejects on an error, which the listener above has heard.
      if (isRead && stdout.writableNeedDrain) await once(stdout, 'drain').catch(() => undefined);
      if (!isRead) throw new ReaderGone();
      if (lost !== undefined) throw new OperatingError(lost);
    },
    get lost() {
      return lost;
    },
    paint: { out: painter(stdout), err: painter(stderr) },
    get width() {
      return stdout.isTTY ? stdout.columns : undefined;
    },
    interactive: stdin.isTTY && stderr.isTTY,
    bar: stderr.isTTY
      ? {
          get columns() {
            return stderr.columns;
          },
          write: (text) => stderr.write(text),
        }
      : undefined,
    ask,
  };
}

function lostSentence(stream: 'output' | 'error', error: Error): string {
  return `What rwa says cannot be written to standard ${stream} (${error.message}). Make room, or send it to another file.`;
}

async function ask(question: string, signal?: AbortSignal): Promise<string | undefined> {
  if (signal?.aborted === true) return undefined;
  const { stdin, stderr } = process;
  const lines = createInterface({ input: stdin, output: stderr });
  const ended = new Promise<undefined>((resolve) => {
    lines.once('close', () => {
      resolve(undefined);
    });
    lines.once('SIGINT', () => {
      stderr.write('\n');
      lines.close();
    });
  });
  const close = () => {
    lines.close();
  };
  signal?.addEventListener('abort', close);
  try {
    return await Promise.race([lines.question(printable(question)), ended]);
  } finally {
    signal?.removeEventListener('abort', close);
    lines.close();
  }
}

/** `1 row`, `20 rows`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? noun : plural}`;
}

/** A time span as people say it: `8 s`, `3 minutes`. */
export function timeSpan(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 1) return 'less than a second';
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${(minutes / 60).toFixed(1)} hours`;
}

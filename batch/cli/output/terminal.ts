import { once } from 'node:events';
import { ReaderGoneError } from './readerGone.js';
import { createPainter, toPrintable } from './paint.js';
import type { RunLog } from './runLog.js';
import type { Screen } from './screen.js';
import { showValues } from '../../wording/sentence.js';
import { OutputLostError } from './commandError.js';

export interface Terminal extends Screen {
  /** Set with `--log`, or if standard error is not a terminal. */
  readonly log?: RunLog | undefined;
}

export function createProcessTerminal(): Screen {
  const { stdin, stdout, stderr } = process;
  let hasReader = true;
  let lost: string | undefined;
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // EIO: the terminal window was closed. An output error must not end a run, because answers of
      // the service would be lost.
      const isGone = error.code === 'EPIPE' || error.code === 'EIO';
      if (isGone && stream === stdout) hasReader = false;
      if (!isGone) lost ??= outputLostText(stream === stdout ? 'output' : 'error', error);
    });
  }
  return {
    out: (text) => stdout.write(`${toPrintable(text)}\n`),
    err: (text) => stderr.write(`${toPrintable(showValues(text))}\n`),
    async drained() {
      // The listener above has handled the error.
      if (hasReader && stdout.writableNeedDrain) await once(stdout, 'drain').catch(() => undefined);
      if (!hasReader) throw new ReaderGoneError();
      if (lost !== undefined) throw new OutputLostError(lost);
    },
    get lost() {
      return lost;
    },
    paint: { out: createPainter(stdout), err: createPainter(stderr) },
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

function outputLostText(stream: 'output' | 'error', error: Error): string {
  return `rwa could not write to standard ${stream} (${error.message}). Free some space, or write to another file.`;
}

async function ask(question: string, signal?: AbortSignal): Promise<string | undefined> {
  if (signal?.aborted === true) return undefined;
  // Loaded only here, because most commands ask nothing.
  const { createInterface } = await import('node:readline/promises');
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
    return await Promise.race([lines.question(toPrintable(question)), ended]);
  } finally {
    signal?.removeEventListener('abort', close);
    lines.close();
  }
}

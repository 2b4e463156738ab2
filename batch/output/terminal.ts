import { createInterface } from 'node:readline/promises';

/** Where a command speaks and listens. */
export interface Terminal {
  /** Results, on standard output. */
  out(text: string): void;
  /** Everything that is said about the work, on standard error. */
  err(text: string): void;
  /** True when a person can be asked. */
  readonly interactive: boolean;
  /** Where a progress bar may be drawn; nothing where standard error is not a terminal. */
  readonly bar: { readonly columns: number; write(text: string): void } | undefined;
  ask(question: string): Promise<string>;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const { stdin, stdout, stderr } = process;
  return {
    out: (text) => stdout.write(`${text}\n`),
    err: (text) => stderr.write(`${text}\n`),
    interactive: stdin.isTTY && stderr.isTTY,
    bar: stderr.isTTY
      ? {
          get columns() {
            return stderr.columns;
          },
          write: (text) => stderr.write(text),
        }
      : undefined,
    async ask(question) {
      const lines = createInterface({ input: stdin, output: stderr });
      const aborted = new Promise<string>((resolve) => {
        // Ctrl+D and Ctrl+C at a question are an answer: no.
        lines.once('close', () => {
          resolve('');
        });
        lines.once('SIGINT', () => {
          stderr.write('\n');
          lines.close();
        });
      });
      try {
        return await Promise.race([lines.question(question), aborted]);
      } finally {
        lines.close();
      }
    },
  };
}

/** `1 row`, `20 rows`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

/** A time span as people say it: `8 s`, `about 3 minutes`. */
export function timeSpan(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 1) return 'less than a second';
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${(minutes / 60).toFixed(1)} hours`;
}

import { sanitized } from '../../src/sanitized.js';
import { wrapped } from './lines.js';
import type { Terminal } from './terminal.js';

/** One line about the work on standard error; with the time where no person watches a terminal. */
export function logLine({ bar, log, err }: Terminal, text: string): void {
  const line = sanitized(text);
  if (bar !== undefined) err(wrapped(line, bar.columns));
  else err(log === undefined ? `${new Date().toISOString()} ${line}` : line);
}

/** One line of what a run tells, on standard output and in its log. */
export function say({ log, out }: Terminal, text: string): void {
  if (log?.takesOutput !== true) out(text);
  log?.say(text);
}

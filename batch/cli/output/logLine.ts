import { sanitize } from '../../../src/sanitized.js';
import { wrapText } from './lines.js';
import type { Terminal } from './terminal.js';

/** Prints on standard error. Adds the time unless standard error is a terminal. */
export function logLine(terminal: Terminal, text: string): void {
  const { bar, log } = terminal;
  const line = sanitize(text);
  if (bar !== undefined) terminal.err(wrapText(line, bar.columns));
  else terminal.err(log === undefined ? `${new Date().toISOString()} ${line}` : line);
}

export function printLine(terminal: Terminal, text: string): void {
  const { log } = terminal;
  if (log?.takesOutput !== true) terminal.out(text);
  log?.out(text);
}

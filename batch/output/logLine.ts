import { sanitized } from '../../src/sanitized.js';
import { wrapped } from './lines.js';
import type { Terminal } from './terminal.js';

/** One line about the work on standard error; with the time where no person watches a terminal. */
export function logLine(terminal: Terminal, text: string): void {
  terminal.err(
    terminal.bar === undefined
      ? `${new Date().toISOString()} ${sanitized(text)}`
      : wrapped(text, terminal.bar.columns),
  );
}

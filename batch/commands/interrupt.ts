import { exitCodes } from '../output/errors.js';
import type { Terminal } from '../output/terminal.js';

/** The signals by which terminals, schedulers and service managers end a command. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface Interruption {
  readonly signal: AbortSignal;
  /** From here on something is in flight. */
  begin(): void;
  dispose(): void;
}

/**
 * Ctrl+C once aborts the signal: the run finishes what is in flight and writes back. Twice ends the
 * process at once, as soon as the journal holds every answer that has come. `again` is the command
 * that goes on.
 */
export function onInterrupt(terminal: Terminal, again: string): Interruption {
  const controller = new AbortController();
  let begun = false;
  const interrupt = () => {
    if (controller.signal.aborted) {
      terminal.err(`\nStopped at once; nothing is lost. Go on with\n  ${again}`);
      // Answers that came in this turn are taken in before it.
      setImmediate(() => process.exit(exitCodes.interrupted));
      return;
    }
    controller.abort();
    const what = begun ? 'Finishing what is in flight.' : 'Stopping before anything is sent.';
    terminal.err(`\n${what} Press Ctrl+C again to stop at once.`);
  };
  for (const signal of endingSignals) process.on(signal, interrupt);
  return {
    signal: controller.signal,
    begin() {
      begun = true;
    },
    dispose() {
      for (const signal of endingSignals) process.off(signal, interrupt);
    },
  };
}

import { type ExitCode, exitCodes } from '../output/exitCodes.js';
import type { Terminal } from '../output/terminal.js';

/** The signals with which terminals, schedulers and service managers end a command. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A stage of a command, with the effect of an interruption during it. */
export interface Stage {
  /**
   * Printed at the first signal, which asks the work to end. Without this text, the process ends at
   * once.
   */
  readonly finishing?: string;
  /** Returns the text to print when the process ends at once; the journal is complete by then. */
  readonly stopped: () => string;
  /** The exit code of a process that ends at once; default 130. */
  readonly exitCode?: ExitCode;
}

/** The stage in which a command is loaded. */
export const loading: Stage = { stopped: () => 'Stopped before anything was done.' };
/** The stage of a command that sets no other stage. */
export const atWork: Stage = { stopped: () => 'Interrupted.' };

/**
 * Handles Ctrl+C and the signals that mean the same. One handler listens until the process ends, and
 * the command sets the current stage, so that no signal kills the process silently.
 */
export class Interruption {
  #terminal: Terminal;
  #controller = new AbortController();
  #stage: Stage = atWork;
  #isStopping = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Starts listening for signals. Call it once per process. */
  listen(): void {
    for (const signal of endingSignals) process.on(signal, this.#interrupt);
  }

  /** Sets the terminal for later messages. */
  setTerminal(terminal: Terminal): void {
    this.#terminal = terminal;
  }

  /** True if the current stage was interrupted. */
  get isInterrupted(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Begins a stage and returns its signal. An earlier Ctrl+C does not count. */
  begin(stage: Stage): AbortSignal {
    this.#controller = new AbortController();
    this.#stage = stage;
    return this.#controller.signal;
  }

  /** Replaces the texts of the current stage. An earlier Ctrl+C still counts as the first. */
  reword(stage: Stage): void {
    this.#stage = stage;
  }

  readonly #interrupt = (): void => {
    const { finishing } = this.#stage;
    if (finishing !== undefined && !this.isInterrupted) {
      this.#terminal.err(`\n${finishing} Press Ctrl+C again to stop at once.`);
      this.#controller.abort();
      return;
    }
    if (this.#isStopping) return;
    this.#isStopping = true;
    // First, the answers that have arrived are recorded.
    setImmediate(() => {
      const { stopped, exitCode = exitCodes.interrupted } = this.#stage;
      // Runs after the journal's listener, which withdraws the intents of unsent requests.
      process.once('exit', () => {
        this.#terminal.err(`\n${stopped()}`);
        this.#terminal.log?.end(exitCode);
      });
      process.exit(exitCode);
    });
  };
}

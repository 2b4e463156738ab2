import { type ExitCode, exitCodes } from '../output/exitCodes.js';
import type { Terminal } from '../output/terminal.js';

/** The signals by which terminals, schedulers and service managers end a command. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What an interruption means at one stage of a command. */
export interface Stage {
  /** Said at the first signal, which asks the work to end. Without it the process ends at once. */
  readonly finishing?: string;
  /** Said when the process ends at once; the journal is complete by then. */
  readonly stopped: () => string;
  /** The exit code of a process that ends at once; default 130. */
  readonly exitCode?: ExitCode;
}

/** While a command is being loaded. */
export const loading: Stage = { stopped: () => 'Stopped before anything was done.' };
/** Until a command begins a stage of its own. */
export const atWork: Stage = { stopped: () => 'Interrupted.' };

/**
 * Ctrl+C, and the signals that mean the same. One handler serves the whole life of the process, and
 * the command tells it what it is doing, so that no signal ever kills the process silently.
 */
export class Interruption {
  #terminal: Terminal;
  #controller = new AbortController();
  #stage: Stage = atWork;
  #isStopping = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Starts listening for signals. A process calls it once. */
  listen(): void {
    for (const signal of endingSignals) process.on(signal, this.#interrupt);
  }

  /** Sets where it writes from now on. */
  speakOn(terminal: Terminal): void {
    this.#terminal = terminal;
  }

  /** True once the current stage was interrupted. */
  get isInterrupted(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Begins a stage and returns its signal; an earlier Ctrl+C does not count. */
  begin(stage: Stage): AbortSignal {
    this.#controller = new AbortController();
    this.#stage = stage;
    return this.#controller.signal;
  }

  /** Rewords the current stage: an earlier Ctrl+C still counts as the first. */
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
    // Answers that have arrived are recorded first.
    setImmediate(() => {
      const { stopped, exitCode = exitCodes.interrupted } = this.#stage;
      // After the journal's own listener, which withdraws what was not sent.
      process.once('exit', () => {
        this.#terminal.err(`\n${stopped()}`);
        this.#terminal.log?.end(exitCode);
      });
      process.exit(exitCode);
    });
  };
}

import { type ExitCode, exitCodes } from '../output/exitCodes.js';
import type { Terminal } from '../output/terminal.js';

export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface Stage {
  /**
   * The text for the first signal, which asks the work to end. Without this text, the first signal
   * ends the process at once.
   */
  readonly finishing?: string;
  /** The journal is complete when this is called. */
  readonly stopped: () => string;
  /** The default is 130. */
  readonly exitCode?: ExitCode;
}

export const loading: Stage = { stopped: () => 'Stopped before anything was done.' };
export const atWork: Stage = { stopped: () => 'Interrupted.' };

/**
 * Handles signals with one listener until the process ends, so that no signal kills it silently.
 */
export class Interruption {
  #terminal: Terminal;
  #controller = new AbortController();
  #stage: Stage = atWork;
  #isStopping = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Call this once per process. */
  listen(): void {
    for (const signal of endingSignals) process.on(signal, this.#interrupt);
  }

  setTerminal(terminal: Terminal): void {
    this.#terminal = terminal;
  }

  get isInterrupted(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Begins a stage in which an earlier Ctrl+C does not count. */
  begin(stage: Stage): AbortSignal {
    this.#controller = new AbortController();
    this.#stage = stage;
    return this.#controller.signal;
  }

  /** Changes the texts: an earlier Ctrl+C still counts as the first. */
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
      // This listener runs after the journal's listener, which withdraws the intents of unsent
      // requests.
      process.once('exit', () => {
        this.#terminal.err(`\n${stopped()}`);
        this.#terminal.log?.end(exitCode);
      });
      process.exit(exitCode);
    });
  };
}

import type { RunEnding } from '../unattended/unattendedRun.js';
import type { ExitCode } from '../output/exitCodes.js';
import type { Failure } from '../output/failure.js';
import type { Terminal } from '../output/terminal.js';
import type { Interruption } from './interrupt.js';

/** How a command line ended. */
export interface CommandEnd extends RunEnding {
  readonly exitCode: ExitCode;
}

/** One call of `rwa`: its terminal, its command line and its end. */
export interface Session {
  readonly terminal: Terminal;
  /** The command line after `rwa`, word by word, without the options that may contain secrets. */
  readonly typed: readonly string[];
  /** Handles Ctrl+C. A command with work to finish begins its own stage. */
  readonly interruption: Interruption;
  /** Prints why a command failed and returns how it should end. */
  readonly fail: (error: unknown) => Failure;
  /** Runs another command line as if it were typed. */
  readonly run: (words: readonly string[]) => Promise<CommandEnd>;
  /** Sets how the run of the command ended. */
  readonly setEnding: (ending: RunEnding) => void;
  readonly setExitCode: (code: ExitCode) => void;
}

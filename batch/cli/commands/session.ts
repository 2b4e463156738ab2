import type { RunEnding } from '../unattended/unattendedRun.js';
import type { ExitCode } from '../output/exitCodes.js';
import type { Failure } from '../output/failure.js';
import type { Terminal } from '../output/terminal.js';
import type { Interruption } from './interrupt.js';

export interface CommandEnd extends RunEnding {
  readonly exitCode: ExitCode;
}

export interface Session {
  readonly terminal: Terminal;
  /** The words after `rwa`, without the options that may contain secrets. */
  readonly typed: readonly string[];
  /** A command with work to finish begins its own stage. */
  readonly interruption: Interruption;
  /** Prints why a command failed. */
  readonly fail: (error: unknown) => Failure;
  /** Runs another command line as if it were typed. */
  readonly run: (words: readonly string[]) => Promise<CommandEnd>;
  readonly setEnding: (ending: RunEnding) => void;
  readonly setExitCode: (code: ExitCode) => void;
}

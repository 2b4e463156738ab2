import { type ExitCode, exitCodes } from '../output/exitCodes.js';

/**
 * The urgency of a finding. `warning`: the next run works, but somebody should look. `away`: the
 * service may become available by itself. `unknown`: another problem prevents the check.
 */
export type FindingState = 'ok' | 'warning' | 'problem' | 'away' | 'inUse' | 'unknown';

/** One line of `rwa doctor`. */
export interface Finding {
  /** The name of the check, such as `Token`. */
  readonly check: string;
  /** The sheet that it is about; missing for the connection and this machine. */
  readonly sheet?: string;
  readonly state: FindingState;
  /** The fact and, for a problem, the next step. */
  readonly message: string;
}

/** The exit code for each state, the most urgent first. */
const codes: readonly (readonly [FindingState, ExitCode])[] = [
  ['problem', exitCodes.stopped],
  ['away', exitCodes.pending],
  ['inUse', exitCodes.inUse],
];

/** Returns the exit code of the most urgent finding. */
export function exitCodeAfter(findings: readonly Finding[]): ExitCode {
  const urgent = codes.find(([state]) => findings.some((finding) => finding.state === state));
  return urgent?.[1] ?? exitCodes.done;
}

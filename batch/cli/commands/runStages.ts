import type { ExitCode } from '../output/exitCodes.js';
import { count } from '../../wording/words.js';
import type { Stage } from './interrupt.js';

/** The stage before the plan is confirmed. */
export const preparing: Stage = {
  finishing: 'Stopping before anything is sent.',
  stopped: () => 'Stopped. Nothing was sent.',
};

/** The stage of checks. They may already have sent requests to the service. */
export const checking: Stage = {
  finishing: 'Stopping the checks.',
  stopped: () => 'Stopped. Nothing was changed.',
};

/**
 * Creates the stage from the first row to the summary: rows are sent, results are awaited, and the
 * sheet and the report are written. `unconfirmed` returns how many rows were sent and have no usable
 * answer yet. It is not called for a repeatable operation, which sends such rows again.
 */
export function createSendingStage(
  commands: { readonly again: string; readonly resolve: string },
  repeatable: boolean,
  unconfirmed: () => number,
): Stage {
  return {
    finishing: 'Finishing requests in flight.',
    stopped() {
      const { again, resolve } = commands;
      if (repeatable) {
        return `Stopped. Rows that were in flight will be sent again, which is harmless. To continue, run\n  ${again}`;
      }
      const rows = unconfirmed();
      if (rows === 0) return `Stopped. No row was in flight. To continue, run\n  ${again}`;
      const are = rows === 1 ? '1 row is' : `${count(rows, 'row')} are`;
      return `Stopped. ${are} now unconfirmed: run\n  ${resolve}\nthen\n  ${again}`;
    },
  };
}

/** Creates the stage after a run, in which the notices about the run are sent. */
export function createEndedStage(exitCode: ExitCode): Stage {
  return {
    finishing: 'The run has ended. Stopping its notices.',
    stopped: () => 'Stopped. The run itself had finished.',
    exitCode,
  };
}

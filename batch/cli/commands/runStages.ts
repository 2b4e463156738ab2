import type { ExitCode } from '../output/exitCodes.js';
import { count } from '../../wording/words.js';
import type { Stage } from './interrupt.js';

/** The stage before the plan is confirmed. */
export const preparing: Stage = {
  finishing: 'Stopping before anything is sent.',
  stopped: () => 'Stopped. Nothing was sent.',
};

/**
 * Creates the stage in which rows are sent and results are awaited, until the write-back. `unconfirmed`
 * counts the rows in flight; a repeatable operation has none, since it sends them again.
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
      const were =
        rows === 1
          ? '1 row that was in flight is'
          : `${count(rows, 'row')} that were in flight are`;
      return `Stopped. ${were} now unconfirmed: run\n  ${resolve}\nthen\n  ${again}`;
    },
  };
}

/** Creates the stage after the summary: only the report and the notices are left. */
export function createEndedStage(exitCode: ExitCode): Stage {
  return {
    finishing: 'The run has ended. Stopping its report and notices.',
    stopped: () => 'Stopped. The run itself had finished.',
    exitCode,
  };
}

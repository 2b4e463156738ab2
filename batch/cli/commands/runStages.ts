import type { ExitCode } from '../output/exitCodes.js';
import { count } from '../../wording/words.js';
import type { Stage } from './interrupt.js';

export const preparing: Stage = {
  finishing: 'Stopping before anything is sent.',
  stopped: () => 'Stopped. Nothing was sent.',
};

export const checking: Stage = {
  finishing: 'Stopping the checks.',
  stopped: () => 'Stopped. Nothing was changed.',
};

/**
 * `unconfirmed` returns the number of rows that were sent and have no usable answer yet. It is not
 * called for a repeatable operation, which sends such rows again.
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
      const subject = rows === 1 ? '1 row is' : `${count(rows, 'row')} are`;
      return `Stopped. ${subject} now unconfirmed: run\n  ${resolve}\nthen\n  ${again}`;
    },
  };
}

export function createEndedStage(exitCode: ExitCode): Stage {
  return {
    finishing: 'The run has ended. Stopping its notices.',
    stopped: () => 'Stopped. The run itself had finished.',
    exitCode,
  };
}

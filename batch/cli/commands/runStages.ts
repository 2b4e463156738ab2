import type { ExitCode } from '../output/exitCodes.js';
import { count } from '../../engine/wording/words.js';
import type { Stage } from './interrupt.js';

/** Until the question is answered. */
export const preparing: Stage = {
  finishing: 'Stopping before anything is sent.',
  stopped: () => 'Stopped. Nothing was sent.',
};

/**
 * While rows are sent and results are awaited, up to the write-back. `unconfirmed` counts the rows of
 * this run that are sent and not answered; what is repeatable has none, and is simply sent again.
 */
export function sending(
  commands: { readonly again: string; readonly resolve: string },
  repeatable: boolean,
  unconfirmed: () => number,
): Stage {
  return {
    finishing: 'Finishing what is in flight.',
    stopped() {
      const { again, resolve } = commands;
      if (repeatable) {
        return `Stopped. The same command sends rows that were in flight again, which changes nothing:\n  ${again}`;
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

/** When the summary is said: what is left is the report and the notices. */
export function ended(exitCode: ExitCode): Stage {
  return {
    finishing: 'The run has ended; its report and notices are cut short.',
    stopped: () => 'Stopped. The run itself had finished.',
    exitCode,
  };
}

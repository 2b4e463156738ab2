import type { WorkMessages } from '../../engine/run/runMessages.js';
import { type Sentence, sentence, value } from '../../wording/sentence.js';
import { workWordingWith } from '../../wording/work.js';
import type { WordingOf } from '../../wording/wordingOf.js';
import { advice } from './advice.js';
import { resolveCommand } from './resolveCommand.js';

/** Messages about the work on rows. */
export const workWording: WordingOf<WorkMessages> = {
  ...workWordingWith(advice),
  rowNotRecorded({ operation, row, became }) {
    const use = `: ${resolveCommand(operation)} ${'id' in became ? 'will' : 'may'} ask for it`;
    const which = row === undefined ? 'A row that is no longer in the sheet' : `Row ${row}`;
    return sentence`${which} ${whatBecame(became)}, but this could not be recorded. Write it down${use}.`;
  },
};

function whatBecame(became: WorkMessages['rowNotRecorded']['became']): Sentence {
  switch (became.what) {
    case 'created':
      return `was assessed (Assessment ID ${became.id})`;
    case 'done':
      return `succeeded (ID ${became.id})`;
    case 'refused':
      return sentence`was refused (${value(became.reason)})`;
    case 'notSent':
      return 'was not sent';
  }
}

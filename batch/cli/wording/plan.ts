import type { PlanMessages } from '../../engine/run/runMessages.js';
import { count } from '../../wording/words.js';
import { planWording as sharedWording, createRowsNotInSheetText } from '../../wording/plan.js';
import { resolveCommand } from './resolveCommand.js';
import { sentence, value } from '../../wording/sentence.js';
import type { Wordings } from '../../wording/wordings.js';

export const planWording: Wordings<PlanMessages> = {
  ...sharedWording,
  rowsDoneInSheet({ count: rows, status, command, isRepeatedInRounds }) {
    const isOne = rows === 1;
    const shown = `The sheet shows ${count(rows, 'row')} as ${status}, and the journal has no record of ${isOne ? 'it' : 'them'}.`;
    const theyCount = isOne ? 'It counts' : 'They count';
    return isRepeatedInRounds
      ? `${shown} ${theyCount} as done: ${isOne ? 'its Row reference' : 'the Row reference of each'} matches its inputs.`
      : `${shown} ${theyCount} as done: the references in the sheet prove it. To send ${isOne ? 'it' : 'one of them'} again, run ${resolveCommand(command)} with --row and --send-again.`;
  },
  tooManyNew({ rows, most }) {
    return `${count(rows, 'row')} would be sent, but --max-new allows ${most.toLocaleString('en')}. Nothing was sent. If the sheet is right, use --max-new ${rows} or remove the option.`;
  },
  rowsNotInSheet: createRowsNotInSheetText('--rows'),
  countryNotInSheet({ label, value: country, suggestion }) {
    const none = sentence`--where names the ${label} "${value(country)}", which no row has`;
    return suggestion === undefined
      ? sentence`${none} and which is not a known English country name. Check the spelling.`
      : sentence`${none}. Did you mean "${value(suggestion)}"?`;
  },
  rowCannotBeResolved({ row, unconfirmed, assessmentId }) {
    const others =
      unconfirmed.length === 0
        ? 'There are no unconfirmed rows.'
        : `Unconfirmed rows: ${unconfirmed.join(', ')}.`;
    const hint =
      assessmentId === undefined
        ? ''
        : ` If its assessment ${assessmentId} belongs to another row, use --row ${row} --not-its-assessment instead.`;
    return `Row ${row} is not unconfirmed. ${others}${hint}`;
  },
};

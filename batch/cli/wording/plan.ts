import type { PlanMessages } from '../../engine/run/saidOfPlan.js';
import { count } from '../../engine/wording/words.js';
import { listed } from './resultColumns.js';
import type { WordingOf } from './wordingOf.js';

/** What is said of a plan. */
export const planWording: WordingOf<PlanMessages> = {
  nothingSent() {
    return 'Nothing was sent.';
  },
  rowsDoneInSheet({ count: rows, status, command, isRepeatedInRounds }) {
    const [are, them] = rows === 1 ? ['is', 'it is'] : ['are', 'they are'];
    const taking = `${count(rows, 'row')} ${are} ${status} as the sheet says. The journal has no record of this, so ${them} taken as done with the inputs that the sheet has today.`;
    return isRepeatedInRounds
      ? `${taking} If inputs were changed since, run rwa reassess for these rows.`
      : `${taking} rwa resolve --for ${command} --row N --send-again sends one again.`;
  },
  ownColumnsStay({ columns }) {
    const which = listed(columns.map(({ column }) => column));
    const headings = listed(columns.map(({ ours }) => `"${ours}"`));
    return columns.length === 1
      ? `Column ${which} is your own and stays as it is; ours is headed ${headings}.`
      : `Columns ${which} are your own and stay as they are; ours are headed ${headings}.`;
  },
  rowsNotInSheet({ rows: [first, last], of: [from, to] }) {
    const named = first === last ? `row ${first}` : `rows ${first} to ${last}`;
    return `--rows names ${named}, and the sheet has no inputs there. Its rows are ${from} to ${to}.`;
  },
  rowCannotBeResolved({ row, unconfirmed, assessmentId }) {
    const others =
      unconfirmed.length === 0 ? 'No row is.' : `Unconfirmed are: ${unconfirmed.join(', ')}.`;
    const hint =
      assessmentId === undefined
        ? ''
        : ` If its assessment ${assessmentId} is that of another row, say so with --row ${row} --not-its-assessment instead.`;
    return `Row ${row} is not unconfirmed. ${others}${hint}`;
  },
};

import type { PlanMessages } from '../engine/run/planMessages.js';
import { listed } from './resultColumns.js';
import type { WordingOf } from './wordingOf.js';

/** Messages about a plan that all faces word alike. */
export const planWording: WordingOf<Pick<PlanMessages, 'nothingSent' | 'ownColumnsStay'>> = {
  nothingSent() {
    return 'Nothing was sent.';
  },
  ownColumnsStay({ columns }) {
    const which = listed(columns.map(({ column }) => column));
    const headings = listed(columns.map(({ ours }) => `"${ours}"`));
    return columns.length === 1
      ? `Column ${which} is yours and is not changed; ours has the heading ${headings}.`
      : `Columns ${which} are yours and are not changed; ours have the headings ${headings}.`;
  },
};

/** Words rows that a choice by number names and the sheet does not have; `option` is the name of the choice. */
export function rowsNotInSheet(option: string) {
  return ({ rows: [first, last], of: [from, to] }: PlanMessages['rowsNotInSheet']): string => {
    const named = first === last ? `row ${first}` : `rows ${first} to ${last}`;
    return `${option} names ${named}, but the sheet has no inputs there. Its rows are ${from} to ${to}.`;
  };
}

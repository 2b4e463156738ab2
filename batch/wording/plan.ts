import type { PlanMessages } from '../engine/run/runMessages.js';
import { capitalize, count, listFirstRows } from './words.js';
import { joinList } from './resultColumns.js';
import type { Wordings } from './wordings.js';

export const planWording: Wordings<
  Pick<PlanMessages, 'nothingSent' | 'ownColumnsStay' | 'rowsCopied' | 'employeesAssessedBefore'>
> = {
  nothingSent() {
    return 'Nothing was sent.';
  },
  rowsCopied({ rows }) {
    return rows.length === 1
      ? `${capitalize(listFirstRows(rows))} was copied from another row and is new. If it corrects that row, delete that row instead of sending this one.`
      : `${count(rows.length, 'row')} were copied from others and are new: ${listFirstRows(rows)}. If one of them corrects the row that it was copied from, delete that row instead of sending this one.`;
  },
  employeesAssessedBefore({ rows }) {
    const [are, itCorrects] =
      rows.length === 1 ? ['is', 'If it corrects'] : ['are', 'If a row corrects'];
    return `${capitalize(listFirstRows(rows))} ${are} new, and an assessment of the same employee is in no row of this sheet any more. ${itCorrects} that one, restore the old inputs before you send it.`;
  },
  ownColumnsStay({ columns }) {
    const which = joinList(columns.map(({ column }) => column));
    const headings = joinList(columns.map(({ ours }) => `"${ours}"`));
    return columns.length === 1
      ? `Column ${which} is yours and is not changed; ours has the heading ${headings}.`
      : `Columns ${which} are yours and are not changed; ours have the headings ${headings}.`;
  },
};

export function createRowsNotInSheetText(option: string) {
  return ({ rows: [first, last], of: [from, to] }: PlanMessages['rowsNotInSheet']): string => {
    const named = first === last ? `row ${first}` : `rows ${first} to ${last}`;
    return `${option} names ${named}, but the sheet has no inputs there. Its rows are ${from} to ${to}.`;
  };
}

import { count } from '../wording/words.js';
import { planRound, reassessRow, statusInRound } from '../run/reassessment.js';
import { refuseMissingRows, type Selection } from '../run/selection.js';
import { assess } from './assess.js';
import type { SheetOperation } from './sheetOperation.js';

/** rwa_create once more for rows that were scored before: those of a selection, in a round. */
export function reassessing(selection: Selection): SheetOperation {
  return {
    ...assess,
    command: 'reassess',
    readsResults: true,
    isInRounds: true,
    outside: assess,
    check(rows) {
      refuseMissingRows(rows, selection);
    },
    plan: planRound(selection),
    status: statusInRound,
    work: reassessRow,
    words: {
      ...assess.words,
      toDo: 'to assess again',
      passive: 'assessed again',
      doAll: 'Assess the sheet again',
      doRest: 'Or assess the rows again that are right',
      question: (rows) => `Assess ${count(rows, 'row')} again`,
      allDone: 'no row is left to assess again',
      leftOut: (rows) =>
        `${count(rows, 'row')} ${rows === 1 ? 'was' : 'were'} never assessed and ${rows === 1 ? 'is' : 'are'} left out. Run rwa assess for ${rows === 1 ? 'it' : 'them'}.`,
    },
  };
}

/** For commands that look at a sheet and begin no round. */
export const reassess = reassessing({ rows: [] });

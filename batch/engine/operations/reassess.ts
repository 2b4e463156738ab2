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
  };
}

/** For commands that look at a sheet and begin no round. */
export const reassess = reassessing({ rows: [] });

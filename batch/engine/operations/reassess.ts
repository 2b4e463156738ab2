import { planRound, reassessRow, statusInRound } from '../rows/reassessment.js';
import { refuseMissing, type Selection } from '../rows/selection.js';
import { assess } from './assess.js';
import type { SheetOperation } from './sheetOperation.js';

/** Returns the operation rwa_create for selected scored rows, in a round. */
export function reassessing(selection: Selection): SheetOperation {
  return {
    ...assess,
    command: 'reassess',
    readsResults: true,
    isInRounds: true,
    baseOperation: assess,
    check(rows) {
      refuseMissing(rows, selection);
    },
    plan: planRound(selection),
    status: statusInRound,
    work: reassessRow,
  };
}

/** The operation for commands that read a sheet without starting a round. */
export const reassess = reassessing({ rows: [] });

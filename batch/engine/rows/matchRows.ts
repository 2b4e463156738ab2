import type { IntakeRow } from '../intake/intakeRow.js';
import type { RowState } from '../journal/rowState.js';
import { AssessmentHistory } from './assessmentHistory.js';
import { CaseSearch } from './caseSearch.js';
import { EmployeeSearch } from './employeeSearch.js';
import { CaseOwners, type RowMatch } from './rowMatch.js';

/**
 * Finds the case of each row, in the rows' order. The Assessment ID in the sheet leads to it, also
 * when inputs have changed. The inputs lead to it where the sheet has no id, or the id of a case that
 * never had these inputs: results may have been sorted away from their rows. The employee leads to
 * what a crash has kept from every sheet: the row may have been corrected since. No case has two rows.
 */
export function matchRows(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
  history = new AssessmentHistory(states),
): readonly RowMatch[] {
  const owners = new CaseOwners();
  const named = new CaseSearch(rows, states, history, owners).matches();
  const search = new EmployeeSearch(rows, states, history, owners);
  return search.byEmployee(search.ofEditedRows(named));
}

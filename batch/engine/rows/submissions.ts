import type { IntakeRow } from '../intake/intakeRow.js';
import { toBaseKey, Occurrences } from '../intake/rowKey.js';
import type { RowFact } from '../journal/facts.js';
import { isUnconfirmed } from '../journal/settle.js';
import type { RowState } from '../journal/rowState.js';
import { createContradictionFinder } from './contradictions.js';
import type { SubmissionKind } from './submissionKind.js';
import { PreviousSubmissions } from './previousSubmissions.js';
import type { RowStatus } from '../sheetCommand.js';
import { isForgotten, type PlannedRow } from './rowStatus.js';

/**
 * Returns a function for the status of a row in an operation without asynchronous results. After
 * success, a row of effect `once` stays done even if its inputs change; a repeatable one is then
 * sent again.
 */
export function createSubmissionStatus({ succeeded, repeatable }: SubmissionKind) {
  return (row: PlannedRow, state: RowState | undefined): RowStatus => {
    if (isForgotten(row)) return 'Forgotten';
    const stays = !repeatable || isSame(row, state);
    if (state?.state === 'Done' && stays) return succeeded;
    if (state !== undefined && isUnconfirmed(state) && stays) {
      return row.importedId === undefined ? 'Unconfirmed' : succeeded;
    }
    if (row.isSentBySheetOnly === true && !repeatable) return 'Unconfirmed';
    if (row.blocked !== undefined) return 'Invalid';
    const isWrong = row.problems !== undefined || row.faults !== undefined;
    if (isWrong && row.importedId === undefined) return 'Invalid';
    if (row.sameAs !== undefined) return 'Duplicate';
    if (state?.state === 'Rejected' && isSame(row, state)) return 'Rejected';
    return row.importedId !== undefined && state === undefined ? succeeded : 'Not sent';
  };
}

/** Returns false if the row's inputs differ from those that were sent. */
export function isSame({ request }: PlannedRow, state: RowState | undefined): boolean {
  return state?.request === undefined || request === undefined || state.request === request;
}

/** Returns a function that adds to each row the facts that depend on all rows and the journal. */
export function planSubmissions(kind: SubmissionKind) {
  const contradictions = createContradictionFinder(kind);
  return (
    rows: readonly IntakeRow[],
    states: ReadonlyMap<string, RowState>,
  ): readonly PlannedRow[] => {
    const keyed = withOwnKeys(rows);
    const own = keyed.filter(({ otherAssessment }) => otherAssessment === undefined);
    const found = contradictions(own);
    const previous = new PreviousSubmissions(kind, own, states);
    return keyed.map((row): PlannedRow => {
      const { otherAssessment: assessmentId } = row;
      if (assessmentId !== undefined) {
        const why = { code: 'decisionOnOtherAssessment', assessmentId } as const;
        return { ...row, key: '', blocked: why };
      }
      const contradiction = found.get(row.number);
      if (contradiction === undefined) return { ...row, ...previous.judge(row) };
      return { ...row, faults: [contradiction] };
    });
  };
}

/** Numbers the keys again without the rows that show the Assessment ID of another one. */
function withOwnKeys(rows: readonly IntakeRow[]): readonly IntakeRow[] {
  if (rows.every(({ otherAssessment }) => otherAssessment === undefined)) return rows;
  const keys = new Occurrences();
  return rows.map(({ sameAs: _, ...row }) => {
    const isCounted = row.otherAssessment === undefined && row.inputs !== undefined;
    return isCounted ? { ...row, ...keys.next(toBaseKey(row.key), row.number) } : row;
  });
}

/** Returns the fact for a row that is done according to the sheet, or to a person who wrote into it. */
export function importedFact(row: PlannedRow, state: RowState | undefined, at: string): RowFact {
  const { key, request, importedId = '' } = row;
  return {
    fact: 'done',
    row: key,
    ...(request === undefined ? {} : { request }),
    ...(importedId === '' ? {} : { id: importedId }),
    by: state === undefined ? 'sheet' : 'person',
    at,
  };
}

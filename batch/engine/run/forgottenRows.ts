import type { IntakeRow } from '../intake/intakeRow.js';
import { findForgottenIds } from '../journal/journalState.js';
import type { RowState } from '../journal/rowState.js';
import type { Message } from '../message.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import type { PlannedRow } from '../rows/plannedRow.js';
import type { RowStatus } from '../sheetCommand.js';

/**
 * Returns the rows of forgotten people, which no run sends, by row number: some still have the
 * forgotten inputs, and others show a forgotten person's result or the status Forgotten. They are planned separately,
 * because the journal no longer contains their history.
 */
export function findForgottenRows(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
): ReadonlyMap<number, PlannedRow> {
  const ids = findForgottenIds(states);
  const found = new Map<number, PlannedRow>();
  let assessmentIds: ReadonlySet<string | undefined> | undefined;
  // A row with forgotten inputs is planned normally if it shows an assessment that the journal
  // contains.
  const showsKnownAssessment = ({ previous }: IntakeRow) => {
    assessmentIds ??= new Set([...states.values()].map(({ assessmentId }) => assessmentId));
    return previous !== undefined && assessmentIds.has(previous.id);
  };
  for (const row of rows) {
    const state = states.get(row.key);
    if (state?.state === 'Forgotten' && !showsKnownAssessment(row)) {
      found.set(row.number, { ...row, plan: { kind: 'forgotten', at: state.at } });
    } else if (isUnsent(state) && showsForgotten(row, state, ids)) {
      const { problems: _, ...own } = row;
      found.set(row.number, {
        ...own,
        key: '',
        plan: { kind: 'showsForgotten', why: { code: 'showsForgotten' } },
      });
    }
  }
  return found;
}

export function createForgottenMessage(
  { command: operation, columns }: Pick<SheetOperation, 'command' | 'columns'>,
  { plan }: PlannedRow,
): Message {
  const headings = columns.filter(({ name }) => name === 'id').map(({ heading }) => heading);
  return {
    code: 'personForgotten',
    operation,
    at: plan?.kind === 'forgotten' ? plan.at : '',
    headings,
  };
}

export function showsForgottenId(
  { previous }: Pick<IntakeRow, 'previous'>,
  states: ReadonlyMap<string, RowState>,
): boolean {
  return previous !== undefined && previous.id !== '' && findForgottenIds(states).has(previous.id);
}

function isUnsent(state: RowState | undefined): boolean {
  return state === undefined || state.state === 'Ready';
}

function showsForgotten(
  { previous }: IntakeRow,
  state: RowState | undefined,
  ids: Pick<ReadonlySet<string>, 'has'>,
): boolean {
  if (previous === undefined) return false;
  const forgotten: RowStatus = 'Forgotten';
  if (previous.id === '') return state === undefined && previous.status === forgotten;
  return ids.has(previous.id);
}

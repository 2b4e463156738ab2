import { UsageError } from '../output/errors.js';
import type { Journal } from './journal.js';
import type { RowState } from './rowState.js';

/** True for a row whose create was sent and never answered, or a run died meanwhile. */
export function isUnconfirmed({ state }: RowState): boolean {
  return state === 'Sent' || state === 'Unconfirmed';
}

/** True also for an id that a person mistyped: it can be corrected until the result is there. */
export function canBeSettled(state: RowState | undefined): boolean {
  if (state === undefined) return false;
  return isUnconfirmed(state) || (state.byPerson === true && state.state === 'Pending');
}

/**
 * Writes down what a person says of a row: its assessment exists and has this id, or without one it
 * does not exist and is sent again. Hold the lock: what the journal says now counts, not what the
 * person was shown, for a run may have settled the row meanwhile. Throws a UsageError then, and when
 * the id belongs to another row.
 */
export function settle(
  journal: Journal,
  row: string,
  assessmentId: string | undefined,
  at: string,
): void {
  const state = journal.state(row);
  if (!canBeSettled(state)) {
    throw new UsageError(
      `The row is no longer unconfirmed${state === undefined ? '' : ` but ${state.state}`}. rwa status lists where each row stands.`,
    );
  }
  if (assessmentId === undefined) {
    journal.append({ fact: 'send_again', row, at });
    return;
  }
  for (const [other, { assessmentId: taken }] of journal.states) {
    if (other !== row && taken === assessmentId) {
      throw new UsageError(`The Assessment ID ${assessmentId} belongs to another row already.`);
    }
  }
  journal.append({ fact: 'created', row, assessmentId, by: 'person', at });
}

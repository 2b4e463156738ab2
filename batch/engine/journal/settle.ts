import { followedBy } from '../intake/rowKey.js';
import { UsageError } from '../errors.js';
import type { RowFact, Reason } from './facts.js';
import type { Journal } from './journal.js';
import { unpackUrl } from './reportUrl.js';
import type { RowState } from './rowState.js';

/**
 * Returns true for a row whose request was sent and has no usable answer, even if the run died
 * after sending it.
 */
export function isUnconfirmed(state: RowState | undefined): boolean {
  return state?.state === 'Sent' || state?.state === 'Unconfirmed';
}

/**
 * Returns true for a row that a person can resolve: it is unconfirmed; it is pending with an ID
 * that came from a person or a sheet and may be wrong, or that the service has no result for; or it
 * is done or forgotten, and may be sent again.
 */
export function canBeSettled(state: RowState | undefined): boolean {
  if (state === undefined) return false;
  if (isOver(state) || isUnconfirmed(state)) return true;
  return state.state === 'Pending' && (state.byPerson === true || state.hasNoResult === true);
}

/**
 * Returns true for a row that is done or forgotten. Its result is final, but a person may send it
 * again.
 */
function isOver({ state }: RowState): boolean {
  return state === 'Done' || state === 'Forgotten';
}

/**
 * Returns true for an earlier assessment in the chain that this key continues. The chain may
 * contain gaps or cycles, because an assessment may have been detached from it.
 */
export function isAncestor(
  assessmentId: string,
  key: string,
  findKey: (assessmentId: string) => string | undefined,
): boolean {
  const seen = new Set<string>();
  let id = followedBy(key);
  while (id !== undefined && id !== assessmentId && !seen.has(id)) {
    seen.add(id);
    id = followedBy(findKey(id) ?? '');
  }
  return id === assessmentId;
}

/** Returns the fact that detaches an assessment from its row and makes the row unconfirmed. */
export function detachFact(
  row: string,
  state: Pick<RowState, 'request'> | undefined,
  reason: Reason,
  at: string,
): RowFact {
  const { request } = state ?? {};
  return { fact: 'unconfirmed', row, reason, at, ...(request === undefined ? {} : { request }) };
}

/**
 * A person's decision about a row. With `exists`, the request took effect; without it, the row is
 * sent again.
 */
export interface RowDecision {
  readonly row: string;
  readonly exists?: RowFact;
  /** ISO 8601. */
  readonly at: string;
}

/**
 * Records a person's decision about a row. Hold the lock. First check that the row has not changed
 * since the person saw it: a run may have resolved it. If it is done by now, `exists` is refused,
 * but without `exists` the row is sent again. Throws a UsageError for a row that cannot be resolved
 * like this, and for an ID that belongs to another row or to an earlier assessment of this one.
 */
export function settle(
  journal: Journal,
  { row, exists, at }: RowDecision,
  findRow?: FindRow,
): void {
  const state = journal.state(row);
  if (!canBeSettled(state) || (state !== undefined && isOver(state) && exists !== undefined)) {
    throw new UsageError({ code: 'rowNotUnconfirmed', state: state?.state });
  }
  if (exists === undefined) journal.append({ fact: 'send_again', row, at });
  else appendExisting(journal, row, exists, findRow);
}

/** A function that returns the row of the sheet whose request has this key. */
type FindRow = (key: string) => FoundRow | undefined;

interface FoundRow {
  readonly number: number;
  /** True if a later assessment of the row follows the request. */
  readonly isEarlier: boolean;
}

/**
 * Records that a request took effect. Throws a UsageError for an ID that belongs to another row or
 * to an earlier assessment of this one.
 */
export function appendExisting(
  journal: Journal,
  row: string,
  exists: RowFact,
  findRow: FindRow = () => undefined,
): void {
  if (exists.fact === 'created') {
    const { assessmentId } = exists;
    if (isAncestor(assessmentId, row, (id) => journal.findKeyById(id))) {
      throw new UsageError({ code: 'idOfEarlierAssessment', assessmentId });
    }
  }
  const createdId = exists.fact === 'created' ? exists.assessmentId : undefined;
  const id = createdId ?? (exists.fact === 'done' ? exists.id : undefined);
  const owner = id === undefined ? undefined : journal.findKeyById(id);
  if (id !== undefined && owner !== undefined && owner !== row) {
    const found = findRow(owner);
    throw new UsageError({
      code: 'idOfOtherRow',
      id,
      isAssessment: createdId !== undefined,
      row: findRow(row)?.number,
      owner: found?.number,
      isEarlier: found?.isEarlier === true,
    });
  }
  journal.append(withKnownLink(exists, journal));
}

/**
 * Adds the report link that the journal contains if the assessment was detached from a row. The
 * service sends this link only in the answer to the request.
 */
function withKnownLink(exists: RowFact, { states }: Pick<Journal, 'states'>): RowFact {
  if (exists.fact !== 'created' || exists.redirectUrl !== undefined) return exists;
  const { assessmentId } = exists;
  for (const { former = [] } of states.values()) {
    const redirectUrl = former.find(({ id }) => id === assessmentId)?.redirectUrl;
    if (redirectUrl !== undefined) {
      return { ...exists, redirectUrl: unpackUrl({ redirectUrl, assessmentId }) };
    }
  }
  return exists;
}

import { getFollowedAssessment } from '../intake/rowKey.js';
import { UsageError } from '../errors.js';
import type { RowFact, Reason } from './facts.js';
import type { Journal } from './journal.js';
import { unpackUrl } from './reportUrl.js';
import type { RowState } from './rowState.js';

/** Includes Sent, because a run may have died after it sent the request. */
export function isUnconfirmed(state: RowState | undefined): boolean {
  return state?.state === 'Sent' || state?.state === 'Unconfirmed';
}

/**
 * Returns true for an unconfirmed row, for a row whose ID may be wrong, and for a done or forgotten
 * row, which may be sent again.
 */
export function canBeSettled(state: RowState | undefined): boolean {
  if (state === undefined) return false;
  if (isOver(state) || isUnconfirmed(state)) return true;
  return state.state === 'Pending' && (state.byPerson === true || state.hasNoResult === true);
}

function isOver({ state }: RowState): boolean {
  return state === 'Done' || state === 'Forgotten';
}

/** The chain may contain gaps or cycles, because an assessment may have been detached from it. */
export function isAncestor(
  assessmentId: string,
  key: string,
  findKey: (assessmentId: string) => string | undefined,
): boolean {
  const seen = new Set<string>();
  let id = getFollowedAssessment(key);
  while (id !== undefined && id !== assessmentId && !seen.has(id)) {
    seen.add(id);
    id = getFollowedAssessment(findKey(id) ?? '');
  }
  return id === assessmentId;
}

export function detachFact(
  row: string,
  state: Pick<RowState, 'request'> | undefined,
  reason: Reason,
  at: string,
): RowFact {
  const { request } = state ?? {};
  return { fact: 'unconfirmed', row, reason, at, ...(request === undefined ? {} : { request }) };
}

/** If `exists` is set, the request took effect. If it is missing, the row is sent again. */
export interface RowDecision {
  readonly row: string;
  readonly exists?: RowFact;
  /** ISO 8601. */
  readonly at: string;
}

/**
 * The caller must hold the lock, and check that the row has not changed since the person saw it: a
 * run may have resolved it, and without `exists`, even a done row is sent again. Throws a
 * UsageError if the decision does not fit the state of the row.
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

type FindRow = (key: string) => FoundRow | undefined;

interface FoundRow {
  readonly number: number;
  /** True if a later assessment of the row follows the request. */
  readonly isEarlier: boolean;
}

/** Throws a UsageError for an ID of another row, or of an earlier assessment of this row. */
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
  journal.append(addKnownLink(exists, journal));
}

/** Reuses the link of a detached assessment, because the service sends a link only once. */
function addKnownLink(exists: RowFact, { states }: Pick<Journal, 'states'>): RowFact {
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

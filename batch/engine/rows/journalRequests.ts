import { followedBy, findRequestHash } from '../intake/rowKey.js';
import type { RowState } from '../journal/rowState.js';
import type { SentRequest } from '../identity/requests.js';

/** Yields the requests in a journal, without those that are known not to have taken effect. */
export function* requestsOfJournal(states: ReadonlyMap<string, RowState>): Generator<SentRequest> {
  let keysOfIds: ReadonlyMap<string, string> | undefined;
  for (const [key, state] of states) {
    const outcome = toRequestOutcome(state);
    if (outcome === undefined) continue;
    const before = followedBy(key);
    if (before !== undefined) keysOfIds ??= indexIds(states);
    const follows = before === undefined ? undefined : keysOfIds?.get(before);
    // A person has detached the assessment that this request was to repeat.
    if (outcome === 'refused' && before !== undefined && follows === undefined) continue;
    yield {
      key,
      inputs: state.request ?? findRequestHash(key),
      person: state.employee,
      trip: state.trip,
      assessmentId: state.assessmentId,
      outcome,
      isShown: state.isShown === true,
      wasUnanswered: state.wasUnanswered === true,
      follows,
    };
  }
}

function indexIds(states: ReadonlyMap<string, RowState>): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const [key, { assessmentId }] of states) {
    if (assessmentId !== undefined) keys.set(assessmentId, key);
  }
  return keys;
}

/** Returns the IDs that a person has rejected for a row, unless another request has them. */
export function disownedIds(states: ReadonlyMap<string, RowState>): ReadonlySet<string> {
  const disowned = new Set<string>();
  for (const { rejectedIds = [] } of states.values())
    for (const id of rejectedIds) disowned.add(id);
  if (disowned.size === 0) return disowned;
  for (const { assessmentId = '' } of states.values()) disowned.delete(assessmentId);
  return disowned;
}

function toRequestOutcome({ state }: RowState): SentRequest['outcome'] | undefined {
  switch (state) {
    case 'Sent':
    case 'Unconfirmed':
      return 'unanswered';
    case 'Pending':
    case 'Scored':
    case 'Done':
      return 'answered';
    case 'Rejected':
      return 'refused';
    case 'Ready':
    case 'Forgotten':
      return undefined;
  }
}

import type { KeptScores } from '../intake/keptScores.js';
import type { RowFact } from './facts.js';
import type { Reason } from './reason.js';

/** The state of one row in the journal. A row without one is ready to be sent. */
export interface RowState {
  readonly state:
    'Ready' | 'Sent' | 'Pending' | 'Scored' | 'Done' | 'Rejected' | 'Unconfirmed' | 'Forgotten';
  /** ISO 8601, of the fact that led to this state. */
  readonly at: string;
  /** When the last request was sent, ISO 8601. */
  readonly sentAt?: string | undefined;
  /** Hash of the last request, where the key is not of the whole request. */
  readonly request?: string | undefined;
  /** The ID that the service returned for a finished request. */
  readonly id?: string | undefined;
  /** How many requests of the row are done; missing for none. */
  readonly times?: number;
  /**
   * Earlier times and IDs that are no longer those of the row, although the sheet may still contain
   * them; missing for none.
   */
  readonly former?: readonly Pick<RowState, 'at' | 'id' | 'redirectUrl' | 'scores'>[];
  /** Assessment IDs that were found not to be the row's; the sheet may still contain them. */
  readonly rejectedIds?: readonly string[];
  /** Hash of the employee id that was sent. */
  readonly employee?: string | undefined;
  /** Hash of the inputs that were sent, without the employee id. */
  readonly trip?: string | undefined;
  /** The round in which it was sent; a first assessment has none. */
  readonly round?: number | undefined;
  /** For a first assessment, the latest round that had begun when it was sent; missing for none. */
  readonly afterRound?: number | undefined;
  readonly assessmentId?: string;
  readonly redirectUrl?: string | undefined;
  readonly scores?: KeptScores;
  /** The service's words for Rejected, the reason for Unconfirmed, for Pending what failed last. */
  readonly message?: Reason;
  /** The assessment id, or that it is to be sent again, came from a person or a sheet. */
  readonly byPerson?: boolean;
  /** Nobody knew the outcome of the request at first; a sheet may still show that. */
  readonly wasUnanswered?: boolean;
  /** A sheet has shown the id. */
  readonly isShown?: boolean;
  /** Only the sheet shows that it is done, and when. */
  readonly bySheet?: boolean;
  /** Hashes of the ids of a person who was forgotten. */
  readonly forgottenIds?: readonly string[];
}

/**
 * The state of a row after one more fact: a row's state is nothing but its facts, in their order.
 * `Sent` in a journal that no run is using means that a run died before the answer: Unconfirmed.
 */
export function afterFact(before: RowState | undefined, fact: RowFact): RowState {
  const times = (before?.times ?? 0) + (fact.fact === 'done' ? 1 : 0);
  const after = withForgottenIds(nextState(before, fact), before);
  const former = findFormer(before, after);
  const rejectedIds = findRejectedIds(before, after);
  if (times === 0 && former === undefined && rejectedIds === undefined) return after;
  return {
    ...after,
    ...(times === 0 ? {} : { times }),
    ...(former === undefined ? {} : { former }),
    ...(rejectedIds === undefined ? {} : { rejectedIds }),
  };
}

/** A sheet may show them, whatever happens to the row. */
function withForgottenIds(after: RowState, before: RowState | undefined): RowState {
  const { forgottenIds } = before ?? {};
  return forgottenIds === undefined ? after : { forgottenIds, ...after };
}

function findFormer(before: RowState | undefined, after: RowState): RowState['former'] {
  if (before === undefined) return undefined;
  const { state, at, former = [], assessmentId, id = assessmentId, redirectUrl, scores } = before;
  const isOver = state === 'Done' || (assessmentId ?? after.assessmentId) !== after.assessmentId;
  if (!isOver) return before.former;
  const told = { redirectUrl, ...(scores === undefined ? {} : { scores }) };
  return [...former, { at, ...(id === undefined ? {} : { id, ...told }) }];
}

/** An ID that was detached from a row is not the row's, unless a person gives it again. */
function findRejectedIds(before: RowState | undefined, after: RowState): RowState['rejectedIds'] {
  const { assessmentId, rejectedIds = [] } = before ?? {};
  const isLost = after.state === 'Unconfirmed' || after.state === 'Ready';
  const ids = [...rejectedIds, ...(isLost && assessmentId !== undefined ? [assessmentId] : [])];
  const left = ids.filter((id) => id !== after.assessmentId);
  return left.length === 0 ? undefined : left;
}

function nextState(before: RowState | undefined, fact: RowFact): RowState {
  const { at } = fact;
  const sentAt = before?.sentAt;
  switch (fact.fact) {
    case 'intent':
      return { state: 'Sent', at, sentAt: at, ...toSentFields(fact), ...toRequestField(fact) };
    case 'released':
      return { state: 'Ready', at, ...toSentFields(before), ...toRequestField(before) };
    case 'send_again':
      return {
        state: 'Ready',
        at,
        byPerson: true,
        ...toSentFields(before),
        ...toRequestField(before),
      };
    case 'created': {
      const { assessmentId, redirectUrl, request, employee, by } = fact;
      return {
        state: 'Pending',
        at,
        sentAt,
        assessmentId,
        redirectUrl,
        ...toSentFields(employee === undefined ? before : { ...before, employee }),
        ...toRequestField(request === undefined ? before : { request }),
        ...(by === 'answer' ? {} : { byPerson: true }),
        ...(isUnanswered(before, by) ? { wasUnanswered: true } : {}),
      };
    }
    case 'rejected':
      return {
        state: 'Rejected',
        at,
        sentAt,
        message: fact.message,
        ...toSentFields(before),
        ...toRequestField(fact),
      };
    case 'unconfirmed':
      return {
        state: 'Unconfirmed',
        at,
        sentAt,
        ...toSentFields(
          fact.employee === undefined ? before : { ...before, employee: fact.employee },
        ),
        message: fact.reason,
        ...toRequestField(fact),
      };
    case 'done':
      return {
        state: 'Done',
        at,
        sentAt,
        id: fact.id,
        ...toSentFields(before),
        ...toRequestField(fact),
        ...(fact.by === 'sheet' ? { bySheet: true } : {}),
      };
    case 'forgotten':
      return { state: 'Forgotten', at, forgottenIds: fact.ids };
    case 'not_read':
      return { ...(before ?? { state: 'Ready' }), at, message: fact.reason };
    case 'scored':
      return {
        state: 'Scored',
        at,
        sentAt,
        assessmentId: before?.assessmentId ?? '',
        redirectUrl: before?.redirectUrl,
        ...toSentFields(before),
        ...toRequestField(before),
        ...(before?.isShown === true ? { isShown: true } : {}),
        ...(before?.wasUnanswered === true ? { wasUnanswered: true } : {}),
        scores: fact.scores,
      };
  }
}

/** True if a request had no outcome before this answer. An answer to a request of this run comes while it is Sent. */
function isUnanswered(before: RowState | undefined, by: 'answer' | 'person' | 'sheet'): boolean {
  return before?.state === 'Unconfirmed' || (before?.state === 'Sent' && by !== 'answer');
}

// Omitted if undefined, to save memory: a journal may contain 100,000 rows.
function toRequestField(sent: { readonly request?: string | undefined } | undefined) {
  return sent?.request === undefined ? {} : { request: sent.request };
}

/** Returns the person, the trip and the round of a request, without those that are undefined. */
function toSentFields(
  sent: Pick<RowState, 'employee' | 'trip' | 'round' | 'afterRound'> | undefined,
) {
  return {
    ...(sent?.employee === undefined ? {} : { employee: sent.employee }),
    ...(sent?.trip === undefined ? {} : { trip: sent.trip }),
    ...(sent?.round === undefined ? {} : { round: sent.round }),
    ...(sent?.afterRound === undefined ? {} : { afterRound: sent.afterRound }),
  };
}

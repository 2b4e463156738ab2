import { type PackedScores, packScores } from '../intake/keptScores.js';
import type { RowFact, Reason } from './facts.js';
import { type PackedUrl, packUrl } from './reportUrl.js';

/** A row without a state is ready to be sent. */
export interface RowState {
  readonly state:
    | 'Ready'
    | 'Sent'
    | 'Pending'
    | 'Scored'
    | 'Done'
    | 'Rejected'
    | 'Unconfirmed'
    | 'Forgotten';
  /** The time of the last fact, ISO 8601. */
  readonly at: string;
  readonly sentAt?: string | undefined;
  /** Hash of the last request, if the key does not contain it. */
  readonly request?: string | undefined;
  /** The ID of the result of a finished request, such as that of an invited user. */
  readonly id?: string | undefined;
  /** The number of finished requests; missing for none. */
  readonly times?: number;
  /** Earlier results that no longer belong to the row; the sheet may still contain them. */
  readonly former?: readonly Pick<RowState, 'at' | 'id' | 'redirectUrl' | 'scores'>[];
  /** Assessment IDs that do not belong to the row; the sheet may still contain them. */
  readonly rejectedIds?: readonly string[];
  /** Hashes of earlier, different requests, which the reference in the sheet may still contain. */
  readonly earlierRequests?: readonly string[];
  /** Hash of the Employee ID that was sent, or of another input that belongs to one person. */
  readonly employee?: string | undefined;
  /** Hash of the inputs that were sent, without the Employee ID. */
  readonly trip?: string | undefined;
  /** The round of the request; missing for a first assessment. */
  readonly round?: number | undefined;
  /** The latest round that had begun before a first assessment; missing for none. */
  readonly afterRound?: number | undefined;
  readonly roundNames?: readonly string[] | undefined;
  readonly assessmentId?: string | undefined;
  readonly redirectUrl?: PackedUrl | undefined;
  readonly scores?: PackedScores | undefined;
  /** The reason for Rejected or Unconfirmed, or why the result of a Pending row was not read. */
  readonly reason?: Reason;
  /** True if the service's latest answer was that it has no result for the Assessment ID. */
  readonly hasNoResult?: true | undefined;
  /** True if the Assessment ID, or the request to send again, came from a person or a sheet. */
  readonly byPerson?: boolean;
  /** True if the outcome of the request was unknown at first; a sheet may still show that. */
  readonly wasUnanswered?: boolean;
  /** True if a sheet has shown the ID, and no run has displaced it since. */
  readonly isShown?: boolean | undefined;
  /** True if only the sheet shows that the row is done: `at` is not the time of its request. */
  readonly bySheet?: boolean;
  readonly forgottenIds?: readonly string[];
}

/** Returns true if the latest request of the row took effect, or may have taken effect. */
export function mayHaveAssessment({ state }: Pick<RowState, 'state'>): boolean {
  return state !== 'Ready' && state !== 'Rejected';
}

/** `Sent` in a journal that no run is using means that a run died before the answer. */
export function applyFact(before: RowState | undefined, fact: RowFact): RowState {
  const times = (before?.times ?? 0) + (fact.fact === 'done' ? 1 : 0);
  const after = keepForgottenIds(toNextState(before, fact), before);
  const former = findFormer(before, after);
  const rejectedIds = findRejectedIds(before, after);
  const earlierRequests = findEarlierRequests(before, after);
  const isCommon = former === undefined && rejectedIds === undefined;
  if (times === 0 && isCommon && earlierRequests === undefined) return after;
  return {
    ...after,
    ...(times === 0 ? {} : { times }),
    ...(former === undefined ? {} : { former }),
    ...(rejectedIds === undefined ? {} : { rejectedIds }),
    ...(earlierRequests === undefined ? {} : { earlierRequests }),
  };
}

/** Keeps the forgotten IDs, because a sheet may still show them. */
function keepForgottenIds(after: RowState, before: RowState | undefined): RowState {
  const { forgottenIds } = before ?? {};
  return forgottenIds === undefined ? after : { forgottenIds, ...after };
}

function findFormer(before: RowState | undefined, after: RowState): RowState['former'] {
  if (before === undefined) return undefined;
  const { state, at, former = [], assessmentId, id = assessmentId, redirectUrl, scores } = before;
  const isOver = state === 'Done' || (assessmentId ?? after.assessmentId) !== after.assessmentId;
  if (!isOver) return before.former;
  const result = { redirectUrl, ...(scores === undefined ? {} : { scores }) };
  return [...former, { at, ...(id === undefined ? {} : { id, ...result }) }];
}

/** Collects the IDs that were detached from a row, except an ID that a person assigned again. */
function findRejectedIds(before: RowState | undefined, after: RowState): RowState['rejectedIds'] {
  const { assessmentId, rejectedIds = [] } = before ?? {};
  const isLost = after.state === 'Unconfirmed' || after.state === 'Ready';
  const ids = [...rejectedIds, ...(isLost && assessmentId !== undefined ? [assessmentId] : [])];
  const left = ids.filter((id) => id !== after.assessmentId);
  return left.length === 0 ? undefined : left;
}

function findEarlierRequests(
  before: RowState | undefined,
  after: RowState,
): RowState['earlierRequests'] {
  const { request, earlierRequests } = before ?? {};
  if (request === undefined || request === (after.request ?? request)) return earlierRequests;
  return [...(earlierRequests ?? []), request];
}

function toNextState(before: RowState | undefined, fact: RowFact): RowState {
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
      const { assessmentId, redirectUrl, request, employee, by, sent } = fact;
      const sentBefore = sent === undefined ? before : { ...before, ...sent };
      return {
        state: 'Pending',
        at,
        sentAt: sent?.at ?? sentAt,
        assessmentId,
        redirectUrl: packUrl(redirectUrl, assessmentId),
        ...toSentFields(employee === undefined ? sentBefore : { ...sentBefore, employee }),
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
        reason: fact.reason,
        ...toSentFields(before),
        ...toRequestField(fact),
      };
    case 'unconfirmed':
      return {
        state: 'Unconfirmed',
        at,
        sentAt,
        ...toSentFields({
          ...before,
          employee: fact.employee ?? before?.employee,
          round: fact.round ?? before?.round,
        }),
        reason: fact.reason,
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
      return {
        ...(before ?? { state: 'Ready' }),
        at,
        reason: fact.reason,
        hasNoResult: fact.hasNoResult,
      };
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
        scores: packScores(fact.scores),
      };
  }
}

/** A Sent request that gets the service's answer was not unconfirmed: this run has just sent it. */
function isUnanswered(before: RowState | undefined, by: 'answer' | 'person' | 'sheet'): boolean {
  return before?.state === 'Unconfirmed' || (before?.state === 'Sent' && by !== 'answer');
}

// Leaves out an undefined request, to save memory: a journal may contain 300,000 rows.
function toRequestField(sent: { readonly request?: string | undefined } | undefined) {
  return sent?.request === undefined ? {} : { request: sent.request };
}

function toSentFields(
  sent: Pick<RowState, 'employee' | 'trip' | 'round' | 'afterRound' | 'roundNames'> | undefined,
) {
  const { employee, trip, round, afterRound, roundNames } = sent ?? {};
  return {
    ...(employee === undefined ? undefined : { employee }),
    ...(trip === undefined ? undefined : { trip }),
    ...(round === undefined ? undefined : { round }),
    ...(afterRound === undefined ? undefined : { afterRound }),
    ...(roundNames === undefined ? undefined : { roundNames }),
  };
}

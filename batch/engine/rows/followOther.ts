import { unpackScores } from '../intake/keptScores.js';
import type { RowFact } from '../journal/facts.js';
import { detachFact } from '../journal/settle.js';
import { unpackUrl } from '../journal/reportUrl.js';
import type { RowState } from '../journal/rowState.js';

/** A row that waits for the outcome in another run, and the same row in the journal of that run. */
interface FollowedRow {
  readonly row: string;
  readonly mine: RowState | undefined;
  /** Undefined if that journal does not contain the row, so it was never sent. */
  readonly theirs: RowState | undefined;
}

/**
 * Returns the facts to record for a row that another run has sent, from the state in that run's
 * journal. Returns none if that run has no answer to copy, or its state is about another request.
 * Also returns none for a row that a person has resolved or that this run has sent, except that the
 * scores of a shared assessment are copied.
 */
export function factsFromOtherRun({ row, mine, theirs }: FollowedRow, at: string): RowFact[] {
  if (mine?.state === 'Pending' && mine.assessmentId === theirs?.assessmentId) {
    return toScoreFacts(row, theirs);
  }
  if (!isSentElsewhere(mine) || isOfOtherRequest(mine, theirs)) return [];
  if (theirs === undefined) return [{ fact: 'released', row, reason: 'not_sent', at }];
  const { state, assessmentId, byPerson, reason } = theirs;
  const redirectUrl = unpackUrl(theirs);
  switch (state) {
    case 'Ready':
      return byPerson === true
        ? [{ fact: 'send_again', row, at }]
        : [{ fact: 'released', row, reason: 'not_sent', at }];
    case 'Rejected':
      return reason?.code === 'requestFailed'
        ? [{ fact: 'rejected', row, request: mine?.request, reason, at }]
        : [];
    case 'Pending':
    case 'Scored':
      return [
        {
          fact: 'created',
          row,
          assessmentId: assessmentId ?? '',
          at,
          ...(redirectUrl === undefined ? {} : { redirectUrl }),
          by: byPerson === true ? 'person' : 'answer',
        },
        ...toScoreFacts(row, theirs),
      ];
    case 'Sent':
    case 'Unconfirmed':
    case 'Done':
    case 'Forgotten':
      return [];
  }
}

/**
 * Returns the fact for a row that shares an assessment with the same row in another run, if a
 * person has decided in that run that the assessment does not belong to the row. This run's row
 * then waits for the outcome in the other run.
 */
export function detachSharedFact(row: string, mine: RowState | undefined, at: string): RowFact {
  return detachFact(row, mine, { code: 'sentElsewhere', isDone: false }, at);
}

/** Returns true for an unconfirmed row that another run has sent. */
function isSentElsewhere(state: RowState | undefined): boolean {
  return state?.state === 'Unconfirmed' && state.reason?.code === 'sentElsewhere';
}

/**
 * Returns true if the other run's state is about a different request, such as a reassessment with
 * other inputs.
 */
function isOfOtherRequest(mine: RowState | undefined, theirs: RowState | undefined): boolean {
  const [own, other] = [mine?.request, theirs?.request];
  return own !== undefined && other !== undefined && own !== other;
}

/** Copies the scores with the time at which the other run read them. */
function toScoreFacts(row: string, theirs: RowState | undefined): RowFact[] {
  const { state, scores, at = '' } = theirs ?? {};
  if (state !== 'Scored' || scores === undefined) return [];
  return [{ fact: 'scored', row, scores: unpackScores(scores), at }];
}

import { unpackScores } from '../intake/keptScores.js';
import type { RowFact } from '../journal/facts.js';
import { detachFact } from '../journal/settle.js';
import { unpackUrl } from '../journal/reportUrl.js';
import type { RowState } from '../journal/rowState.js';

interface FollowedRow {
  readonly row: string;
  readonly mine: RowState | undefined;
  /** Undefined if the other journal does not contain the row, so the row was never sent. */
  readonly theirs: RowState | undefined;
}

/**
 * Returns no facts for a row that a person has resolved or that this run has sent, except that the
 * scores of a shared assessment are copied.
 */
export function toFactsFromOtherRun({ row, mine, theirs }: FollowedRow, at: string): RowFact[] {
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

/** A person decided in the other run that the shared assessment does not belong to the row. */
export function detachSharedFact(row: string, mine: RowState | undefined, at: string): RowFact {
  return detachFact(row, mine, { code: 'sentElsewhere', isDone: false }, at);
}

function isSentElsewhere(state: RowState | undefined): boolean {
  return state?.state === 'Unconfirmed' && state.reason?.code === 'sentElsewhere';
}

/** Returns true, for example, if the other run has reassessed the row with other inputs. */
function isOfOtherRequest(mine: RowState | undefined, theirs: RowState | undefined): boolean {
  const [own, other] = [mine?.request, theirs?.request];
  return own !== undefined && other !== undefined && own !== other;
}

/** Uses the time at which the other run read the scores. */
function toScoreFacts(row: string, theirs: RowState | undefined): RowFact[] {
  const { state, scores, at = '' } = theirs ?? {};
  if (state !== 'Scored' || scores === undefined) return [];
  return [{ fact: 'scored', row, scores: unpackScores(scores), at }];
}

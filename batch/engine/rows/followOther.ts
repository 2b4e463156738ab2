import type { RowFact } from '../journal/facts.js';
import { detachFact } from '../journal/settle.js';
import type { RowState } from '../journal/rowState.js';

/** A row that waits for what another run has sent, and the same row in the journal of that run. */
export interface FollowedRow {
  readonly row: string;
  readonly mine: RowState | undefined;
  /** Undefined when that journal has no record of it: it was never sent. */
  readonly theirs: RowState | undefined;
}

/**
 * What a row becomes that another run has sent, by what the journal of that run says of it now; nothing while
 * that has no answer. Both rows have the same inputs and the same person. A row that a person has settled, or
 * that was sent here, follows nobody; but the scores of its assessment are the same in both.
 */
export function factsLikeOther({ row, mine, theirs }: FollowedRow, at: string): RowFact[] {
  if (mine?.state === 'Pending' && mine.assessmentId === theirs?.assessmentId) {
    return toScoreFacts(row, theirs, at);
  }
  if (!isSentElsewhere(mine) || isOfOtherRequest(mine, theirs)) return [];
  if (theirs === undefined) return [{ fact: 'released', row, reason: 'not_sent', at }];
  const { state, assessmentId, redirectUrl, byPerson, message } = theirs;
  switch (state) {
    case 'Ready':
      return byPerson === true
        ? [{ fact: 'send_again', row, at }]
        : [{ fact: 'released', row, reason: 'not_sent', at }];
    case 'Rejected': {
      // The service's own words.
      const said = typeof message === 'string' ? message : '';
      return [{ fact: 'rejected', row, request: mine?.request, message: said, at }];
    }
    case 'Pending':
    case 'Scored':
      return [
        {
          ...{ fact: 'created', row, assessmentId: assessmentId ?? '', at },
          ...(redirectUrl === undefined ? {} : { redirectUrl }),
          by: byPerson === true ? 'person' : 'answer',
        },
        ...toScoreFacts(row, theirs, at),
      ];
    case 'Sent':
    case 'Unconfirmed':
    case 'Done':
    case 'Forgotten':
      return [];
  }
}

/**
 * Returns the fact for a row that shares an assessment with the same row of another run, after a person has
 * decided that the assessment is not that row's: this row then waits for the other one's outcome.
 */
export function lostWithOther(row: string, mine: RowState | undefined, at: string): RowFact {
  return detachFact(row, mine, { code: 'sentElsewhere', isDone: false }, at);
}

/** True for a row of which only another run knows what became of it. */
export function isSentElsewhere(state: RowState | undefined): boolean {
  const { message } = state ?? {};
  const isOthers = typeof message === 'object' && message.code === 'sentElsewhere';
  return state?.state === 'Unconfirmed' && isOthers;
}

/** The same case may have been assessed again with other inputs there. */
function isOfOtherRequest(mine: RowState | undefined, theirs: RowState | undefined): boolean {
  const [own, other] = [mine?.request, theirs?.request];
  return own !== undefined && other !== undefined && own !== other;
}

function toScoreFacts(
  row: string,
  { state, scores }: Partial<RowState> = {},
  at: string,
): RowFact[] {
  return state === 'Scored' && scores !== undefined ? [{ fact: 'scored', row, scores, at }] : [];
}

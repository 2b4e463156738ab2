import { hints, type Failure } from '../../../src/failure.js';
import { asSentence } from '../../../src/asSentence.js';
import type { WrongAnswer } from '../../engine/journal/reason.js';
import type { WorkMessages } from '../../engine/run/workMessages.js';
import { type Sentence, sentence, value, ValuedSentence } from '../../wording/sentence.js';
import { wrongAnswerHint, wrongAnswerText } from '../../wording/reasons.js';
import { advice } from './advice.js';
import { resolveCommand } from './resolveCommand.js';
import type { WordingOf } from '../../wording/wordingOf.js';

/** Messages about the work on rows. */
export const workWording: WordingOf<WorkMessages> = {
  tokenRefused({ failure: { message, hint } }) {
    return sentence`The service refused the company token: ${value(asSentence(message))} ${hint}`;
  },
  rowsInARowFailed({ rows, failure }) {
    return sentence`${`${rows}`} consecutive rows have failed. The last error: ${whatFailed(failure)} ${hintOfRun(failure)}`;
  },
  rowNotRecorded({ operation, row, became }) {
    const use = `: ${resolveCommand(operation)} ${'id' in became ? 'will' : 'may'} ask for it`;
    const which = row === undefined ? 'A row that is no longer in the sheet' : `Row ${row}`;
    return sentence`${which} ${whatBecame(became)}, but this could not be recorded. Write it down${use}.`;
  },
};

/** The service's own words may quote what it was sent, so a log gets only the HTTP status. */
function whatFailed(failure: Failure | WrongAnswer): Sentence {
  const isFailure = 'delivery' in failure;
  const said = isFailure ? asSentence(failure.message) : wrongAnswerText(failure);
  if (isFailure && failure.delivery !== 'answered') return said;
  const { httpStatus } = isFailure ? failure : {};
  const answered = httpStatus === undefined ? 'an answer' : `an answer with HTTP ${httpStatus}`;
  return new ValuedSentence(said, `${answered} that is not repeated here.`);
}

/** The core's hint "nothing was sent" is about one request, not about the run. */
function hintOfRun(failure: Failure | WrongAnswer): string {
  if (!('delivery' in failure)) return wrongAnswerHint(failure, advice);
  const { code, hint } = failure;
  return hint === hints[code] ? hint.replace('; nothing was sent', '') : hint;
}

function whatBecame(became: WorkMessages['rowNotRecorded']['became']): Sentence {
  switch (became.what) {
    case 'created':
      return `was assessed (Assessment ID ${became.id})`;
    case 'done':
      return `succeeded (ID ${became.id})`;
    case 'refused':
      return sentence`was refused (${value(became.reason)})`;
    case 'notSent':
      return 'was not sent';
  }
}

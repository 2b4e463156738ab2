import { toSentence } from '../../src/toSentence.js';
import type { Failure } from '../../src/failure.js';
import type { WrongAnswer } from '../engine/journal/facts.js';
import type { WorkMessages } from '../engine/run/runMessages.js';
import { type ReasonAdvice, refusalText, wrongAnswerHint, wrongAnswerText } from './reasons.js';
import { type Sentence, sentence, value, ValuedSentence } from './sentence.js';
import { count } from './words.js';
import type { Wordings } from './wordings.js';

/** `formatHint` returns the hint for the whole run, after a space, or '' for no hint. */
export function createWorkWording(
  advice: Pick<ReasonAdvice, 'lookUp'>,
  formatHint: (failure: Failure | WrongAnswer) => string = (failure) =>
    ` ${getRunHint(failure, advice)}`,
): Wordings<Pick<WorkMessages, 'tokenRefused' | 'rowsInARowFailed' | 'rowsNotSent'>> {
  return {
    tokenRefused({ failure: { operation, message, hint } }) {
      const other = `If other operations accept it, ask the operator of the service to allow ${operation}.`;
      return sentence`The service refused the company token for ${operation}: ${value(toSentence(message))} ${hint} ${other}`;
    },
    rowsInARowFailed({ rows, failure }) {
      return sentence`${`${rows}`} consecutive rows have failed. The last error: ${describeFailure(failure)}${formatHint(failure)}`;
    },
    rowsNotSent({ rows: [first, ...others], failure }) {
      const which =
        others.length === 0
          ? `Row ${first} was not sent`
          : `${count(others.length + 1, 'row')} were not sent, and row ${first} is the first of them`;
      const why = describeFailure(failure);
      return sentence`${which}. The error: ${why}${formatHint(failure)}`;
    },
  };
}

/** The service's answer may quote the request, so a log gets only the HTTP status. */
function describeFailure(failure: Failure | WrongAnswer): Sentence {
  const isFailure = 'delivery' in failure;
  const message = isFailure ? toSentence(failure.message) : wrongAnswerText(failure);
  if (isFailure && failure.delivery !== 'answered') return message;
  const { httpStatus } = isFailure ? failure : {};
  const answered = httpStatus === undefined ? 'an answer' : `an answer with HTTP ${httpStatus}`;
  return new ValuedSentence(message, `${answered} that is not repeated here.`);
}

/** The core's hint "nothing was sent" is about one request, not the whole run. */
function getRunHint(failure: Failure | WrongAnswer, advice: Pick<ReasonAdvice, 'lookUp'>): string {
  if (!('delivery' in failure)) return wrongAnswerHint(failure, advice);
  const { hint, remedy } = failure;
  return remedy === undefined ? hint.replace('; nothing was sent', '') : hint;
}

/** `use` follows "Write it down:" and gives the reason. */
export function notRecordedText(
  { row, became }: Pick<WorkMessages['rowNotRecorded'], 'row' | 'became'>,
  use: string,
): Sentence {
  const which = row === undefined ? 'A row that is no longer in the sheet' : `Row ${row}`;
  return sentence`${which} ${wordOutcome(became)}, but this could not be recorded. Write it down: ${use}.`;
}

function wordOutcome(became: WorkMessages['rowNotRecorded']['became']): Sentence {
  switch (became.what) {
    case 'created':
      return `was assessed (Assessment ID ${became.id})`;
    case 'done':
      return `succeeded (ID ${became.id})`;
    case 'refused':
      return sentence`was refused (${value(refusalText(became.reason))})`;
    case 'notSent':
      return 'was not sent';
  }
}

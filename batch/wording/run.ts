import { toSentence } from '../../src/toSentence.js';
import type { RunMessages } from '../engine/run/runMessages.js';
import type { SheetCommand } from '../engine/sheetCommand.js';
import { type ReasonAdvice, reasonText } from './reasons.js';
import type { RowAdvice } from './rows.js';
import { ValuedSentence } from './sentence.js';
import { capitalize, count, listFirstRows } from './words.js';
import type { Wordings } from './wordings.js';

/** The advice that differs between the faces: command, page and node. */
export interface RunAdvice extends ReasonAdvice, Pick<RowAdvice, 'wrongId'> {
  /** The noun for a row, such as "assessment". */
  readonly rowNoun: (operation: SheetCommand) => string;
  /** Says how to have rows assessed for the first time; `pronoun` is "it" or "them". */
  readonly howToAssess: (pronoun: string) => string;
  readonly fetchAgain: (operation: SheetCommand, rows: number) => string;
  /** Advice for a row that has a decision on an assessment that is not its latest. */
  readonly decideAgain: string;
  /** The end of a sentence in a log: "rwa status shows the reason". */
  readonly whereWhy: string;
  /** A part of a sentence about how to keep one of several identical rows. */
  readonly keepOne: string;
  /** Says how to list or resolve the unconfirmed rows; `pronoun` is "it" or "them". */
  readonly howToListUnconfirmed: (operation: SheetCommand, pronoun: string) => string;
}

type SharedMessages = Pick<
  RunMessages,
  | 'rowsBlocked'
  | 'rowsNeverAssessed'
  | 'decidedEarlier'
  | 'resultsNotRead'
  | 'unconfirmedRowsMissing'
  | 'identicalInRound'
>;

export function createRunWording(advice: RunAdvice): Wordings<SharedMessages> {
  return {
    rowsBlocked({ rows, operation }) {
      const noun = advice.rowNoun(operation);
      const [are, them, messages] =
        rows.length === 1
          ? ['is', 'it', "The row's message says"]
          : ['are', 'them', "The rows' messages say"];
      return `${count(rows.length, 'row')} ${are} blocked (${listFirstRows(rows)}): an earlier ${noun} may belong to ${them}. ${messages} what to do.`;
    },
    rowsNeverAssessed({ count: rows, unfit }) {
      const [were, are, them] = rows === 1 ? ['was', 'is', 'it'] : ['were', 'are', 'them'];
      const skipped = `${count(rows, 'row')} ${were} never assessed and ${are} skipped. ${advice.howToAssess(them)}`;
      const others =
        unfit === 1
          ? '1 row that was never assessed is invalid or a duplicate, and is skipped.'
          : `${count(unfit, 'row')} that were never assessed are invalid or duplicates, and are skipped.`;
      return [...(rows > 0 ? [skipped] : []), ...(unfit > 0 ? [others] : [])].join(' ');
    },
    decidedEarlier({ rows }) {
      // The row may be a copy of the row that the other assessment belongs to.
      const message =
        rows.length === 1
          ? 'has a decision on another assessment, and none yet on its latest one'
          : 'have decisions on other assessments, and none yet on their latest ones';
      return `${capitalize(listFirstRows(rows))} ${message}. ${advice.decideAgain}`;
    },
    resultsNotRead({ operation, rows, reason, hasNoResult }) {
      const what = `The ${rows.length === 1 ? 'result' : 'results'} of ${listFirstRows(rows)} could not be read`;
      const why = toSentence(reasonText(reason, advice));
      const first = rows.length === 1 ? ':' : `. Row ${rows[0] ?? ''}:`;
      const again = [
        advice.fetchAgain(operation, rows.length),
        ...(hasNoResult ? [advice.wrongId] : []),
      ];
      // A further attempt would not help after a wrong answer.
      const next = reason.code === 'requestFailed' ? again : [];
      // The log omits the reason, because the words of the service may quote the request.
      return new ValuedSentence(
        [`${what}${first} ${why}`, ...next].join(' '),
        [`${what}; ${advice.whereWhy}.`, ...next].join(' '),
      );
    },
    identicalInRound({ rows }) {
      return `${capitalize(listFirstRows(rows))} are identical, and each is assessed again. If they are the same trip or hire, ${advice.keepOne}.`;
    },
    unconfirmedRowsMissing({ operation, count: missing, hasOtherSheets }) {
      const [rows, is, them] =
        missing === 1
          ? ['1 unconfirmed row was', 'is', 'it']
          : [`${missing} unconfirmed rows were`, 'are', 'them'];
      const elsewhere = hasOtherSheets ? `, or ${is} in another worksheet` : '';
      return `${rows} removed or edited${elsewhere}. ${advice.howToListUnconfirmed(operation, them)}`;
    },
  };
}

export function removedOnPurposeText(assessments: number): string {
  const rows = assessments === 1 ? 'the row was' : 'the rows were';
  return `If ${rows} deleted on purpose, nothing needs to be done.`;
}

export function rowsInUseText({ rows, sheet }: RunMessages['rowsInUse']): string {
  const verb = rows.length === 1 ? 'is' : 'are';
  return `${capitalize(listFirstRows(rows))} ${verb} also in ${sheet}, which another run is sending now or has just sent.`;
}

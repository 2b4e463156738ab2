import type { AppliedCorrection } from '../engine/intake/corrections.js';
import { toShownCell } from '../engine/intake/cellValues.js';
import type { Reason } from '../engine/journal/facts.js';
import type { RowRemark } from '../engine/intake/remark.js';
import type {
  Contradiction,
  RowFaults,
  RowMessages,
  UnconfirmedMessages,
} from '../engine/rows/rowMessages.js';
import type { SheetCommand } from '../engine/sheetCommand.js';
import { toSentence } from '../../src/toSentence.js';
import { type ReasonAdvice, reasonText } from './reasons.js';
import type { RemarkWords } from './remarks.js';
import { joinList } from './resultColumns.js';
import { listParts, type Sentence, sentence, value } from './sentence.js';
import { formatUtcMinute } from '../../src/formatUtcMinute.js';
import { capitalize, listFirstRows, shorten } from './words.js';
import type { Wordings } from './wordings.js';

/** The advice that differs between the faces: command, page and node. */
export interface RowAdvice extends ReasonAdvice, Pick<RemarkWords, 'remarksText'> {
  /** A part of a sentence, such as "run again". */
  readonly again: string;
  /** A part of a sentence, such as "clear the cell and run again". */
  readonly editFile: (edit: string) => string;
  /** A part of a sentence, such as "run rwa assess". */
  readonly assess: string;
  /** A part of a sentence about a row whose inputs have changed. */
  readonly assessChanged: string;
  /** Advice for a row that is blocked by an assessment without a row. */
  readonly neverShown: string;
  /** A sentence for a result that is not ready yet or could not be read. */
  readonly fetch: (operation: SheetCommand) => string;
  readonly unconfirmed: (row: Unconfirmed) => string;
  readonly restoreId: string;
  /** Sentences about the remedy for a row that may be a correction of an unanswered row. */
  readonly employeeUnanswered: string;
  /** A part of a sentence about how to accept an Assessment ID without a proof. */
  readonly acceptId: string;
  /** Advice for an Assessment ID without a result in the service. */
  readonly wrongId: string;
}

export type Unconfirmed = Pick<RowMessages['rowUnconfirmed'], 'operation' | 'showsEarlierScores'> &
  Partial<Pick<RowMessages['rowUnconfirmed'], 'reason' | 'isChanged'>>;

type SharedMessages = Pick<
  RowMessages,
  | keyof RowFaults
  | 'rowInvalid'
  | 'rowUnconfirmed'
  | 'rowOnlyInSheet'
  | 'rowWithoutItsId'
  | 'resultNotRead'
  | 'employeeUnanswered'
  | 'valuesCorrected'
  | 'unknownScore'
  | 'inputsChanged'
  | 'inputsSentElsewhere'
  | 'assessmentNeverShown'
  | 'assessmentInOtherRow'
  | 'assessmentOfOtherEmployee'
  | 'assessmentUnproven'
  | 'resultsWithoutId'
  | 'rowBlockedByIdenticalRow'
>;

/** Each parameter is a part of a sentence. */
export function askIfCorrected(assessChanged: string, sendAsNew: string): string {
  return `Is this row the same trip or hire with corrected inputs? Then ${assessChanged}. Is it another trip or hire? Then ${sendAsNew}.`;
}

export function createRowWording(advice: RowAdvice): Wordings<SharedMessages> {
  const { again, assess, assessChanged, remarksText } = advice;
  const faultWording = createFaultWording(advice);
  const adviseToCorrectFirst = (problems: readonly RowRemark[] | undefined): Sentence[] =>
    problems === undefined
      ? []
      : [sentence`Correct the row first: ${value(remarksText(problems))}`];
  return {
    ...faultWording,
    rowInvalid: ({ problems, faults }) => [
      ...(problems === undefined ? [] : [toValue(remarksText(problems))]),
      ...faults.map((fault) => faultWording[fault.code](fault as never) as Sentence),
    ],
    rowUnconfirmed: ({ operation, sentAt, reason, isChanged, showsEarlierScores }) => [
      // If another run has sent the row, the time is unknown.
      ...(isSentElsewhere(reason) ? [] : [`Sent ${formatUtcMinute(sentAt)}.`]),
      noAnswerText({ reason }, advice),
      ...(isChanged ? ['The inputs have changed since.'] : []),
      advice.unconfirmed({ operation, reason, isChanged, showsEarlierScores }),
      ...noteEarlierScores(showsEarlierScores),
    ],
    rowOnlyInSheet: ({ operation, problems, showsEarlierScores }) => [
      advice.onlyInSheet,
      ...adviseToCorrectFirst(problems),
      advice.unconfirmed({ operation, showsEarlierScores }),
      ...noteEarlierScores(showsEarlierScores),
    ],
    rowWithoutItsId: ({ status, problems, showsEarlierScores }) => [
      advice.idIsMissing(status),
      ...adviseToCorrectFirst(problems),
      advice.restoreId,
      ...noteEarlierScores(showsEarlierScores),
    ],
    resultNotRead: ({ operation, at, reason, hasNoResult }) => [
      sentence`Reading the result failed at ${formatUtcMinute(at)}. ${value(toSentence(reasonText(reason, advice)))}`,
      ...(reason.code === 'requestFailed' ? [advice.fetch(operation)] : []),
      ...(hasNoResult ? [advice.wrongId] : []),
    ],
    employeeUnanswered: () => [
      'An earlier row of this employee, or this row with another Employee ID, was sent and has no answer yet. This row may be a correction of it, so it was not sent.',
      advice.employeeUnanswered,
    ],
    valuesCorrected: ({ corrections }) =>
      sentence`Sent with ${listParts(corrections.map(wordCorrection))}.`,
    unknownScore: ({ heading, cell, assessmentId }) =>
      sentence`${heading} contains ${value(toShownCell(cell))}, which is not from assessment ${assessmentId}: ${advice.editFile('clear the cell')}.`,
    inputsChanged: ({ assessmentId }) =>
      `The inputs are not those that assessment ${assessmentId} was made for, so its scores no longer apply to this row. Did nobody change them in this sheet? Then they were corrected on a page before the row was sent: make the same correction here. Is it the same trip or hire with corrected inputs? Then ${assessChanged}. Is it another trip or hire? Then clear the result cells of the row and ${again}.`,
    inputsSentElsewhere: ({ assessmentId }) =>
      `Another sheet has sent these inputs as a new row, so they are not sent again. If the row is the trip or hire of assessment ${assessmentId}, ${advice.editFile('enter the inputs of that assessment')}. If not, ${advice.editFile('remove the row')}.`,
    assessmentNeverShown: ({ assessmentId, createdAt }) =>
      `The assessment ${assessmentId} was created ${formatOnDay(createdAt)}for this employee, or for these inputs with another Employee ID, and it belongs to no row of the sheet yet. ${advice.neverShown}`,
    assessmentInOtherRow: ({ assessmentId, row }) =>
      `Row ${row} also shows the assessment ${assessmentId}, or a later one of the same trip or hire. If this row is new, its result cells were copied: clear them and ${again}. If this row replaces row ${row}, delete row ${row} and ${again}.`,
    assessmentOfOtherEmployee: ({ assessmentId }) =>
      `The assessment ${assessmentId} belongs to another employee. If the Employee ID or the Assessment ID in this row is wrong, correct it. The Employee ID may have lost its leading zeros (301 for 00301): write it with them, in a cell formatted as text. If this row is new, or the assessment was made for a wrong Employee ID, clear its result cells and ${assess}.`,
    assessmentUnproven: ({ assessmentId }) =>
      `Nothing shows which inputs the assessment ${assessmentId} was made for. Is it this row's? Then ${advice.acceptId}. If not, clear the result cells of the row and ${again}.`,
    resultsWithoutId: () =>
      sentence`The row shows results, but not its Assessment ID. Is the row in the service already? Then ${advice.editFile('type its Assessment ID')}. If not, ${advice.editFile('clear the result cells of the row')}.`,
    rowBlockedByIdenticalRow: ({ row }) =>
      `A row was sent before, and it is unknown which one: it may have been row ${row}, this row or another one. Follow the message in row ${row}, then ${again}.`,
  };
}

export function otherAssessmentText(assessmentId: string, { assess }: RowAdvice): string {
  return `The decision was not sent, because assessment ${assessmentId} is not this row's: it belongs to another row, or the inputs have changed since. First ${assess}, which corrects the Assessment ID or says what to do.`;
}

/** Words a correction as in `Citizenship "United Kingdom" instead of "UK"`. */
function wordCorrection({ label, value: written, to }: AppliedCorrection): Sentence {
  const sent = to === '' ? `no ${label}` : sentence`${label} "${value(to)}"`;
  const inCell = written === '' ? 'an empty cell' : sentence`"${value(written)}"`;
  return sentence`${sent} instead of ${inCell}`;
}

function createFaultWording({ editFile }: Pick<RowAdvice, 'editFile'>): Wordings<RowFaults> {
  return {
    sharedByPeople: (shared) => contradictionSentence({ code: 'sharedByPeople', ...shared }),
    rowsOfIdentityDiffer: (shared) =>
      contradictionSentence({ code: 'rowsOfIdentityDiffer', ...shared }),
    noId({ heading, text }) {
      const shown = shorten(text, 40);
      return sentence`${heading} is "${value(shown)}", which is not an ID: ${editFile('clear the cell')}.`;
    },
  };
}

export function contradictionWords({ code, rows, label }: Contradiction): {
  readonly message: string;
  readonly remedy: string;
} {
  const have = `${capitalize(listFirstRows(rows))} have the same ${label} but`;
  return code === 'sharedByPeople'
    ? { message: `${have} belong to different people`, remedy: `Correct the ${label}.` }
    : { message: `${have} different details`, remedy: 'Keep one row.' };
}

function contradictionSentence(contradiction: Contradiction): string {
  const { message, remedy } = contradictionWords(contradiction);
  return `${message}. ${remedy}`;
}

export function noAnswerText(
  { reason }: UnconfirmedMessages['noAnswer'],
  advice: ReasonAdvice,
): Sentence {
  return reason === undefined
    ? 'The program that sent it stopped before it had recorded the answer.'
    : toValue(toSentence(reasonText(reason, advice)));
}

export function noteEarlierScores(shows: boolean): string[] {
  return shows ? ['The scores are those of the previous assessment.'] : [];
}

/** A text of the service, the core or the intake may quote cells, so it counts as a value. */
export function toValue(text: string): Sentence {
  return sentence`${value(text)}`;
}

export function idNoteText(id: string | undefined): string {
  return id === undefined ? '' : ` (ID ${id})`;
}

export function formatDay(at: string): string {
  return at.slice(0, 10);
}

/** `at` is empty if the time is unknown. */
export function formatOnDay(at: string): string {
  return at === '' ? '' : `on ${formatDay(at)} `;
}

/**
 * The row may also have results of another operation, so the headings are listed. If there are
 * none, all result cells of the row are to be cleared.
 */
export function clearCellsText(headings: readonly string[]): string {
  return headings.length === 0 ? 'clear its result cells' : `clear its ${joinList(headings)}`;
}

export function isSentElsewhere(reason: Reason | undefined): boolean {
  return reason?.code === 'sentElsewhere';
}

import type { Corrected } from '../engine/intake/corrections.js';
import { shownCell } from '../engine/intake/shownCell.js';
import type { Reason } from '../engine/journal/reason.js';
import type { RowRemark } from '../engine/intake/remark.js';
import type {
  Contradiction,
  RowFaults,
  RowMessages,
  UnconfirmedMessages,
} from '../engine/rows/rowMessages.js';
import type { SheetCommand } from '../engine/sheetCommand.js';
import { asSentence } from '../../src/asSentence.js';
import { type ReasonAdvice, reasonText } from './reasons.js';
import type { RemarkWords } from './remarks.js';
import { listed as listedTexts } from './resultColumns.js';
import { listed, type Sentence, sentence, value } from './sentence.js';
import { capital, firstRows, utcMinute } from './words.js';
import type { WordingOf } from './wordingOf.js';

/** A text in place of an ID is cut to this length. */
const longestText = 40;

/** Advice about rows of one face (command, page or node), for the sentences that all of them share. */
export interface RowAdvice extends ReasonAdvice, Pick<RemarkWords, 'remarksText'> {
  /** To continue, within a sentence: "run again". */
  readonly again: string;
  /** To edit cells and continue, within a sentence: "clear the cell and run again". */
  readonly editFile: (edit: string) => string;
  /** To have a row assessed, within a sentence: "run rwa assess". */
  readonly assess: string;
  /** To have a case assessed whose inputs have changed, within a sentence. */
  readonly assessChanged: string;
  /** To have a row sent that another case's assessment blocks, within a sentence. */
  readonly sendOtherCase: string;
  /** To get a result that is not there yet: a sentence. */
  readonly fetch: (operation: SheetCommand) => string;
  /** The remedy for an unconfirmed row: sentences. */
  readonly unconfirmed: (row: Unconfirmed) => string;
  /** The remedy for a missing ID: sentences. */
  readonly restoreId: string;
  /** The remedy for a row that may be a correction of one without an answer: sentences. */
  readonly employeeUnanswered: string;
  /** To accept an Assessment ID that nothing proves, within a sentence. */
  readonly acceptId: string;
  /** The remedy for a wrong Assessment ID that a person gave: a sentence. */
  readonly wrongId: string;
}

/** An unconfirmed row, as far as the advice depends on it. */
export type Unconfirmed = Pick<RowMessages['rowUnconfirmed'], 'operation' | 'showsEarlierScores'> &
  Partial<Pick<RowMessages['rowUnconfirmed'], 'reason' | 'isChanged'>>;

/** The messages about rows that all faces word alike, but for their advice. */
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
  | 'assessmentNeverShown'
  | 'assessmentInOtherRow'
  | 'assessmentOfOtherEmployee'
  | 'assessmentUnproven'
  | 'resultsWithoutId'
  | 'rowBlockedLike'
>;

/** Messages about rows, with the advice of a face. */
export function rowWordingWith(advice: RowAdvice): WordingOf<SharedMessages> {
  const { again, assess, assessChanged, remarksText } = advice;
  const faultWording = faultWordingWith(advice);
  const firstCorrect = (problems: readonly RowRemark[] | undefined): Sentence[] =>
    problems === undefined
      ? []
      : [sentence`Correct the row first: ${value(remarksText(problems))}`];
  return {
    ...faultWording,
    rowInvalid: ({ problems, faults }) => [
      ...(problems === undefined ? [] : [valued(remarksText(problems))]),
      ...faults.map((fault) => faultWording[fault.code](fault as never) as Sentence),
    ],
    rowUnconfirmed: ({ operation, sentAt, reason, isChanged, showsEarlierScores }) => [
      // This run did not send it, and does not know when others did.
      ...(isElsewhere(reason) ? [] : [`Sent ${utcMinute(sentAt)}.`]),
      noAnswerText({ reason }, advice),
      ...(isChanged ? ['The inputs have changed since.'] : []),
      advice.unconfirmed({ operation, reason, isChanged, showsEarlierScores }),
      ...besideScores(showsEarlierScores),
    ],
    rowOnlyInSheet: ({ operation, problems, showsEarlierScores }) => [
      advice.onlyInSheet,
      ...firstCorrect(problems),
      advice.unconfirmed({ operation, showsEarlierScores }),
      ...besideScores(showsEarlierScores),
    ],
    rowWithoutItsId: ({ status, problems, showsEarlierScores }) => [
      advice.idIsMissing(status),
      ...firstCorrect(problems),
      advice.restoreId,
      ...besideScores(showsEarlierScores),
    ],
    resultNotRead: ({ operation, at, reason, isByPerson }) => [
      sentence`Reading the result failed at ${utcMinute(at)}. ${value(asSentence(reasonText(reason, advice)))}`,
      ...(typeof reason === 'string' ? [advice.fetch(operation)] : []),
      ...(isByPerson && typeof reason === 'string' ? [advice.wrongId] : []),
    ],
    employeeUnanswered: () => [
      'An earlier row of this employee was sent and has no answer yet. This row may be a correction of it, so it was not sent.',
      advice.employeeUnanswered,
    ],
    valuesCorrected: ({ corrections }) =>
      sentence`Sent with ${listed(corrections.map(corrected))}.`,
    unknownScore: ({ heading, cell, assessmentId }) =>
      sentence`${heading} contains ${value(shownCell(cell))}, which is not from assessment ${assessmentId}: ${advice.editFile('clear the cell')}.`,
    inputsChanged: ({ assessmentId }) =>
      `The inputs are not those that assessment ${assessmentId} was made for, so its scores no longer apply to this row. Is it the same case, corrected? Then ${assessChanged}. Is it another case? Then clear the result cells of the row and ${again}.`,
    assessmentNeverShown: ({ assessmentId, createdAt }) =>
      `The assessment ${assessmentId} was created on ${formatDay(createdAt)} for this employee, or for these inputs with another Employee ID, and it belongs to no row of the sheet yet. Is it this row's case, corrected since? Then ${assessChanged}. Is this row another case? Then ${advice.sendOtherCase}.`,
    assessmentInOtherRow: ({ assessmentId, row }) =>
      `The Assessment ID ${assessmentId} is also in row ${row}. If this row is new, its result cells were copied: clear them and ${again}. If this row replaces row ${row}, delete row ${row} and ${again}.`,
    assessmentOfOtherEmployee: ({ assessmentId }) =>
      `The assessment ${assessmentId} belongs to another employee. If this row is a new case, or its Employee ID was wrong before, clear its result cells and ${assess}; otherwise correct the Employee ID.`,
    assessmentUnproven: ({ assessmentId }) =>
      `Nothing shows which inputs the assessment ${assessmentId} was made for. Is it this row's? Then ${advice.acceptId}. If not, clear the result cells of the row and ${again}.`,
    resultsWithoutId: () =>
      sentence`The row shows results, but not its Assessment ID. Is the row in the service already? Then ${advice.editFile('type its Assessment ID')}. If not, ${advice.editFile('clear the result cells of the row')}.`,
    rowBlockedLike: ({ row }) =>
      `A row of this employee was sent before, but it is unknown which one: it may have been row ${row}, this row or another one. Follow the message in row ${row}, then ${again}.`,
  };
}

/** Why a decision was not sent, with what to do first. */
export function otherAssessmentText(assessmentId: string, { assess }: RowAdvice): string {
  return `The decision was not sent, because assessment ${assessmentId} is not this row's: it belongs to another row, or the inputs have changed since. First ${assess}, which corrects the Assessment ID or says what to do.`;
}

/** `Citizenship "United Kingdom" instead of "UK"` */
function corrected({ label, value: written, to }: Corrected): Sentence {
  const sent = to === '' ? `no ${label}` : sentence`${label} "${value(to)}"`;
  const instead = written === '' ? 'an empty cell' : sentence`"${value(written)}"`;
  return sentence`${sent} instead of ${instead}`;
}

function faultWordingWith({ editFile }: Pick<RowAdvice, 'editFile'>): WordingOf<RowFaults> {
  return {
    sharedByPeople: (shared) => contradictionSentence({ code: 'sharedByPeople', ...shared }),
    sameCaseDiffers: (shared) => contradictionSentence({ code: 'sameCaseDiffers', ...shared }),
    noId({ heading, text }) {
      const shown = text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text;
      return sentence`${heading} is "${value(shown)}", which is not an ID: ${editFile('clear the cell')}.`;
    },
  };
}

/** How rows contradict each other, and what to do about it. */
export function contradictionWords({ code, rows, label }: Contradiction): {
  readonly message: string;
  readonly remedy: string;
} {
  const have = `${capital(firstRows(rows))} have the same ${label} but`;
  return code === 'sharedByPeople'
    ? { message: `${have} belong to different people`, remedy: `Correct the ${label}.` }
    : { message: `${have} different details`, remedy: 'Keep one row.' };
}

function contradictionSentence(contradiction: Contradiction): string {
  const { message, remedy } = contradictionWords(contradiction);
  return `${message}. ${remedy}`;
}

/** Why no usable answer came. */
export function noAnswerText(
  { reason }: UnconfirmedMessages['noAnswer'],
  advice: ReasonAdvice,
): Sentence {
  return reason === undefined
    ? 'The program that sent it stopped before it had recorded the answer.'
    : valued(asSentence(reasonText(reason, advice)));
}

/** Whose the scores are that a row shows beside its message. */
export function besideScores(shows: boolean): string[] {
  return shows ? ['The scores are those of the previous assessment.'] : [];
}

/** Words of the service, the core or the intake: they may quote cells. */
export function valued(text: string): Sentence {
  return sentence`${value(text)}`;
}

/** The ID of a result, after what it names; empty if nobody knows the ID. */
export function idNote(id: string | undefined): string {
  return id === undefined ? '' : ` (ID ${id})`;
}

/** The day of a point in time, from ISO 8601. */
export function formatDay(at: string): string {
  return at.slice(0, 10);
}

/**
 * To clear cells, within a sentence. It names them, because the row may also have results of another operation;
 * without headings, all result cells of the row are to be cleared.
 */
export function clearCells(headings: readonly string[]): string {
  return headings.length === 0 ? 'clear its result cells' : `clear its ${listedTexts(headings)}`;
}

function isElsewhere(reason: Reason | undefined): boolean {
  return typeof reason === 'object' && reason.code === 'sentElsewhere';
}

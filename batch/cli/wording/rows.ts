import type { RowRemark } from '../../engine/intake/remark.js';
import type { Reason } from '../../engine/journal/reason.js';
import type {
  Contradiction,
  RowFaults,
  RowMessages,
  UnconfirmedMessages,
} from '../../engine/rows/rowMessages.js';
import { type Sentence, sentence, value } from './sentence.js';
import { asSentence } from '../../../src/asSentence.js';
import { capital, firstRows, utcMinute } from '../../wording/words.js';
import { failureText, reasonText } from './reasons.js';
import { remarksText } from './remarks.js';
import { resolveCommand } from './resolveCommand.js';
import { operationWords } from '../operations/operations.js';
import type { OperationWords } from '../operations/operationWords.js';
import type { WordingOf } from './wordingOf.js';

/** A text in place of an ID is cut to this length. */
const longestText = 40;

const faultWording: WordingOf<RowFaults> = {
  sharedByPeople: (shared) => contradictionSentence({ code: 'sharedByPeople', ...shared }),
  sameCaseDiffers: (shared) => contradictionSentence({ code: 'sameCaseDiffers', ...shared }),
  noId({ heading, text, lost }) {
    const shown = text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text;
    const noId = sentence`${heading} is "${value(shown)}", which is not an ID`;
    return lost === undefined
      ? sentence`${noId}: clear the cell and run again.`
      : sentence`${noId}. The assessment ${lost} of this employee is in no row: if it is this row's, type this ID. If this row is a new case, clear the cell. Then run again.`;
  },
};

/** What to do about an Assessment ID that a person gave. */
export const wrongId =
  'If the Assessment ID is wrong, run rwa resolve with --row and --exists, or with --row and --send-again if there is none.';

/** The words that name the row that this one repeats. */
export function sameAsRow(row: number, { sameAs = 'Identical to row' }: OperationWords): string {
  return `${sameAs} ${row}`;
}

/** Messages about rows: in the sheet, in JSON lines and on the terminal. */
export const rowWording: WordingOf<RowMessages> = {
  ...faultWording,
  rowInvalid: ({ problems, faults }) => [
    ...(problems === undefined ? [] : [valued(remarksText(problems))]),
    ...faults.map((fault) => faultWording[fault.code](fault as never) as Sentence),
  ],
  sameAsRow: ({ row, operation }) =>
    `${sameAsRow(row, operationWords[operation])}, so it was not sent. ${operationWords[operation].duplicate}`,
  sameAsChangedRow: ({ row }) =>
    `Identical to what was sent for row ${row}, so it was not sent. Follow the message in row ${row}, then run again.`,
  rowRefused({ operation, reason, showsEarlierScores, isOfRound }) {
    const { refused = {} } = operationWords[operation];
    const [, remedy] = Object.entries(refused).find(([part]) => reason.includes(part)) ?? [];
    const again = 'Correct the row, or run rwa reassess with --retry-rejected.';
    const more = [remedy ?? [], besideScores(showsEarlierScores), isOfRound ? again : []].flat();
    return [valued(more.length === 0 ? reason : asSentence(reason)), ...more];
  },
  rowUnconfirmed: ({ operation, sentAt, reason, isChanged, showsEarlierScores }) => [
    `Sent ${utcMinute(sentAt)}.`,
    noAnswer(reason),
    ...(isChanged ? ['The inputs have changed since.'] : []),
    operationWords[operation].unconfirmed,
    ...besideScores(showsEarlierScores),
  ],
  rowOnlyInSheet: ({ operation, problems, showsEarlierScores }) => [
    'According to the sheet, the row was sent, but no answer came; the journal had no record of it.',
    ...firstCorrect(problems),
    operationWords[operation].unconfirmed,
    ...besideScores(showsEarlierScores),
  ],
  rowWithoutItsId: ({ status, problems, showsEarlierScores }) => [
    idIsMissing(status),
    ...firstCorrect(problems),
    'It was not sent again. Restore the ID from a backup of the sheet or from the service, and run again. If you want another assessment of this row, run rwa resolve with --row and --send-again.',
    ...besideScores(showsEarlierScores),
  ],
  resultPending: ({ operation }) => `The result is not ready yet. Run rwa ${operation} again.`,
  resultNotRead: ({ operation, at, reason, isByPerson }) => [
    sentence`Reading the result failed at ${utcMinute(at)}. ${value(asSentence(reasonText(reason)))}`,
    ...(typeof reason === 'string' ? [`Run rwa ${operation} again.`] : []),
    ...(isByPerson && typeof reason === 'string' ? [wrongId] : []),
  ],
  rowNotSent: ({ failure }) => valued(failureText(failure)),
  doneWithOtherInputs: ({ operation }) => operationWords[operation].changed ?? '',

  inputsChanged: ({ assessmentId }) =>
    `The inputs have changed since assessment ${assessmentId}, so its scores no longer apply to this row. If it is the same case, rwa reassess assesses it with the new inputs; if it is a new one, clear the result cells of the row and run again.`,
  assessmentNeverShown: ({ assessmentId, createdAt }) =>
    `The assessment ${assessmentId} was created for this employee on ${dayOf(createdAt)} with other inputs, and its result was never written to a sheet. If it is the same case, rwa reassess assesses it with the new inputs; if this row is another case, run rwa resolve with --row and --new-case.`,
  assessmentInOtherRow: ({ assessmentId, row }) =>
    `The Assessment ID ${assessmentId} is also in row ${row}. If this row is new, its result cells were copied: clear them and run again. If the ID belongs to this row, clear the result cells of row ${row} instead.`,
  assessmentOfOtherEmployee: ({ assessmentId }) =>
    `The assessment ${assessmentId} belongs to another employee. If this row is a new case, clear its result cells and run rwa assess; otherwise correct the Employee ID.`,
  rowBlockedLike: ({ row }) =>
    `A row of this employee was sent before, but it is unknown which one: it may have been row ${row}, this row or another one. Follow the message in row ${row}, then run again.`,

  idInOtherRow: ({ id, row, headings }) =>
    `The ID ${id} is also in row ${row}. If this row is new, it was copied with its results: ${clear(headings)} and run again.`,
  idOfOtherCase: ({ id, label, headings }) =>
    `The ID ${id} was created for another ${label}. If this row is about somebody else, ${clear(headings)} and run again; if not, restore the old ${label}.`,
  doneNeverShown: ({ operation, at, id, person, label }) =>
    `On ${dayOf(at)}, the same ${person} was ${operationWords[operation].passive} with another ${label} (ID ${id}), and the result was never written to a sheet. To get it into this sheet, enter the old ${label} again; to send this row as well, run ${resolveCommand(operation)} with --row and --new-case.`,
  doneUnknown: ({ operation, status, label, headings }) => [
    `The sheet said ${status}, but the journal has no record for this ${label}: the row was copied, or its ${label} has changed since.`,
    ...[operationWords[operation].newCase ?? []].flat(),
    `To send it, ${clear(headings)} and run again.`,
  ],
  personUnconfirmed: ({ operation, sentAt }) =>
    `A row of this person was sent at ${utcMinute(sentAt)} with other inputs, but no answer came. Run ${resolveCommand(operation)}, then run again.`,

  personForgotten({ operation, at, headings }) {
    const clearing = headings.length === 0 ? '' : `${clear(headings)}, then `;
    return `rwa forget removed this person from the journal on ${dayOf(at)}, so the row is not sent again. Delete the row. To send it again after all, if the service no longer has any data about this person, ${clearing}run ${resolveCommand(operation)} with --row and --send-again.`;
  },
  showsForgotten: ({ headings }) =>
    `This row shows the results of a person who was forgotten with rwa forget, so it was not sent. If it is a new case, ${clear(headings)} and run again. If not, delete the row.`,
};

/** Why a row is unconfirmed, for the person who resolves it. */
export const unconfirmedWording: WordingOf<UnconfirmedMessages> = {
  sheetSaysSo: () => 'The sheet says so; the journal has no record of it.',
  itsIdIsMissing: ({ status }) => idIsMissing(status),
  noAnswer: ({ reason }) => noAnswer(reason),
};

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

/** Words of the service, the core or the intake: they may quote cells. */
function valued(text: string): Sentence {
  return sentence`${value(text)}`;
}

function noAnswer(reason: Reason | undefined): Sentence {
  return reason === undefined
    ? 'The run ended before the answer came.'
    : valued(asSentence(reasonText(reason)));
}

function idIsMissing(status: string): string {
  return `The sheet said ${status}, but its Assessment ID is missing, and the journal had no record of it.`;
}

function firstCorrect(problems: readonly RowRemark[] | undefined): Sentence[] {
  return problems === undefined
    ? []
    : [sentence`Correct the row first: ${value(remarksText(problems))}`];
}

function besideScores(shows: boolean): string[] {
  return shows ? ['The scores are those of the previous assessment.'] : [];
}

/** Names the cells, since the row may also have result cells of another command. */
function clear(headings: readonly string[]): string {
  return `clear its ${headings.join(' and ')}`;
}

function dayOf(at: string): string {
  return at.slice(0, 10);
}

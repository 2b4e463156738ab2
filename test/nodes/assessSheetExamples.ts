import type { Messages } from '../../batch/engine/message.js';
import type { Omitted } from '../../nodes/RwaAssessSheet/words/omitted.js';
import { type Failure, hints } from '../../src/failure.js';
import { messageExamples as commandExamples } from '../batch/cli/messageExamples.js';

type Code = Exclude<keyof Messages, Omitted>;
type Examples = { readonly [C in Code]: readonly [Messages[C], ...Messages[C][]] };

const at = '2026-11-03T09:30:00.000Z';
const operation = 'assess';
const [{ problems: remarks }] = commandExamples.rowInvalid;
const unconfirmed = { operation, sentAt: at, isChanged: false, showsEarlierScores: false } as const;
const wrongId = { code: 'resultOfOtherEmployee', assessmentId: '1712345' } as const;

const failure: Failure = {
  code: 'not_sent',
  operation: 'rwa_create',
  delivery: 'not_sent',
  mayHaveTakenEffect: false,
  retryCanHelp: true,
  message: 'The connection was refused',
  hint: hints.not_sent,
};

/** Examples of every message of the node: one for each code, and more if parameters change the words. */
export const messageExamples: Examples = {
  // The examples of the command line for these codes are examples of the node, too.
  ...pickExamples([
    'mappedToResults',
    'mappedHeadingMissing',
    'columnsAlike',
    'statusColumnMixed',
    'sheetMissing',
    'headerRowEmpty',
    'allSheetsHidden',
    'allRowsHidden',
    'headingsInTwoRows',
    'otherSheetsFit',
    'headingNearlyMatches',
    'headingTwice',
    'inputFromColumn',
    'inputSetForAll',
    'rowsNotInSheet',
    'hiddenRowsSkipped',
    'hiddenRowsCount',
    'datesHalfConverted',
    'valuesSuggested',
    'valueTaken',
    'moreValuesTaken',
    'cellNotCalculated',
    'cellTooLong',
    'cellContainsDate',
    'cellContainsBoolean',
    'cellNumberRounded',
    'cellNumberFormatted',
    'cellNumberNoDate',
    'cellContainsError',
    'cellOnlyInExcel',
    'inputMissing',
    'settingEmpty',
    'identityAlone',
    'resultsAlone',
    'calculateFormula',
    'checkHeading',
    'typeIdAsText',
    'formatAsDate',
    'correctFormula',
    'convertToText',
    'fillInOthers',
    'moveResultsBack',
    'typeDate',
    'correctOneDate',
    'sayDateOrder',
    'datesOfColumn',
    'datesOfOtherColumns',
    'datesContradict',
    'nothingSent',
    'ownColumnsStay',
    'assessmentsWithoutRow',
    'rowsNeverAssessed',
    'decidedEarlier',
    'identicalInRound',
    'noId',
    'rowInvalid',
    'unknownScore',
    'inputsChanged',
    'assessmentNeverShown',
    'assessmentInOtherRow',
    'assessmentOfOtherEmployee',
    'assessmentUnproven',
    'resultsWithoutId',
    'rowBlockedByIdenticalRow',
    'employeeUnanswered',
    'serviceUnusable',
    'assessmentUnknown',
    'tokenRefused',
    'rowsInARowFailed',
    'rowsNotSent',
    'resultsInJournal',
    'journalWriteFailed',
    'cellKept',
    'cellsKept',
    'sheetError',
    'resultsNotRead',
  ]),
  sheetEmpty: [{ operation: 'rwa_create' }, { sheet: 'Hires', operation: 'rwa_create' }],
  headingsDoNotFit: [
    commandExamples.headingsDoNotFit[0],
    ...commandExamples.headingsDoNotFit.slice(2),
  ],
  noRows: [
    {
      sheet: 'Hires',
      headerRow: 1,
      operation: 'rwa_create',
      skipped: [{ kind: 'example', rows: [2, 3] }],
    },
  ],
  rowsSkipped: [
    { kind: 'example', rows: [2, 3] },
    { kind: 'note', rows: [14], without: ['Employee ID'] },
    { kind: 'withoutInputs', rows: [14, 15] },
  ],
  rowsCopied: [{ rows: [5] }],
  employeesAssessedBefore: [{ rows: [5] }],
  rowsBlocked: [{ rows: [2], operation }],
  unconfirmedRowsMissing: [
    { operation, count: 1, hasOtherSheets: true },
    { operation, count: 2, hasOtherSheets: false },
  ],

  sameAsRow: [{ row: 2, operation, isHeld: false }],
  rowRefused: [
    { operation, reason: 'Incorrect Country', showsEarlierScores: false, isOfRound: false },
    { operation, reason: 'Incorrect Country', showsEarlierScores: true, isOfRound: true },
  ],
  rowUnconfirmed: [
    { ...unconfirmed, reason: undefined },
    { ...unconfirmed, reason: 'The connection was reset', isChanged: true },
    { ...unconfirmed, operation: 'reassess', reason: undefined, showsEarlierScores: true },
    { ...unconfirmed, reason: { code: 'sentElsewhere', isDone: true } },
    { ...unconfirmed, reason: { code: 'sentElsewhere', isDone: false } },
    {
      ...unconfirmed,
      operation: 'reassess',
      showsEarlierScores: true,
      reason: { code: 'sentElsewhere', isDone: true },
    },
    {
      ...unconfirmed,
      operation: 'reassess',
      showsEarlierScores: true,
      reason: { code: 'sentElsewhere', isDone: false },
    },
    { ...unconfirmed, reason: { ...wrongId, by: 'answer' } },
    { ...unconfirmed, reason: { ...wrongId, by: 'person' } },
  ],
  rowOnlyInSheet: [
    { operation, problems: undefined, showsEarlierScores: false },
    { operation, problems: remarks, showsEarlierScores: false },
    { operation, problems: undefined, showsEarlierScores: true },
  ],
  rowWithoutItsId: [{ status: 'Scored', problems: undefined, showsEarlierScores: true }],
  resultPending: [{ operation }, { operation: 'reassess' }],
  resultNotRead: [
    { operation, at, reason: 'The connection was reset.', hasNoResult: false },
    { operation, at, reason: 'Not Found', hasNoResult: true },
    { operation: 'reassess', at, reason: 'The connection was reset.', hasNoResult: false },
    { operation, at, reason: { ...wrongId, by: 'person' }, hasNoResult: false },
  ],
  rowNotSent: [
    { failure, isOfRound: false },
    { failure, isOfRound: true },
    {
      failure: { ...failure, code: 'invalid_request', hint: hints.invalid_request },
      isOfRound: false,
    },
    { failure: { ...failure, hint: 'Check the proxy.' }, isOfRound: false },
  ],
};

/** Returns the examples of the command line for these codes. */
function pickExamples<Names extends Code>(
  codes: readonly Names[],
): Pick<typeof commandExamples, Names> {
  const picked = Object.fromEntries(codes.map((code) => [code, commandExamples[code]]));
  return picked as Pick<typeof commandExamples, Names>;
}

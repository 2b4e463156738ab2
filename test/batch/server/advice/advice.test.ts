import { expect, test } from 'vitest';
import { inWords } from '../../../../batch/server/words/wording.js';
import type { Message } from '../../../../batch/engine/message.js';
import { messageExamples } from '../../cli/messageExamples.js';
import { answerAdvice } from './answerAdvice.js';
import { fileAdvice } from './fileAdvice.js';
import { rowAdvice } from './rowAdvice.js';

/** Messages whose advice no test here follows, with the reasons. */
const notFollowed: Readonly<Record<string, string>> = {
  ...assignReason(
    'needs a journal that fails or changes during a run: chaos.test.ts and the tests of the journal start a run after the failure',
    'journalUnreadable journalNotWritable journalWriteFailed journalChanged lockLost lockNotWritable',
  ),
  ...assignReason(
    'needs another program that changes the stored file while a download is written',
    'sheetChanged resultsDoNotFit',
  ),
  ...assignReason(
    'needs results that are written into the original file: the server writes them only into downloads',
    'resultsBeside cellKept cellsKept',
  ),
  aboutFile:
    'needs another program that saves the file again: the tests of uploads and of test/sheets read files with each problem',
  fileDeleted: 'needs a file that is deleted after the page has shown its sheet',
  mappedToResults:
    'needs a journal that lists the result columns: the server writes results only into downloads, and Match does not offer these columns',
  decisionOnOtherAssessment:
    'needs a sheet with inputs and a column for decisions: the page sends only decisions that a person has typed',
  noRowHasInput:
    'needs a sheet with a column for decisions: the page sends only decisions that a person has typed',
  rowShowsForgottenId: 'needs a record of a forgotten person: only rwa forget writes one',
  rowCannotBeResolved: 'needs a row that is given by its number: only rwa resolve accepts one',
  sheetHasSecondName:
    'needs a lock file beside the sheet: the server keeps its locks in the database',
  rowNotRecorded:
    'needs a disk that fails after the service has answered, before the answer is stored',
};

function assignReason(reason: string, codes: string): Record<string, string> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, reason]));
}

/** Matches texts that advise people to do something on the page, in the file or in the service. */
const advicePattern =
  /"(?:Assess|Reassess|Needs review|Send rejected rows again|Skip hidden rows|Heading row|Download the sheet with scores)"|\b[Pp]ress\b|[Uu]pload|under (?:Check|Results|Match|People)|\b[Cc]lear\b|[Ss]tart (?:again|a run)|Reload|\b[Oo]pen\b|confirm that (?:there|under)|none, confirm that|answer the question about it|then answer|[Dd]elete that row|old inputs|Look in the service|Check in the service which/;

test('a test follows the advice in each message of the page, or the message is listed with a reason', () => {
  const advising = Object.entries(messageExamples)
    .filter(([code]) => !/^(?:baseUrl|token(?!Refused)|proxyUnusable|tooFewFiles)/.test(code))
    .filter(([code, examples]) =>
      examples.some((example) => advicePattern.test(inWords({ code, ...example } as Message))),
    )
    .map(([code]) => code);
  const followed = new Set(Object.keys({ ...fileAdvice, ...answerAdvice, ...rowAdvice }));
  const listed = new Set([...followed, ...Object.keys(notFollowed)]);
  expect(advising.filter((code) => !listed.has(code))).toEqual([]);
  expect([...listed].filter((code) => !advising.includes(code))).toEqual([]);
  expect(Object.keys(notFollowed).filter((code) => followed.has(code))).toEqual([]);
});

import { expect, test } from 'vitest';
import { inWords } from '../../../../batch/server/words/wording.js';
import type { Message } from '../../../../batch/engine/message.js';
import { messageExamples } from '../../cli/messageExamples.js';
import { answerAdvice } from './answerAdvice.js';
import { fileAdvice } from './fileAdvice.js';
import { rowAdvice } from './rowAdvice.js';

/** The messages that no test here follows, with the reasons. */
const notFollowed: Readonly<Record<string, string>> = {
  ...withReason(
    'needs a record that fails or changes during a run: chaos.test.ts and the tests of the journal start a run after that',
    'journalUnreadable journalNotWritable journalWriteFailed journalChanged lockLost lockNotWritable',
  ),
  ...withReason(
    'needs another program that changes the stored file while a download is written',
    'sheetChanged resultsDoNotFit',
  ),
  ...withReason(
    'needs results that replace the sheet: the page writes them only into downloads, without notes',
    'resultsBeside cellKept cellsKept',
  ),
  aboutFile:
    'needs another program that saves the file again: the tests of uploads and of test/sheets read files with each problem',
  fileDeleted: 'needs a file that is deleted after the page has shown its sheet',
  mappedToResults:
    'needs a record of the columns for results: the page writes them only into downloads, and Match does not offer them',
  decisionOnOtherAssessment:
    'needs a sheet with a column for decisions and the inputs of its rows: the page sends typed decisions',
  noRowHasInput: 'needs a sheet with a column for decisions: the page sends typed decisions',
  rowShowsForgottenId: 'needs a record of a forgotten person: only rwa forget writes one',
  rowCannotBeResolved: 'needs a row named by its number: only rwa resolve takes one',
  sheetHasSecondName: 'needs a lock beside the sheet: the page has its locks in the database',
  rowNotRecorded: 'needs a disk that fails between an answer of the service and its record',
};

function withReason(why: string, ...lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(lines.flatMap((line) => line.split(' ')).map((code) => [code, why]));
}

/** Matches texts that advise something: on the page, in the file or in the service. */
const advicePattern =
  /"(?:Assess|Reassess|Needs review|Send rejected rows again|Skip hidden rows|Heading row|Download the sheet with scores)"|\b[Pp]ress\b|[Uu]pload|under (?:Check|Results|Match|People)|\b[Cc]lear\b|[Ss]tart (?:again|a run)|Reload|\b[Oo]pen\b|say so|answer the question about it|answer then|[Dd]elete that row|old inputs|Look in the service/;

test('each message of the page that advises something is followed, or has a reason', () => {
  const advising = Object.entries(messageExamples)
    .filter(([code]) => !/^(?:baseUrl|token(?!Refused)|proxyUnusable|tooFewFiles)/.test(code))
    .filter(([code, examples]) =>
      examples.some((example) => advicePattern.test(inWords({ code, ...example } as Message))),
    )
    .map(([code]) => code);
  const followed = new Set(Object.keys({ ...fileAdvice, ...answerAdvice, ...rowAdvice }));
  const followedOrExcused = new Set([...followed, ...Object.keys(notFollowed)]);
  expect(advising.filter((code) => !followedOrExcused.has(code))).toEqual([]);
  expect([...followedOrExcused].filter((code) => !advising.includes(code))).toEqual([]);
  expect(Object.keys(notFollowed).filter((code) => followed.has(code))).toEqual([]);
});

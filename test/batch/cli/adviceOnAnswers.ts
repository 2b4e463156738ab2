import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { rwa } from '../../../batch/rwa.js';
import { ageJournals } from '../../ageRequests.mjs';
import { hire } from '../../sandbox/sandboxUnderTest.js';
import type { FollowedAdvice, AdviceByCode } from './advice.js';
import { createPerson } from './person.js';
import { SheetStory } from './sheetStory.js';

const rowOption = ['--row', '3'];

/** Sends all rows, and loses the answer for E-2 in row 3. */
const loseAnswer = async (fault: string) => {
  const story = await SheetStory.begin();
  await story.service.loseAnswer('E-2', fault);
  await story.run('assess');
  return story;
};
const sendAgain = async (story: SheetStory, number = '3') => {
  await story.resolve('--row', number, '--send-again');
  await story.runToEnd();
};
/** Gives an answer that does not apply to its row, in a sheet with a new row. */
const giveWrongAnswer =
  (...answer: string[]): FollowedAdvice['causeMessage'] =>
  async () => {
    const story = await SheetStory.beginScored();
    story.addRow({ ...story.rows[1], 'Start date': '2026-12-01' });
    await story.resolve(...answer);
    return story;
  };
const showStatus = (story: SheetStory) => story.type('status', story.path);
const createStatusAdvice = (
  causeMessage: FollowedAdvice['causeMessage'],
): readonly FollowedAdvice[] => [
  { advice: 'rwa status shows the status of every row', causeMessage, follow: showStatus },
];

/** Answers a question of `rwa resolve` after somebody else has answered it. */
const answerAfterOther = async () => {
  const story = await loseAnswer('reset-before-commit');
  const person = createPerson(['other-1']);
  const ask = async (question: string) => {
    await story.resolve(...rowOption, '--send-again');
    return person.ask(question);
  };
  await rwa(['resolve', story.path], { ...person, ask });
  story.message = person.messages.join('\n');
  return story;
};
const answerTooEarly = (fault: string) => async () => {
  const story = await loseAnswer(fault);
  await story.type('resolve', story.path, ...rowOption, '--send-again');
  return story;
};
const restoreForgottenRow = async () => {
  const story = await SheetStory.beginScored();
  const all = story.rows;
  await story.type('forget', story.path, ...rowOption, '--yes');
  story.save(all);
  await story.resolve(...rowOption, '--send-again');
  return story;
};
/** Types an existing ID into a new row, and answers that it does not belong to this row. */
const typeOtherId = async () => {
  const story = await SheetStory.beginScored();
  story.addRow({ ...story.rows[1], 'Start date': '2026-12-01' });
  const requestForOther = { ...hire, employeeId: 'E-2' };
  story.write(5, { 'Assessment ID': await story.service.create(requestForOther) });
  await story.run('assess');
  await story.resolve('--row', '5', '--not-its-assessment');
  const dates = { startDate: '2026-12-01T00:00:00.000Z', endDate: '2027-11-02T00:00:00.000Z' };
  await story.service.create({ ...requestForOther, ...dates });
  return story;
};
/** Assesses all rows, but cannot read the results. */
const failToReadResults = async () => {
  const story = await SheetStory.begin(undefined, { latencyMs: 100 });
  const fault = { operation: 'rwa_retrieve', fault: 'platform-400' };
  const breakRetrievals = () => story.service.control('POST faults', fault);
  await story.assessDuring(breakRetrievals, 'rwa_create', '--poll-timeout', '50ms');
  return story;
};
/** Answers with the ID of an assessment that does not exist, or that belongs to another employee. */
const answerWithWrongId = (fault: string, employee?: string) => async (): Promise<SheetStory> => {
  const story = await loseAnswer(fault);
  const other = employee && (await story.service.create({ ...hire, employeeId: employee }));
  await story.resolve(...rowOption, '--exists', other ?? 'wrong-1');
  await story.run('assess', '--poll-timeout', '50ms');
  return story;
};
const answerWithRightId = async (story: SheetStory) => {
  await story.resolve(...rowOption, '--exists', await story.lookUp('E-2'));
  await story.runToEnd();
};
/** Crashes before the sheet is written, corrects E-2 in row 3, and adds E-2 with another correction. */
const correctTwice = async () => {
  const story = await SheetStory.begin();
  const before = readFileSync(story.path);
  await story.run('assess');
  story.removeWrittenFacts();
  writeFileSync(story.path, before);
  story.save([...story.rows, { ...story.rows[1], Seniority: 'Senior' }]);
  story.write(3, { Seniority: 'Low' });
  await story.run('assess');
  return story;
};

/** Messages about answers to `rwa resolve`, results that could not be read, and a blocked row. */
export const adviceOnAnswers: AdviceByCode = {
  rowCannotBeResolved: [
    {
      advice: 'use --row 3 --not-its-assessment instead',
      causeMessage: giveWrongAnswer(...rowOption, '--exists', 'other-1'),
      async follow(story) {
        await story.resolve(...rowOption, '--not-its-assessment');
        await story.resolve(...rowOption, '--exists', await story.lookUp('E-2'));
        // The last row is removed, because it is new and would be sent.
        story.save(story.rows.slice(0, -1));
        await story.runToEnd();
      },
    },
    {
      // The inputs of the row have changed since it was sent.
      advice: 'use --row 3 --not-its-assessment instead',
      async causeMessage() {
        const story = await loseAnswer('reset-after-commit');
        story.write(3, { Seniority: 'Low' });
        await story.resolve(...rowOption, '--exists', 'other-1');
        await story.resolve(...rowOption, '--exists', await story.lookUp('E-2'));
        return story;
      },
      async follow(story) {
        await story.resolve(...rowOption, '--not-its-assessment');
        await story.resolve(...rowOption, '--exists', await story.lookUp('E-2'));
        await story.run('assess');
        expect(story.visibleText).toContain('Is it the same trip or hire with corrected inputs?');
      },
    },
  ],
  rowNotUnconfirmed: createStatusAdvice(answerAfterOther),
  rowIsNotNew: createStatusAdvice(giveWrongAnswer(...rowOption, '--new-row')),
  rowHasNoAssessment: createStatusAdvice(giveWrongAnswer('--row', '5', '--not-its-assessment')),
  rowShowsForgottenId: [
    {
      advice: 'clear its Assessment ID, save the sheet and run the same command again',
      causeMessage: restoreForgottenRow,
      async follow(story) {
        story.clear(3, ['Assessment ID']);
        await sendAgain(story);
      },
      sentPeople: ['E-2'],
    },
  ],
  assessmentOnlyInSheet: [
    {
      advice: 'type the right Assessment ID into the row, clear its scores and run rwa assess',
      causeMessage: typeOtherId,
      async follow(story) {
        story.clear(5);
        story.write(5, { 'Assessment ID': await story.lookUp('E-2') });
        await story.run('assess');
        await story.resolve('--row', '5', '--exists');
        await story.runToEnd();
      },
    },
  ],
  answerTooEarly: [
    {
      advice: /Wait \d+ s, check the service again, then answer/,
      causeMessage: answerTooEarly('reset-before-commit'),
      follow: sendAgain,
      sentPeople: ['E-2'],
    },
    {
      advice: /Wait \d+ s, check the service again, then answer/,
      causeMessage: answerTooEarly('reset-after-commit'),
      follow: answerWithRightId,
    },
    {
      advice: 'Correct the clock of this machine: it is before the time at which the request was',
      async causeMessage() {
        const story = await loseAnswer('reset-before-commit');
        ageJournals(story.folder, -86_400_000);
        await story.type('resolve', story.path, ...rowOption, '--send-again');
        return story;
      },
      async follow(story) {
        ageJournals(story.folder, 86_400_000);
        await sendAgain(story);
      },
      sentPeople: ['E-2'],
    },
  ],
  resultsNotRead: [
    {
      advice: 'Run the same command again.',
      causeMessage: failToReadResults,
      async follow(story) {
        await story.endFaults();
        await story.runToEnd();
      },
    },
    ...[
      { fault: 'reset-after-commit', follow: answerWithRightId },
      { fault: 'reset-before-commit', follow: sendAgain, sentPeople: ['E-2'] },
    ].flatMap(({ fault, ...followed }): FollowedAdvice[] => [
      {
        advice: 'run rwa resolve with --row and --exists, or with --row and --send-again if there',
        causeMessage: answerWithWrongId(fault),
        ...followed,
      },
      {
        advice: /Look the row up in the service, then run rwa resolve with --row and --exists/,
        causeMessage: answerWithWrongId(fault, 'E-9'),
        ...followed,
      },
    ]),
  ],
  rowBlockedByIdenticalRow: [
    {
      advice: /Follow the message in row \d+, then run again/,
      causeMessage: correctTwice,
      async follow(story) {
        await story.run('reassess', '--rows', '3');
        await story.runToEnd();
      },
      sentPeople: ['E-2', 'E-2'],
    },
    {
      advice: /Follow the message in row \d+, then run again/,
      causeMessage: correctTwice,
      // Row 3 becomes new, and the assessment may belong to the other row.
      async follow(story) {
        await story.resolve(...rowOption, '--new-row');
        await story.run('assess');
        expect(story.rows[3]?.['Assessment message']).toContain(
          'belongs to no row of the sheet yet',
        );
      },
      sentPeople: ['E-2'],
    },
  ],
};

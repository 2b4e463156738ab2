import {
  copyFileSync,
  linkSync,
  mkdirSync,
  rmSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toLines } from '../../../batch/cli/wording/wording.js';
import type { Message } from '../../../batch/engine/message.js';
import { showValues } from '../../../batch/wording/sentence.js';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { messageExamples } from './messageExamples.js';
import { encodeSingleByte } from '../../sheets/csv/sheets.js';
import type { Entry } from './sheets.js';
import { hire } from '../../sandbox/sandboxUnderTest.js';
import {
  type AdviceByCode,
  clearThenRun,
  type Code,
  type FollowedAdvice,
  resolveThenRun,
  writeThenRun,
} from './advice.js';
import { adviceOnAnswers } from './adviceOnAnswers.js';
import { adviceOnFiles } from './adviceOnFiles.js';
import { otherSentences } from './adviceInOtherSentences.js';
import { adviceOnSettings } from './adviceOnSettings.js';
import { adviceOnSheet } from './adviceOnSheet.js';
import { headings } from '../run/testRun.js';
import { SheetStory } from './sheetStory.js';

/** The row that most messages are about. */
const row = 3;
const rowOption = ['--row', `${row}`];
const onlyThisRow = ['--rows', `${row}`];

const loseAnswer =
  (fault = 'reset-after-commit') =>
  async () => {
    const story = await SheetStory.begin();
    await story.service.loseAnswer('E-2', fault);
    await story.run('assess');
    return story;
  };
/** Changes the Employee ID of a row without an answer, and may copy the row or lose the journal. */
const loseAnswerThenEdit =
  (fault: string, { isCopied = false, isJournalLost = false } = {}) =>
  async () => {
    const story = await loseAnswer(fault)();
    story.write(row, { 'Employee ID': 'E-9' });
    if (isCopied) story.save([...story.rows, { ...story.rows[row - 2], 'Employee ID': 'E-8' }]);
    if (isJournalLost) story.loseJournal();
    await story.run('assess');
    expect(story.rows[row - 2]).toMatchObject({ 'Assessment status': 'Unconfirmed' });
    return story;
  };
const loseAnswerInRound = (fault: string, options: readonly string[]) => async () => {
  const story = await SheetStory.beginScored();
  await story.service.loseAnswer('E-2', fault);
  await story.run('reassess', ...options);
  return story;
};
const loseJournalAfter = (causeMessage: () => Promise<SheetStory>) => async () => {
  const story = await causeMessage();
  story.loseJournal();
  await story.run('assess');
  return story;
};
const editRow = async () => {
  const story = await SheetStory.beginScored();
  story.write(row, { 'Destination country': 'Spain' });
  return story;
};
/** Inserts a person above all rows, and shifts down only the inputs. */
function insertInInputs(story: SheetStory, person: Entry): void {
  const isInput = ([heading]: [string, unknown]) => headings.split(',').includes(heading);
  const inputs = story.rows.map((cells) =>
    Object.fromEntries(Object.entries(cells).filter(isInput)),
  );
  const shifted = [{ ...inputs[0], ...person }, ...inputs];
  story.save(shifted.map((cells, at) => ({ ...story.rows[at], ...cells })));
}
const clearId = async () => {
  const story = await SheetStory.beginScored();
  story.clear(row, ['Assessment ID']);
  return story;
};
const editAndRun = async () => {
  const story = await editRow();
  await story.run('assess');
  return story;
};
/** Sends all rows, crashes before the sheet is written, and then corrects a row. */
const crashThenCorrect =
  (begin: () => Promise<SheetStory>, correction: Entry, ...options: string[]) =>
  async () => {
    const story = await begin();
    const before = readFileSync(story.path);
    await story.run(story.command);
    story.removeWrittenFacts();
    writeFileSync(story.path, before);
    story.write(row, correction);
    await story.run(story.command, ...options);
    return story;
  };
const crashThenCorrectInput = crashThenCorrect(() => SheetStory.begin(), { Seniority: 'Low' });
const crashThenReplacePerson = crashThenCorrect(
  () => SheetStory.begin(),
  { 'Employee ID': 'E-9', 'Destination country': 'Spain' },
  '--max-new',
  '0',
);
const otherPerson = { Email: 'new@company-1.example', 'Staff ID': 'S-9' };
const crashThenCorrectEmail = crashThenCorrect(() => SheetStory.beginInvitations(), {
  Email: otherPerson.Email,
});
/**
 * Sends all invitations, but loses the answer for S-2. Confirms the invitation without its user ID,
 * changes the email in the row, and clears the status.
 */
const confirmWithoutId = async () => {
  const story = await SheetStory.beginInvitations();
  await story.service.control('POST faults', {
    operation: 'create_pending_user',
    fault: 'reset-after-commit',
    match: { staff_id: 'S-2' },
    times: 1,
  });
  await story.run('invite');
  await story.resolve('--for', 'invite', ...rowOption, '--exists', 'yes');
  story.write(row, { Email: otherPerson.Email });
  story.clear(row, ['Invitation status', 'Invitation message']);
  await story.run('invite');
  return story;
};
const inviteThenEdit = (edit: (story: SheetStory) => void) => async () => {
  const story = await SheetStory.beginInvitations();
  await story.run('invite');
  edit(story);
  await story.run('invite');
  return story;
};
const reassessWrongCountry = async () => {
  const story = await SheetStory.beginScored();
  story.write(row, { 'Destination country': 'Atlantis' });
  await story.run('reassess', ...onlyThisRow);
  return story;
};
/** Reassesses E-2, whose result is ready only after the run. */
const leaveResultPending = async () => {
  const story = await SheetStory.begin(undefined, { readyAfterMs: 700 });
  await story.run('assess');
  await story.run('reassess', ...onlyThisRow, '--poll-timeout', '50ms');
  await new Promise((resolve) => setTimeout(resolve, 700));
  return story;
};
const resolveWithWrongId = (fault: string) => async () => {
  const story = await loseAnswer(fault)();
  await story.resolve(...rowOption, '--exists', 'wrong-1');
  await story.run('assess', '--poll-timeout', '50ms');
  return story;
};
/** Creates all three assessments, which the service then loses before they have results. */
const loseAllAssessments = async () => {
  const story = await SheetStory.begin(undefined, { readyAfterMs: 3_000 });
  const running = story.run('assess');
  await expect.poll(async () => (await story.service.readLedger()).assessments).toHaveLength(3);
  await story.service.control('POST reset');
  await running;
  return story;
};
/** Makes the assessment of E-2 unknown to the service, but not those of E-1 and E-3. */
const loseOneAssessment = async () => {
  const story = await SheetStory.begin(undefined, { readyAfterMs: 1_000 });
  await story.run('assess', '--poll-timeout', '50ms');
  const unknown = await story.service.create({ employeeId: 'E-9' }, 2);
  const known = await story.lookUp('E-2');
  for (const file of [story.path, story.journal]) {
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(known, unknown));
  }
  await story.run('assess');
  return story;
};
/** Adds row 5 with the ID of row 3, other inputs, and no other results. */
const copyId = async () => {
  const story = await SheetStory.beginScored();
  const { 'Assessment ID': id = '', ...copied } = story.rows[row - 2] ?? {};
  story.save([...story.rows, { ...copied, 'Start date': '2026-12-01' }]);
  story.clear(5);
  story.write(5, { 'Assessment ID': id });
  await story.run('assess');
  return story;
};
/** Adds row 5 with a typed ID that exists in the service. */
const typeExistingId = async () => {
  const story = await SheetStory.beginScored();
  story.save([...story.rows, { ...story.rows[row - 2], 'Start date': '2026-12-01' }]);
  story.clear(5);
  story.write(5, { 'Assessment ID': await story.service.create({ ...hire, employeeId: 'E-2' }) });
  await story.run('assess');
  return story;
};
/** Loses the journal, and the Assessment ID and Row reference in row 3. */
const loseJournalAndId = async () => {
  const story = await SheetStory.beginScored();
  story.loseJournal();
  story.clear(row, ['Assessment ID', 'Row reference']);
  await story.run('assess');
  return story;
};
/** Copies row 3 with its results to row 5, with another start date. */
const copyAndCorrect = async () => {
  const story = await SheetStory.beginScored();
  story.save([...story.rows, { ...story.rows[row - 2], 'Start date': '2026-12-01' }]);
  await story.run('assess', '--max-new', '0');
  return story;
};
/** Replaces the unconfirmed row with a row that has other inputs and no results. */
const replaceUnansweredRow = (fault: string) => async () => {
  const story = await loseAnswer(fault)();
  story.clear(row);
  story.write(row, { 'Destination country': 'Spain' });
  await story.run('assess');
  return story;
};
const changeEmployee = async () => {
  const story = await SheetStory.beginScored();
  story.write(row, { 'Employee ID': 'E-9' });
  await story.run('assess');
  return story;
};
const dropLeadingZeros = async () => {
  const story = await SheetStory.begin();
  story.write(row, { 'Employee ID': '00301' });
  await story.run('assess');
  story.write(row, { 'Employee ID': '301' });
  await story.run('assess');
  return story;
};
const typeTextAsId = (causeMessage: () => Promise<SheetStory>) => async () => {
  const story = await causeMessage();
  story.write(row, { 'Assessment ID': 'see mail' });
  await story.run('assess');
  return story;
};
const assessDuplicates = async () => {
  const story = await SheetStory.begin(['E-1', 'E-2', 'E-2']);
  await story.run('assess');
  return story;
};
const mixStatuses = async () => {
  const story = await SheetStory.beginScored();
  story.loseJournal();
  story.write(row, { 'Assessment status': 'later' });
  story.clear(row, ['Assessment ID']);
  await story.run('assess');
  return story;
};
/** Restores a backup from before the run, without the journal. */
const restoreWithoutJournal = async () => {
  const story = await SheetStory.begin();
  const before = readFileSync(story.path);
  await story.run('assess');
  renameSync(story.journal, otherJournalPath(story));
  writeFileSync(story.path, before);
  await story.run('assess');
  return story;
};
const lostRoundAdvice =
  'run rwa reassess with --without-journal and --rows with their numbers. If this round has a name, do not use it again';
/**
 * Assesses two of three rows in a round, and loses the journal. If `hasNewJournal`, a run creates
 * a new journal.
 */
const loseRound =
  (shouldDeleteBackups: boolean, hasNewJournal = false) =>
  async () => {
    const story = await SheetStory.beginScored();
    await story.run('reassess', '--round', 'Q1', '--rows', '2,4');
    renameSync(story.journal, otherJournalPath(story));
    if (shouldDeleteBackups) story.deleteBackups();
    if (hasNewJournal) await story.run('assess');
    await story.run('reassess', '--round', 'Q1');
    return story;
  };
const forgetNamedJournal = async () => {
  const story = await SheetStory.begin();
  await story.run('assess', '--journal', otherJournalPath(story));
  await story.run('assess');
  return story;
};
const moveNamedJournal = async () => {
  const story = await SheetStory.begin();
  await story.run('assess', '--journal', otherJournalPath(story));
  renameSync(otherJournalPath(story), `${otherJournalPath(story)}.moved`);
  await story.run('assess');
  return story;
};
/** Runs a second sheet in the folder, with E-4, and with E-2, which the first sheet has sent. */
const runCopy = async () => {
  const story = await SheetStory.begin();
  const [, inputs = {}] = story.rows;
  await story.run('assess');
  story.path = join(story.folder, 'copy.csv');
  story.save([{ ...inputs, 'Employee ID': 'E-4' }, inputs]);
  await story.run('assess');
  return story;
};
/** Runs a second sheet in the folder with E-2, for which the first sheet got no answer. */
const runUnansweredCopy = async () => {
  const story = await SheetStory.begin();
  const [, inputs = {}] = story.rows;
  await story.service.loseAnswer('E-2', 'reset-after-commit');
  await story.run('assess');
  story.path = join(story.folder, 'copy.csv');
  story.save([inputs]);
  await story.run('assess');
  return story;
};
/** Resolves E-2 with its ID in the first sheet, and then in the copy. */
async function resolveOriginal(story: SheetStory, row: string): Promise<void> {
  const copy = story.path;
  story.path = join(story.folder, 'hires.csv');
  await story.resolve('--row', row, '--exists', await story.lookUp('E-2'));
  story.path = copy;
  await story.run('assess');
  story.write(2, { 'Assessment ID': await story.lookUp('E-2') });
  await story.resolve('--row', '2', '--exists', await story.lookUp('E-2'));
  await story.runToEnd();
}
/** Adds a row, and uses the token of another company. */
const useOtherCompany = async () => {
  const story = await SheetStory.beginScored();
  story.save([...story.rows, { ...story.rows[0], 'Employee ID': 'E-4' }]);
  story.clear(5);
  story.useCompany(2);
  await story.run('assess');
  return story;
};
/** Adds a row, and makes the newest assessment, that of E-3, unknown to the service. */
const loseNewestAssessment = async () => {
  const story = await SheetStory.beginScored();
  const known = await story.lookUp('E-3');
  const unknown = await story.service.create({ employeeId: 'E-3' }, 2);
  for (const file of [story.path, story.journal]) {
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(known, unknown));
  }
  story.save([...story.rows, { ...story.rows[0], 'Employee ID': 'E-4' }]);
  story.clear(5);
  story.deleteBackups();
  await story.run('assess');
  return story;
};
/** Saves the sheet in Windows-1250, with a Polish letter in the ID in row 3. */
const saveInPolish = async () => {
  const story = await SheetStory.begin(['E-1', 'Ł-2', 'E-3']);
  writeFileSync(story.path, encodeSingleByte('windows-1250', readFileSync(story.path, 'utf8')));
  await story.run('assess');
  return story;
};
const typeIdThenRun = async (story: SheetStory) => {
  story.write(row, { 'Assessment ID': await story.lookUp('E-2') });
  await story.run('assess');
};
const resolveAsExisting = (command: string) => async (story: SheetStory) => {
  await story.resolve(...rowOption, '--exists', await story.lookUp('E-2'));
  await followNext(story, command);
};
const resolveToSendAgain = (command: string) => async (story: SheetStory) => {
  await story.resolve(...rowOption, '--send-again');
  await followNext(story, command);
};
/** Returns the path of a journal in a folder that runs do not search. */
function otherJournalPath({ folder }: SheetStory): string {
  const other = join(folder, 'journals');
  mkdirSync(other, { recursive: true });
  return join(other, 'kept.jsonl');
}
/** Runs the command with the options that the output suggests. */
async function followNext(story: SheetStory, command: string): Promise<void> {
  const suggestions = Array.from(
    story.message.matchAll(/^ +rwa (.+)$/gm),
    ([, suggestion = '']) => suggestion,
  );
  const next = suggestions.find((suggestion) => suggestion.startsWith(`${command} `)) ?? '';
  expect(suggestions).toContain(next);
  const options = next.split(story.path).at(-1)?.replaceAll('"', '').trim() ?? '';
  await story.run(command, ...options.split(' ').filter(Boolean));
}

/** Moves the results of row 3 into an empty row, and loses the journal. */
const moveResultsApart = async () => {
  const story = await SheetStory.beginScored();
  const isResult = (heading: string) => /^(?:Assess|Row ref|Report)| risk$/.test(heading);
  const moved = Object.entries(story.rows[1] ?? {}).filter(([heading]) => isResult(heading));
  story.save([...story.rows, Object.fromEntries(moved)]);
  story.clear(row);
  story.loseJournal();
  story.deleteBackups();
  await story.run('assess');
  return story;
};

/** At least one sentence of advice for each message; see `otherSentences` for the others. */
const firstSentences: AdviceByCode = {
  ...adviceOnFiles,
  ...adviceOnAnswers,
  ...adviceOnSettings,
  ...adviceOnSheet,
  moveResultsBack: [
    {
      advice: 'Move the results back to their row',
      causeMessage: moveResultsApart,
      async follow(story) {
        const [, , , apart = {}] = story.rows;
        const results = Object.entries(apart).filter(([, text]) => text !== '');
        story.write(row, Object.fromEntries(results));
        story.save(story.rows.slice(0, 3));
        await story.run('assess');
      },
    },
    {
      advice: 'If that row is no longer in the sheet, clear the result cells of this one',
      causeMessage: async () => {
        const story = await moveResultsApart();
        story.save(story.rows.toSpliced(row - 2, 1));
        story.loseJournal();
        story.deleteBackups();
        await story.run('assess');
        return story;
      },
      follow: clearThenRun(4),
    },
  ],
  rowUnconfirmed: [
    {
      advice: 'then run rwa resolve',
      causeMessage: loseAnswer(),
      follow: resolveAsExisting('assess'),
    },
    {
      advice: 'then run rwa resolve',
      causeMessage: loseAnswer('reset-before-commit'),
      follow: resolveToSendAgain('assess'),
      sentPeople: ['E-2'],
    },
    {
      advice: 'then run rwa resolve',
      causeMessage: loseAnswerInRound('reset-after-commit', []),
      follow: resolveAsExisting('reassess'),
    },
    {
      advice: 'then run rwa resolve',
      causeMessage: loseAnswerInRound('reset-before-commit', onlyThisRow),
      follow: resolveToSendAgain('reassess'),
      sentPeople: ['E-2'],
    },
    {
      advice: 'The inputs have changed since',
      causeMessage: loseAnswerThenEdit('reset-after-commit'),
      follow: async (story) => {
        const id = await story.lookUp('E-2');
        await story.resolve(...rowOption, '--exists', id);
        await followNext(story, 'assess');
        expect(story.visibleText).toContain(`The assessment ${id} belongs to another employee.`);
      },
    },
    {
      advice: 'The inputs have changed since',
      causeMessage: loseAnswerThenEdit('reset-before-commit'),
      follow: resolveToSendAgain('assess'),
      sentPeople: ['E-9'],
    },
  ],
  rowBlockedByIdenticalRow: [
    {
      advice: /A row was sent before.* may have been row \d+.*Follow the message in row \d+/,
      causeMessage: loseAnswerThenEdit('reset-after-commit', { isCopied: true }),
      follow: async (story) => {
        await resolveAsExisting('assess')(story);
        expect(story.rows[3]?.['Assessment message']).toContain('belongs to another employee');
      },
    },
    {
      advice: /A row was sent before.* may have been row \d+.*Follow the message in row \d+/,
      causeMessage: loseAnswerThenEdit('reset-before-commit', { isCopied: true }),
      follow: resolveToSendAgain('assess'),
      sentPeople: ['E-9', 'E-8'],
    },
    {
      advice: /A row was sent before.* may have been row 2.*Follow the message in row 2/,
      causeMessage: async () => {
        const story = await SheetStory.beginScored();
        insertInInputs(story, { 'Employee ID': 'E-9', Seniority: '' });
        await story.run('assess');
        expect(story.rows[0]?.['Assessment status']).toBe('Invalid');
        return story;
      },
      follow: async (story) => {
        story.write(2, { Seniority: 'Low' });
        await story.runToEnd();
      },
      sentPeople: ['E-9'],
    },
    ...(adviceOnAnswers.rowBlockedByIdenticalRow ?? []),
  ],
  rowOnlyInSheet: [
    {
      advice: 'then run rwa resolve',
      causeMessage: loseAnswerThenEdit('reset-after-commit', { isJournalLost: true }),
      follow: async (story) => {
        const id = await story.lookUp('E-2');
        await story.resolve(...rowOption, '--exists', id);
        await followNext(story, 'assess');
        expect(story.visibleText).toContain(`The assessment ${id} belongs to another employee.`);
      },
    },
    {
      advice: 'then run rwa resolve',
      causeMessage: loseJournalAfter(loseAnswer()),
      follow: resolveAsExisting('assess'),
    },
    {
      advice: 'then run rwa resolve',
      causeMessage: loseJournalAfter(loseAnswer('reset-before-commit')),
      follow: resolveToSendAgain('assess'),
      sentPeople: ['E-2'],
    },
  ],
  unknownScore: [
    {
      advice: 'clear the cell and run again',
      causeMessage: async () => {
        const story = await SheetStory.beginScored();
        story.write(row, { 'Row reference': '', 'Payroll tax risk': '9.95' });
        await story.run('assess');
        return story;
      },
      follow: writeThenRun(row, { 'Payroll tax risk': '' }),
    },
  ],
  inputsChanged: [
    {
      advice: 'make the same correction here',
      causeMessage: editAndRun,
      follow: writeThenRun(row, { 'Destination country': 'Portugal' }),
    },
    {
      advice: 'run rwa reassess with --rows and the number of this row',
      causeMessage: editAndRun,
      follow: (story) => story.run('reassess', ...onlyThisRow),
      sentPeople: ['E-2'],
    },
    {
      advice: 'clear the result cells of the row and run again',
      causeMessage: editAndRun,
      follow: clearThenRun(row),
      sentPeople: ['E-2'],
    },
  ],
  assessmentNeverShown: [
    {
      advice: 'run rwa reassess with --rows and the number of this row',
      causeMessage: crashThenCorrectInput,
      follow: (story) => story.run('reassess', ...onlyThisRow),
      sentPeople: ['E-2'],
    },
    {
      advice: 'run rwa resolve with --row and --new-row',
      causeMessage: crashThenCorrectInput,
      follow: resolveThenRun('assess', ...rowOption, '--new-row'),
      sentPeople: ['E-2'],
    },
  ],
  rowRefused: [
    {
      advice: 'Correct the row, then run rwa reassess with --rows and the number of this row',
      causeMessage: reassessWrongCountry,
      follow: async (story) => {
        story.write(row, { 'Destination country': 'Spain' });
        await story.run('reassess', ...onlyThisRow);
      },
      sentPeople: ['E-2'],
    },
    {
      advice: 'add --retry-rejected to send it unchanged',
      causeMessage: reassessWrongCountry,
      follow: (story) => story.run('reassess', ...onlyThisRow, '--retry-rejected'),
      requests: 1,
    },
  ],
  resultPending: [
    {
      advice: 'Run rwa assess: it reads the result and sends no scored row',
      causeMessage: leaveResultPending,
      follow: (story) => story.run('assess'),
    },
  ],
  resultNotRead: [
    {
      advice: 'run rwa resolve with --row and --exists',
      causeMessage: resolveWithWrongId('reset-after-commit'),
      follow: resolveAsExisting('assess'),
    },
    {
      advice: 'or with --row and --send-again if there is none',
      causeMessage: resolveWithWrongId('reset-before-commit'),
      follow: resolveToSendAgain('assess'),
      sentPeople: ['E-2'],
    },
    {
      advice: 'run rwa resolve with --row and --exists',
      causeMessage: loseOneAssessment,
      follow: resolveAsExisting('assess'),
    },
    {
      advice: 'or with --row and --send-again if there is none',
      causeMessage: loseOneAssessment,
      follow: resolveToSendAgain('assess'),
      sentPeople: ['E-2'],
    },
    {
      advice: 'or with --row and --send-again if there is none',
      causeMessage: loseAllAssessments,
      follow: async (story) => {
        for (const rowNumber of ['2', '3', '4'])
          await story.resolve('--row', rowNumber, '--send-again');
        await story.run('assess');
      },
      sentPeople: ['E-1', 'E-2', 'E-3'],
    },
  ],
  rowsDoneInSheet: [
    {
      advice:
        /To send (it|one of them) again, run rwa resolve --for invite with --row and --send-again/,
      causeMessage: async () => {
        const story = await SheetStory.beginInvitations();
        await story.run('invite');
        story.loseJournal();
        await story.run('invite');
        return story;
      },
      follow: resolveThenRun('invite', '--for', 'invite', ...rowOption, '--send-again'),
      // The service refuses to invite a person twice.
      requests: 1,
    },
  ],
  rowWithoutItsId: [
    {
      advice: 'Restore the ID from a backup of the sheet or from the service, and run again',
      causeMessage: loseJournalAfter(clearId),
      follow: typeIdThenRun,
    },
    {
      advice: 'run rwa resolve with --row and --send-again',
      causeMessage: loseJournalAfter(clearId),
      follow: resolveToSendAgain('assess'),
      sentPeople: ['E-2'],
    },
  ],
  resultsWithoutId: [
    {
      advice: 'Then type its Assessment ID and run again',
      causeMessage: loseJournalAndId,
      follow: async (story) => {
        story.write(row, { 'Assessment ID': await story.lookUp('E-2') });
        await story.run('assess');
        expect(await story.resolve('--row', String(row), '--exists')).toBe(0);
        await followNext(story, 'assess');
        expect(story.rows[row - 2]?.['Assessment status']).toBe('Scored');
      },
    },
    {
      advice: 'If not, clear the result cells of the row and run again',
      causeMessage: loseJournalAndId,
      follow: clearThenRun(row),
      sentPeople: ['E-2'],
    },
  ],
  assessmentInOtherRow: [
    {
      advice: 'clear them and run again',
      causeMessage: copyId,
      follow: clearThenRun(5),
      sentPeople: ['E-2'],
    },
    {
      advice: /If this row replaces row \d+, delete row \d+ and run again/,
      causeMessage: copyId,
      follow: async (story) => {
        story.save(story.rows.filter((_, at) => at !== row - 2));
        await story.run('assess');
        expect(story.message).toContain('rwa reassess');
      },
    },
  ],
  assessmentUnproven: [
    {
      advice: 'run rwa resolve with --row and --exists',
      causeMessage: typeExistingId,
      follow: async (story) => {
        expect(await story.resolve('--row', '5', '--exists')).toBe(0);
        await followNext(story, 'assess');
        expect(story.rows[3]?.['Assessment status']).toBe('Scored');
      },
    },
    {
      advice: 'or with --accept-sheet for all such rows',
      causeMessage: typeExistingId,
      follow: async (story) => {
        expect(await story.resolve('--accept-sheet')).toBe(0);
        await followNext(story, 'assess');
        expect(story.rows[3]?.['Assessment status']).toBe('Scored');
      },
    },
    {
      advice: 'If not, clear the result cells of the row and run again',
      causeMessage: typeExistingId,
      follow: clearThenRun(5),
      sentPeople: ['E-2'],
    },
  ],
  employeeUnanswered: [
    {
      advice: 'Run rwa resolve for this sheet, then run again',
      causeMessage: replaceUnansweredRow('reset-before-commit'),
      follow: async (story) => {
        await story.resolve();
        const [, key = ''] = /^Row (\S+) \(the key of/m.exec(story.message) ?? [];
        await story.resolve('--row', key, '--send-again');
        await story.run('assess');
      },
      sentPeople: ['E-2'],
    },
    {
      advice: 'Run rwa resolve for this sheet, then run again',
      causeMessage: replaceUnansweredRow('reset-after-commit'),
      follow: async (story) => {
        await story.resolve();
        const [, key = ''] = /^Row (\S+) \(the key of/m.exec(story.message) ?? [];
        await story.resolve('--row', key, '--exists', await story.lookUp('E-2'));
        await story.run('assess');
        expect(story.visibleText).toContain('belongs to no row of the sheet yet');
      },
    },
  ],
  rowsCopied: [
    {
      advice: 'delete that row instead of sending this one',
      causeMessage: copyAndCorrect,
      follow: async (story) => {
        story.save(story.rows.filter((_, at) => at !== row - 2));
        await story.run('assess');
        expect(story.message).toContain('rwa reassess');
      },
    },
  ],
  employeesAssessedBefore: [
    {
      advice: 'restore the old inputs before you send it',
      causeMessage: async () => {
        const story = await SheetStory.begin();
        const before = readFileSync(story.path);
        await story.run('assess');
        writeFileSync(story.path, before);
        story.write(row, { 'Destination country': 'Spain' });
        await story.run('assess', '--max-new', '0');
        return story;
      },
      follow: writeThenRun(row, { 'Destination country': 'Portugal' }),
    },
  ],
  assessmentOfOtherEmployee: [
    {
      advice: 'clear its result cells and run rwa assess',
      causeMessage: changeEmployee,
      follow: clearThenRun(row),
      sentPeople: ['E-9'],
    },
    {
      advice: 'If the Employee ID or the Assessment ID in this row is wrong, correct it',
      causeMessage: changeEmployee,
      follow: writeThenRun(row, { 'Employee ID': 'E-2' }),
    },
    {
      advice: 'write it with them, in a cell formatted as text',
      causeMessage: dropLeadingZeros,
      follow: writeThenRun(row, { 'Employee ID': '00301' }),
    },
  ],
  sameAsRow: [
    {
      advice: 'Delete one of them',
      causeMessage: assessDuplicates,
      follow: async (story) => {
        story.save(story.rows.slice(0, -1));
        await story.run('assess');
      },
    },
    {
      advice: 'run with --send-duplicates',
      causeMessage: assessDuplicates,
      follow: (story) => story.run('assess', '--send-duplicates'),
      sentPeople: ['E-2'],
    },
  ],
  personForgotten: [
    {
      advice: 'run rwa resolve with --row and --send-again',
      causeMessage: async () => {
        const story = await SheetStory.beginScored();
        const inputs = story.rows[row - 2] ?? {};
        await story.type('forget', story.path, ...rowOption, '--yes');
        story.save([...story.rows.filter((entry) => entry['Employee ID'] !== 'E-2'), inputs]);
        story.clear(4);
        await story.run('assess');
        return story;
      },
      follow: resolveThenRun('assess', '--row', '4', '--send-again'),
      sentPeople: ['E-2'],
    },
  ],
  journalOlderThanSheet: [
    {
      advice: /type each ID into its row.*, and then run rwa resolve/,
      causeMessage: async () => {
        const story = await SheetStory.beginScored(['E-1']);
        const older = readFileSync(story.journal);
        const [first = {}] = story.rows;
        story.save([first, { ...first, 'Employee ID': 'E-2' }]);
        story.clear(row);
        await story.run('assess');
        writeFileSync(story.journal, older);
        await story.run('assess');
        return story;
      },
      follow: resolveThenRun('assess', '--accept-sheet'),
    },
  ],
  otherJournalKnowsRows: [
    {
      advice: 'then run the same command again',
      causeMessage: async () => {
        const story = await SheetStory.beginScored();
        const renamed = join(story.folder, 'renamed.csv');
        renameSync(story.path, renamed);
        story.path = renamed;
        await story.run('assess');
        return story;
      },
      follow: async (story) => {
        renameSync(toSheetFiles(join(story.folder, 'hires.csv'), {}).journal, story.journal);
        await story.run('assess');
      },
    },
  ],
  namedJournalIsNew: [
    {
      advice: 'Use --journal with the file of that run',
      causeMessage: async () => {
        const story = await SheetStory.begin();
        await story.run('assess', '--journal', otherJournalPath(story));
        rmSync(`${story.path}.rwa-journal-location.json`);
        await story.run('assess', '--journal', join(story.folder, 'new.jsonl'));
        return story;
      },
      follow: (story) => story.run('assess', '--journal', otherJournalPath(story)),
    },
  ],
  sheetHasOtherJournal: [
    {
      advice: 'Run the same command without --journal',
      causeMessage: async () => {
        const story = await SheetStory.begin(['E-1']);
        await story.run('assess');
        const older = join(story.folder, 'older.jsonl');
        copyFileSync(story.journal, older);
        const [first = {}] = story.rows;
        story.save([first, { ...first, 'Employee ID': 'E-2' }]);
        story.clear(row);
        await story.run('assess');
        await story.run('assess', '--journal', older);
        return story;
      },
      follow: (story) => story.run('assess'),
    },
  ],
  rowsNeverAssessed: [
    {
      advice: 'Run rwa assess for it',
      causeMessage: async () => {
        const story = await SheetStory.beginScored();
        story.save([...story.rows, { ...story.rows[0], 'Employee ID': 'E-4' }]);
        story.clear(5);
        await story.run('reassess', ...onlyThisRow);
        return story;
      },
      follow: (story) => story.run('assess'),
      sentPeople: ['E-4'],
    },
  ],
  tooManyNew: [
    {
      advice: /use --max-new \d+ or remove the option/,
      causeMessage: async () => {
        const story = await SheetStory.begin();
        await story.run('assess', '--max-new', '2');
        return story;
      },
      follow: (story) => story.run('assess', '--max-new', '3'),
      sentPeople: ['E-1', 'E-2', 'E-3'],
    },
  ],
  noId: [
    {
      advice: 'clear the cell and run again',
      causeMessage: typeTextAsId(async () => {
        const story = await SheetStory.beginScored();
        const [first = {}] = story.rows;
        story.save([first, { ...first, 'Employee ID': 'E-9' }]);
        story.clear(row);
        return story;
      }),
      follow: writeThenRun(row, { 'Assessment ID': '' }),
      sentPeople: ['E-9'],
    },
  ],
  assessmentOnlyShown: [
    {
      advice: 'Clear the result cells of row',
      causeMessage: async () => {
        const story = await copyId();
        await story.resolve('--row', '5', '--not-its-assessment');
        return story;
      },
      follow: clearThenRun(5),
      sentPeople: ['E-2'],
    },
  ],
  idOfOtherRow: [
    {
      // Row 3, whose inputs have changed since it was sent, was given a wrong ID.
      advice:
        /already belongs to row \d, .*first run rwa resolve with --row \d and --not-its-assess/,
      causeMessage: async () => {
        const story = await loseAnswer()();
        story.addRow({ 'Employee ID': 'E-4' });
        await story.service.loseAnswer('E-4', 'reset-after-commit');
        await story.run('assess');
        story.write(row, { 'Destination country': 'Spain' });
        const id = await story.lookUp('E-4');
        await story.resolve(...rowOption, '--exists', id);
        await story.resolve('--row', '5', '--exists', id);
        return story;
      },
      follow: async (story) => {
        const id = await story.lookUp('E-4');
        await story.resolve(...rowOption, '--not-its-assessment');
        await story.resolve('--row', '5', '--exists', id);
        await resolveAsExisting('assess')(story);
        expect(story.rows.map((entry) => entry['Assessment status'])).toEqual([
          'Scored',
          'Invalid',
          'Scored',
          'Scored',
        ]);
      },
    },
    {
      advice: 'Check in the service which ID belongs to the row that you are resolving',
      causeMessage: async () => {
        const story = await SheetStory.beginScored();
        const earlier = await story.lookUp('E-1');
        await story.run('reassess', '--rows', '2');
        await story.service.loseAnswer('E-2', 'reset-after-commit');
        await story.run('reassess', ...onlyThisRow);
        await story.resolve(...rowOption, '--exists', earlier);
        expect(story.message).toContain('already belongs to row 2');
        return story;
      },
      follow: resolveAsExisting('reassess'),
    },
    {
      advice: /first run rwa resolve with --row \d+ and --not-its-assessment/,
      causeMessage: async () => {
        const story = await loseAnswer('reset-before-commit')();
        await story.resolve(...rowOption, '--exists', await story.lookUp('E-1'));
        return story;
      },
      follow: async (story) => {
        const id = await story.lookUp('E-1');
        await story.resolve('--row', '2', '--not-its-assessment');
        await story.resolve(...rowOption, '--exists', id);
        await story.run('assess');
      },
    },
  ],
  identicalInRound: [
    {
      advice: 'stop and delete all but one of them',
      causeMessage: async () => {
        const story = await SheetStory.begin(['E-1', 'E-2', 'E-2']);
        await story.run('assess', '--send-duplicates');
        await story.run('reassess', '--rows', '3-4', '--max-new', '1');
        return story;
      },
      follow: async (story) => {
        story.save(story.rows.slice(0, -1));
        await story.run('reassess', '--rows', '3-4');
      },
      sentPeople: ['E-2'],
    },
  ],
  showsForgotten: [
    {
      advice: 'and run again. If not, delete the row',
      causeMessage: async () => {
        const story = await SheetStory.beginScored();
        const all = story.rows;
        await story.type('forget', story.path, ...rowOption, '--yes');
        story.save(
          all.map((entry, at) => (at === row - 2 ? { ...entry, 'Employee ID': 'E-7' } : entry)),
        );
        await story.run('assess');
        return story;
      },
      follow: clearThenRun(row),
      sentPeople: ['E-7'],
    },
  ],
  unconfirmedRowsMissing: [
    {
      advice: 'rwa resolve lists it',
      causeMessage: async () => {
        const story = await loseAnswer()();
        story.save(story.rows.filter((entry) => entry['Employee ID'] !== 'E-2'));
        await story.run('assess');
        return story;
      },
      follow: resolveThenRun('assess'),
    },
  ],
  doneUnknown: [
    {
      advice: 'or with --row and --send-again if there is nothing',
      causeMessage: inviteThenEdit((story) => {
        story.write(row, otherPerson);
        story.clear(row, ['Invited user ID']);
      }),
      follow: resolveThenRun('invite', '--for', 'invite', ...rowOption, '--send-again'),
      sentPeople: [otherPerson.Email],
    },
    {
      advice: 'then run rwa resolve --for invite with --row and --exists',
      causeMessage: async () => {
        const story = await SheetStory.beginInvitations();
        await story.run('invite');
        rmSync(toSheetFiles(story.path, { command: 'invite' }).journal);
        story.clear(row, ['Invitation reference']);
        await story.run('invite');
        return story;
      },
      follow: resolveThenRun('invite', '--for', 'invite', ...rowOption, '--exists'),
    },
    {
      advice: 'To send it, clear its Decision status and run again',
      causeMessage: async () => {
        const story = await SheetStory.beginDecisions();
        await story.run('decide');
        story.write(row, { 'Assessment ID': await story.service.create({ employeeId: 'E-2' }) });
        await story.run('decide');
        return story;
      },
      follow: clearThenRun(row, ['Decision status'], 'decide'),
      requests: 1,
    },
  ],
  idInOtherRow: [
    {
      advice: 'clear its Invitation status and Invited user ID and run again',
      causeMessage: inviteThenEdit((story) => {
        story.save([...story.rows, { ...story.rows[row - 2], ...otherPerson }]);
      }),
      follow: clearThenRun(5, ['Invitation status', 'Invited user ID'], 'invite'),
      sentPeople: [otherPerson.Email],
    },
  ],
  idOfOtherIdentity: [
    {
      advice: 'clear its Invitation status and Invited user ID and run again',
      causeMessage: inviteThenEdit((story) => {
        story.write(row, otherPerson);
      }),
      follow: clearThenRun(row, ['Invitation status', 'Invited user ID'], 'invite'),
      sentPeople: [otherPerson.Email],
    },
    {
      advice: 'restore the old Email',
      causeMessage: inviteThenEdit((story) => {
        story.write(row, otherPerson);
      }),
      follow: writeThenRun(row, { Email: 's-2@company-1.example', 'Staff ID': 'S-2' }, 'invite'),
    },
  ],
  doneWithOtherInputs: [
    {
      advice: 'or restore the old details',
      causeMessage: inviteThenEdit((story) => {
        story.write(row, { 'First name': 'Zara' });
      }),
      follow: writeThenRun(row, { 'First name': 'Zoë' }, 'invite'),
    },
  ],
  personUnconfirmed: [
    {
      advice: 'Run rwa resolve --for invite, then run again',
      causeMessage: async () => {
        const story = await SheetStory.beginInvitations();
        await story.service.control('POST faults', {
          operation: 'create_pending_user',
          fault: 'reset-after-commit',
          match: { staff_id: 'S-2' },
        });
        await story.run('invite');
        await story.endFaults();
        story.write(row, { Email: otherPerson.Email });
        story.clear(row, ['Invitation status', 'Invitation message']);
        await story.run('invite');
        return story;
      },
      follow: async (story) => {
        const { staff } = await story.service.readLedger();
        const id = String(staff.find(({ staff_id }) => staff_id === 'S-2')?.user_id);
        await story.resolve('--for', 'invite', ...rowOption, '--exists', id);
        await story.run('invite');
      },
    },
  ],
  statusColumnMixed: [
    {
      advice: 'type Unconfirmed if the row may have been sent',
      causeMessage: mixStatuses,
      follow: writeThenRun(row, { 'Assessment status': 'Unconfirmed' }),
    },
    {
      // A backup proves an earlier run, so the next message is about the backup.
      advice: 'or clear the cell if it was not',
      causeMessage: mixStatuses,
      follow: clearThenRun(row),
    },
  ],
  doneNeverShown: [crashThenCorrectEmail, confirmWithoutId].flatMap((causeMessage) => [
    {
      advice: 'enter the old Email again',
      causeMessage,
      follow: writeThenRun(row, { Email: 's-2@company-1.example' }, 'invite'),
    },
    {
      advice: 'run rwa resolve --for invite with --row and --new-row',
      causeMessage,
      follow: resolveThenRun('invite', '--for', 'invite', ...rowOption, '--new-row'),
      sentPeople: [otherPerson.Email],
    },
  ]),
  assessmentsWithoutRow: [
    {
      // The old inputs count as a deleted row, and the corrected row as a new person.
      advice: 'If the row was deleted on purpose, nothing needs to be done',
      causeMessage: crashThenReplacePerson,
      follow: (story) => story.run('assess'),
      sentPeople: ['E-9'],
    },
    {
      advice: 'restore the old inputs',
      causeMessage: crashThenReplacePerson,
      follow: writeThenRun(row, { 'Employee ID': 'E-2', 'Destination country': 'Portugal' }),
    },
    {
      advice: 'type the Assessment ID into the row',
      causeMessage: crashThenReplacePerson,
      follow: typeIdThenRun,
    },
  ],
  sheetHasSecondName: [
    {
      advice: 'Keep the name with a journal',
      causeMessage: async () => {
        const story = await SheetStory.beginScored();
        linkSync(story.path, join(story.folder, 'second.csv'));
        await story.run('assess');
        return story;
      },
      follow: async (story) => {
        rmSync(join(story.folder, 'second.csv'));
        await story.run('assess');
      },
    },
  ],
  rowInvalid: [
    {
      advice: 'Or add --accept-suggestions',
      causeMessage: async () => {
        const story = await SheetStory.begin();
        story.write(row, { 'Sales contracts': 'Nein' });
        await story.run('assess');
        return story;
      },
      follow: (story) => story.run('assess', '--accept-suggestions'),
      sentPeople: ['E-2'],
    },
  ],
  sentRowsNotInSheet: [
    {
      advice: 'restore the row with the same inputs and run the same command again',
      causeMessage: async () => {
        // The answers arrive after the sheet has changed.
        const story = await SheetStory.begin(undefined, { latencyMs: 300 });
        const before = story.rows;
        const running = story.run('assess');
        await expect
          .poll(async () => (await story.service.readLedger()).requests.rwa_create)
          .toBeGreaterThan(0);
        story.save(before.filter((entry) => entry['Employee ID'] !== 'E-2'));
        await running;
        return story;
      },
      follow: async (story) => {
        const [first = {}] = story.rows;
        story.save([...story.rows, { ...first, 'Employee ID': 'E-2' }]);
        story.clear(4);
        await story.run('assess');
      },
    },
  ],
  journalLineDamaged: [
    {
      advice: 'put the newest backup of the journal in its place',
      causeMessage: async () => {
        const story = await SheetStory.beginScored();
        copyFileSync(story.journal, `${story.journal}.backup`);
        const facts = readFileSync(story.journal, 'utf8').split('\n');
        writeFileSync(story.journal, facts.toSpliced(2, 1, 'damaged').join('\n'));
        await story.run('assess');
        return story;
      },
      follow: async (story) => {
        renameSync(`${story.journal}.backup`, story.journal);
        await story.run('assess');
      },
    },
  ],
  backupWithoutJournal: [
    {
      advice: 'Put the journal back and run the same command again',
      causeMessage: restoreWithoutJournal,
      follow: async (story) => {
        renameSync(otherJournalPath(story), story.journal);
        await story.run('assess');
      },
    },
    {
      advice: 'run the same command again with --without-journal',
      causeMessage: restoreWithoutJournal,
      follow: async (story) => {
        await story.typeAllIds();
        await story.run('assess', '--without-journal');
      },
    },
    {
      advice: lostRoundAdvice,
      causeMessage: loseRound(false),
      follow: (story) => story.run('reassess', '--round', 'Q1', '--without-journal', '--rows', '3'),
      sentPeople: ['E-2'],
    },
  ],
  roundWithoutJournal: [
    {
      advice: 'If there was a journal, put it back and run the same command again',
      causeMessage: loseRound(true),
      follow: async (story) => {
        renameSync(otherJournalPath(story), story.journal);
        await story.run('reassess', '--round', 'Q1', '--rows', '2,4');
      },
    },
    {
      advice: 'run the same command again with --without-journal: it assesses every selected row',
      causeMessage: async () => {
        const story = await SheetStory.beginScored();
        rmSync(story.journal);
        story.deleteBackups();
        await story.run('reassess', '--round', 'Q1');
        return story;
      },
      follow: (story) => story.run('reassess', '--round', 'Q1', '--without-journal'),
      sentPeople: ['E-1', 'E-2', 'E-3'],
    },
    {
      advice: lostRoundAdvice,
      causeMessage: loseRound(true),
      follow: (story) => story.run('reassess', '--round', 'Q1', '--without-journal', '--rows', '3'),
      sentPeople: ['E-2'],
    },
    {
      advice: 'If there was an earlier journal, put it back and run the same command again',
      causeMessage: loseRound(true, true),
      follow: async (story) => {
        renameSync(otherJournalPath(story), story.journal);
        await story.run('reassess', '--round', 'Q1', '--rows', '2,4');
      },
    },
    {
      advice: lostRoundAdvice,
      causeMessage: loseRound(true, true),
      follow: (story) => story.run('reassess', '--round', 'Q1', '--without-journal', '--rows', '3'),
      sentPeople: ['E-2'],
    },
  ],
  sheetHasNamedJournal: [
    {
      advice: 'Run the same command again with --journal',
      causeMessage: forgetNamedJournal,
      follow: (story) => story.run('assess', '--journal', otherJournalPath(story)),
    },
    {
      advice: 'Put it back, or name its new place with --journal',
      causeMessage: moveNamedJournal,
      follow: (story) => story.run('assess', '--journal', `${otherJournalPath(story)}.moved`),
    },
  ],
  decidedEarlier: [
    {
      advice: 'Check each Decision and clear its Decision status, then run rwa decide to record it',
      causeMessage: async () => {
        const story = await SheetStory.beginScored();
        story.save(story.rows.map((entry) => ({ ...entry, Decision: 'Pending' })));
        await story.run('decide');
        await story.run('reassess', ...onlyThisRow);
        story.command = 'decide';
        return story;
      },
      follow: clearThenRun(row, ['Decision status'], 'decide'),
      requests: 1,
    },
  ],
  decidedOnEarlierAssessment: [
    {
      advice: 'Check the Decision. To send it, clear its Decision status and run again',
      causeMessage: async () => {
        const story = await SheetStory.beginScored();
        story.save(story.rows.map((entry) => ({ ...entry, Decision: 'Pending' })));
        await story.run('decide');
        await story.run('reassess', ...onlyThisRow);
        await story.run('decide');
        story.command = 'decide';
        return story;
      },
      follow: clearThenRun(row, ['Decision status'], 'decide'),
      requests: 1,
    },
  ],
  decisionOnOtherAssessment: [
    {
      advice: 'First run rwa assess, which corrects the Assessment ID or says what to do',
      causeMessage: async () => {
        const story = await SheetStory.beginScored();
        const [first = '', second = ''] = story.rows.map((entry) => entry['Assessment ID'] ?? '');
        story.save(story.rows.map((entry) => ({ ...entry, Decision: 'Pending' })));
        story.write(2, { 'Assessment ID': second });
        story.write(3, { 'Assessment ID': first });
        await story.run('decide');
        story.command = 'decide';
        return story;
      },
      follow: async (story) => {
        await story.run('assess');
        await story.run('decide');
      },
      // Each row has the ID of the other row.
      requests: 2,
    },
  ],
  rowSentElsewhere: [
    {
      advice:
        'To get its results into this sheet, type this ID into the Assessment ID column of the row, then run rwa resolve with --row and --exists',
      causeMessage: runCopy,
      async follow(story) {
        story.write(3, { 'Assessment ID': await story.lookUp('E-2') });
        await story.resolve('--row', '3', '--exists', await story.lookUp('E-2'));
        await story.runToEnd();
      },
    },
    {
      advice: /No answer was received there: run rwa resolve for \S+, then run again/,
      causeMessage: runUnansweredCopy,
      follow: (story) => resolveOriginal(story, '3'),
    },
    {
      advice: /If \S+ is gone, first copy this sheet to that name/,
      async causeMessage() {
        const story = await runUnansweredCopy();
        rmSync(join(story.folder, 'hires.csv'));
        return story;
      },
      async follow(story) {
        copyFileSync(story.path, join(story.folder, 'hires.csv'));
        await resolveOriginal(story, '2');
      },
    },
    {
      advice: 'To send all such rows of this sheet again on purpose, run again with --send-known',
      causeMessage: runCopy,
      follow: (story) => story.run('assess', '--send-known'),
      sentPeople: ['E-2'],
    },
  ],
  rowsSentElsewhere: [
    {
      advice: /To send (it|them) again on purpose, add --send-known/,
      causeMessage: runCopy,
      follow: (story) => story.run('assess', '--send-known'),
      sentPeople: ['E-2'],
    },
  ],
  assessmentUnknown: [
    {
      advice:
        'Check the base URL and the token (RWA_TOKEN, --token-file, or tokenFile in rwa.config.json), and run the same command again',
      causeMessage: useOtherCompany,
      follow: async (story) => {
        story.useCompany(1);
        await story.run('assess');
      },
      sentPeople: ['E-4'],
    },
    {
      advice: /run rwa resolve with --row \S+ and --not-its-assessment/,
      causeMessage: loseNewestAssessment,
      follow: resolveThenRun('assess', '--row', '4', '--not-its-assessment'),
      sentPeople: ['E-4'],
    },
    {
      advice:
        /clear the Assessment ID in row \d+ and save the sheet, then run the same command again/,
      causeMessage: async () => {
        const story = await SheetStory.beginScored(['E-1']);
        story.save([...story.rows, { ...story.rows[0], 'Employee ID': 'E-4' }]);
        story.clear(3);
        story.loseJournal();
        story.deleteBackups();
        story.useCompany(2);
        await story.run('assess');
        return story;
      },
      follow: clearThenRun(2, ['Assessment ID']),
      sentPeople: ['E-4'],
    },
    {
      advice: /run rwa resolve with --row \d+ and --not-its-assessment/,
      causeMessage: async () => {
        const story = await SheetStory.beginScored(['E-1']);
        story.useCompany(2);
        await story.run('reassess');
        return story;
      },
      follow: resolveThenRun('reassess', '--row', '2', '--not-its-assessment'),
    },
    {
      advice: 'put its row back into the sheet and run the same command again',
      causeMessage: async () => {
        const story = await SheetStory.beginScored(['E-1']);
        story.save([{ ...story.rows[0], 'Employee ID': 'E-4' }]);
        story.clear(2);
        story.useCompany(2);
        await story.run('assess');
        return story;
      },
      follow: async (story) => {
        const [added = {}] = story.rows;
        story.save([added, { ...added, 'Employee ID': 'E-1' }]);
        await story.run('assess');
        await story.resolve('--row', '3', '--not-its-assessment');
        await story.run('assess');
      },
      sentPeople: ['E-4'],
    },
  ],
  saveAsUtf8: [
    {
      advice: 'Run again with the encoding of the file, such as --encoding windows-1250',
      causeMessage: saveInPolish,
      follow: (story) => story.run('assess', '--encoding', 'windows-1250'),
      sentPeople: ['Ł-2'],
    },
    {
      advice: 'save it again as UTF-8 in the program that made it',
      causeMessage: saveInPolish,
      follow: async (story) => {
        const text = new TextDecoder('windows-1250').decode(readFileSync(story.path));
        writeFileSync(story.path, text);
        await story.run('assess');
      },
      sentPeople: ['Ł-2'],
    },
  ],
  encodingGuessed: [
    {
      advice: 'add --encoding with the encoding of the file',
      causeMessage: saveInPolish,
      follow: (story) => story.run('assess', '--encoding', 'windows-1250'),
      sentPeople: ['Ł-2'],
    },
  ],
  cellKept: [
    {
      advice: 'clear the cell to have it written again',
      causeMessage: async () => {
        const story = await SheetStory.beginScored();
        story.write(row, { 'Overall trip risk': '11' });
        await story.run('assess');
        return story;
      },
      follow: writeThenRun(row, { 'Overall trip risk': '' }),
    },
    ...['11', '=A1'].map((cell) => ({
      advice: 'but there is no result for it; clear the cell if this is a mistake',
      causeMessage: async () => {
        const story = await loseAnswer()();
        story.write(row, { 'Overall trip risk': cell });
        await story.run('assess');
        return story;
      },
      follow: async (story: SheetStory) => {
        story.write(row, { 'Overall trip risk': '' });
        await story.run('assess');
        expect(story.visibleText).not.toContain('if this is a mistake');
      },
    })),
    {
      advice: 'move the text to another column and clear the cell',
      causeMessage: async () => {
        const story = await SheetStory.beginScored();
        story.write(row, { 'Row reference': 'seen by Ada' });
        await story.run('assess');
        return story;
      },
      follow: async (story) => {
        story.save(story.rows.map((entry) => ({ ...entry, Note: '' })));
        story.write(row, { 'Row reference': '', Note: 'seen by Ada' });
        await story.run('assess');
        expect(story.rows[row - 2]).toMatchObject({ Note: 'seen by Ada' });
        expect(story.rows[row - 2]?.['Row reference']).toMatch(/^r1[.]/);
      },
    },
  ],
};

const toMessageTexts = (code: Code) =>
  messageExamples[code].map((example) =>
    toLines({ code, ...example } as Message)
      .map(showValues)
      .join('\n'),
  );
const includesAdvice = (text: string, advice: string | RegExp) =>
  typeof advice === 'string' ? text.includes(advice) : advice.test(text);

const allAdvice = [firstSentences, otherSentences]
  .flatMap(Object.entries<readonly FollowedAdvice[]>)
  .flatMap(([code, advices]) =>
    advices.map((followed) => [code as Code, followed.advice, followed] as const),
  );

/** The messages that `firstSentences` lacks, by reason. */
const notFollowed: Readonly<Record<string, readonly Code[]>> = {
  'reports an option of the run, without advice': [
    'inputFromColumn',
    'inputSetForAll',
    'csvHidesNoRows',
    'hiddenRowsSkipped',
    'valueTaken',
  ],
  'names columns by letters, which only the page does': ['mappedColumnMissing'],
  'describes a wait that ends by itself: see test/batch/cli/serviceAway.test.ts': [
    'serviceAwaited',
  ],
  'followed in test/batch/cli/proxy.test.ts': ['proxyUnusable'],
  'followed in test/batch/cli/openFiles.test.ts': ['tooFewFiles'],
  'needs another program or owner of the file: test/sheets reads and writes files with each problem':
    ['aboutFile'],
  'needs another run between two reads of the journal within one command': ['rowSentMeanwhile'],
  'followed in test/batch/cli/folders.test.ts': ['journalNotNoted'],
  'is the reason in rowUnconfirmed, without advice': ['noAnswer'],
  'gives the advice of correctFormula': ['correctErrorText'],
  'names a list that the service does not publish': ['useRoleType'],
  'does not occur in a sheet, which has only known inputs': ['removeInput'],
  'followed in test/batch/cli/resolve.test.ts': ['answerTooLate'],
  'occurs only on the page, followed in test/batch/server/advice/rowAdvice.ts': [
    'inputsSentElsewhere',
  ],
  'occurs only on the page, whose server deletes files': ['fileDeleted'],
  'followed in test/batch/run/serviceQuestion.test.ts': [
    'journalOfOtherService',
    'isNoOtherService',
  ],
};

const hasAdvice = (text: string) =>
  /\brwa [a-z]|\brun |\b[Cc]lear (it|the|its)|--[a-z]|[Rr]estore|[Rr]ename|[Mm]ove |[Dd]elete|\b[Tt]ype\b|Keep one|Put /.test(
    text,
  );

test('every message with advice is followed in this test or listed with a reason', () => {
  const codes = (Object.keys(messageExamples) as Code[]).filter((code) =>
    toMessageTexts(code).some(hasAdvice),
  );
  const known = [...Object.keys(firstSentences), ...Object.values(notFollowed).flat()];
  expect(codes.filter((code) => !known.includes(code))).toEqual([]);
  expect(known.filter((code) => !Object.hasOwn(messageExamples, code))).toEqual([]);
  expect(new Set(known).size).toBe(known.length);
});

test.for(allAdvice)(
  'following the advice of %s literally sends only the rows that the advice is about (%s)',
  async ([code, advice, followed], { skip }) => {
    const { causeMessage, follow, sentPeople = [], requests = sentPeople.length } = followed;
    expect(toMessageTexts(code).some((text) => includesAdvice(text, advice))).toBe(true);
    const story = await causeMessage(skip);
    expect(story.visibleText).toSatisfy((text: string) => includesAdvice(text, advice));
    await story.startCounting();
    await follow(story);
    expect(await story.stopCounting()).toEqual({ requests, people: sentPeople });
  },
);

test('the command that a run suggests for changed rows assesses only those rows', async () => {
  const story = await editAndRun();
  await story.startCounting();
  await followNext(story, 'reassess');
  expect(await story.stopCounting()).toEqual({ requests: 1, people: ['E-2'] });
});

test.each([
  ['without a name', []],
  ['with a name', ['--round', '2027-Q1']],
])(
  'the command that a round %s suggests for a refused row sends only that row',
  async (_, options) => {
    const story = await SheetStory.beginScored();
    story.write(row, { 'Destination country': 'Atlantis' });
    await story.run('reassess', ...options);
    story.write(row, { 'Destination country': 'Spain' });
    await story.startCounting();
    await followNext(story, 'reassess');
    expect(await story.stopCounting()).toEqual({ requests: 1, people: ['E-2'] });
  },
);

test('rwa status suggests a command that sends only the row to be sent again', async () => {
  const story = await loseAnswerInRound('reset-before-commit', onlyThisRow)();
  await story.resolve(...rowOption, '--send-again');
  await story.type('status', story.path);
  await story.startCounting();
  await followNext(story, 'reassess');
  expect(await story.stopCounting()).toEqual({ requests: 1, people: ['E-2'] });
  await story.type('status', story.path);
  expect(story.message).not.toContain('rwa reassess');
});

/**
 * Runs a round twice; in the first run, the service is busy for E-2. Returns the number of
 * assessments in the service after each run.
 */
async function runRoundTwice(options: readonly string[]): Promise<[first: number, both: number]> {
  const story = await SheetStory.beginScored();
  const match = { employeeId: 'E-2' };
  const fault = { operation: 'rwa_create', fault: 'status-429', match, times: 20 };
  await story.service.control('POST faults', fault);
  const countAssessments = async () => (await story.service.readLedger()).assessments.length;
  await story.run('reassess', ...options);
  await story.service.control('DELETE faults');
  const first = await countAssessments();
  await story.run('reassess', ...options);
  return [first, await countAssessments()];
}

test('the second run of a round sends only the row that could not be sent before', async () => {
  // Each round retries the busy service for some seconds, so both run at the same time.
  const counts = await Promise.all([[], ['--new-round']].map(runRoundTwice));
  expect(counts).toEqual([
    [5, 6],
    [5, 6],
  ]);
});

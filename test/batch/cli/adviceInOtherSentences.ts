import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import type { FollowedAdvice, AdviceByCode } from './advice.js';
import { SheetStory } from './sheetStory.js';

const assessAgain = (story: SheetStory) => story.run('assess');
const namedJournalPath = ({ folder }: SheetStory) => join(folder, 'kept.jsonl');
const movedJournalPath = ({ folder }: SheetStory) => {
  mkdirSync(join(folder, 'away'), { recursive: true });
  return join(folder, 'away', 'journal.jsonl');
};

/** Uses a named journal, renames the sheet, and then leaves out --journal. */
const renameSheet = async () => {
  const story = await SheetStory.begin();
  await story.run('assess', '--journal', namedJournalPath(story));
  renameSync(story.path, join(story.folder, 'renamed.csv'));
  story.path = join(story.folder, 'renamed.csv');
  story.addRow({ 'Employee ID': 'E-4' });
  await assessAgain(story);
  return story;
};
/**
 * Runs with a copy of the journal under another name. If `isOriginalContinued`, only the original
 * contains E-4, and only the copy contains E-5.
 */
const continueInCopy = (isOriginalContinued: boolean) => async () => {
  const story = await SheetStory.beginScored();
  const { rows } = story;
  copyFileSync(story.journal, namedJournalPath(story));
  story.addRow({ 'Employee ID': 'E-4' });
  if (isOriginalContinued) {
    await assessAgain(story);
    story.save(rows);
    story.addRow({ 'Employee ID': 'E-5' });
  }
  renameSync(story.journal, movedJournalPath(story));
  await story.run('assess', '--journal', namedJournalPath(story));
  renameSync(movedJournalPath(story), story.journal);
  await story.run('assess', '--journal', namedJournalPath(story));
  return story;
};
/** Restores a journal from before E-4 was sent, and adds E-5. */
const restoreJournal = async () => {
  const story = await SheetStory.beginScored();
  copyFileSync(story.journal, namedJournalPath(story));
  story.addRow({ 'Employee ID': 'E-4' });
  await assessAgain(story);
  renameSync(story.journal, movedJournalPath(story));
  renameSync(namedJournalPath(story), story.journal);
  story.addRow({ 'Employee ID': 'E-5' });
  await assessAgain(story);
  return story;
};

/** Sends three rows, clears the results of the third, adds a row, and deletes the journal. */
const loseJournal =
  (
    runAfterLoss: (story: SheetStory) => Promise<unknown>,
    ...options: string[]
  ): FollowedAdvice['causeMessage'] =>
  async () => {
    const story = await SheetStory.begin();
    const [, , third = {}] = story.rows;
    const journal = options.length > 0 ? namedJournalPath(story) : story.journal;
    await story.run('assess', ...options.flatMap((option) => [option, journal]));
    story.save([...story.rows.slice(0, 2), third, { ...third, 'Employee ID': 'E-4' }]);
    rmSync(journal);
    await runAfterLoss(story);
    return story;
  };
/** Types the missing ID, runs without the lost journal, and accepts the ID. */
const continueWithoutJournal =
  (...options: string[]) =>
  async (story: SheetStory) => {
    await story.restore(4, 'E-3', ...options);
  };
const forgetLocation = (story: SheetStory) => {
  rmSync(`${story.path}.rwa-journal-location.json`);
};

/** Sends the rows of a sheet to one service, and tries to send a copy to another service. */
const sendToOtherService: FollowedAdvice['causeMessage'] = async () => {
  const story = await SheetStory.beginScored();
  const { rows } = story;
  story.path = join(story.folder, 'copy.csv');
  story.save(rows);
  for (const number of [2, 3, 4]) story.clear(number);
  const service = await startTestSandbox();
  const { baseUrl } = service.sandbox;
  const other = ['--base-url', baseUrl, '--token-file', join(story.folder, 'token')];
  await story.type('assess', story.path, ...other, '--yes', '--poll-interval', '50ms');
  story.service = service;
  return story;
};

/** Sends rows from two sheets, and moves all of them into a third sheet, which has no journal. */
const mergeSheets = async () => {
  const story = await SheetStory.begin();
  const first = story.rows;
  const [row = {}] = first;
  const second = [{ ...row, 'Employee ID': 'E-4' }];
  await assessAgain(story);
  rmSync(story.path);
  story.path = join(story.folder, 'second.csv');
  story.save(second);
  await assessAgain(story);
  rmSync(story.path);
  story.path = join(story.folder, 'merged.csv');
  story.save([...first, ...second]);
  await assessAgain(story);
  return story;
};
const addSecondName = async () => {
  const story = await SheetStory.beginScored();
  story.addRow({ 'Employee ID': 'E-4' });
  linkSync(story.path, join(story.folder, 'second.csv'));
  story.path = join(story.folder, 'second.csv');
  await assessAgain(story);
  return story;
};
/** Sends E-4 after the backup of the journal, and damages the journal. */
const damageAfterBackup = async () => {
  const story = await SheetStory.beginScored();
  copyFileSync(story.journal, movedJournalPath(story));
  const { rows } = story;
  story.addRow({ 'Employee ID': 'E-4' });
  await assessAgain(story);
  story.save(rows);
  story.addRow({ 'Employee ID': 'E-4' });
  const facts = readFileSync(story.journal, 'utf8').split('\n');
  writeFileSync(story.journal, facts.toSpliced(2, 1, 'damaged').join('\n'));
  await assessAgain(story);
  return story;
};
const typeOwnStatuses = async () => {
  const story = await SheetStory.begin();
  const statuses = ['Scored', 'later', 'Scored'];
  story.save(
    story.rows.map((entry, at) => ({ ...entry, 'Assessment status': statuses[at] ?? '' })),
  );
  await assessAgain(story);
  return story;
};
const delayResults = async () => {
  const story = await SheetStory.begin(undefined, { readyAfterMs: 500 });
  await story.run('assess', '--poll-timeout', '50ms');
  await new Promise((resolve) => setTimeout(resolve, 500));
  return story;
};

/** Further sentences of advice in messages. `firstSentences` contains at least one for each message. */
export const otherSentences: AdviceByCode = {
  otherJournalKnowsRows: [
    {
      advice: /Rename it to \S+\.jsonl, then run the same command again/,
      async causeMessage() {
        const story = await SheetStory.beginInvitations();
        await story.run('invite');
        renameSync(story.journal, namedJournalPath(story));
        await story.run('invite');
        return story;
      },
      async follow(story) {
        renameSync(namedJournalPath(story), story.journal);
        await story.run('invite');
      },
    },
    {
      advice: 'Put the rows back into the sheets that they were sent from',
      causeMessage: mergeSheets,
      async follow(story) {
        const { rows } = story;
        for (const [name, from, to] of [
          ['hires.csv', 0, 3],
          ['second.csv', 3, 4],
        ] as const) {
          story.path = join(story.folder, name);
          story.save(rows.slice(from, to));
          await story.runToEnd();
        }
      },
    },
    {
      advice: /Run the same command again with --journal \S+/,
      causeMessage: renameSheet,
      follow: (story) => story.run('assess', '--journal', namedJournalPath(story)),
      sentPeople: ['E-4'],
    },
  ],
  sheetHasOtherJournal: [
    {
      advice: /Move \S+ to another folder and keep it there; then run the same command again/,
      causeMessage: continueInCopy(false),
      async follow(story) {
        renameSync(story.journal, movedJournalPath(story));
        await story.run('assess', '--journal', namedJournalPath(story));
        story.expectAllScored();
      },
    },
    {
      advice: 'rwa history, with and without --journal, lists the assessments in each one',
      causeMessage: continueInCopy(true),
      async follow(story) {
        await story.type('history', story.path);
        await story.type('history', story.path, '--journal', namedJournalPath(story));
        expect(story.message).toContain('E-5');
      },
    },
  ],
  backupWithoutJournal: [
    {
      advice: 'run rwa resolve with --accept-sheet, then run again',
      causeMessage: loseJournal(assessAgain),
      follow: continueWithoutJournal('--without-journal'),
      sentPeople: ['E-4'],
    },
  ],
  namedJournalIsNew: [
    {
      advice: 'and run the same command without --journal',
      causeMessage: loseJournal((story) => {
        forgetLocation(story);
        story.deleteBackups();
        return story.run('assess', '--journal', `${namedJournalPath(story)}.new`);
      }, '--journal'),
      follow: continueWithoutJournal(),
      sentPeople: ['E-4'],
    },
  ],
  sheetHasNamedJournal: [
    {
      advice: 'run rwa resolve with --accept-sheet, then run again',
      causeMessage: loseJournal(assessAgain, '--journal'),
      async follow(story) {
        forgetLocation(story);
        await assessAgain(story);
        expect(joinLines(story.message)).toContain(
          'run the same command again with --without-journal',
        );
        await continueWithoutJournal('--without-journal')(story);
      },
      sentPeople: ['E-4'],
    },
    {
      advice: /delete .*-location[.]json, and run the same command without --journal/,
      async causeMessage() {
        const story = await SheetStory.beginScored();
        renameSync(story.journal, namedJournalPath(story));
        const round = ['--round', 'Q1', '--journal', namedJournalPath(story)];
        await story.run('reassess', ...round, '--rows', '2,4');
        rmSync(namedJournalPath(story));
        await story.run('reassess', '--round', 'Q1');
        return story;
      },
      // The next message is about the lost round.
      async follow(story) {
        forgetLocation(story);
        await story.run('reassess', '--round', 'Q1');
        expect(joinLines(story.message)).toContain(
          '--without-journal and --rows with their numbers',
        );
        await story.run('reassess', '--round', 'Q1', '--without-journal', '--rows', '3');
      },
      sentPeople: ['E-2'],
    },
  ],
  journalOlderThanSheet: [
    {
      advice: 'Put the newest journal back and run the same command again',
      causeMessage: restoreJournal,
      async follow(story) {
        renameSync(movedJournalPath(story), story.journal);
        await story.runToEnd();
      },
      sentPeople: ['E-5'],
    },
  ],
  rowsSentElsewhere: [
    {
      advice: /is another service, not the same one under another URL, add --other-service/,
      causeMessage: sendToOtherService,
      follow: (story) => story.run('assess', '--other-service'),
      sentPeople: ['E-1', 'E-2', 'E-3'],
    },
  ],
  rowSentElsewhere: [
    {
      advice: 'If this is another service, run again with --other-service',
      causeMessage: sendToOtherService,
      follow: (story) => story.run('assess', '--other-service'),
      sentPeople: ['E-1', 'E-2', 'E-3'],
    },
  ],
  personForgotten: [
    {
      advice: 'Delete the row',
      async causeMessage() {
        const story = await SheetStory.beginScored();
        const all = story.rows;
        await story.type('forget', story.path, '--row', '3', '--yes');
        story.save(all);
        story.clear(3);
        await assessAgain(story);
        return story;
      },
      async follow(story) {
        story.save(story.rows.filter((entry) => entry['Employee ID'] !== 'E-2'));
        await story.runToEnd();
      },
    },
  ],
  idOfOtherRow: [
    {
      advice: 'put that row back into the sheet, then run rwa resolve with --row and --not-its',
      async causeMessage() {
        const story = await SheetStory.begin();
        await story.service.loseAnswer('E-2', 'reset-before-commit');
        await assessAgain(story);
        const id = await story.lookUp('E-1');
        story.save(story.rows.slice(1));
        await story.resolve('--row', '2', '--exists', id);
        return story;
      },
      async follow(story) {
        const id = await story.lookUp('E-1');
        story.save([...story.rows, { ...story.rows[0], 'Employee ID': 'E-1' }]);
        story.clear(4);
        await story.resolve('--row', '4', '--not-its-assessment');
        await story.resolve('--row', '2', '--exists', id);
        await assessAgain(story);
      },
    },
  ],
  sheetHasSecondName: [
    {
      advice: 'Then run the same command with the name that is left',
      causeMessage: addSecondName,
      async follow(story) {
        rmSync(story.path);
        story.path = join(story.folder, 'hires.csv');
        await story.runToEnd();
      },
      sentPeople: ['E-4'],
    },
  ],
  journalLineDamaged: [
    {
      advice: 'so check in the service before you run the same command again',
      causeMessage: damageAfterBackup,
      async follow(story) {
        renameSync(movedJournalPath(story), story.journal);
        await story.restore(5, 'E-4', '--max-new', '0');
      },
    },
  ],
  statusColumnMixed: [
    {
      advice: 'If it is yours, change its heading',
      causeMessage: typeOwnStatuses,
      async follow(story) {
        const text = readFileSync(story.path, 'utf8');
        writeFileSync(story.path, text.replace('Assessment status', 'My status'));
        await story.runToEnd();
      },
      sentPeople: ['E-1', 'E-2', 'E-3'],
    },
  ],
  resultPending: [
    {
      advice: 'Run rwa assess again',
      causeMessage: delayResults,
      follow: (story) => story.runToEnd(),
    },
  ],
};

/** The terminal breaks lines, at places that depend on the path of the sheet. */
function joinLines(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { thisProcess } from '../../../batch/engine/journal/lockHolder.js';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { cannotRun } from '../../skips.js';
import { makeReadOnly, readOnlyUnavailable } from '../readOnly.js';
import { createTinyDisk } from '../tinyDisk.js';
import type { FollowedAdvice, AdviceByCode } from './advice.js';
import { SheetStory } from './sheetStory.js';

const everybody = ['E-1', 'E-2', 'E-3'];
/** The person whose row is not sent if the run is interrupted at the first row. */
const unsent = ['E-3'];
/** A service that is so slow that a test can act before an answer arrives. */
const slowService = { latencyMs: 120 };

/** All rows are sent at the same time, so an interruption leaves no row unsent. */
const allAtOnce = ['--concurrency', '5'];

const assess = (story: SheetStory) => story.run('assess');
const lockPath = (story: SheetStory) => toSheetFiles(story.path, {}).lock;

/** Begins a run, and calls `act` before the answer about the first row arrives. */
const actDuringRun =
  (act: (story: SheetStory) => unknown, ...options: string[]) =>
  async () => {
    const story = await SheetStory.begin(everybody, slowService);
    await story.assessDuring(() => act(story), 'rwa_create', ...options);
    return story;
  };
/** Types another command during a run, and keeps only the output of that command. */
const typeDuringRun = (act: (story: SheetStory) => Promise<unknown>) => async () => {
  let message = '';
  const story = await actDuringRun(async (running) => {
    await act(running);
    message = running.message;
  })();
  story.message = message;
  return story;
};

const replaceJournal = ({ journal }: SheetStory) => {
  copyFileSync(journal, `${journal}.old`);
  renameSync(`${journal}.old`, journal);
};
/** Moves the recovered journal from the path in the output to its place, and runs to the end. */
const moveRecoveredJournal = (story: SheetStory) => {
  const [, name = ''] = /complete journal is in\s+(\S+[.]jsonl)[.]/.exec(story.visibleText) ?? [];
  renameSync([join(story.path, '..', name), name].find(existsSync) ?? '', story.journal);
};
const renameFolder = async () => {
  const story = await SheetStory.begin(everybody, slowService);
  const [before, after] = [join(story.folder, 'before'), join(story.folder, 'after')] as const;
  mkdirSync(before);
  renameSync(story.path, join(before, 'hires.csv'));
  story.path = join(before, 'hires.csv');
  await story.assessDuring(() => {
    renameSync(before, after);
  });
  story.path = join(after, 'hires.csv');
  return story;
};
/** Backs up the journal, and truncates it while the next run sends E-4. */
const truncateJournal = async () => {
  const story = await SheetStory.begin(['E-1', 'E-2'], slowService);
  await story.run('assess');
  story.addRow({ 'Employee ID': 'E-4' });
  copyFileSync(story.journal, backupPath(story));
  await story.assessDuring(() => {
    truncateSync(story.journal, readFileSync(story.journal).indexOf('\n') + 1);
  });
  return story;
};
const backupPath = ({ folder }: SheetStory) => join(folder, 'backup.jsonl');

const writeLock = (story: SheetStory, holder: object) => {
  const text = JSON.stringify({ ...holder, since: new Date().toISOString(), id: 'other' });
  writeFileSync(lockPath(story), text);
};
/** Makes a lock look as if its holder had ended: sets its last renewal to 61 s ago. */
const ageLock = (story: SheetStory) => {
  // `startCounting` has set the clock 8 days ahead, but not the file times.
  const aMinuteAgo = Date.now() / 1_000 - 61 - 8 * 86_400;
  utimesSync(lockPath(story), aMinuteAgo, aMinuteAgo);
};
const runWhileLocked = (holder: object) => async () => {
  const story = await SheetStory.begin();
  writeLock(story, holder);
  await assess(story);
  return story;
};
const otherMachine = { pid: 4711, host: 'hr-pc' };

/** Makes the sheet read-only during a run, as if another program had opened the sheet. */
const makeSheetReadOnly: FollowedAdvice['causeMessage'] = async (skip) => {
  const story = await SheetStory.begin(everybody, slowService);
  let release = (): unknown => undefined;
  const makeUnwritable = async () => {
    release = await makeReadOnly(story.path).catch(() => cannotRun(skip, readOnlyUnavailable));
  };
  await story.assessDuring(makeUnwritable, 'rwa_create', ...allAtOnce);
  await release();
  return story;
};
const removeHeadings = (story: SheetStory) => {
  const text = readFileSync(story.path, 'utf8');
  writeFileSync(story.path, text.replace('Employee ID', 'Nobody'));
};
const restoreHeadings = (story: SheetStory) => {
  const text = readFileSync(story.path, 'utf8');
  writeFileSync(story.path, text.replace('Nobody', 'Employee ID'));
};
const restoreHeadingsAndRun = async (story: SheetStory) => {
  restoreHeadings(story);
  await story.runToEnd();
};
/**
 * Row 3 was about to be sent when the run lost its lock, so the next run lists it as unconfirmed. A person finds no
 * assessment, and has it sent again.
 */
const sendRow3Again = async (story: SheetStory) => {
  await assess(story);
  expect(await story.resolve('--row', '3', '--send-again'), story.message).toBe(0);
};
const copyAndAddRow = (story: SheetStory) => {
  const [first = {}] = story.rows;
  story.path = join(story.folder, 'copy.csv');
  writeFileSync(story.path, readFileSync(join(story.folder, 'hires.csv')));
  story.save([...story.rows, { ...first, 'Employee ID': 'E-4' }]);
};
const breakJournalLink = async () => {
  const story = await SheetStory.beginScored();
  story.addRow({ 'Employee ID': 'E-4' });
  renameSync(story.journal, join(story.folder, 'away.jsonl'));
  symlinkSync(join(story.folder, 'mounted.jsonl'), story.journal);
  await assess(story);
  return story;
};
const useDeviceAsJournal = async () => {
  const story = await SheetStory.begin();
  await story.run('assess', '--journal', '/dev/null');
  return story;
};

const getDisk = createTinyDisk();
/** Creates advice to free some space on a full disk with a journal. */
function createFullDiskAdvice(
  advice: string,
  causeMessage: (story: SheetStory, fill: () => void, ...journal: string[]) => Promise<unknown>,
): FollowedAdvice {
  let empty = (): void => undefined;
  let journal: string[] = [];
  return {
    advice,
    async causeMessage(skip) {
      const disk = getDisk(skip);
      ({ empty } = disk);
      // The previous test left a journal with the same rows on the disk.
      for (const name of readdirSync(disk.folder)) rmSync(join(disk.folder, name));
      const story = await SheetStory.begin(everybody, slowService);
      journal = ['--journal', join(disk.folder, 'kept.jsonl')];
      await causeMessage(story, disk.fill, ...journal);
      return story;
    },
    async follow(story) {
      empty();
      await story.run('assess', ...journal);
      story.expectAllScored();
    },
    sentPeople: everybody,
  };
}

/** Messages about journals, locks and files. */
export const adviceOnFiles: AdviceByCode = {
  journalLost: [
    {
      advice: /Move that file to \S+, in place of any file that is there now, then run the same/,
      causeMessage: actDuringRun((story) => {
        rmSync(story.journal);
      }),
      async follow(story) {
        moveRecoveredJournal(story);
        await story.runToEnd();
      },
      sentPeople: unsent,
    },
    {
      advice: /Move that file to \S+, in place of any file that is there now, then run the same/,
      causeMessage: actDuringRun(replaceJournal),
      async follow(story) {
        moveRecoveredJournal(story);
        await story.runToEnd();
      },
      sentPeople: unsent,
    },
    {
      advice: 'move the file there instead, under the same name, and name the new path',
      causeMessage: renameFolder,
      async follow(story) {
        moveRecoveredJournal(story);
        await story.runToEnd();
      },
      sentPeople: ['E-2', 'E-3'],
    },
  ],
  journalLostForGood: [
    {
      advice: 'Put the newest backup of the journal in its place',
      causeMessage: truncateJournal,
      async follow(story) {
        renameSync(backupPath(story), story.journal);
        await story.restore(4, 'E-4', '--max-new', '0');
      },
    },
  ],
  rowNotRecorded: [
    {
      advice: 'Write it down: rwa resolve will ask for it',
      causeMessage: truncateJournal,
      async follow(story) {
        const [, id = ''] = /\(Assessment ID (\S+)\)/.exec(story.visibleText) ?? [];
        renameSync(backupPath(story), story.journal);
        await assess(story);
        await story.resolve('--row', '4', '--exists', id);
        await story.runToEnd();
      },
    },
  ],
  lockLost: [
    {
      advice: 'When no other run is using this sheet, run the same command again',
      causeMessage: actDuringRun((story) => {
        rmSync(lockPath(story));
      }),
      async follow(story) {
        await sendRow3Again(story);
        await story.runToEnd();
      },
      sentPeople: ['E-3', 'E-2'],
    },
  ],
  lockHeld: [
    {
      advice: 'Wait for it to end',
      causeMessage: typeDuringRun(assess),
      follow: (story) => story.runToEnd(),
    },
    {
      advice: 'try again after 60 seconds',
      causeMessage: runWhileLocked(otherMachine),
      async follow(story) {
        ageLock(story);
        await story.runToEnd();
      },
      sentPeople: everybody,
    },
    {
      advice: 'rwa unlock shows whether it is still active',
      causeMessage: runWhileLocked(otherMachine),
      async follow(story) {
        expect(await story.type('unlock', story.path, '--yes')).toBe(7);
        ageLock(story);
        expect(await story.type('unlock', story.path, '--yes')).toBe(0);
        await story.runToEnd();
      },
      sentPeople: everybody,
    },
    {
      advice: 'If you are certain that no run is active, delete',
      async causeMessage() {
        const story = await SheetStory.begin();
        mkdirSync(lockPath(story));
        await assess(story);
        return story;
      },
      async follow(story) {
        rmSync(lockPath(story), { recursive: true });
        await story.runToEnd();
      },
      sentPeople: everybody,
    },
  ],
  staleLockStays: [
    {
      advice: 'Delete it, then run the same command again',
      async causeMessage(skip) {
        const story = await SheetStory.begin();
        writeLock(story, thisProcess);
        const release = await makeReadOnly(lockPath(story)).catch(() =>
          cannotRun(skip, readOnlyUnavailable),
        );
        await assess(story);
        await release();
        return story;
      },
      async follow(story) {
        rmSync(lockPath(story));
        await story.runToEnd();
      },
      sentPeople: everybody,
    },
  ],
  lockNotWritable: [
    createFullDiskAdvice(
      'Free some space, then run the same command again',
      (story, fill, ...journal) => {
        fill();
        return story.run('assess', ...journal);
      },
    ),
  ],
  journalWriteFailed: [
    createFullDiskAdvice(
      'Free some space or check the disk, then run the same command again',
      (story, fill, ...journal) => story.assessDuring(fill, 'rwa_retrieve', ...journal),
    ),
  ],
  journalChanged: [
    {
      advice: 'Run the same command again',
      async causeMessage() {
        const story = await SheetStory.begin(everybody, slowService);
        await assess(story);
        story.addRow({ 'Employee ID': 'E-4' });
        const [, ...facts] = readFileSync(story.journal, 'utf8').trimEnd().split('\n');
        await story.assessDuring(() => {
          appendFileSync(story.journal, `${facts.at(-1) ?? ''}\n`);
        }, 'rwa_retrieve');
        return story;
      },
      follow: (story) => story.runToEnd(),
      sentPeople: ['E-4'],
    },
  ],
  journalIsNoFile: [
    {
      advice: 'Use --journal with a file',
      causeMessage: useDeviceAsJournal,
      follow: (story) => story.run('assess', '--journal', join(story.folder, 'kept.jsonl')),
      sentPeople: everybody,
    },
    {
      advice: 'or remove the option',
      causeMessage: useDeviceAsJournal,
      follow: (story) => story.runToEnd(),
      sentPeople: everybody,
    },
  ],
  journalLinkIsBroken: [
    {
      advice: /Make it available again .*, then run the same command again/,
      causeMessage: breakJournalLink,
      async follow(story) {
        renameSync(join(story.folder, 'away.jsonl'), join(story.folder, 'mounted.jsonl'));
        await story.runToEnd();
      },
      sentPeople: ['E-4'],
    },
  ],
  journalUnreadable: [
    {
      advice: 'Check the file and its folder, then run the same command again',
      async causeMessage() {
        const story = await SheetStory.beginScored();
        story.addRow({ 'Employee ID': 'E-4' });
        renameSync(story.journal, join(story.folder, 'away.jsonl'));
        // A link to itself cannot be followed.
        symlinkSync(story.journal, story.journal);
        await assess(story);
        return story;
      },
      async follow(story) {
        renameSync(join(story.folder, 'away.jsonl'), story.journal);
        await story.runToEnd();
      },
      sentPeople: ['E-4'],
    },
  ],
  journalNotWritable: [
    {
      advice: /[Tt]hen run the same command again/,
      async causeMessage(skip) {
        const story = await SheetStory.beginScored();
        story.addRow({ 'Employee ID': 'E-4' });
        const release = await makeReadOnly(story.journal, 0o444, 0o644).catch(() =>
          cannotRun(skip, readOnlyUnavailable),
        );
        await assess(story);
        await release();
        return story;
      },
      follow: (story) => story.runToEnd(),
      sentPeople: ['E-4'],
    },
  ],
  rowsInUse: [
    {
      advice: 'When that run has ended, run the same command again',
      causeMessage: typeDuringRun(async (story) => {
        copyAndAddRow(story);
        await assess(story);
      }),
      follow: assess,
      sentPeople: ['E-4'],
    },
  ],
  resultsBeside: [
    {
      advice: 'To write them into the sheet, run the same command again',
      causeMessage: makeSheetReadOnly,
      follow: (story) => story.runToEnd(),
    },
    {
      advice: 'To write them into the sheet, run the same command again',
      causeMessage: makeSheetReadOnly,
      async follow(story) {
        // The other program saves the sheet.
        story.save(story.rows);
        await story.runToEnd();
      },
    },
  ],
  resultsInJournal: [
    {
      advice: 'To write them, run the same command again',
      causeMessage: actDuringRun(removeHeadings, ...allAtOnce),
      follow: restoreHeadingsAndRun,
    },
    {
      advice: 'To write the results that the journal contains, run the same command again',
      causeMessage: actDuringRun((story) => {
        removeHeadings(story);
        rmSync(lockPath(story));
      }),
      async follow(story) {
        restoreHeadings(story);
        await sendRow3Again(story);
        await story.runToEnd();
      },
      sentPeople: ['E-3', 'E-2'],
    },
  ],
  sheetChanged: [
    {
      advice: /To write them into \S+, run the same command again/,
      causeMessage: actDuringRun(
        (story) => {
          story.write(4, { Name: 'Zoë' });
        },
        ...allAtOnce,
      ),
      async follow(story) {
        await story.runToEnd();
        expect(story.rows[2]?.Name).toBe('Zoë');
      },
    },
  ],
  oldCopiesStay: [
    {
      advice: 'delete them by hand',
      async causeMessage(skip) {
        const story = await SheetStory.begin();
        const oldBackup = join(story.folder, 'hires.backup-2024-01-02T03-04-05.csv');
        writeFileSync(oldBackup, '');
        const release = await makeReadOnly(oldBackup).catch(() =>
          cannotRun(skip, readOnlyUnavailable),
        );
        await story.run('assess', '--without-journal', '--keep-backups', '1');
        await release();
        return story;
      },
      async follow(story) {
        rmSync(join(story.folder, 'hires.backup-2024-01-02T03-04-05.csv'));
        await story.run('assess', '--keep-backups', '1');
        expect(story.message).not.toContain('by hand');
      },
    },
  ],
  fileIsCopy: [
    {
      advice: /Use \S+: rwa forget finds the copies/,
      async causeMessage() {
        const story = await SheetStory.beginScored();
        story.write(3, { Name: 'Zoë' });
        await story.run('reassess', '--rows', '3');
        const [copy = ''] = readdirSync(story.folder).filter((name) => name.includes('.backup-'));
        await story.type('forget', join(story.folder, copy), '--row', '3', '--yes');
        return story;
      },
      async follow(story) {
        story.save(story.rows.filter((entry) => entry['Employee ID'] !== 'E-2'));
        await story.type('forget', story.path, '--employee', 'E-2', '--yes');
        await assess(story);
        for (const name of readdirSync(story.folder)) {
          expect(readFileSync(join(story.folder, name), 'utf8'), name).not.toContain('E-2');
        }
      },
    },
  ],
};

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
import { makeReadOnly, noReadOnly } from '../readOnly.js';
import { tinyDisk } from '../tinyDisk.js';
import type { FollowedAdvice, AdviceByCode } from './advice.js';
import { SheetStory } from './sheetStory.js';

const everybody = ['E-1', 'E-2', 'E-3'];
/** The row that an interrupted run has not sent: it works on two rows at a time. */
const unsent = ['E-3'];
/** Slow enough to do something before the answer to a request arrives. */
const slowly = { latencyMs: 120 };

/** Sends all rows at the same time, so that an interruption leaves no row unsent. */
const atOnce = ['--concurrency', '5'];

const again = (story: SheetStory) => story.run('assess');
const lockIn = (story: SheetStory) => toSheetFiles(story.path, {}).lock;

/** Begins a run, and does something before the answer about the first row arrives. */
const during =
  (act: (story: SheetStory) => unknown, ...options: string[]) =>
  async () => {
    const story = await SheetStory.begin(everybody, slowly);
    await story.assessDuring(() => act(story), 'rwa_create', ...options);
    return story;
  };
/** Runs another command during a run, and keeps only its output. */
const meanwhile = (act: (story: SheetStory) => Promise<unknown>) => async () => {
  let message = '';
  const story = await during(async (running) => {
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
/** Moves the recovered journal that the output names to its place, and runs to the end. */
const moveRecovered = async (story: SheetStory) => {
  const [, name = ''] = /complete journal is in\s+(\S+[.]jsonl)[.]/.exec(story.visibleText) ?? [];
  renameSync([join(story.path, '..', name), name].find(existsSync) ?? '', story.journal);
  await story.runToEnd();
};
const renameFolder = async () => {
  const story = await SheetStory.begin(everybody, slowly);
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
/** Keeps a backup of the journal, and cuts the journal short while the next run sends E-4. */
const cutShort = async () => {
  const story = await SheetStory.begin(['E-1', 'E-2'], slowly);
  await story.run('assess');
  story.addRow({ 'Employee ID': 'E-4' });
  copyFileSync(story.journal, backupOfJournal(story));
  await story.assessDuring(() => {
    truncateSync(story.journal, readFileSync(story.journal).indexOf('\n') + 1);
  });
  return story;
};
const backupOfJournal = ({ folder }: SheetStory) => join(folder, 'backup.jsonl');

const writeLock = (story: SheetStory, holder: object) => {
  const text = JSON.stringify({ ...holder, since: new Date().toISOString(), id: 'other' });
  writeFileSync(lockIn(story), text);
};
const runInto = (holder: object) => async () => {
  const story = await SheetStory.begin();
  writeLock(story, holder);
  await again(story);
  return story;
};
const onOtherMachine = { pid: 4711, host: 'hr-pc' };

/** Makes the sheet read-only during the run, like a program that has it open. */
const openElsewhere: FollowedAdvice['causeMessage'] = async (skip) => {
  const story = await SheetStory.begin(everybody, slowly);
  let release = (): unknown => undefined;
  const makeUnwritable = async () => {
    release = await makeReadOnly(story.path).catch(() => cannotRun(skip, noReadOnly));
  };
  await story.assessDuring(makeUnwritable, 'rwa_create', ...atOnce);
  await release();
  return story;
};
const removeHeadings = (story: SheetStory) => {
  const text = readFileSync(story.path, 'utf8');
  writeFileSync(story.path, text.replace('Employee ID', 'Nobody'));
};
const restoreHeadings = async (story: SheetStory) => {
  const text = readFileSync(story.path, 'utf8');
  writeFileSync(story.path, text.replace('Nobody', 'Employee ID'));
  await story.runToEnd();
};
const copyWithFourth = (story: SheetStory) => {
  const [first = {}] = story.rows;
  story.path = join(story.folder, 'copy.csv');
  writeFileSync(story.path, readFileSync(join(story.folder, 'hires.csv')));
  story.save([...story.rows, { ...first, 'Employee ID': 'E-4' }]);
};
const linkBroken = async () => {
  const story = await SheetStory.beginScored();
  story.addRow({ 'Employee ID': 'E-4' });
  renameSync(story.journal, join(story.folder, 'away.jsonl'));
  symlinkSync(join(story.folder, 'mounted.jsonl'), story.journal);
  await again(story);
  return story;
};
const deviceNamed = async () => {
  const story = await SheetStory.begin();
  await story.run('assess', '--journal', '/dev/null');
  return story;
};

const tiny = tinyDisk();
/** Uses a journal on a disk that becomes full, and follows the advice to free some space. */
function fullDisk(
  advice: string,
  causeMessage: (story: SheetStory, fill: () => void, ...journal: string[]) => Promise<unknown>,
): FollowedAdvice {
  let empty = (): void => undefined;
  let journal: string[] = [];
  return {
    advice,
    async causeMessage(skip) {
      const disk = tiny(skip);
      ({ empty } = disk);
      // The disk has the journal of the previous test, which sent the same rows.
      for (const name of readdirSync(disk.folder)) rmSync(join(disk.folder, name));
      const story = await SheetStory.begin(everybody, slowly);
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
export const adviceAboutFiles: AdviceByCode = {
  journalLost: [
    {
      advice: /Move that file to \S+, in place of any file that is there now, then run the same/,
      causeMessage: during((story) => {
        rmSync(story.journal);
      }),
      follow: moveRecovered,
      sentPeople: unsent,
    },
    {
      advice: /Move that file to \S+, in place of any file that is there now, then run the same/,
      causeMessage: during(replaceJournal),
      follow: moveRecovered,
      sentPeople: unsent,
    },
    {
      advice: 'move the file there instead, under the same name, and name the new path',
      causeMessage: renameFolder,
      follow: moveRecovered,
      sentPeople: unsent,
    },
  ],
  journalLostForGood: [
    {
      advice: 'Put the newest backup of the journal in its place',
      causeMessage: cutShort,
      async follow(story) {
        renameSync(backupOfJournal(story), story.journal);
        await story.restore(4, 'E-4', '--max-new', '0');
      },
    },
  ],
  rowNotRecorded: [
    {
      advice: 'Write it down: rwa resolve will ask for it',
      causeMessage: cutShort,
      async follow(story) {
        const [, id = ''] = /\(Assessment ID (\S+)\)/.exec(story.visibleText) ?? [];
        renameSync(backupOfJournal(story), story.journal);
        await again(story);
        await story.resolve('--row', '4', '--exists', id);
        await story.runToEnd();
      },
    },
  ],
  lockLost: [
    {
      advice: 'When no other run is using this sheet, run the same command again',
      causeMessage: during((story) => {
        rmSync(lockIn(story));
      }),
      follow: (story) => story.runToEnd(),
      sentPeople: unsent,
    },
  ],
  lockHeld: [
    {
      advice: 'Wait for it to end',
      causeMessage: meanwhile(again),
      follow: (story) => story.runToEnd(),
    },
    {
      advice: 'try again after 60 seconds',
      causeMessage: runInto(onOtherMachine),
      async follow(story) {
        // `startCounting` has set the clock forward by eight days, but not the times of files.
        const aMinuteAgo = Date.now() / 1_000 - 61 - 8 * 86_400;
        utimesSync(lockIn(story), aMinuteAgo, aMinuteAgo);
        await story.runToEnd();
      },
      sentPeople: everybody,
    },
    {
      advice: 'rwa unlock shows whether it is still active',
      causeMessage: runInto(onOtherMachine),
      async follow(story) {
        expect(await story.type('unlock', story.path, '--yes')).toBe(7);
        const aMinuteAgo = Date.now() / 1_000 - 61 - 8 * 86_400;
        utimesSync(lockIn(story), aMinuteAgo, aMinuteAgo);
        expect(await story.type('unlock', story.path, '--yes')).toBe(0);
        await story.runToEnd();
      },
      sentPeople: everybody,
    },
    {
      advice: 'If you are certain that no run is active, delete',
      async causeMessage() {
        const story = await SheetStory.begin();
        mkdirSync(lockIn(story));
        await again(story);
        return story;
      },
      async follow(story) {
        rmSync(lockIn(story), { recursive: true });
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
        const release = await makeReadOnly(lockIn(story)).catch(() => cannotRun(skip, noReadOnly));
        await again(story);
        await release();
        return story;
      },
      async follow(story) {
        rmSync(lockIn(story));
        await story.runToEnd();
      },
      sentPeople: everybody,
    },
  ],
  lockNotWritable: [
    fullDisk('Free some space, then run the same command again', (story, fill, ...journal) => {
      fill();
      return story.run('assess', ...journal);
    }),
  ],
  journalWriteFailed: [
    fullDisk(
      'Free some space or check the disk, then run the same command again',
      (story, fill, ...journal) => story.assessDuring(fill, 'rwa_retrieve', ...journal),
    ),
  ],
  journalChanged: [
    {
      advice: 'Run the same command again',
      async causeMessage() {
        const story = await SheetStory.begin(everybody, slowly);
        await again(story);
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
      causeMessage: deviceNamed,
      follow: (story) => story.run('assess', '--journal', join(story.folder, 'kept.jsonl')),
      sentPeople: everybody,
    },
    {
      advice: 'or remove the option',
      causeMessage: deviceNamed,
      follow: (story) => story.runToEnd(),
      sentPeople: everybody,
    },
  ],
  journalLinkIsBroken: [
    {
      advice: /Make it available again .*, then run the same command again/,
      causeMessage: linkBroken,
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
        await again(story);
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
          cannotRun(skip, noReadOnly),
        );
        await again(story);
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
      causeMessage: meanwhile(async (story) => {
        copyWithFourth(story);
        await again(story);
      }),
      follow: again,
      sentPeople: ['E-4'],
    },
  ],
  resultsBeside: [
    {
      advice: 'To write them into the sheet, run the same command again',
      causeMessage: openElsewhere,
      follow: (story) => story.runToEnd(),
    },
    {
      advice: 'To write them into the sheet, run the same command again',
      causeMessage: openElsewhere,
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
      causeMessage: during(removeHeadings, ...atOnce),
      follow: restoreHeadings,
    },
    {
      advice: 'To write the results that the journal contains, run the same command again',
      causeMessage: during((story) => {
        removeHeadings(story);
        rmSync(lockIn(story));
      }),
      follow: restoreHeadings,
      sentPeople: unsent,
    },
  ],
  sheetChanged: [
    {
      advice: /To write them into \S+, run the same command again/,
      causeMessage: during(
        (story) => {
          story.write(4, { Name: 'Zoë' });
        },
        ...atOnce,
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
        const release = await makeReadOnly(oldBackup).catch(() => cannotRun(skip, noReadOnly));
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
        await again(story);
        for (const name of readdirSync(story.folder)) {
          expect(readFileSync(join(story.folder, name), 'utf8'), name).not.toContain('E-2');
        }
      },
    },
  ],
};

import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { RowFact } from '../../../batch/engine/journal/facts.js';
import { openJournal, JournalFile } from '../../../batch/engine/journal/journalFile.js';
import { JournalError } from '../../../batch/engine/journal/journalStore.js';
import { readColumnFacts, readJournal } from '../../../batch/engine/journal/readJournal.js';
import { UsageError } from '../../../batch/engine/errors.js';
import { testFolder } from '../testFolder.js';
import { type TinyDisk, createTinyDisk } from '../tinyDisk.js';

const service = 'https://service.example/version-test/api/1.1/wf';
const nextTurn = promisify(setImmediate);
const at = '2026-11-21T10:00:00.000Z';
const now = () => Date.parse(at);
const toIntent = (row: string): RowFact => ({ fact: 'intent', row, attempt: 1, at });
const toCreated = (row: string): RowFact => ({
  fact: 'created',
  row,
  assessmentId: `A-${row}`,
  by: 'answer',
  at,
});

async function writeJournal(path: string, ...facts: RowFact[]): Promise<void> {
  const journal = await openJournal(path, service, now);
  for (const fact of facts) journal.append(fact);
  await journal.close();
}

const readStates = async (path: string) =>
  [...(await readJournal(path)).known.states].map(([row, { state }]) => [row, state]);

describe('a journal', () => {
  test('has no file before the first fact, and begins with its service and salt', async () => {
    const path = join(testFolder(), 'j');
    await writeJournal(path);
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
    await writeJournal(path, toIntent('r1'));
    expect(
      readFileSync(path, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { fact: 'journal', version: 1, service, salt: expect.any(String) as string, at },
      toIntent('r1'),
    ]);
  });

  test('is readable only by its owner', async () => {
    const path = join(testFolder(), 'j');
    await writeJournal(path, toIntent('r1'));
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('contains facts one turn of the event loop later, even without a sync', async () => {
    const path = join(testFolder(), 'j');
    const journal = await openJournal(path, service, now);
    journal.append(toIntent('r1'));
    journal.append(toCreated('r1'));
    journal.append(toIntent('r2'));
    expect(existsSync(path)).toBe(false);
    expect(journal.state('r1')?.state).toBe('Pending');
    await nextTurn();
    const written = [
      ['r1', 'Pending'],
      ['r2', 'Sent'],
    ];
    expect(await readStates(path)).toEqual(written);
    await journal.close();
    expect(await readStates(path)).toEqual(written);
  });

  test('contains the outcomes of requests when the process ends, and no unsent intent', async () => {
    const path = join(testFolder(), 'j');
    const removeLocks = () => undefined;
    process.on('exit', removeLocks);
    onTestFinished(() => void process.off('exit', removeLocks));
    const earlierListeners = process.listeners('exit');
    const journal = await openJournal(path, service, now);
    journal.append(toIntent('r1'));
    await journal.waitForSync();
    journal.append(toCreated('r1'));
    journal.append(toIntent('r2'));
    const [atExit] = process
      .listeners('exit')
      .filter((listener) => !earlierListeners.includes(listener));
    expect(process.listeners('exit')[0]).toBe(atExit);
    atExit?.(130);
    expect(readFileSync(path, 'utf8').match(/"fact":"\w+"/g)).toEqual([
      '"fact":"journal"',
      '"fact":"intent"',
      '"fact":"created"',
    ]);
    await journal.close();
    expect(process.listeners('exit')).toEqual(earlierListeners);
    expect(await readStates(path)).toEqual([['r1', 'Pending']]);
  });

  test('returns the columns of a sheet even if another line is damaged', async () => {
    const path = join(testFolder(), 'j');
    const headings = { status: 'Assessment status', id: 'Assessment ID' };
    const journal = await openJournal(path, service, now);
    journal.append(toIntent('a'));
    journal.append({ fact: 'columns', sheet: 'Hires', headings: {}, at });
    journal.append({ fact: 'columns', sheet: 'Hires', headings, at });
    const known = new Map([['Hires', headings]]);
    expect(journal.columns).toEqual(known);
    await journal.close();
    expect((await readJournal(path)).known.columns).toEqual(known);
    appendFileSync(path, 'not a fact\n');
    expect(await readColumnFacts(path)).toEqual(known);
  });

  test("accepts another spelling of its service's URL", async () => {
    const path = join(testFolder(), 'j');
    await writeJournal(path, toIntent('r1'));
    const same = await openJournal(
      path,
      'https://SERVICE.example:443/version-test/api/1.1/wf/',
      now,
    );
    expect(same.state('r1')?.state).toBe('Sent');
    await same.close();
  });
});

describe('a journal of a run that was killed', () => {
  const lastLines = [
    JSON.stringify(toCreated('r1')) + 'rubbish',
    JSON.stringify(toCreated('r1')) + JSON.stringify(toCreated('r2')),
    'note: done',
  ];
  test.each(lastLines)(
    'is refused if its last line is not the beginning of a fact: %s',
    async (last) => {
      const path = join(testFolder(), 'j');
      await writeJournal(path, toIntent('r1'));
      appendFileSync(path, last);
      const before = readFileSync(path);
      await expect(openJournal(path, service, now)).rejects.toMatchObject({
        messages: [{ code: 'journalLineDamaged', journal: path, line: 3, isMissing: false }],
      });
      expect(readFileSync(path)).toEqual(before);
    },
  );

  test('is readable if it was cut at any byte after its first line', async () => {
    const path = join(testFolder(), 'j');
    await writeJournal(path, toIntent('r1'), toCreated('r1'), toIntent('r2'));
    const whole = readFileSync(path);
    const lines = [...whole].flatMap((byte, index) => (byte === 10 ? index + 1 : []));
    for (let length = lines[0] ?? 0; length <= whole.length; length++) {
      writeFileSync(path, whole.subarray(0, length));
      const { length: kept } = await readJournal(path);
      expect(kept).toBe(lines.findLast((end) => end <= length) ?? 0);
    }
  });
});

describe('a journal with a damaged line is refused with the number of the line:', () => {
  const damages: [string, (lines: string[]) => void, number][] = [
    ['invalid JSON', (lines) => lines.splice(2, 1, '{"fact":'), 3],
    ['an unknown fact', (lines) => lines.splice(1, 1, '{"fact":"guess","row":"r1"}'), 2],
    ['an empty line', (lines) => lines.splice(2, 0, ''), 3],
    ['zeros after a power cut', (lines) => lines.splice(2, 0, '\0\0\0\0'), 3],
    ['two lines in one', (lines) => lines.splice(1, 2, (lines[1] ?? '') + (lines[2] ?? '')), 2],
    ['a missing first line', (lines) => lines.shift(), 1],
    ['a second first line', (lines) => lines.push(lines[0] ?? ''), 4],
  ];
  test.each(damages)('%s', async (_name, damage, number) => {
    const path = join(testFolder(), 'j');
    await writeJournal(path, toIntent('r1'), toIntent('r2'));
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    damage(lines);
    writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
    const before = readFileSync(path);
    const opened = openJournal(path, service, now);
    await expect(opened).rejects.toBeInstanceOf(UsageError);
    const message = { code: 'journalLineDamaged', journal: path, line: number, isMissing: false };
    await expect(opened).rejects.toMatchObject({ messages: [message] });
    expect(readFileSync(path)).toEqual(before);
  });
});

describe('a journal is refused, and not started again, if', () => {
  const losses: [string, (whole: Buffer) => Buffer, line: number, isMissing: boolean][] = [
    ['it is empty', () => Buffer.alloc(0), 1, true],
    ['its first line is incomplete', () => Buffer.from('{"fact":"jour'), 1, false],
    ['all bytes are zeros', (whole) => Buffer.alloc(whole.length), 1, false],
    [
      'the last bytes are zeros',
      (whole) => Buffer.concat([whole.subarray(0, -20), Buffer.alloc(20)]),
      3,
      false,
    ],
  ];
  test.each(losses)('%s', async (_name, lose, line, isMissing) => {
    const path = join(testFolder(), 'j');
    await writeJournal(path, toIntent('r1'), toCreated('r1'));
    const remaining = lose(readFileSync(path));
    writeFileSync(path, remaining);
    await expect(openJournal(path, service, now)).rejects.toMatchObject({
      outcome: 'stopped',
      messages: [{ code: 'journalLineDamaged', journal: path, line, isMissing }],
    });
    expect(readFileSync(path)).toEqual(remaining);
  });

  test('the target of its link is missing', async () => {
    const path = join(testFolder(), 'j');
    const target = join(testFolder(), 'away', 'j');
    symlinkSync(target, path);
    await expect(openJournal(path, service, now)).rejects.toMatchObject({
      outcome: 'stopped',
      messages: [{ code: 'journalLinkIsBroken', journal: path, target }],
    });
  });
});

describe('a new journal', () => {
  test('appears with its first facts', async () => {
    const folder = testFolder();
    const path = join(folder, 'j');
    const journal = await openJournal(path, service, now);
    journal.append(toIntent('r1'));
    // If the process is killed now, it leaves only a draft.
    expect(readdirSync(folder).filter((name) => !name.startsWith('.splice-'))).toEqual([]);
    await nextTurn();
    expect(await readStates(path)).toEqual([['r1', 'Sent']]);
    expect([readdirSync(folder), statSync(path).nlink]).toEqual([['j'], 1]);
    await journal.close();
  });

  test('does not replace a file that appeared in the meantime', async () => {
    const path = join(testFolder(), 'j');
    const journal = await openJournal(path, service, now);
    await writeJournal(path, toIntent('r2'));
    const other = readFileSync(path);
    rmSync(path);
    journal.append(toIntent('r1'));
    writeFileSync(path, other);
    await expect(journal.waitForSync()).rejects.toThrow('journalChanged');
    expect(journal.state('r1')?.state).toBe('Ready');
    await expect(journal.close()).rejects.toThrow(JournalError);
    expect(await readStates(path)).toEqual([['r2', 'Sent']]);
    expect(readdirSync(dirname(path))).toEqual(['j']);
  });
});

test('callers share a sync of a journal until the sync begins', async () => {
  const path = join(testFolder(), 'j');
  const journal = await openJournal(path, service, now);
  journal.append(toIntent('r1'));
  const first = journal.waitForSync();
  journal.append(toIntent('r2'));
  expect(journal.waitForSync()).toBe(first);
  // Wait until the first sync has begun.
  await nextTurn();
  await nextTurn();
  journal.append(toIntent('r3'));
  const second = journal.waitForSync();
  expect(journal.waitForSync()).toBe(second);
  expect(second).not.toBe(first);
  const order: string[] = [];
  await Promise.all([
    first.then(() => order.push('first')),
    second.then(() => order.push('second')),
  ]);
  expect(order).toEqual(['first', 'second']);
  await journal.close();
});

describe('a journal on a full disk', () => {
  const getDisk = createTinyDisk();

  /** Defines a test that may fill a disk of 64 kB. Journals of earlier tests stay on the disk. */
  const testOnTinyDisk = (
    title: string,
    check: (path: string, disk: TinyDisk) => Promise<void>,
  ) => {
    test(title, async ({ skip }) => {
      const disk = getDisk(skip);
      disk.empty();
      await check(join(disk.folder, `j-${title.length}`), disk);
    });
  };

  testOnTinyDisk(
    'takes back intents so that nothing is sent, and continues later',
    async (path, disk) => {
      const journal = await openJournal(path, service, now);
      disk.fill();
      journal.append(toIntent('r1'));
      await expect(journal.waitForSync()).rejects.toThrow(/no space left/);
      expect(journal.state('r1')?.state).toBe('Ready');
      expect(() => {
        journal.assertUsable();
      }).toThrow(JournalError);
      disk.empty();
      for (let row = 1; row <= 20; row++) journal.append(toIntent(`r${row}`));
      await journal.waitForSync();
      journal.assertUsable();
      await journal.close();
      const { known: stored } = await readJournal(path);
      expect([stored.service, stored.states.size]).toEqual([service, 20]);
    },
  );

  /** Returns a fact that is longer than a disk block, so the file's last block has no space for it. */
  const toLongCreated = (row: string) =>
    ({ ...toCreated(row), redirectUrl: 'x'.repeat(5_000) }) as RowFact;

  const openAndFillDisk = async (path: string, { fill }: TinyDisk) => {
    const journal = await openJournal(path, service, now);
    journal.append(toIntent('r1'));
    await journal.waitForSync();
    fill();
    journal.append(toLongCreated('r1'));
    return journal;
  };

  testOnTinyDisk(
    'keeps the outcome of a request, and writes it when there is space',
    async (path, disk) => {
      const journal = await openAndFillDisk(path, disk);
      await nextTurn();
      expect(() => {
        journal.assertUsable();
      }).toThrow(/no space left/);
      expect(await readStates(path)).toEqual([['r1', 'Sent']]);
      disk.empty();
      await journal.close();
      expect(await readStates(path)).toEqual([['r1', 'Pending']]);
    },
  );

  testOnTinyDisk('writes the facts that fit on the disk', async (path, disk) => {
    const journal = await openJournal(path, service, now);
    journal.append(toIntent('r1'));
    await journal.waitForSync();
    disk.fill();
    // Only the first fact fits into the file's last disk block.
    journal.append(toCreated('r1'));
    journal.append(toLongCreated('r2'));
    expect(journal.takeUnwritten()).toMatchObject({ facts: [toLongCreated('r2')] });
    await journal.close();
    expect(await readStates(path)).toEqual([['r1', 'Pending']]);
  });

  testOnTinyDisk('returns the facts that it could not write', async (path, disk) => {
    const journal = await openAndFillDisk(path, disk);
    expect(journal.takeUnwritten()).toMatchObject({
      facts: [toLongCreated('r1')],
      error: { name: 'JournalError' },
    });
    expect(journal.takeUnwritten()).toBeUndefined();
    journal.append(toLongCreated('r1'));
    await expect(journal.close()).rejects.toThrow(/no space left/);
    expect(await readStates(path)).toEqual([['r1', 'Sent']]);
  });
});

describe('a journal that is lost during a run', () => {
  const losses: [string, (path: string) => void, string][] = [
    ['deleted', rmSync, 'missing'],
    [
      'replaced',
      (path) => {
        copyFileSync(path, `${path}.old`);
        renameSync(`${path}.old`, path);
      },
      'replaced',
    ],
  ];
  const shorten = (path: string) => {
    truncateSync(path, readFileSync(path).indexOf('\n') + 1);
  };
  const readRecoveredPath = ({ message }: Error) =>
    /"recovered":"([^"]+)"/.exec(message)?.[1] ?? '';
  const readFailure = (work: Promise<unknown>) =>
    work.then(
      () => new Error('There was no error.'),
      (error: unknown) => error as Error,
    );

  test.each(losses)(
    'is recovered if it was %s, and nothing more is sent',
    async (_name, lose, event) => {
      const path = join(testFolder(), 'j.jsonl');
      await writeJournal(path, toIntent('r1'), toCreated('r1'));
      const journal = await openJournal(path, service, now);
      journal.append(toIntent('r2'));
      await journal.waitForSync();
      lose(path);
      journal.append(toIntent('r3'));
      const error = await readFailure(journal.waitForSync());
      expect(error).toBeInstanceOf(JournalError);
      expect(error).toMatchObject({ reason: { code: 'journalLost', event } });
      expect(journal.state('r3')?.state).toBe('Ready');
      // The answer to a request in flight arrives later.
      journal.append(toCreated('r2'));
      expect(await readFailure(journal.waitForSync())).toBe(error);
      expect(journal.takeUnwritten()).toEqual({ facts: [], error });
      await journal.close();
      expect(readRecoveredPath(error)).toMatch(/j[.]recovered-.*[.]jsonl$/);
      expect(statSync(readRecoveredPath(error)).mode & 0o777).toBe(0o600);
      renameSync(readRecoveredPath(error), path);
      expect(await readStates(path)).toEqual([
        ['r1', 'Pending'],
        ['r2', 'Pending'],
      ]);
    },
  );

  test('is not written to if an older copy replaced its content, and returns the unwritten facts', async () => {
    const path = join(testFolder(), 'j.jsonl');
    await writeJournal(path, toIntent('r1'), toCreated('r1'));
    const journal = await openJournal(path, service, now);
    journal.append(toIntent('r2'));
    await journal.waitForSync();
    shorten(path);
    const older = readFileSync(path);
    journal.append(toIntent('r3'));
    const error = await readFailure(journal.waitForSync());
    expect(error).toMatchObject({ reason: { code: 'journalLostForGood', event: 'shortened' } });
    expect(journal.state('r3')?.state).toBe('Ready');
    journal.append(toCreated('r2'));
    expect(journal.takeUnwritten()).toEqual({ facts: [toCreated('r2')], error });
    await journal.close();
    expect(readFileSync(path)).toEqual(older);
    expect(readdirSync(dirname(path))).toEqual(['j.jsonl']);
  });

  const allLosses = [...losses, ['shortened', shorten, 'shortened'] as const];
  test.each(allLosses)(
    'is not started again if it was %s before the first fact of the run',
    async (_name, lose) => {
      const path = join(testFolder(), 'j.jsonl');
      await writeJournal(path, toIntent('r1'), toCreated('r1'));
      const journal = await openJournal(path, service, now);
      lose(path);
      const remaining = existsSync(path) ? readFileSync(path) : undefined;
      journal.append(toIntent('r2'));
      const error = await readFailure(journal.waitForSync());
      expect(error).toBeInstanceOf(JournalError);
      expect(existsSync(path) ? readFileSync(path) : undefined).toEqual(remaining);
      expect(journal.takeUnwritten()?.error).toBe(error);
      await journal.close();
      if (readRecoveredPath(error) === '') expect(error.message).toContain('journalLostForGood');
      else expect(await readStates(readRecoveredPath(error))).toEqual([['r1', 'Pending']]);
    },
  );

  test('is recovered at the end if no request followed', async () => {
    const path = join(testFolder(), 'j.jsonl');
    const journal = await openJournal(path, service, now);
    journal.append(toIntent('r1'));
    await journal.waitForSync();
    rmSync(path);
    journal.append(toCreated('r1'));
    const error = await readFailure(journal.close());
    expect(await readStates(readRecoveredPath(error))).toEqual([['r1', 'Pending']]);
  });
});

describe('a run whose lock was taken over', () => {
  const lockLost = { code: 'lockLost', lock: 'l' } as const;

  test('sends nothing more and releases no row, but still records answers', async () => {
    const path = join(testFolder(), 'j');
    let isLost = false;
    const lock = { findLoss: () => (isLost ? lockLost : undefined) };
    const journal = await openJournal(path, service, now, { lock });
    for (const row of ['r1', 'r2']) journal.append(toIntent(row));
    await journal.waitForSync();
    isLost = true;
    journal.append(toIntent('r3'));
    await expect(journal.waitForSync()).rejects.toMatchObject({ reason: lockLost });
    journal.append(toCreated('r1'));
    journal.append({ fact: 'released', row: 'r2', reason: 'not_sent', at });
    expect(journal.takeUnwritten()?.error.reason).toBe(lockLost);
    await journal.close();
    expect(await readStates(path)).toEqual([
      ['r1', 'Pending'],
      ['r2', 'Sent'],
    ]);
  });

  test('notices the loss of the lock even after its intents were written', async () => {
    const path = join(testFolder(), 'j');
    let isWritten = false;
    const journal = await openJournal(path, service, now, {
      lock: { findLoss: () => (isWritten ? lockLost : undefined) },
    });
    const sync = vi.spyOn(JournalFile.prototype, 'sync').mockImplementation(() => {
      isWritten = true;
      return Promise.resolve();
    });
    onTestFinished(() => {
      sync.mockRestore();
    });
    journal.append(toIntent('r1'));
    await expect(journal.waitForSync()).rejects.toMatchObject({ reason: lockLost });
    // The new holder of the lock may have read the intent.
    expect(await readStates(path)).toEqual([['r1', 'Sent']]);
    expect(journal.takeUnwritten()?.error.reason).toBe(lockLost);
    await journal.close();
  });
});

describe('a failed sync', () => {
  test('is final: nothing more is sent', async () => {
    // Appends succeed and one sync fails, as on a broken disk.
    const failingSync = vi
      .spyOn(JournalFile.prototype, 'sync')
      .mockRejectedValueOnce(new Error('i/o error'));
    onTestFinished(() => {
      failingSync.mockRestore();
    });
    const journal = await openJournal(join(testFolder(), 'j'), service, now);
    journal.append(toIntent('r1'));
    await expect(journal.waitForSync()).rejects.toThrow(JournalError);
    await expect(journal.waitForSync()).rejects.toThrow(/journalWriteFailed.*i\/o error/);
    journal.append(toCreated('r1'));
    expect(journal.state('r1')?.state).toBe('Pending');
    await expect(journal.close()).rejects.toThrow(JournalError);
  });
});

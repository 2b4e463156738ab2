import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RowFact } from '../../../batch/journal/facts.js';
import { Journal, JournalError } from '../../../batch/journal/journal.js';
import { readJournal } from '../../../batch/journal/readJournal.js';
import { UsageError } from '../../../batch/output/errors.js';
import { folderOfTest } from '../folderOfTest.js';
import { tinyDisk } from '../tinyDisk.js';

const service = 'https://service.example/version-test/api/1.1/wf';
const at = '2026-11-21T10:00:00.000Z';
const now = () => Date.parse(at);
const intent = (row: string): RowFact => ({ fact: 'intent', row, attempt: 1, at });
const created = (row: string): RowFact => ({
  fact: 'created',
  row,
  assessmentId: `A-${row}`,
  by: 'answer',
  at,
});

async function journalWith(path: string, ...facts: RowFact[]): Promise<void> {
  const journal = await Journal.open(path, service, now);
  for (const fact of facts) journal.append(fact);
  await journal.close();
}

const statesIn = async (path: string) =>
  [...(await readJournal(path)).states].map(([row, { state }]) => [row, state]);

describe('a journal', () => {
  test('is no file before the first fact, and begins with what it belongs to', async () => {
    const path = join(folderOfTest(), 'j');
    await journalWith(path);
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
    await journalWith(path, intent('r1'));
    expect(
      readFileSync(path, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([{ fact: 'journal', version: 1, service, at }, intent('r1')]);
  });

  test('can be read by its owner only', async () => {
    const path = join(folderOfTest(), 'j');
    await journalWith(path, intent('r1'));
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('holds a fact as soon as append returns, without a sync', async () => {
    const path = join(folderOfTest(), 'j');
    const journal = await Journal.open(path, service, now);
    journal.append(intent('r1'));
    expect(await statesIn(path)).toEqual([['r1', 'Sent']]);
    await journal.close();
  });

  test('goes on where it ended', async () => {
    const path = join(folderOfTest(), 'j');
    await journalWith(path, intent('r1'), intent('r2'));
    await journalWith(path, created('r1'));
    const journal = await Journal.open(path, service, now);
    expect(journal.state('r1')).toMatchObject({ state: 'Pending', assessmentId: 'A-r1' });
    expect(journal.state('r2')).toMatchObject({ state: 'Sent' });
    expect(journal.state('r3')).toBeUndefined();
    await journal.close();
  });

  test('of another service is refused', async () => {
    const path = join(folderOfTest(), 'j');
    await journalWith(path, intent('r1'));
    const other = Journal.open(path, 'https://other.example', now);
    await expect(other).rejects.toThrow(UsageError);
    await expect(other).rejects.toThrow(/was used with https:\/\/service.example/);
  });
});

describe('a journal of a run that died', () => {
  const cuts = [
    '{',
    '{"fact":"created","row":"r1","assess',
    '{"fact":"intent","row":"é'.slice(0, -1),
  ];
  test.each(cuts)('ignores the last line without its end: %s', async (cut) => {
    const path = join(folderOfTest(), 'j');
    await journalWith(path, intent('r1'));
    appendFileSync(path, cut);
    expect(await statesIn(path)).toEqual([['r1', 'Sent']]);
  });

  test('cuts that line off before the next fact', async () => {
    const path = join(folderOfTest(), 'j');
    await journalWith(path, intent('r1'));
    appendFileSync(path, '{"fact":"created","row":"r1"');
    await journalWith(path, intent('r2'));
    expect(await statesIn(path)).toEqual([
      ['r1', 'Sent'],
      ['r2', 'Sent'],
    ]);
  });

  test('keeps a whole last line that only lacks its end out too', async () => {
    const path = join(folderOfTest(), 'j');
    await journalWith(path, intent('r1'));
    appendFileSync(path, JSON.stringify(created('r1')));
    expect(await statesIn(path)).toEqual([['r1', 'Sent']]);
  });

  test('whose very first line was cut begins anew', async () => {
    const path = join(folderOfTest(), 'j');
    writeFileSync(path, '{"fact":"jour');
    await journalWith(path, intent('r1'));
    expect(await statesIn(path)).toEqual([['r1', 'Sent']]);
  });

  test('can be cut at every byte', async () => {
    const path = join(folderOfTest(), 'j');
    await journalWith(path, intent('r1'), created('r1'), intent('r2'));
    const whole = readFileSync(path);
    const lines = [...whole].flatMap((byte, index) => (byte === 10 ? index + 1 : []));
    for (let length = 0; length <= whole.length; length++) {
      writeFileSync(path, whole.subarray(0, length));
      const { length: kept } = await readJournal(path);
      expect(kept).toBe(lines.findLast((end) => end <= length) ?? 0);
    }
  });
});

describe('a damaged line before the last is refused with its number', () => {
  const damages: [string, (lines: string[]) => void, number][] = [
    ['no JSON', (lines) => lines.splice(2, 1, '{"fact":'), 3],
    ['an unknown fact', (lines) => lines.splice(1, 1, '{"fact":"guess","row":"r1"}'), 2],
    ['an empty line', (lines) => lines.splice(2, 0, ''), 3],
    ['zeros of a power cut', (lines) => lines.splice(2, 0, '\0\0\0\0'), 3],
    ['two lines in one', (lines) => lines.splice(1, 2, (lines[1] ?? '') + (lines[2] ?? '')), 2],
    ['no first line', (lines) => lines.shift(), 1],
    ['a second first line', (lines) => lines.push(lines[0] ?? ''), 4],
  ];
  test.each(damages)('%s', async (_name, damage, number) => {
    const path = join(folderOfTest(), 'j');
    await journalWith(path, intent('r1'), intent('r2'));
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    damage(lines);
    writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
    const before = readFileSync(path);
    const opened = Journal.open(path, service, now);
    await expect(opened).rejects.toThrow(UsageError);
    await expect(opened).rejects.toThrow(`Line ${number} of the journal`);
    expect(readFileSync(path)).toEqual(before);
  });
});

test('one sync serves all who wait, and each waits for one that began after its fact', async () => {
  const path = join(folderOfTest(), 'j');
  const journal = await Journal.open(path, service, now);
  journal.append(intent('r1'));
  const first = journal.synced();
  journal.append(intent('r2'));
  expect(journal.synced()).toBe(first);
  // Now the first one is under way.
  await new Promise((resolve) => setImmediate(resolve));
  journal.append(intent('r3'));
  const second = journal.synced();
  expect(journal.synced()).toBe(second);
  expect(second).not.toBe(first);
  const order: string[] = [];
  await Promise.all([
    first.then(() => order.push('first')),
    second.then(() => order.push('second')),
  ]);
  expect(order).toEqual(['first', 'second']);
  await journal.close();
});

describe('a full disk', () => {
  const disk = tinyDisk();

  test.skipIf(disk === undefined)(
    'adds nothing, says so, and lets the journal go on later',
    async () => {
      const { folder, fill, empty } = disk ?? neverUsed();
      const path = join(folder, 'j');
      const journal = await Journal.open(path, service, now);
      fill();
      expect(() => {
        journal.append(intent('r1'));
      }).toThrow(JournalError);
      expect(journal.state('r1')).toBeUndefined();
      empty();
      for (let row = 1; row <= 20; row++) journal.append(intent(`r${row}`));
      fill();
      let written = 20;
      expect(() => {
        for (;;) journal.append(intent(`r${++written}`));
      }).toThrow(/no space left/);
      expect(journal.state(`r${written}`)).toBeUndefined();
      expect((await readJournal(path)).states.size).toBe(written - 1);
      empty();
      journal.append(created('r1'));
      await journal.close();
      const stored = await readJournal(path);
      expect(stored.service).toBe(service);
      expect(stored.states.size).toBe(written - 1);
      expect(stored.states.get('r1')?.state).toBe('Pending');
    },
  );
});

function neverUsed(): never {
  throw new Error('The test is skipped without a disk.');
}

test('a failed sync is final: nothing more may be sent on the strength of the journal', async () => {
  // It takes lines but cannot be synced, like a disk that has died.
  const journal = await Journal.open('/dev/null', service, now);
  onTestFinished(() => journal.close().catch(() => undefined));
  journal.append(intent('r1'));
  await expect(journal.synced()).rejects.toThrow(JournalError);
  await expect(journal.synced()).rejects.toThrow(/cannot be written/);
  journal.append(created('r1'));
  expect(journal.state('r1')?.state).toBe('Pending');
  await expect(journal.close()).rejects.toThrow(JournalError);
});

import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesOf } from '../../../batch/engine/journal/files.js';
import { readJournal } from '../../../batch/engine/journal/readJournal.js';
import { invite } from '../../../batch/engine/operations/invite.js';
import { reassessing } from '../../../batch/engine/operations/reassess.js';
import { sandboxOfTest } from '../../sandbox/sandboxUnderTest.js';
import { folderOfTest } from '../folderOfTest.js';
import { runOperationOn, statusesOf, writeSheet } from '../operations/sheetsOfTest.js';
import { beginOldJournal, factsOf, headings, hireRow, runOn, sheetOf } from '../run/runOfTest.js';

const ids = ['10001', '10002'];
const reassessAll = reassessing({ olderThanMs: 0 });
const again = {
  operation: reassessAll,
  intake: { inputs: reassessAll },
  newRound: true,
};

/** Hashes as a journal has them: of people, of requests and of messages. */
const hashesIn = (path: string): string[] => {
  const hashed = ['row', 'request', 'employee', 'hashes'];
  const all = factsOf(path).flatMap((fact) =>
    Object.entries(fact as Record<string, string | string[]>).flatMap(([name, value]) =>
      hashed.includes(name) ? value : [],
    ),
  );
  return all.filter((text) => !text.startsWith('after:'));
};
const plain = (text: string) => hash('sha256', text, 'base64url').slice(0, 22);

test('two journals of the same rows have no hash in common, and none of a ready-made table', async () => {
  const service = await sandboxOfTest();
  await service.control('POST faults', { operation: 'rwa_create', fault: 'reset-before-commit' });
  const sheets = [sheetOf(folderOfTest(), ids), sheetOf(folderOfTest(), ids)];
  for (const sheet of sheets) await runOn(sheet, service.sandbox, { maxErrors: 100 });
  const [one = [], other = []] = sheets.map(hashesIn);
  expect(new Set(one).size).toBeGreaterThan(ids.length * 2);
  expect(one.filter((each) => other.includes(each))).toEqual([]);
  expect([...one, ...other]).not.toContain(plain(ids[0] ?? ''));
});

test('a journal finds its rows again by its own hashes', async () => {
  const service = await sandboxOfTest();
  const path = sheetOf(folderOfTest(), ids);
  await runOn(path, service.sandbox);
  const edited = readFileSync(path, 'utf8').replace('Mid', 'Senior');
  writeFileSync(path, edited);
  expect((await runOn(path, service.sandbox)).summary.counts).toMatchObject({ Invalid: 1 });
  expect((await runOn(path, service.sandbox, again)).summary.counts).toMatchObject({ Scored: 2 });
  expect((await runOn(path, service.sandbox)).summary.counts).toMatchObject({ Scored: 2 });
  expect((await service.ledger()).commits.rwa_create).toBe(4);
});

test('a journal without a random value keeps its plain hashes, and nothing is sent twice', async () => {
  const service = await sandboxOfTest();
  const path = sheetOf(folderOfTest(), ids);
  beginOldJournal(path, service);
  await runOn(path, service.sandbox);
  // The results get lost with the sheet, a row is edited and one comes new.
  const rows = [hireRow('10001').replace('Mid', 'Senior'), hireRow('10002'), hireRow('10003')];
  writeFileSync(path, [headings, ...rows, ''].join('\r\n'));
  await runOn(path, service.sandbox);
  expect((await service.ledger()).commits.rwa_create).toBe(4);
  await runOn(path, service.sandbox, again);
  expect((await runOn(path, service.sandbox)).summary.counts).toMatchObject({ Scored: 3 });
  expect((await service.ledger()).commits.rwa_create).toBe(7);
  expect(hashesIn(path)).toEqual(expect.arrayContaining(['10001', '10003'].map(plain)));
  expect(factsOf(path)[0]).toMatchObject({ fact: 'journal', version: 2 });
});

test('so do those of other commands', async () => {
  const service = await sandboxOfTest();
  const person = { 'First name': 'Ada', 'Last name': 'Ek', Email: 'a@x.example', 'Staff ID': '7' };
  for (const isOld of [true, false]) {
    const entry = { ...person, Email: `${String(isOld)}@x.example`, 'Staff ID': String(isOld) };
    const path = writeSheet(folderOfTest(), [entry]);
    if (isOld) beginOldJournal(path, service, 'invite');
    expect(statusesOf(await runOperationOn(path, invite, service))).toEqual(['Invited']);
    expect(statusesOf(await runOperationOn(path, invite, service))).toEqual(['Invited']);
  }
  expect((await service.ledger()).commits.create_pending_user).toBe(2);
});

test.each([
  [{ version: 3 }, 'the random value is missing'],
  [{ version: 2, salt: 'x' }, 'a version that has none'],
])('%o is damaged: %s', async (first: object, _why: string) => {
  const path = sheetOf(folderOfTest(), ids);
  const { journal } = filesOf(path, {});
  const line = { fact: 'journal', service: 'x', at: '2026-11-02T10:00:00.000Z', ...first };
  writeFileSync(journal, `${JSON.stringify(line)}\n`);
  await expect(readJournal(journal)).rejects.toThrow(/journalLineDamaged.*"line":1/);
});

import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { personHash } from '../../../batch/engine/identity/reference.js';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { readJournal } from '../../../batch/engine/journal/readJournal.js';
import { reassessing } from '../../../batch/engine/operations/assess.js';
import { testSandbox } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import { readFacts, runOn, writeHires } from '../run/testRun.js';

const ids = ['10001', '10002'];
const reassessAll = reassessing({ olderThanMs: 0 });
const newRoundSettings = {
  operation: reassessAll,
  intake: { inputs: reassessAll },
  newRound: true,
};

/** Returns a journal's hashes of people, requests and trips. */
const readHashes = (path: string): string[] => {
  const hashed = ['row', 'request', 'employee', 'trip'];
  const all = readFacts(path).flatMap((fact) =>
    Object.entries(fact as Record<string, string>).flatMap(([name, value]) =>
      hashed.includes(name) ? value : [],
    ),
  );
  return all.filter((text) => !text.startsWith('after:'));
};
const hashUnsalted = (id: string) => hash('sha256', personHash(id), 'base64url').slice(0, 22);

test('two journals of the same rows share no hash, and do not contain the unsalted hash of a person', async () => {
  const service = await testSandbox();
  await service.control('POST faults', { operation: 'rwa_create', fault: 'reset-before-commit' });
  const sheets = [writeHires(testFolder(), ids), writeHires(testFolder(), ids)];
  for (const sheet of sheets) await runOn(sheet, service.sandbox, { maxErrors: 100 });
  const [first = [], second = []] = sheets.map(readHashes);
  expect(new Set(first).size).toBeGreaterThan(ids.length * 2);
  expect(first.filter((text) => second.includes(text))).toEqual([]);
  expect([...first, ...second]).not.toContain(hashUnsalted(ids[0] ?? ''));
});

test('a journal recognises its rows by its own hashes', async () => {
  const service = await testSandbox();
  const path = writeHires(testFolder(), ids);
  await runOn(path, service.sandbox);
  const edited = readFileSync(path, 'utf8').replace('Mid', 'Senior');
  writeFileSync(path, edited);
  expect((await runOn(path, service.sandbox)).summary.counts).toMatchObject({ Invalid: 1 });
  expect((await runOn(path, service.sandbox, newRoundSettings)).summary.counts).toMatchObject({
    Scored: 2,
  });
  expect((await runOn(path, service.sandbox)).summary.counts).toMatchObject({ Scored: 2 });
  expect((await service.ledger()).commits.rwa_create).toBe(4);
});

test('refuses a journal without a salt as damaged', async () => {
  await expect(readJournalBeginning({ version: 1 })).rejects.toMatchObject({
    messages: [{ code: 'journalLineDamaged', line: 1 }],
  });
});

test('refuses a journal of a newer version', async () => {
  for (const first of [
    { version: 2, salt: 'x' },
    { version: 12, hashes: 'other' },
  ]) {
    await expect(readJournalBeginning(first)).rejects.toMatchObject({
      outcome: 'stopped',
      messages: [{ code: 'journalOfNewerVersion' }],
    });
  }
});

async function readJournalBeginning(first: object) {
  const { journal } = toSheetFiles(writeHires(testFolder(), ids), {});
  const line = { fact: 'journal', service: 'x', at: '2026-11-02T10:00:00.000Z', ...first };
  writeFileSync(journal, `${JSON.stringify(line)}\n`);
  await readJournal(journal);
}

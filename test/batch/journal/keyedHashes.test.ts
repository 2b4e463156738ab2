import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashPerson } from '../../../batch/engine/identity/reference.js';
import { readJournal } from '../../../batch/engine/journal/readJournal.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import { readFacts, runOn, writeHires } from '../run/testRun.js';

const ids = ['10001', '10002'];
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
const hashUnsalted = (id: string) => hash('sha256', hashPerson(id), 'base64url').slice(0, 22);

test('two journals of the same rows share no hash, and contain no unsalted hash of a person', async () => {
  const service = await startTestSandbox();
  await service.control('POST faults', { operation: 'rwa_create', fault: 'reset-before-commit' });
  const sheets = [writeHires(testFolder(), ids), writeHires(testFolder(), ids)];
  for (const sheet of sheets) await runOn(sheet, service.sandbox, { maxErrors: 100 });
  const [first = [], second = []] = sheets.map(readHashes);
  expect(new Set(first).size).toBeGreaterThan(ids.length * 2);
  expect(first.filter((text) => second.includes(text))).toEqual([]);
  expect([...first, ...second]).not.toContain(hashUnsalted(ids[0] ?? ''));
});

test('refuses a journal without a salt as damaged', async () => {
  const path = join(testFolder(), 'j');
  const at = '2026-11-02T10:00:00.000Z';
  writeFileSync(path, `${JSON.stringify({ fact: 'journal', service: 'x', at, version: 1 })}\n`);
  await expect(readJournal(path)).rejects.toMatchObject({
    messages: [{ code: 'journalLineDamaged', line: 1 }],
  });
});

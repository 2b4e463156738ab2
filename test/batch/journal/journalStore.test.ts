import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RowFact } from '../../../batch/engine/journal/facts.js';
import { Journal } from '../../../batch/engine/journal/journal.js';
import { JournalFile } from '../../../batch/engine/journal/journalFile.js';
import { JournalMemory, MemoryStore } from '../../../batch/engine/journal/journalMemory.js';
import type { JournalStore } from '../../../batch/engine/journal/journalStore.js';
import { readJournal } from '../../../batch/engine/journal/readJournal.js';
import type { StoredJournal } from '../../../batch/engine/journal/storedJournal.js';
import { testFolder } from '../testFolder.js';

interface StoreUnderTest {
  read(): Promise<StoredJournal>;
  /** Opens the store. `length` is the number of bytes in the journal when it was read. */
  open(length: number): JournalStore;
  add(text: string): void;
}

const stores: readonly [name: string, createStore: () => StoreUnderTest][] = [
  [
    'a file',
    () => {
      const path = join(testFolder(), 'j');
      return {
        read: () => readJournal(path),
        open: (length) => new JournalFile(path, length),
        add: (text) => {
          appendFileSync(path, text);
        },
      };
    },
  ],
  [
    'memory',
    () => {
      const memory = new JournalMemory();
      return {
        read: () => memory.read('memory'),
        open: (length) => new MemoryStore(memory, length),
        add: (text) => {
          memory.append(Buffer.from(text));
        },
      };
    },
  ],
];

const at = '2026-11-21T10:00:00.000Z';
const toIntent = (row: string): RowFact => ({ fact: 'intent', row, attempt: 1, at });
const toCreated = (row: string): RowFact => ({
  fact: 'created',
  row,
  assessmentId: `A-${row}`,
  by: 'answer',
  at,
});

async function openJournal(
  tested: StoreUnderTest,
  service = 'https://service.example',
): Promise<Journal> {
  const stored = await tested.read();
  return new Journal(tested.open(stored.length), stored, { service, now: () => Date.parse(at) });
}

async function writeFacts(
  tested: StoreUnderTest,
  ...facts: Parameters<Journal['append']>[0][]
): Promise<void> {
  const journal = await openJournal(tested);
  for (const fact of facts) journal.append(fact);
  await journal.close();
}

const readStates = async (tested: StoreUnderTest) =>
  [...(await tested.read()).known.states].map(([row, { state }]) => [row, state]);

describe.each(stores)('a journal in %s', (_, createStore) => {
  test('begins with its first fact', async () => {
    const tested = createStore();
    const store = tested.open(0);
    expect([store.isEmpty, store.isBegun]).toEqual([true, false]);
    store.close();
    await writeFacts(tested);
    expect((await tested.read()).length).toBe(0);
    await writeFacts(tested, toIntent('r1'));
    const { known, length } = await tested.read();
    expect([known.service, length > 0]).toEqual(['https://service.example', true]);
  });

  test('continues with its rows and rounds', async () => {
    const tested = createStore();
    await writeFacts(tested, { fact: 'round', round: 1, at }, toIntent('r1'), toCreated('r1'));
    await writeFacts(tested, toIntent('r2'), { fact: 'written', ids: ['A-r1'], at });
    const journal = await openJournal(tested);
    expect(journal.isNew).toBe(false);
    expect(journal.rounds).toMatchObject([{ number: 1 }]);
    expect(journal.state('r1')).toMatchObject({ state: 'Pending', isShown: true });
    expect([journal.findKeyById('A-r1'), journal.state('r2')?.state]).toEqual(['r1', 'Sent']);
    await journal.close();
  });

  test('contains the synced facts while it is open', async () => {
    const tested = createStore();
    const journal = await openJournal(tested);
    journal.append(toIntent('r1'));
    await journal.waitForSync();
    journal.assertUsable();
    expect(await readStates(tested)).toEqual([['r1', 'Sent']]);
    await journal.close();
  });

  test('removes an incomplete last line before the next fact', async () => {
    const tested = createStore();
    await writeFacts(tested, toIntent('r1'));
    tested.add('{"fact":"created","row":"r1"');
    expect(await readStates(tested)).toEqual([['r1', 'Sent']]);
    await writeFacts(tested, toIntent('r2'));
    expect((await readStates(tested)).map(([row]) => row)).toEqual(['r1', 'r2']);
  });

  test('refuses new facts if another run has written to it since it was read', async () => {
    const tested = createStore();
    await writeFacts(tested, toIntent('r1'));
    const late = await openJournal(tested);
    await writeFacts(tested, toCreated('r1'));
    late.append(toIntent('r2'));
    await expect(late.waitForSync()).rejects.toThrow('journalChanged');
    expect(late.isUsable).toBe(false);
    await expect(late.close()).rejects.toThrow('journalChanged');
    expect(await readStates(tested)).toEqual([['r1', 'Pending']]);
  });

  test('does not replace a journal that began in the meantime', async () => {
    const tested = createStore();
    const late = await openJournal(tested);
    await writeFacts(tested, toIntent('r1'));
    late.append(toIntent('r2'));
    await expect(late.waitForSync()).rejects.toThrow('journalChanged');
    await late.close().catch(() => undefined);
    expect(await readStates(tested)).toEqual([['r1', 'Sent']]);
  });

  test('is refused if a line is damaged', async () => {
    const tested = createStore();
    await writeFacts(tested, toIntent('r1'));
    tested.add('{"fact":"guess"}\n');
    await expect(tested.read()).rejects.toMatchObject({
      messages: [{ code: 'journalLineDamaged', line: 3 }],
    });
  });

  test('is refused for another service', async () => {
    const tested = createStore();
    await writeFacts(tested, toIntent('r1'));
    await expect(openJournal(tested, 'https://other.example')).rejects.toThrow(
      /journalOfOtherService.*https:\/\/service.example/,
    );
  });
});

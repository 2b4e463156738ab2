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
import { folderOfTest } from '../folderOfTest.js';

/** A place that keeps one journal. */
interface Place {
  read(): Promise<StoredJournal>;
  store(length: number): JournalStore;
  /** Something that is no whole line comes to its end. */
  add(text: string): void;
}

const places: readonly [name: string, make: () => Place][] = [
  [
    'a file',
    () => {
      const path = join(folderOfTest(), 'j');
      return {
        read: () => readJournal(path),
        store: (length) => new JournalFile(path, length),
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
        store: (length) => new MemoryStore(memory, length),
        add: (text) => {
          memory.append(Buffer.from(text));
        },
      };
    },
  ],
];

const at = '2026-11-21T10:00:00.000Z';
const intent = (row: string): RowFact => ({ fact: 'intent', row, attempt: 1, at });
const created = (row: string): RowFact => ({
  ...{ fact: 'created', row, assessmentId: `A-${row}`, by: 'answer', at },
});

async function opened(place: Place, service = 'https://service.example'): Promise<Journal> {
  const stored = await place.read();
  return new Journal(place.store(stored.length), stored, { service, now: () => Date.parse(at) });
}

async function written(place: Place, ...facts: Parameters<Journal['append']>[0][]): Promise<void> {
  const journal = await opened(place);
  for (const fact of facts) journal.append(fact);
  await journal.close();
}

const statesOf = async (place: Place) =>
  [...(await place.read()).known.states].map(([row, { state }]) => [row, state]);

describe.each(places)('a journal in %s', (_, make) => {
  test('begins with its first fact', async () => {
    const place = make();
    const store = place.store(0);
    expect([store.isEmpty, store.isBegun]).toEqual([true, false]);
    store.close();
    await written(place);
    expect((await place.read()).length).toBe(0);
    await written(place, intent('r1'));
    const { known, length } = await place.read();
    expect([known.service, length > 0]).toEqual(['https://service.example', true]);
  });

  test('goes on where it ended, with what it knew of rows, rounds and sheets', async () => {
    const place = make();
    await written(place, { fact: 'round', round: 1, at }, intent('r1'), created('r1'));
    await written(place, intent('r2'), { fact: 'written', ids: ['A-r1'], at });
    const journal = await opened(place);
    expect(journal.isNew).toBe(false);
    expect(journal.rounds).toMatchObject([{ number: 1 }]);
    expect(journal.state('r1')).toMatchObject({ state: 'Pending', isShown: true });
    expect([journal.findKeyById('A-r1'), journal.state('r2')?.state]).toEqual(['r1', 'Sent']);
    await journal.close();
  });

  test('has what was synced while it is still open', async () => {
    const place = make();
    const journal = await opened(place);
    journal.append(intent('r1'));
    await journal.synced();
    journal.assertUsable();
    expect(await statesOf(place)).toEqual([['r1', 'Sent']]);
    await journal.close();
  });

  test('is rid of half a line with the next fact', async () => {
    const place = make();
    await written(place, intent('r1'));
    place.add('{"fact":"created","row":"r1"');
    expect(await statesOf(place)).toEqual([['r1', 'Sent']]);
    await written(place, intent('r2'));
    expect((await statesOf(place)).map(([row]) => row)).toEqual(['r1', 'r2']);
  });

  test('sends nothing when another run has written since it was read', async () => {
    const place = make();
    await written(place, intent('r1'));
    const late = await opened(place);
    await written(place, created('r1'));
    late.append(intent('r2'));
    await expect(late.synced()).rejects.toThrow('journalChanged');
    expect(late.isUsable).toBe(false);
    await expect(late.close()).rejects.toThrow('journalChanged');
    expect(await statesOf(place)).toEqual([['r1', 'Pending']]);
  });

  test('does not take the place of one that began meanwhile', async () => {
    const place = make();
    const late = await opened(place);
    await written(place, intent('r1'));
    late.append(intent('r2'));
    await expect(late.synced()).rejects.toThrow('journalChanged');
    await late.close().catch(() => undefined);
    expect(await statesOf(place)).toEqual([['r1', 'Sent']]);
  });

  test('with a damaged line is refused', async () => {
    const place = make();
    await written(place, intent('r1'));
    place.add('{"fact":"guess"}\n');
    await expect(place.read()).rejects.toMatchObject({
      said: [{ code: 'journalLineDamaged', line: 3 }],
    });
  });

  test('of another service is refused', async () => {
    const place = make();
    await written(place, intent('r1'));
    await expect(opened(place, 'https://other.example')).rejects.toThrow('journalOfOtherService');
  });
});

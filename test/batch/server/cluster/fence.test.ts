import { describe, expect, test, vi } from 'vitest';
import { Journal } from '../../../../batch/engine/journal/journal.js';
import { JournalError } from '../../../../batch/engine/journal/journalStore.js';
import { SharedLocks } from '../../../../batch/server/cluster/sharedLocks.js';
import { releaseSlice, renewSlice, takeSlice } from '../../../../batch/server/cluster/slice.js';
import { readSliceJournal, SliceJournal } from '../../../../batch/server/cluster/sliceJournal.js';
import { takeSlices } from '../../../../batch/server/cluster/startWorker.js';
import { workOnSlice } from '../../../../batch/server/cluster/workOnSlice.js';
import { hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { sandboxOfTest } from '../../../sandbox/sandboxUnderTest.js';
import { employees } from '../../run/runOfTest.js';
import { serviceOfTest } from '../runs/workOfTest.js';
import { loseAnswers } from './lostAnswers.js';
import { MachinesOfTest } from './machinesOfTest.js';

const at = '2026-11-25T12:00:00.000Z';
const toLine = (fact: object) => Buffer.from(`${JSON.stringify(fact)}\n`);
const intentFact = (row: string) => ({ fact: 'intent', row, attempt: 1, at });
const createdFact = (row: string) => ({ fact: 'created', row, assessmentId: `of ${row}`, at });
const unaborted = new AbortController().signal;

describe.skipIf(!hasPostgres)('a slice that another worker has taken over', () => {
  const takenOver = async () => {
    const machines = await MachinesOfTest.on(await sandboxOfTest());
    const sheet = await machines.addSheet(employees(3));
    const { id, taken: lost } = await machines.beginAndTake(sheet);
    await machines.letDie(id);
    const taken = await machines.take(id, 'another worker');
    return { machines, sheet, id, lost, taken };
  };

  test('keeps what its first holder appends, claims, stores or renews', async () => {
    const { machines, sheet, lost, taken } = await takenOver();
    const { store, sent } = machines.ports;
    const before = await machines.facts(sheet);
    const kept = new SliceJournal(store, lost);
    kept.append(toLine(intentFact(lost.rows[0]?.key ?? '')));
    await expect(kept.sync()).rejects.toMatchObject({ said: { code: 'journalChanged' } });
    expect(kept.isLost).toBe(true);
    expect(() => {
      kept.assertInPlace();
    }).toThrow(JournalError);
    expect(await machines.facts(sheet)).toEqual(before);

    const claim = sent.of(sheet, () => undefined, lost).claim(lost.rows[1]?.key ?? '', {});
    await expect(claim).rejects.toMatchObject({ said: { code: 'journalChanged' } });
    expect(await machines.ask('SELECT 1 FROM sent_request')).toEqual([]);

    expect(await renewSlice(store, lost, { done: 3, created: 0 })).toBe('lost');
    const left = { state: 'done', done: 3, created: 0, failures: 0 } as const;
    expect(await releaseSlice(store, lost, left)).toBe(false);
    const [slice] = await machines.ask('SELECT state, done, holder FROM slice');
    expect(slice).toEqual({ state: 'open', done: 0, holder: 'another worker' });
    expect(await renewSlice(store, taken, { done: 0, created: 0 })).toBe('held');
  });

  test('or whose sheet a page has taken keeps what a holder that wakes up appends or renews', async () => {
    const { machines, sheet, id, taken } = await takenOver();
    const { store } = machines.ports;
    await machines.letDie(id);
    const hold = await new SharedLocks(machines.store).take(sheet);
    const kept = new SliceJournal(store, taken);
    kept.append(toLine(intentFact(taken.rows[0]?.key ?? '')));
    await expect(kept.sync()).rejects.toMatchObject({ said: { code: 'journalChanged' } });
    expect(await renewSlice(store, taken, { done: 0, created: 0 })).toBe('lost');
    await hold.release();
  });

  test('is not forgotten when only its sheet was taken meanwhile', async () => {
    const machines = await MachinesOfTest.on(await sandboxOfTest({ latencyMs: 1_000 }));
    const sheet = await machines.addSheet(employees(3));
    const { slices } = await machines.begin(sheet);
    const [id = ''] = slices;
    const working = machines.work(id);
    await vi.waitFor(
      async () => {
        expect((await machines.sandbox.ledger()).requests.rwa_create).toBeGreaterThan(0);
      },
      { timeout: 10_000 },
    );
    await machines.letDie(id);
    const hold = await new SharedLocks(machines.store).take(sheet);
    await hold.release();
    await working;
    expect(machines.ports.queue.giveOut()).toMatchObject([{ slice: id }]);
  });

  test('is not worked on by its first holder, who sends nothing', async () => {
    const { machines, sheet, id, lost } = await takenOver();
    await workOnSlice(machines.ports, lost, unaborted);
    const { requests } = await machines.sandbox.ledger();
    expect(requests.rwa_create).toBe(0);
    expect(await machines.statuses(sheet, 3)).toEqual(['Not sent', 'Not sent', 'Not sent']);
    await machines.letDie(id);
    await machines.work(id);
    expect(await machines.statuses(sheet, 3)).toEqual(['Scored', 'Scored', 'Scored']);
  });

  test('while requests of its first holder are in flight: these are unconfirmed, and the others are sent', async () => {
    const machines = await MachinesOfTest.on(await sandboxOfTest({ latencyMs: 1_000 }));
    const sheet = await machines.addSheet(employees(12));
    const { id, taken: lost } = await machines.beginAndTake(sheet);
    const work = workOnSlice(machines.ports, lost, unaborted);
    await expect.poll(() => machines.creates(), { interval: 10 }).toBeGreaterThan(0);
    await machines.letDie(id);
    const taken = await machines.take(id, 'another worker');
    expect(await work).toEqual({ is: 'lost' });
    const intents = (await machines.facts(sheet)).filter(({ fact }) => fact === 'intent').length;
    const sent = await machines.creates();
    expect(intents).toBeLessThan(12);
    // A row whose intent was written at the same moment was not sent.
    expect(sent).toBeLessThanOrEqual(intents);

    const other = await machines.worker();
    await workOnSlice(other, taken, unaborted);
    expect(await machines.creates()).toBe(sent + 12 - intents);
    const statuses = await machines.statuses(sheet, 12);
    const unconfirmed = statuses.filter((status) => status === 'Unconfirmed');
    expect(unconfirmed).toHaveLength(intents);
  });

  test('is not given to another worker while its holder lives', async () => {
    const machines = await MachinesOfTest.on(await sandboxOfTest());
    const sheet = await machines.addSheet(employees(1));
    const { id } = await machines.beginAndTake(sheet);
    expect(await takeSlice(machines.store, id, 'another worker')).toBe('busy');
  });

  test('refuses what comes after the loss at once, and for good', async () => {
    const { machines, lost } = await takenOver();
    const kept = new SliceJournal(machines.store, lost);
    kept.append(toLine(intentFact('row')));
    await expect(kept.sync()).rejects.toThrow(JournalError);
    kept.append(toLine(createdFact('row')));
    await expect(kept.sync()).rejects.toThrow(JournalError);
  });
});

describe.skipIf(!hasPostgres)('an append to the journal of a slice', () => {
  test('whose answer is lost is written once, and so is what was appended meanwhile', async () => {
    const machines = await MachinesOfTest.on(await sandboxOfTest());
    const sheet = await machines.addSheet(employees(1));
    const { taken } = await machines.beginAndTake(sheet);
    const before = (await machines.facts(sheet)).length;
    const { store } = machines.ports;
    loseAnswers(store, /INSERT INTO journal/, [1, 2]);
    const kept = new SliceJournal(store, taken);
    kept.append(Buffer.concat([toLine(intentFact('1')), toLine(intentFact('2'))]));
    const synced = kept.sync();
    kept.append(toLine(intentFact('3')));
    await new Promise((resolve) => setTimeout(resolve, 20));
    kept.append(toLine(createdFact('1')));
    await synced;
    await kept.sync();
    const added = (await machines.facts(sheet)).slice(before);
    expect(added).toEqual([intentFact('1'), intentFact('2'), intentFact('3'), createdFact('1')]);
  });

  test('whose answer is lost keeps no row from being sent once, nor its scores from being stored', async () => {
    const machines = await MachinesOfTest.on(await sandboxOfTest());
    const sheet = await machines.addSheet(employees(4));
    const { run, slices } = await machines.begin(sheet);
    loseAnswers(machines.store, /INSERT INTO journal/, [1, 2, 4]);
    await machines.workAll(slices);
    await machines.end(run);
    expect(await machines.statuses(sheet, 4)).toEqual(['Scored', 'Scored', 'Scored', 'Scored']);
    expect(await machines.creates()).toBe(4);
    const facts = (await machines.facts(sheet)).map((fact) => JSON.stringify(fact));
    expect(new Set(facts).size).toBe(facts.length);
  });
});

describe.skipIf(!hasPostgres)('a worker', () => {
  const dying = async () => {
    const machines = await MachinesOfTest.on(await sandboxOfTest());
    const sheet = await machines.addSheet(employees(2));
    const { id, taken } = await machines.beginAndTake(sheet);
    const { sent } = await machines.worker();
    const [key = ''] = taken.rows.map((row) => row.key);
    expect(await sent.of(sheet, () => undefined, taken).claim(key, {})).toBe('new');
    return { machines, sheet, id, taken, key };
  };

  test('that dies between an intent and its answer leaves the row unconfirmed: it is not sent again', async () => {
    const { machines, sheet, id, taken, key } = await dying();
    const { store, now } = machines.ports;
    const stored = await readSliceJournal(store, taken);
    const kept = new SliceJournal(store, taken);
    const journal = new Journal(kept, stored, { service: serviceOfTest, now });
    journal.append({ fact: 'intent', row: key, attempt: 1, at });
    await journal.synced();
    await machines.letDie(id);
    await machines.work(id);
    expect(await machines.statuses(sheet, 2)).toEqual(['Unconfirmed', 'Scored']);
    expect(await machines.creates()).toBe(1);
    const open = await machines.ask("SELECT row FROM sent_request WHERE state = 'open'");
    expect(open).toEqual([{ row: key }]);
  });

  test('that dies between a claim and its intent leaves a row that is sent', async () => {
    const { machines, sheet, id } = await dying();
    await machines.letDie(id);
    await machines.work(id);
    expect(await machines.statuses(sheet, 2)).toEqual(['Scored', 'Scored']);
    expect(await machines.creates()).toBe(2);
  });

  test('that is given a slice again which it works on finishes that first, and sends no row twice', async () => {
    const machines = await MachinesOfTest.on(await sandboxOfTest({ latencyMs: 500 }));
    const sheet = await machines.addSheet(employees(3));
    const { slices } = await machines.begin(sheet);
    const [id = ''] = slices;
    let give: (slice: string) => Promise<void> = () => Promise.resolve();
    const { queue } = machines.ports;
    const worker = await takeSlices({
      ...machines.ports,
      queue: {
        send: (...args) => queue.send(...args),
        stopTaking: () => Promise.resolve(),
        work: (_atOnce, work) => {
          give = work;
          return Promise.resolve();
        },
      },
    });
    const first = give(id);
    await expect.poll(() => machines.creates(), { interval: 10 }).toBeGreaterThan(0);
    await Promise.all([first, give(id)]);
    await worker.drain();
    expect(await machines.statuses(sheet, 3)).toEqual(['Scored', 'Scored', 'Scored']);
    expect(await machines.creates()).toBe(3);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { RowFact } from '../../../../batch/engine/journal/facts.js';
import { Journal } from '../../../../batch/engine/journal/journal.js';
import type { ClaimDetails } from '../../../../batch/engine/rows/rowWork.js';
import type { Store } from '../../../../batch/server/db/store.js';
import { startSheetRun } from '../../../../batch/server/runs/startRun.js';
import {
  JournalInStore,
  readStoredJournal,
} from '../../../../batch/server/journal/journalInStore.js';
import { findLiveSheet } from '../../../../batch/server/sheets/liveSheet.js';
import {
  type CrossProcessChecks,
  SentRequestRegistry,
} from '../../../../batch/server/journal/sentRequestRegistry.js';
import { endRun, requeueRun, listActiveRuns } from '../../../../batch/server/runs/runStore.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { testRounds } from '../rounds/testRounds.js';
import { loseAnswers } from '../cluster/lostAnswers.js';
import { isOnPostgres, openTestStore } from '../openTestStore.js';
import { TestWork } from './testWork.js';

const at = '2026-11-21T10:00:00.000Z';
/** The number of times that most races are repeated. */
const repetitions = 10;
/** The maximum number of starts during one deletion. A deletion fails after it has stopped `maxRunsToStop` runs. */
const maxStarts = 9;

/** Opens the database a second time, as another process does. */
async function openOtherProcess({ folder }: Pick<Store, 'folder'>): Promise<Store> {
  const store = await openTestStore(folder);
  onTestFinished(() => store.close());
  return store;
}

/** Starts two servers without the engine on one database. A run that is halted ends as stopped. */
async function startTwoServers() {
  const server = await testRounds();
  const { services } = server;
  const halt = async (run: string) => {
    await endRun(services.store, run, 'stopped', { at, messages: [] });
  };
  Object.assign(services.work, { halt });
  const otherServices = { ...services, store: await openOtherProcess(services.store) };
  const start = (on: typeof services, sheet: string) =>
    startSheetRun(on, sheet, { operation: 'assess' }, 'ana');
  return { server, services, otherServices, start };
}

test('two people who start a run on two servers at once start only one run', async () => {
  const { server, services, otherServices, start } = await startTwoServers();
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const sheet = await server.addSheet();
    const [firstStart, secondStart] = await Promise.all([
      start(services, sheet),
      start(otherServices, sheet),
    ]);
    expect(firstStart.run.id).toBe(secondStart.run.id);
    expect([firstStart.isNew, secondStart.isNew].toSorted()).toEqual([false, true]);
  }
  expect(await listActiveRuns(services.store)).toHaveLength(repetitions);
});

test('a start and a resumption at the same time lead to one run', async () => {
  const { server, services, otherServices, start } = await startTwoServers();
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const sheet = await server.addSheet();
    const { run: paused } = await start(services, sheet);
    await endRun(services.store, paused.id, 'paused', { at, messages: [] });
    const [started, isResumed] = await Promise.all([
      start(services, sheet),
      requeueRun(otherServices.store, paused.id),
    ]);
    const activeRuns = await listActiveRuns(services.store);
    expect(activeRuns).toMatchObject([{ id: started.run.id }]);
    expect(started.run.id === paused.id).toBe(isResumed);
    await endRun(services.store, started.run.id, 'stopped', { at, messages: [] });
  }
});

test('a sheet that is deleted while a run starts has no run afterwards', async () => {
  const { server, services, otherServices, start } = await startTwoServers();
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const sheet = await server.addSheet();
    const deleting = server.ask('administrator', 'DELETE', `/api/sheets/${sheet}`);
    const starts: Promise<unknown>[] = [];
    const ended = new AbortController();
    const deleted = deleting.finally(() => {
      ended.abort();
    });
    while (!ended.signal.aborted) {
      // The sheet is not deleted while it has a run, so the starts are rare and limited.
      const startsNow = starts.length < maxStarts && Math.random() < 0.3;
      if (startsNow) starts.push(start(otherServices, sheet).catch((error: unknown) => error));
      await sleep(1);
    }
    expect((await deleted).status).toBe(204);
    for (const started of await Promise.all(starts)) {
      if (started instanceof Error) expect(started).toMatchObject({ code: 'not_found' });
    }
    expect(await findLiveSheet(services.store, sheet)).toBeUndefined();
    expect(await listActiveRuns(services.store)).toEqual([]);
  }
});

/** Creates the registries of two processes. `claim` claims a row in both at once, each for its own sheet. */
async function createTwoRegistries() {
  const { services } = await testRounds();
  const stores = [services.store, await openOtherProcess(services.store)] as const;
  const others: CrossProcessChecks = {
    holdsLease: () => Promise.resolve(true),
    isUnderWay: () => Promise.resolve(false),
    findRow: () => Promise.resolve(undefined),
  };
  const registries = stores.map((store) => new SentRequestRegistry(store, Date.now, others));
  const claim = (row: string, details: readonly [ClaimDetails, ClaimDetails] = [{}, {}]) =>
    Promise.all(
      registries.map((registry, index) =>
        registry
          .createClaimStore(`sheet-${index}`, () => undefined)
          .claim(row, details[index] ?? {}),
      ),
    );
  return { stores, claim };
}

test('if two processes claim a request for two sheets at once, only one of them may send it', async () => {
  const { claim } = await createTwoRegistries();
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const rows = Array.from({ length: 5 }, (_, index) => `row ${repetition} ${index}`);
    const claims = await Promise.all(rows.map((row) => claim(row)));
    for (const results of claims) {
      expect(results.filter((result) => result === 'new')).toHaveLength(1);
      expect(results).toContainEqual(expect.objectContaining({ isDone: false }));
    }
  }
});

test('if two sheets claim rows of one employee at once, only one of the rows may be sent', async () => {
  const { stores } = await createTwoRegistries();
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const results = await Promise.all(
      stores.map((store, index) =>
        new SentRequestRegistry(store, Date.now)
          .createClaimStore(`sheet-${index}`, () => undefined)
          .claim(`row ${repetition} of ${index}`, { employee: `employee ${repetition}` }),
      ),
    );
    expect(results.toSorted()).toEqual(['employeeUnanswered', 'new']);
  }
});

test('if two equivalent rows are claimed at once, only one of them may be sent', async () => {
  const { stores } = await createTwoRegistries();
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const [first, second] = stores.map((store, index) =>
      new SentRequestRegistry(store, Date.now).createClaimStore(`sheet-${index}`, () => undefined),
    );
    const without = `without ${repetition}`;
    const results = await Promise.all([
      first?.claim(`with ${repetition}`, { equal: [without] }),
      second?.claim(without, {}),
    ]);
    expect(results.filter((result) => result === 'new')).toHaveLength(1);
  }
});

/** Assesses two sheets with one row each, for different employees. Both answers are lost, so the rows are unconfirmed. */
async function loseTwoAnswers() {
  const sandbox = await startTestSandbox();
  const server = await TestWork.open(sandbox);
  const loseAnswer = async (employee: string) => {
    await sandbox.loseAnswer(employee);
    const sheet = await server.addSheet([employee], '\r\n'.repeat(Number(employee.slice(2))));
    await server.runToEnd(sheet);
    return { sheet, key: await server.findUnconfirmedKey(sheet) };
  };
  const rows = [await loseAnswer('E-1'), await loseAnswer('E-2')];
  return { server, rows, assessmentId: await server.findId('E-1') };
}

test('an ID that two people enter at once for rows of two sheets is accepted for only one row', async () => {
  const { server, rows, assessmentId } = await loseTwoAnswers();
  const journal: Pick<JournalInStore, 'sync'> = JournalInStore.prototype;
  const { sync } = journal;
  const slow = vi.spyOn(journal, 'sync').mockImplementation(async function (this: JournalInStore) {
    await sleep(200);
    return sync.call(this);
  });
  onTestFinished(() => {
    slow.mockRestore();
  });
  const settled = await Promise.allSettled(
    rows.map(({ sheet, key }) => server.settle(sheet, key, { exists: true, assessmentId })),
  );
  expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const owners = await server.store.db
    .selectFrom('sent_request')
    .select('owner')
    .where('assessment_id', '=', assessmentId)
    .execute();
  expect(owners).toHaveLength(1);
});

test.runIf(isOnPostgres)(
  'facts and claims are written once even if the answer to every second COMMIT is lost',
  async () => {
    const { stores } = await createTwoRegistries();
    const [store] = stores;
    loseAnswers(store, /\b(?:journal|sent_request)\b/, (count) => count % 2 === 1);
    const { stored, last } = await readStoredJournal(store, 'sheet');
    const journal = new Journal(new JournalInStore(store, 'sheet', last), stored, {
      service: 'x',
      salt: 'salt',
      now: () => Date.parse(at),
    });
    const createIntentFact = (row: string): RowFact => ({ fact: 'intent', row, attempt: 1, at });
    const claims = new SentRequestRegistry(store, Date.now).createClaimStore(
      'sheet',
      () => journal,
    );
    for (const row of ['a', 'b', 'c', 'd']) {
      expect(await claims.claim(row, {})).toBe('new');
      journal.append(createIntentFact(row));
      await journal.waitForSync();
    }
    await journal.close();
    const lines = await store.db.selectFrom('journal').select('row').orderBy('number').execute();
    expect(lines.map(({ row }) => row)).toEqual([null, 'a', 'b', 'c', 'd']);
    const claimedRows = await store.db.selectFrom('sent_request').select('row').execute();
    expect(claimedRows.map(({ row }) => row).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  },
);

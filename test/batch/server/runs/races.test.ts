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
import { listUnconfirmed } from '../../../../batch/server/results/unconfirmedStore.js';
import { testSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { testRounds } from '../rounds/testRounds.js';
import { loseAnswers } from '../cluster/lostAnswers.js';
import { isOnPostgres, openTestStore } from '../openTestStore.js';
import { TestWork } from './testWork.js';
import { entryBy } from '../entryBy.js';

const at = '2026-11-21T10:00:00.000Z';
/** How often most races are repeated. */
const rounds = 10;
/** The most starts during one deletion, which gives up after it has stopped `maxRunsToStop` runs. */
const maxStarts = 9;

/** Opens the database a second time, as another process does. */
async function openOtherProcess({ folder }: Pick<Store, 'folder'>): Promise<Store> {
  const store = await openTestStore(folder);
  onTestFinished(() => store.close());
  return store;
}

/** Starts two servers without the engine on one database. Halting a run ends it as stopped. */
async function startTwoPages() {
  const page = await testRounds();
  const { services } = page;
  const halt = async (run: string) => {
    await endRun(services.store, run, 'stopped', { at, messages: [] });
  };
  Object.assign(services.work, { halt });
  const other = { ...services, store: await openOtherProcess(services.store) };
  const start = (on: typeof services, sheet: string) =>
    startSheetRun(on, sheet, { operation: 'assess' }, 'ana');
  return { page, services, other, start };
}

test('two people who start a run on two pages at once start one run', async () => {
  const { page, services, other, start } = await startTwoPages();
  for (let round = 0; round < rounds; round++) {
    const sheet = await page.addSheet();
    const [firstStart, secondStart] = await Promise.all([
      start(services, sheet),
      start(other, sheet),
    ]);
    expect(firstStart.run.id).toBe(secondStart.run.id);
    expect([firstStart.isNew, secondStart.isNew].toSorted()).toEqual([false, true]);
  }
  expect(await listActiveRuns(services.store)).toHaveLength(rounds);
});

test('a start and a resumption at once lead to one run', async () => {
  const { page, services, other, start } = await startTwoPages();
  for (let round = 0; round < rounds; round++) {
    const sheet = await page.addSheet();
    const { run: paused } = await start(services, sheet);
    await endRun(services.store, paused.id, 'paused', { at, messages: [] });
    const [started, isResumed] = await Promise.all([
      start(services, sheet),
      requeueRun(other.store, paused.id),
    ]);
    const working = await listActiveRuns(services.store);
    expect(working).toMatchObject([{ id: started.run.id }]);
    expect(started.run.id === paused.id).toBe(isResumed);
    await endRun(services.store, started.run.id, 'stopped', { at, messages: [] });
  }
});

test('a sheet that is deleted while a run starts has no run afterwards', async () => {
  const { page, services, other, start } = await startTwoPages();
  for (let round = 0; round < rounds; round++) {
    const sheet = await page.addSheet();
    const deleting = page.ask('administrator', 'DELETE', `/api/sheets/${sheet}`);
    const starts: Promise<unknown>[] = [];
    const ended = new AbortController();
    const deleted = deleting.finally(() => {
      ended.abort();
    });
    while (!ended.signal.aborted) {
      // The sheet is not deleted while it has a run, so the starts are rare and limited.
      const startsNow = starts.length < maxStarts && Math.random() < 0.3;
      if (startsNow) starts.push(start(other, sheet).catch((error: unknown) => error));
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

/** Creates the claims of two processes, each with its own sheet. */
async function createTwoSenders() {
  const { services } = await testRounds();
  const stores = [services.store, await openOtherProcess(services.store)] as const;
  const others: CrossProcessChecks = {
    holdsLease: () => Promise.resolve(true),
    isUnderWay: () => Promise.resolve(false),
    findRow: () => Promise.resolve(undefined),
  };
  const senders = stores.map((store) => new SentRequestRegistry(store, Date.now, others));
  const claim = (row: string, details: readonly [ClaimDetails, ClaimDetails] = [{}, {}]) =>
    Promise.all(
      senders.map((sender, index) =>
        sender.claimsFor(`sheet-${index}`, () => undefined).claim(row, details[index] ?? {}),
      ),
    );
  return { stores, claim };
}

test('a request that two sheets on two machines claim at once may be sent by only one of them', async () => {
  const { claim } = await createTwoSenders();
  for (let round = 0; round < rounds; round++) {
    const rows = Array.from({ length: 5 }, (_, index) => `row ${round} ${index}`);
    const claims = await Promise.all(rows.map((row) => claim(row)));
    for (const results of claims) {
      expect(results.filter((result) => result === 'new')).toHaveLength(1);
      expect(results).toContainEqual(expect.objectContaining({ isDone: false }));
    }
  }
});

test('of two rows of one employee that two sheets claim at once, only one may be sent', async () => {
  const { stores } = await createTwoSenders();
  for (let round = 0; round < rounds; round++) {
    const results = await Promise.all(
      stores.map((store, index) =>
        new SentRequestRegistry(store, Date.now)
          .claimsFor(`sheet-${index}`, () => undefined)
          .claim(`row ${round} of ${index}`, { employee: `employee ${round}` }),
      ),
    );
    expect(results.toSorted()).toEqual(['employeeUnanswered', 'new']);
  }
});

test('only one of two equivalent rows that are claimed at once may be sent', async () => {
  const { stores } = await createTwoSenders();
  for (let round = 0; round < rounds; round++) {
    const [first, second] = stores.map((store, index) =>
      new SentRequestRegistry(store, Date.now).claimsFor(`sheet-${index}`, () => undefined),
    );
    const without = `without ${round}`;
    const results = await Promise.all([
      first?.claim(`with ${round}`, { equal: [without] }),
      second?.claim(without, {}),
    ]);
    expect(results.filter((result) => result === 'new')).toHaveLength(1);
  }
});

/** Assesses two sheets with one row each, for different employees. Both answers are lost, so the rows are unconfirmed. */
async function loseTwoAnswers() {
  const sandbox = await testSandbox();
  const server = await TestWork.open(sandbox);
  const loseAnswer = async (employee: string) => {
    await sandbox.loseAnswer(employee);
    const sheet = await server.addSheet([employee], '\r\n'.repeat(Number(employee.slice(2))));
    await server.start(sheet);
    await server.until(sheet, 'ended');
    const [row] = await listUnconfirmed(server.store, sheet);
    return { sheet, key: row?.key ?? '' };
  };
  const rows = [await loseAnswer('E-1'), await loseAnswer('E-2')];
  const { assessments } = await sandbox.ledger();
  const [created] = assessments.filter(({ employeeId }) => employeeId === 'E-1');
  return { server, rows, assessmentId: created?.assessmentId as string };
}

test('an ID that two people enter at once for rows of two sheets is accepted for one row', async () => {
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
    rows.map(({ sheet, key }) =>
      server.work.settle(sheet, key, { exists: true, assessmentId }, entryBy('me')),
    ),
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
  'facts and claims are written once even if every second COMMIT has no answer',
  async () => {
    const { stores } = await createTwoSenders();
    const [store] = stores;
    loseAnswers(store, /\b(?:journal|sent_request)\b/, (count) => count % 2 === 1);
    const { stored, last } = await readStoredJournal(store, 'sheet');
    const journal = new Journal(new JournalInStore(store, 'sheet', last), stored, {
      service: 'x',
      salt: 'salt',
      now: () => Date.parse(at),
    });
    const intent = (row: string): RowFact => ({ fact: 'intent', row, attempt: 1, at });
    const sent = new SentRequestRegistry(store, Date.now).claimsFor('sheet', () => journal);
    for (const row of ['a', 'b', 'c', 'd']) {
      expect(await sent.claim(row, {})).toBe('new');
      journal.append(intent(row));
      await journal.synced();
    }
    await journal.close();
    const lines = await store.db.selectFrom('journal').select('row').orderBy('number').execute();
    expect(lines.map(({ row }) => row)).toEqual([null, 'a', 'b', 'c', 'd']);
    const claims = await store.db.selectFrom('sent_request').select('row').execute();
    expect(claims.map(({ row }) => row).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  },
);

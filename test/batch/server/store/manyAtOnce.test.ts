import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { RowState } from '../../../../batch/engine/journal/rowState.js';
import type { Store } from '../../../../batch/server/db/store.js';
import {
  addCorrections,
  listCorrections,
} from '../../../../batch/server/sheets/correctionStore.js';
import {
  addDecisions,
  endDecisions,
  readLatestRecorded,
  findOutdatedDecisions,
  listUnfinishedDecisions,
} from '../../../../batch/server/decisions/decisionStore.js';
import { SentRequestRegistry } from '../../../../batch/server/journal/sentRequestRegistry.js';
import {
  addPersonActions,
  endPersonActions,
  listPersonActions,
  findWaitingAction,
} from '../../../../batch/server/people/personStore.js';
import {
  claimRows,
  endClaims,
  updateClaimsFromJournal,
  hasOpenClaim,
  findOwnerByAssessment,
  reopenClaims,
  findRowsWithIdsOfOthers,
} from '../../../../batch/server/journal/sentRequests.js';
import { testStore } from '../results/testStore.js';
import { testLog } from '../testLog.js';

const at = '2026-11-27T01:00:00.000Z';
const names = Array.from({ length: 1_000 }, (_, index) => `row ${index}`);

function countStatements(store: Store): {
  readonly store: Store;
  readonly statements: () => number;
} {
  let statements = 0;
  const db = store.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      statements++;
      return Promise.resolve(result);
    },
  });
  return { store: { ...store, db }, statements: () => statements };
}

async function expectFewStatements(store: Store, work: (store: Store) => Promise<unknown>) {
  const { store: countedStore, statements } = countStatements(store);
  await work(countedStore);
  expect(statements()).toBeGreaterThan(0);
  expect(statements()).toBeLessThanOrEqual(30);
}

test('many corrections are stored in few statements, and replace earlier corrections of the same values', async () => {
  const store = await testStore();
  const corrections = names.map((value, index) => {
    return { field: 'destination', value, to: `${value} 1`, row: index % 2 === 0 ? null : index };
  });
  const by = { by: 'ada', at, seenIn: 'Hires' };
  await expectFewStatements(store, (store) => addCorrections(store, 'sheet', corrections, by));
  await addCorrections(store, 'other', corrections.slice(0, 1), by);
  const changed = corrections.map((correction) => ({ ...correction, to: `${correction.value} 2` }));
  const last = { field: 'destination', value: 'row 0', to: 'the last', row: null };
  const withRepetition = [...changed, last];
  await expectFewStatements(store, (store) => addCorrections(store, 'sheet', withRepetition, by));
  const found = await listCorrections(store, 'sheet');
  expect(found).toHaveLength(1_000);
  expect(new Map(found.map(({ value, to }) => [value, to]))).toEqual(
    new Map([...changed.map(({ value, to }) => [value, to] as const), ['row 0', 'the last']]),
  );
  expect(found.filter(({ row }) => row === null)).toHaveLength(500);
  expect(await listCorrections(store, 'other')).toHaveLength(1);
});

test('the outcomes of many decisions are stored in few statements', async () => {
  const store = await testStore();
  const decisions = names.map((id, row) => {
    const fields = { person: 'M-1', personField: 'managerId', note: '', by: 'ada' };
    return { id, sheet: 'sheet', row, assessmentId: `A ${id}`, status: 'Rejected', at, ...fields };
  });
  const later = { ...decisions[5], id: 'later' };
  await addDecisions(store, [...decisions, later] as Parameters<typeof addDecisions>[1]);
  await expectFewStatements(store, async (store) => {
    expect(await findOutdatedDecisions(store, decisions)).toEqual(new Set(['row 5']));
  });
  const outcomes = names.map((id, index) => {
    return { id, state: index < 500 ? ('recorded' as const) : ('failed' as const), message: id };
  });
  await expectFewStatements(store, (store) => endDecisions(store, outcomes));
  expect((await listUnfinishedDecisions(store)).map(({ id }) => id)).toEqual(['later']);
  const recorded = await readLatestRecorded(store, ['A row 499', 'A row 500']);
  expect([...recorded]).toEqual([['A row 499', 'Rejected']]);
});

test('the outcomes of many invitations are stored in few statements', async () => {
  const store = await testStore();
  const actions = names.map((id) => ({ id, action: 'invite' as const, person: id, by: 'ada', at }));
  await addPersonActions(store, actions);
  const outcomes = names.map((id, index) => {
    const waiting = { waitsFor: 'settle' as const, key: id, sent: { staff_id: id } };
    return {
      id,
      status: 'Unconfirmed',
      message: id,
      request: {},
      waiting: index === 1 ? waiting : undefined,
    };
  });
  await expectFewStatements(store, (store) => endPersonActions(store, outcomes));
  expect(
    (await listPersonActions(store, 'en')).every(({ person, message }) => message === person),
  ).toBe(true);
  expect(await findWaitingAction(store, 'row 0')).toBeUndefined();
  expect(await findWaitingAction(store, 'row 1')).toMatchObject({ sent: { staff_id: 'row 1' } });
});

test('many claims are added, ended, reopened and updated from a journal in few statements', async () => {
  const store = await testStore();
  const claims = names.map((row) => ({ owner: 'sheet', row }));
  await expectFewStatements(store, (store) => claimRows(store, 'sheet', claims, at));
  // Claims the same rows again, like the next run after a run has died.
  await expectFewStatements(store, (store) => claimRows(store, 'sheet', claims, at));
  const ends = claims.map(({ owner, row }, index) => {
    return { owner, row, answer: index % 2 === 0 ? { assessmentId: `A ${row}` } : undefined };
  });
  await expectFewStatements(store, (store) => endClaims(store, ends));
  expect(await findOwnerByAssessment(store, 'A row 2', 'row 2')).toBe('sheet');
  expect(await findOwnerByAssessment(store, 'A row 3', 'row 3')).toBeUndefined();
  expect(await hasOpenClaim(store, { owner: 'sheet', row: 'row 3' })).toBe(false);

  const assessments = names.map((row) => ({ row: `other ${row}`, assessmentId: `A ${row}` }));
  await expectFewStatements(store, async (store) => {
    expect((await findRowsWithIdsOfOthers(store, 'other', assessments)).size).toBe(500);
    expect((await findRowsWithIdsOfOthers(store, 'sheet', assessments)).size).toBe(0);
  });

  await expectFewStatements(store, (store) => reopenClaims(store, 'sheet', names));
  expect(await findOwnerByAssessment(store, 'A row 2', 'row 2')).toBeUndefined();
  expect(await hasOpenClaim(store, { owner: 'sheet', row: 'row 2' })).toBe(true);
  expect(await hasOpenClaim(store, { owner: 'sheet', row: 'row 3' })).toBe(false);

  const states = new Map<string, RowState>();
  for (const [index, row] of names.entries()) {
    if (index % 4 === 1) states.set(row, { state: 'Unconfirmed', at });
    if (index % 4 === 3) states.set(row, { state: 'Scored', at, assessmentId: `B ${row}` });
  }
  await expectFewStatements(store, (store) => updateClaimsFromJournal(store, 'sheet', { states }));
  expect(await hasOpenClaim(store, { owner: 'sheet', row: 'row 1' })).toBe(true);
  expect(await hasOpenClaim(store, { owner: 'sheet', row: 'row 2' })).toBe(false);
  expect(await findOwnerByAssessment(store, 'B row 3', 'row 3')).toBe('sheet');
});

test('simultaneous confirmations take few statements, and each transaction checks its lease once', async () => {
  const { store, statements } = countStatements(await testStore());
  const checkedLeases: unknown[] = [];
  const registry = new SentRequestRegistry(store, Date.now, {
    holdsLease: (_, lease) => {
      checkedLeases.push(lease);
      return Promise.resolve(lease !== 'lost');
    },
    isUnderWay: () => Promise.resolve(false),
    findRow: () => Promise.resolve(undefined),
  });
  const claims = registry.createClaimStore('sheet', () => undefined, 'held');
  expect(await Promise.all(names.map((row) => claims.claim(row, {})))).toEqual(
    names.map(() => 'new'),
  );
  await claims.claim('row of another', {});
  const before = statements();
  checkedLeases.length = 0;
  await Promise.all(names.map((row) => claims.confirm(row)));
  await registry.createClaimStore('sheet', () => undefined, 'lost').release('row of another');
  await registry.updateClaims('none', [], { states: new Map() }, 'held');
  expect(checkedLeases).toEqual(['held', 'lost', 'held']);
  expect(statements() - before).toBeLessThanOrEqual(30);
  expect(await hasOpenClaim(store, { owner: 'sheet', row: 'row of another' })).toBe(true);
  expect(await hasOpenClaim(store, { owner: 'sheet', row: 'row 1' })).toBe(false);
});

test('the end of a claim is written again after a failed write, without another claim', async () => {
  const log = testLog();
  const store = await testStore();
  let isFailing = false;
  const registry = new SentRequestRegistry(store, Date.now, {
    holdsLease: () => (isFailing ? Promise.reject(new Error('no space')) : Promise.resolve(true)),
    isUnderWay: () => Promise.resolve(false),
    findRow: () => Promise.resolve(undefined),
  });
  const claims = registry.createClaimStore('sheet', () => undefined, 'held');
  await claims.claim('row', {});
  isFailing = true;
  await claims.release('row');
  await expect.poll(() => log.length, { timeout: 5_000 }).toBe(1);
  const isOpen = () => hasOpenClaim(store, { owner: 'sheet', row: 'row' });
  expect(await isOpen()).toBe(true);
  isFailing = false;
  await expect.poll(isOpen, { timeout: 5_000 }).toBe(false);
});

test('after its end, a process tries no more to write the end of a claim', async () => {
  const log = testLog();
  const registry = new SentRequestRegistry(await testStore(), Date.now, {
    holdsLease: () => Promise.reject(new Error('no space')),
    isUnderWay: () => Promise.resolve(false),
    findRow: () => Promise.resolve(undefined),
  });
  await registry.createClaimStore('sheet', () => undefined, 'held').release('row');
  await registry.close();
  await sleep(1_200);
  expect(log.length).toBe(1);
});

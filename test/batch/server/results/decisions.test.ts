import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { LogStore } from '../../../../batch/server/access/logStore.js';
import {
  listDecisions,
  readLatestDecisions,
  listUnfinishedDecisions,
} from '../../../../batch/server/decisions/decisionStore.js';
import {
  endInterruptedPeople,
  sendPeople,
  settlePerson,
} from '../../../../batch/server/people/sendPeople.js';
import type { Store } from '../../../../batch/server/db/store.js';
import { listPersonActions } from '../../../../batch/server/people/personStore.js';
import { generateResultsCsv } from '../../../../batch/server/results/downloads/resultsCsv.js';
import { readRowsByNumber } from '../../../../batch/server/results/rowPages.js';
import {
  resumeDecisions,
  sendDecisions,
} from '../../../../batch/server/decisions/sendDecisions.js';
import { planRun } from '../../../../batch/server/runs/planRun.js';
import type { DecisionToSend } from '../../../../batch/server/threads/work.js';
import { headings, hireRow } from '../../run/testRun.js';
import { assessed, testResults, type ResultsUnderTest, uploaded } from './testStore.js';
import { entryBy } from '../entryBy.js';
import { ageRequests } from '../ageRequests.js';

/** Assesses two rows, and returns a manager's approvals of both. */
async function twoRows(): Promise<{
  test: ResultsUnderTest;
  sheet: string;
  approvals: DecisionToSend[];
}> {
  const test = await testResults();
  const rows = [headings, hireRow('E-1'), hireRow('E-2'), ''].join('\r\n');
  const sheet = await uploaded(test, 'hires.csv', rows);
  await assessed(test, sheet);
  const approvals = (await readRowsByNumber(test.store, sheet, [2, 3])).map(
    ({ row, assessmentId = '' }): DecisionToSend => ({
      row,
      assessmentId,
      status: 'Manager Approved',
      managerId: 'M-200',
    }),
  );
  expect(approvals.map(({ assessmentId }) => assessmentId)).not.toContain('');
  return { test, sheet, approvals };
}

async function decisionsOnRow({ store }: ResultsUnderTest, sheet: string, number: number) {
  const [row] = await readRowsByNumber(store, sheet, [number]);
  if (row === undefined) throw new Error(`There is no row ${number}.`);
  return listDecisions(store, sheet, row);
}

const statuses = async ({ sandbox }: ResultsUnderTest) =>
  (await sandbox.ledger()).assessments.map(({ status }) => status);

test('decisions on several rows are recorded with their member', async () => {
  const { test, sheet, approvals } = await twoRows();
  const changes: unknown[] = [];
  test.ports.changes.on((change) => changes.push(change));
  const sent = await sendDecisions(test.ports, sheet, approvals, entryBy('Ada Ek'));
  expect(sent).toMatchObject([
    { index: 0, ok: true, message: '' },
    { index: 1, ok: true, message: '' },
  ]);
  expect(await statuses(test)).toEqual(['Manager Approved', 'Manager Approved']);
  const decision = { status: 'Manager Approved', by: 'Ada Ek' };
  expect(await readRowsByNumber(test.store, sheet, [2, 3])).toMatchObject([
    { decision },
    { decision },
  ]);
  expect(await decisionsOnRow(test, sheet, 2)).toMatchObject([
    { ...decision, state: 'recorded', message: '', person: 'M-200' },
  ]);
  expect(changes).toEqual([
    { type: 'rows', sheet, rows: [2, 3] },
    { type: 'rows', sheet, rows: [2, 3] },
  ]);
});

test('after a round, a row shows the decision on its earlier assessment until it has a new one', async () => {
  const { test, sheet, approvals } = await twoRows();
  await sendDecisions(test.ports, sheet, approvals, entryBy('Ada Ek'));
  const plan = await planRun({ ...test.ports, limits: {} }, sheet, { operation: 'reassess' });
  expect(plan.notes.at(-1)).toBe(
    '2 rows have a decision, which stays with their present assessment. They need a new one after this round.',
  );
  await assessed(test, sheet, 'reassess');
  const earlierDecision = { status: 'Manager Approved', by: 'Ada Ek', round: 1 };
  const [first, second] = await readRowsByNumber(test.store, sheet, [2, 3]);
  expect([first, second]).toMatchObject([{ earlierDecision }, { earlierDecision }]);
  expect(first).not.toHaveProperty('decision');
  const csv = await text(generateResultsCsv(test.store, sheet));
  expect(csv).toContain(',"Manager Approved, round 1, Ada Ek, 20');

  const assessmentId = first?.assessmentId ?? '';
  const again = { row: 2, assessmentId, status: 'Canceled', cancelledByStaffId: 'M-200' } as const;
  await sendDecisions(test.ports, sheet, [again], entryBy('Bo Li'));
  const [decided] = await readRowsByNumber(test.store, sheet, [2]);
  expect(decided).toMatchObject({ decision: { status: 'Canceled' } });
  expect(decided).not.toHaveProperty('earlierDecision');
  expect(await decisionsOnRow(test, sheet, 2)).toMatchObject([
    { status: 'Canceled', isEarlier: false, round: 2 },
    { status: 'Manager Approved', isEarlier: true, round: 1 },
  ]);
});

test('the decisions of more rows than a statement has variables are found', async () => {
  const { test, sheet, approvals } = await twoRows();
  await sendDecisions(test.ports, sheet, approvals, entryBy('Ada Ek'));
  const rows = Array.from({ length: 20_000 }, (_, at) => ({
    sheet,
    number: at + 2,
    employee_id: `E-${at + 1}`,
    assessment_id: approvals[at]?.assessmentId ?? `other-${at}`,
  }));
  const shown = await readLatestDecisions(test.store, rows);
  expect(shown).toHaveLength(rows.length);
  expect(shown.filter(({ decision }) => decision !== undefined)).toHaveLength(2);
});

test('a row that belongs to another person after a new choice of columns has no decision', async () => {
  const { test, sheet, approvals } = await twoRows();
  await sendDecisions(test.ports, sheet, approvals, entryBy('Ada Ek'));
  await test.store.db
    .updateTable('row')
    .set({ employee_id: 'E-9', assessment_id: null, decision: null })
    .where('number', '=', 2)
    .execute();
  expect(await decisionsOnRow(test, sheet, 2)).toEqual([]);
  const [row] = await readRowsByNumber(test.store, sheet, [2]);
  expect(row).not.toHaveProperty('earlierDecision');
});

test('a row with the assessment of another employee has no decision', async () => {
  const { test, sheet, approvals } = await twoRows();
  await sendDecisions(test.ports, sheet, approvals, entryBy('Ada Ek'));
  await test.store.db
    .updateTable('row')
    .set({ employee_id: 'E-9', status: 'Invalid' })
    .where('number', '=', 2)
    .execute();
  const [other, own] = await readRowsByNumber(test.store, sheet, [2, 3]);
  expect(other).toMatchObject({ status: 'Invalid', assessmentId: approvals[0]?.assessmentId });
  expect(other).not.toHaveProperty('decision');
  expect(own).toMatchObject({ decision: { status: 'Manager Approved' } });
  expect(await decisionsOnRow(test, sheet, 2)).toEqual([]);
  expect(await decisionsOnRow(test, sheet, 3)).toHaveLength(1);
});

test('a refused decision has the reason of the service, and the others are recorded', async () => {
  const { test, sheet, approvals } = await twoRows();
  const [first, second] = approvals;
  if (first === undefined || second === undefined) throw new Error('There are two.');
  // The account of this team member is not activated.
  const byInactiveMember = {
    ...second,
    status: 'Compliance Approved',
    complianceTeamMemberId: 'C-101',
  } as const;
  const sent = await sendDecisions(test.ports, sheet, [first, byInactiveMember], entryBy('Ada Ek'));
  expect(sent).toMatchObject([
    { ok: true },
    { ok: false, message: expect.stringMatching(/activated/) as string },
  ]);
  const [, refused] = await readRowsByNumber(test.store, sheet, [2, 3]);
  expect(refused?.decision).toBeUndefined();
  expect(refused?.unrecorded).toMatchObject({ state: 'failed', message: sent[1]?.message });
  const logged = await new LogStore(test.store).before(Number.MAX_SAFE_INTEGER, 1);
  const action = expect.stringMatching(/^could not record ".*" on 1 row for Ada Ek$/) as string;
  expect(logged).toMatchObject([{ who: 'the server', sheet, action }]);

  // A decision without the person that it needs does not reach the service.
  const { requests } = await test.sandbox.ledger();
  const [nameless] = await sendDecisions(
    test.ports,
    sheet,
    [{ ...first, status: 'Canceled', managerId: undefined }],
    entryBy('Ada Ek'),
  );
  expect(nameless).toMatchObject({
    ok: false,
    message: expect.stringMatching(/Cancelled By Staff ID is required/) as string,
  });
  expect((await test.sandbox.ledger()).requests.rwa_update).toBe(requests.rwa_update);
});

test('a refused decision is an error beside the recorded one, until a later one is recorded', async () => {
  const { test, sheet, approvals } = await twoRows();
  const [approval] = approvals;
  if (approval === undefined) throw new Error('There are two.');
  const complianceApproved = (complianceTeamMemberId: string) =>
    sendDecisions(
      test.ports,
      sheet,
      [{ ...approval, status: 'Compliance Approved', complianceTeamMemberId }],
      entryBy('Bo Li'),
    );
  await sendDecisions(test.ports, sheet, [approval], entryBy('Ada Ek'));
  // The account of this team member is not activated.
  const [refused] = await complianceApproved('C-101');
  const shown = async () => (await readRowsByNumber(test.store, sheet, [2]))[0];
  expect(await shown()).toMatchObject({
    decision: { status: 'Manager Approved', by: 'Ada Ek' },
    unrecorded: { status: 'Compliance Approved', by: 'Bo Li', state: 'failed' },
  });
  const csv = await text(generateResultsCsv(test.store, sheet));
  expect(csv).toMatch(
    /,Recorded decision,Decided by,Decided at,Decision note,Earlier decision,Decision not recorded\r\n/,
  );
  expect(csv).toMatch(/,Manager Approved,Ada Ek,[^,]+,,,"?Compliance Approved: /);
  expect(csv).toContain(refused?.message.replaceAll('"', '""'));

  await complianceApproved('C-100');
  const ended = await shown();
  expect(ended?.decision).toMatchObject({ status: 'Compliance Approved', by: 'Bo Li' });
  expect(ended?.unrecorded).toBeUndefined();
});

test('a decision whose answer is lost is sent again and recorded', async () => {
  const { test, sheet, approvals } = await twoRows();
  const fault = { operation: 'rwa_update', fault: 'status-500-after-commit', times: 1 };
  await test.sandbox.control('POST faults', fault);
  const sent = await sendDecisions(test.ports, sheet, approvals, entryBy('Ada Ek'));
  expect(sent).toMatchObject([{ ok: true }, { ok: true }]);
  expect(await statuses(test)).toEqual(['Manager Approved', 'Manager Approved']);
});

test('a repeated decision is sent again, because the service may have another one by now', async () => {
  const { test, sheet, approvals } = await twoRows();
  const assessmentId = approvals[0]?.assessmentId;
  await sendDecisions(test.ports, sheet, approvals.slice(0, 1), entryBy('Ada Ek'));
  await test.sandbox.answer('rwa_update', {
    assessmentId,
    status: 'Canceled',
    cancelledByStaffId: 'M-200',
  });
  expect(
    await sendDecisions(test.ports, sheet, approvals.slice(0, 1), entryBy('Bo Li')),
  ).toMatchObject([{ ok: true }]);
  expect((await statuses(test))[0]).toBe('Manager Approved');
  expect((await decisionsOnRow(test, sheet, 2)).map(({ by }) => by)).toEqual(['Bo Li', 'Ada Ek']);
});

test('a decision that a kill has interrupted is recorded at the next start', async () => {
  const { test, sheet, approvals } = await twoRows();
  await sendDecisions(test.ports, sheet, approvals.slice(0, 1), entryBy('Ada Ek'));
  const { db } = test.store;
  // The service has the first decision, but not the second.
  await db.updateTable('decision').set({ state: 'sending' }).execute();
  const { seq: _, ...first } = await db
    .selectFrom('decision')
    .selectAll()
    .executeTakeFirstOrThrow();
  const assessmentId = approvals[1]?.assessmentId ?? '';
  const ofRow3 = { row: 3, employee_id: 'E-2', assessment_id: assessmentId };
  const second = { ...first, id: 'second', ...ofRow3 };
  await db.insertInto('decision').values(second).execute();
  await resumeDecisions(test.ports, await listUnfinishedDecisions(test.store));
  const decision = { by: 'Ada Ek' };
  expect(await readRowsByNumber(test.store, sheet, [2, 3])).toMatchObject([
    { decision },
    { decision },
  ]);
  expect(await statuses(test)).toEqual(['Manager Approved', 'Manager Approved']);
});

test('of two simultaneous decisions, the service has the one that the page shows', async () => {
  const { test, sheet, approvals } = await twoRows();
  const canceled = approvals.map(({ row, assessmentId }) => {
    return { row, assessmentId, status: 'Canceled', cancelledByStaffId: 'M-200' } as const;
  });
  const sent = await Promise.all([
    sendDecisions(test.ports, sheet, approvals, entryBy('Ada Ek')),
    sendDecisions(test.ports, sheet, canceled, entryBy('Bo Li')),
  ]);
  for (const { ok, message } of sent.flat()) {
    expect(ok || message === 'It was not sent: another decision was made since.').toBe(true);
  }
  // Either of them may be recorded first.
  const shown = await readRowsByNumber(test.store, sheet, [2, 3]);
  expect(await statuses(test)).toEqual(shown.map(({ decision }) => decision?.status));
});

test('a decision waits for an earlier one on the same assessment in another sheet', async () => {
  const { test, sheet, approvals } = await twoRows();
  const rows = [headings, hireRow('E-1'), hireRow('E-2'), ''].join('\r\n');
  const other = await uploaded(test, 'other.csv', rows);
  await assessed(test, other);
  const canceled = approvals.map(({ row, assessmentId }) => {
    return { row, assessmentId, status: 'Canceled', cancelledByStaffId: 'M-200' } as const;
  });
  // The first decision is sent again after a pause.
  const fault = { operation: 'rwa_update', fault: 'status-503', times: 1 };
  await test.sandbox.control('POST faults', fault);
  const first = sendDecisions(test.ports, sheet, approvals, entryBy('Ada Ek'));
  await expect.poll(() => listUnfinishedDecisions(test.store)).toHaveLength(2);
  await sendDecisions(test.ports, other, canceled, entryBy('Bo Li'));
  await first;
  expect((await statuses(test)).slice(0, 2)).toEqual(['Canceled', 'Canceled']);
});

test('a process that has lost its lock sends no decision', async () => {
  const { test, sheet, approvals } = await twoRows();
  const { ports } = test;
  const take = async (name: string) => {
    const lock = await ports.locks.take(name);
    return {
      lost: () => ({ code: 'lockLost', lock: name }) as const,
      isMine: (store: Store) => lock.isMine(store),
      release: () => lock.release(),
    };
  };
  const frozen = { ...ports, locks: { take } };
  const sent = await sendDecisions(frozen, sheet, approvals, entryBy('Ada Ek'));
  expect(sent.map(({ ok }) => ok)).toEqual([false, false]);
  expect(await statuses(test)).not.toContain('Manager Approved');
});

const nia = {
  first_name: 'Nia',
  last_name: 'New',
  email: 'nia@company-1.example',
  staff_id: 'C-300',
};

test('an invitation with a lost answer is never sent again, and a person can be invited again after a removal', async () => {
  const test = await testResults();
  const { ports } = test;
  const ana = { ...nia, email: 'ana@company-1.example', staff_id: 'C-301' };
  const fault = { operation: 'create_pending_user', fault: 'status-500-after-commit' };
  await test.sandbox.control('POST faults', { ...fault, match: { email: nia.email } });
  const first = await sendPeople(ports, 'invite', [nia, ana], { by: 'Ada Ek' });
  expect(first).toMatchObject([
    { ok: false, status: 'Unconfirmed' },
    { ok: true, status: 'Invited', message: '' },
  ]);
  const again = await sendPeople(ports, 'invite', [nia, ana], { by: 'Ada Ek' });
  expect(again).toMatchObject([
    { ok: false, status: 'Unconfirmed' },
    { ok: true, status: 'Already invited', message: 'This was done before, so nothing was sent.' },
  ]);
  expect((await test.sandbox.ledger()).requests.create_pending_user).toBe(2);

  expect(await sendPeople(ports, 'remove', [{ staff_id: 'C-301' }], { by: 'Bo Li' })).toMatchObject(
    [{ ok: true }],
  );
  expect(await sendPeople(ports, 'invite', [ana], { by: 'Bo Li' })).toMatchObject([
    { ok: true, message: '' },
  ]);
  const { requests } = await test.sandbox.ledger();
  expect([requests.create_pending_user, requests.remove_user_access]).toEqual([3, 1]);
  expect((await listPersonActions(ports.store))[1]).toMatchObject({
    action: 'remove',
    status: 'Removed',
    by: 'Bo Li',
  });
});

test('people are invited and removed only in the test environment, and interrupted actions are marked', async () => {
  const { ports, store } = await testResults();
  const real = { ...ports, service: { ...ports.service, isTest: false } };
  await expect(sendPeople(real, 'invite', [nia], { by: 'Ada Ek' })).rejects.toThrow(
    'test environment',
  );
  await sendPeople(ports, 'invite', [nia], { by: 'Ada Ek' });
  await store.db.updateTable('person_action').set({ status: 'Sending' }).execute();
  // Actions that another process is sending, or began a moment ago, are not interrupted.
  const lock = await ports.locks.take('people:invite');
  await endInterruptedPeople(ports);
  await lock.release();
  await endInterruptedPeople(ports, 60_000);
  expect(await listPersonActions(store)).toMatchObject([{ status: 'Sending' }]);
  await endInterruptedPeople(ports);
  expect(await listPersonActions(store)).toMatchObject([{ status: 'Interrupted' }]);
});

type ResultsTest = Awaited<ReturnType<typeof testResults>>;

const loseNextAnswer = ({ sandbox }: ResultsTest, fault = 'status-500-after-commit') =>
  sandbox.control('POST faults', { operation: 'create_pending_user', fault, times: 1 });

/** Sends an invitation whose answer is lost, after or before the service has carried it out. */
async function unconfirmedInvitation(fault: string) {
  const test = await testResults();
  await loseNextAnswer(test, fault);
  await sendPeople(test.ports, 'invite', [nia], { by: 'Ada Ek' });
  await ageRequests(test.store);
  const actions = () => listPersonActions(test.store);
  const { id = '' } = (await actions())[0] ?? {};
  const commits = async () => (await test.sandbox.ledger()).commits.create_pending_user;
  return { test, id, actions, commits };
}

test('an unconfirmed invitation that a person confirms is not sent again', async () => {
  const { test, id, actions, commits } = await unconfirmedInvitation('status-500-after-commit');
  expect((await actions())[0]).toMatchObject({ status: 'Unconfirmed', waitsFor: 'settle' });
  expect((await actions())[0]?.sent).toContainEqual({ label: 'Email', value: nia.email });
  const wrong = settlePerson(test.ports, id, { exists: true, userId: 'a b' }, entryBy('Bo Li'));
  await expect(wrong).rejects.toMatchObject({ name: 'RefusalError', code: 'invalid' });
  await settlePerson(test.ports, id, { exists: true, userId: '1712345' }, entryBy('Bo Li'));
  expect(await actions()).toMatchObject([
    { status: 'Invited', message: 'Bo Li said that the invitation exists.' },
  ]);
  expect((await actions())[0]).not.toHaveProperty('sent');
  const late = settlePerson(test.ports, id, { exists: false }, entryBy('Ada Ek'));
  await expect(late).rejects.toMatchObject({ code: 'conflict' });
  expect(await sendPeople(test.ports, 'invite', [nia], { by: 'Ada Ek' })).toMatchObject([
    { ok: true },
  ]);
  expect(await commits()).toBe(1);
});

test('an unconfirmed invitation that two people reject is sent again once', async () => {
  const { test, id, actions, commits } = await unconfirmedInvitation('status-500-before-commit');
  const rejections = ['Bo Li', 'Ada Ek'].map((by) =>
    settlePerson(test.ports, id, { exists: false }, entryBy(by)),
  );
  await Promise.allSettled(rejections);
  expect((await actions())[0]).toMatchObject({ status: 'Invited' });
  expect((await actions()).at(-1)).toMatchObject({
    status: 'Not sent',
    message: expect.stringMatching(
      /^Bo Li said that the invitation does not exist\. .*invite the person again/,
    ) as string,
  });
  expect(await commits()).toBe(1);
});

test('an unconfirmed invitation cannot be rejected while it may still arrive', async () => {
  const { test, id, actions, commits } = await unconfirmedInvitation('status-500-before-commit');
  await ageRequests(test.store, { byMs: -30_000 });
  const settled = settlePerson(test.ports, id, { exists: false }, entryBy('Bo Li'));
  await expect(settled).rejects.toThrow('look in the service again');
  expect(await actions()).toMatchObject([{ status: 'Unconfirmed' }]);
  expect(await commits()).toBe(0);
});

test.for([
  ['was answered', undefined],
  ['was confirmed without a user ID', { exists: true }],
  ['was confirmed with its user ID', { exists: true, userId: '1712345' }],
] as const)(
  'an invitation is held if the same Staff ID was invited with another email, which %s',
  async ([, answer]) => {
    const test = await testResults();
    if (answer !== undefined) await loseNextAnswer(test);
    await sendPeople(test.ports, 'invite', [{ ...nia, email: 'na@company-1.example' }], {
      by: 'Ada Ek',
    });
    const [first] = await listPersonActions(test.store);
    if (answer !== undefined)
      await settlePerson(test.ports, first?.id ?? '', answer, entryBy('Bo Li'));
    expect(await sendPeople(test.ports, 'invite', [nia], { by: 'Ada Ek' })).toMatchObject([
      { ok: false, status: 'Invalid' },
    ]);
    const [held] = await listPersonActions(test.store);
    expect(held).toMatchObject({ waitsFor: 'newRow' });
    const id = held?.id ?? '';
    await expect(settlePerson(test.ports, id, { exists: true }, entryBy('Bo Li'))).rejects.toThrow(
      'wait for',
    );
    await settlePerson(test.ports, id, { exists: false }, entryBy('Bo Li'));
    expect((await test.sandbox.ledger()).requests.create_pending_user).toBe(2);
  },
);

import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readAction } from '../../../../batch/server/access/logActions.js';
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
import { resultsCsv } from '../../../../batch/server/words/resultsCsv.js';
import { typedRows } from '../../../../batch/server/words/typedRows.js';
import { countRows, readRowsByNumber } from '../../../../batch/server/results/rowPages.js';
import {
  resumeDecisions,
  sendDecisions,
} from '../../../../batch/server/decisions/sendDecisions.js';
import { planRun } from '../../../../batch/server/runs/planRun.js';
import type { DecisionToSend } from '../../../../batch/server/threads/work.js';
import { headings, hireRow } from '../../run/testRun.js';
import { runSheet, testResults, type ResultsUnderTest, storeSheet } from './testStore.js';
import { entryBy } from '../entryBy.js';
import { ageRequests } from '../ageRequests.js';

async function assessTwoRows(): Promise<{
  fixture: ResultsUnderTest;
  sheet: string;
  approvals: DecisionToSend[];
}> {
  const fixture = await testResults();
  const rows = [headings, hireRow('E-1'), hireRow('E-2'), ''].join('\r\n');
  const sheet = await storeSheet(fixture, 'hires.csv', rows);
  await runSheet(fixture, sheet);
  const approvals = (await readRowsByNumber(fixture.store, sheet, [2, 3])).map(
    ({ row, assessmentId = '' }): DecisionToSend => ({
      row,
      assessmentId,
      status: 'Manager Approved',
      managerId: 'M-200',
    }),
  );
  expect(approvals.map(({ assessmentId }) => assessmentId)).not.toContain('');
  return { fixture, sheet, approvals };
}

const cancel = (rows: readonly Pick<DecisionToSend, 'row' | 'assessmentId'>[]) =>
  rows.map(({ row, assessmentId }): DecisionToSend => {
    return { row, assessmentId, status: 'Canceled', cancelledByStaffId: 'M-200' };
  });

/** The account of this team member is not activated. */
const byInactiveMember = {
  status: 'Compliance Approved',
  complianceTeamMemberId: 'C-101',
} as const;

async function listDecisionsOnRow({ store }: ResultsUnderTest, sheet: string, number: number) {
  const [row] = await readRowsByNumber(store, sheet, [number]);
  if (row === undefined) throw new Error(`There is no row ${number}.`);
  return listDecisions(store, sheet, row);
}

const readStatuses = async ({ sandbox }: ResultsUnderTest) =>
  (await sandbox.readLedger()).assessments.map(({ status }) => status);

test('decisions on several rows are recorded with the member who made them', async () => {
  const { fixture, sheet, approvals } = await assessTwoRows();
  const changes: unknown[] = [];
  fixture.ports.changes.on((change) => changes.push(change));
  const sent = await sendDecisions(fixture.ports, sheet, approvals, entryBy('Ada Ek'));
  expect(sent).toMatchObject([
    { index: 0, ok: true, message: '' },
    { index: 1, ok: true, message: '' },
  ]);
  expect(await readStatuses(fixture)).toEqual(['Manager Approved', 'Manager Approved']);
  const decision = { status: 'Manager Approved', by: 'Ada Ek' };
  expect(await readRowsByNumber(fixture.store, sheet, [2, 3])).toMatchObject([
    { decision },
    { decision },
  ]);
  expect(await listDecisionsOnRow(fixture, sheet, 2)).toMatchObject([
    { ...decision, state: 'recorded', message: '', person: 'M-200' },
  ]);
  expect(changes).toEqual([
    { type: 'rows', sheet, rows: [2, 3] },
    { type: 'rows', sheet, rows: [2, 3] },
  ]);
});

test('after a round, a row shows the decision on its earlier assessment until it has a new decision', async () => {
  const { fixture, sheet, approvals } = await assessTwoRows();
  await sendDecisions(fixture.ports, sheet, approvals, entryBy('Ada Ek'));
  const plan = await planRun({ ...fixture.ports, limits: {} }, sheet, { operation: 'reassess' });
  expect(plan.notes.at(-1)).toBe(
    '2 rows have a decision, which stays with their present assessment. They need a new decision after this round.',
  );
  await runSheet(fixture, sheet, 'reassess');
  const earlierDecision = { status: 'Manager Approved', by: 'Ada Ek', round: 1 };
  const [first, second] = await readRowsByNumber(fixture.store, sheet, [2, 3]);
  expect([first, second]).toMatchObject([{ earlierDecision }, { earlierDecision }]);
  expect(first).not.toHaveProperty('decision');
  const csv = await text(generateResultsCsv(fixture.store, sheet, { words: resultsCsv }));
  expect(csv).toContain(',"Manager Approved, round 1, Ada Ek, 20');

  const cancellations = cancel([{ row: 2, assessmentId: first?.assessmentId ?? '' }]);
  await sendDecisions(fixture.ports, sheet, cancellations, entryBy('Bo Li'));
  const [decided] = await readRowsByNumber(fixture.store, sheet, [2]);
  expect(decided).toMatchObject({ decision: { status: 'Canceled' } });
  expect(decided).not.toHaveProperty('earlierDecision');
  expect(await listDecisionsOnRow(fixture, sheet, 2)).toMatchObject([
    { status: 'Canceled', isEarlier: false, round: 2 },
    { status: 'Manager Approved', isEarlier: true, round: 1 },
  ]);
});

test('a decision is also recorded in another sheet that shows the same assessment', async () => {
  const { fixture, sheet, approvals } = await assessTwoRows();
  const other = await storeSheet(fixture, 'again.csv', `${headings}\r\n${hireRow('E-1')}\r\n`);
  const [approval] = approvals;
  await fixture.store.db
    .updateTable('row')
    .set({ assessment_id: approval?.assessmentId, status: 'Scored' })
    .where('sheet', '=', other)
    .execute();
  const countUndecided = async () => (await countRows(fixture.store, other)).undecided;
  expect(await countUndecided()).toBe(1);
  await sendDecisions(fixture.ports, sheet, approvals, entryBy('Ada Ek'));
  expect(await countUndecided()).toBe(0);
});

test('decisions are found for more rows than one SQL statement reads', async () => {
  const { fixture, sheet, approvals } = await assessTwoRows();
  await sendDecisions(fixture.ports, sheet, approvals, entryBy('Ada Ek'));
  const rows = Array.from({ length: 20_000 }, (_, at) => ({
    sheet,
    number: at + 2,
    employee_id: `E-${at + 1}`,
    assessment_id: approvals[at]?.assessmentId ?? `other-${at}`,
  }));
  const shown = await readLatestDecisions(fixture.store, rows);
  expect(shown).toHaveLength(rows.length);
  expect(shown.filter(({ decision }) => decision !== undefined)).toHaveLength(2);
});

test('a row that belongs to another person after a new choice of columns has no decision', async () => {
  const { fixture, sheet, approvals } = await assessTwoRows();
  await sendDecisions(fixture.ports, sheet, approvals, entryBy('Ada Ek'));
  await fixture.store.db
    .updateTable('row')
    .set({ employee_id: 'E-9', assessment_id: null, decision: null })
    .where('number', '=', 2)
    .execute();
  expect(await listDecisionsOnRow(fixture, sheet, 2)).toEqual([]);
  const [row] = await readRowsByNumber(fixture.store, sheet, [2]);
  expect(row).not.toHaveProperty('earlierDecision');
});

test('a row that shows the assessment of another employee has no decision', async () => {
  const { fixture, sheet, approvals } = await assessTwoRows();
  await sendDecisions(fixture.ports, sheet, approvals, entryBy('Ada Ek'));
  await fixture.store.db
    .updateTable('row')
    .set({ employee_id: 'E-9', status: 'Invalid' })
    .where('number', '=', 2)
    .execute();
  const [other, own] = await readRowsByNumber(fixture.store, sheet, [2, 3]);
  expect(other).toMatchObject({ status: 'Invalid', assessmentId: approvals[0]?.assessmentId });
  expect(other).not.toHaveProperty('decision');
  expect(own).toMatchObject({ decision: { status: 'Manager Approved' } });
  expect(await listDecisionsOnRow(fixture, sheet, 2)).toEqual([]);
  expect(await listDecisionsOnRow(fixture, sheet, 3)).toHaveLength(1);
});

test('a row without an Employee ID has the same decision in the list of rows and in the row panel', async () => {
  const { fixture, sheet, approvals } = await assessTwoRows();
  await sendDecisions(fixture.ports, sheet, approvals, entryBy('Ada Ek'));
  await fixture.store.db
    .updateTable('row')
    .set({ employee_id: '' })
    .where('number', '=', 2)
    .execute();
  const [row] = await readRowsByNumber(fixture.store, sheet, [2]);
  expect(row).toMatchObject({ decision: { status: 'Manager Approved' } });
  expect(await listDecisionsOnRow(fixture, sheet, 2)).toMatchObject([
    { status: 'Manager Approved', isEarlier: false },
  ]);
});

test('a refused decision has the reason from the service, and the other decisions are recorded', async () => {
  const { fixture, sheet, approvals } = await assessTwoRows();
  const [first, second] = approvals;
  if (first === undefined || second === undefined) throw new Error('An approval is missing.');
  const decisions = [first, { ...second, ...byInactiveMember }];
  const sent = await sendDecisions(fixture.ports, sheet, decisions, entryBy('Ada Ek'));
  expect(sent).toMatchObject([
    { ok: true },
    { ok: false, message: expect.stringMatching(/activated/) as string },
  ]);
  const [, refused] = await readRowsByNumber(fixture.store, sheet, [2, 3]);
  expect(refused?.decision).toBeUndefined();
  expect(refused?.unrecorded).toMatchObject({ state: 'failed', message: sent[1]?.message });
  const logged = await new LogStore(fixture.store).listBefore(Number.MAX_SAFE_INTEGER, 1);
  expect(logged).toMatchObject([{ who: null, sheet }]);
  expect(readAction(logged[0]?.action ?? '')).toEqual({
    code: 'decisionsNotRecorded',
    status: 'Manager Approved',
    rows: 1,
    by: 'Ada Ek',
  });

  // A decision without its required person is not sent to the service.
  const { requests } = await fixture.sandbox.readLedger();
  const [incomplete] = await sendDecisions(
    fixture.ports,
    sheet,
    [{ ...first, status: 'Canceled', managerId: undefined }],
    entryBy('Ada Ek'),
  );
  expect(incomplete).toMatchObject({
    ok: false,
    message: expect.stringMatching(/Cancelled By Staff ID is required/) as string,
  });
  expect((await fixture.sandbox.readLedger()).requests.rwa_update).toBe(requests.rwa_update);
});

test('a refused decision is shown beside the recorded one until a later decision is recorded', async () => {
  const { fixture, sheet, approvals } = await assessTwoRows();
  const [approval] = approvals;
  if (approval === undefined) throw new Error('An approval is missing.');
  const approveForCompliance = (more: object = {}) => {
    const decision = { ...approval, ...byInactiveMember, ...more };
    return sendDecisions(fixture.ports, sheet, [decision], entryBy('Bo Li'));
  };
  await sendDecisions(fixture.ports, sheet, [approval], entryBy('Ada Ek'));
  const [refused] = await approveForCompliance();
  const readRow = async () => (await readRowsByNumber(fixture.store, sheet, [2]))[0];
  expect(await readRow()).toMatchObject({
    decision: { status: 'Manager Approved', by: 'Ada Ek' },
    unrecorded: { status: 'Compliance Approved', by: 'Bo Li', state: 'failed' },
  });
  const csv = await text(generateResultsCsv(fixture.store, sheet, { words: resultsCsv }));
  expect(csv).toMatch(
    /,Recorded decision,Decided by,Decided at,Decision note,Earlier decision,Decision not recorded\r\n/,
  );
  expect(csv).toMatch(/,Manager Approved,Ada Ek,[^,]+,,,"?Compliance Approved: /);
  expect(csv).toContain(refused?.message.replaceAll('"', '""'));

  await approveForCompliance({ complianceTeamMemberId: 'C-100' });
  const ended = await readRow();
  expect(ended?.decision).toMatchObject({ status: 'Compliance Approved', by: 'Bo Li' });
  expect(ended?.unrecorded).toBeUndefined();
});

test('the message of a refused decision is in the language of the sheet', async () => {
  const { fixture, sheet, approvals } = await assessTwoRows();
  await fixture.store.db.updateTable('sheet').set({ language: 'de' }).execute();
  const decisions = approvals.map((approval) => ({ ...approval, ...byInactiveMember }));
  const [sent] = await sendDecisions(fixture.ports, sheet, decisions, entryBy('Ada Ek'));
  expect(sent).toMatchObject({ ok: false, status: 'Rejected' });
  expect(sent?.message).toContain('Wählen Sie eine andere Person');
});

test('a decision is recorded even if the first answer of the service is lost', async () => {
  const { fixture, sheet, approvals } = await assessTwoRows();
  const fault = { operation: 'rwa_update', fault: 'status-500-after-commit', times: 1 };
  await fixture.sandbox.control('POST faults', fault);
  const sent = await sendDecisions(fixture.ports, sheet, approvals, entryBy('Ada Ek'));
  expect(sent).toMatchObject([{ ok: true }, { ok: true }]);
  expect(await readStatuses(fixture)).toEqual(['Manager Approved', 'Manager Approved']);
});

test('a repeated decision is sent again, because the service may have another one by now', async () => {
  const { fixture, sheet, approvals } = await assessTwoRows();
  const assessmentId = approvals[0]?.assessmentId;
  await sendDecisions(fixture.ports, sheet, approvals.slice(0, 1), entryBy('Ada Ek'));
  await fixture.sandbox.answer('rwa_update', {
    assessmentId,
    status: 'Canceled',
    cancelledByStaffId: 'M-200',
  });
  expect(
    await sendDecisions(fixture.ports, sheet, approvals.slice(0, 1), entryBy('Bo Li')),
  ).toMatchObject([{ ok: true }]);
  expect((await readStatuses(fixture))[0]).toBe('Manager Approved');
  expect((await listDecisionsOnRow(fixture, sheet, 2)).map(({ by }) => by)).toEqual([
    'Bo Li',
    'Ada Ek',
  ]);
});

test('an unfinished decision is recorded at the next start', async () => {
  const { fixture, sheet, approvals } = await assessTwoRows();
  await sendDecisions(fixture.ports, sheet, approvals.slice(0, 1), entryBy('Ada Ek'));
  const { db } = fixture.store;
  // The service has the first decision, but not the second.
  await db.updateTable('decision').set({ state: 'sending' }).execute();
  const { seq: _, ...first } = await db
    .selectFrom('decision')
    .selectAll()
    .executeTakeFirstOrThrow();
  const assessmentId = approvals[1]?.assessmentId ?? '';
  const rowFields = { row: 3, employee_id: 'E-2', assessment_id: assessmentId };
  const second = { ...first, id: 'second', ...rowFields };
  await db.insertInto('decision').values(second).execute();
  await resumeDecisions(fixture.ports, await listUnfinishedDecisions(fixture.store));
  const decision = { by: 'Ada Ek' };
  expect(await readRowsByNumber(fixture.store, sheet, [2, 3])).toMatchObject([
    { decision },
    { decision },
  ]);
  expect(await readStatuses(fixture)).toEqual(['Manager Approved', 'Manager Approved']);
});

test('a repeated decision that a kill left unsent is sent at the next start', async () => {
  const { fixture, sheet, approvals } = await assessTwoRows();
  const { db } = fixture.store;
  await sendDecisions(fixture.ports, sheet, approvals.slice(0, 1), entryBy('Ada Ek'));
  const { assessmentId } = approvals[0] ?? {};
  const canceled = { assessmentId, status: 'Canceled', cancelledByStaffId: 'M-200' };
  await fixture.sandbox.answer('rwa_update', canceled);
  const { seq: _, ...first } = await db
    .selectFrom('decision')
    .selectAll()
    .executeTakeFirstOrThrow();
  const at = new Date(fixture.ports.timing.now() + 1).toISOString();
  await db
    .insertInto('decision')
    .values({ ...first, id: 'again', at, state: 'sending' })
    .execute();
  await resumeDecisions(fixture.ports, await listUnfinishedDecisions(fixture.store));
  expect((await readStatuses(fixture))[0]).toBe('Manager Approved');
});

test('of two simultaneous decisions, the service has the one that the page shows', async () => {
  const { fixture, sheet, approvals } = await assessTwoRows();
  const cancellations = cancel(approvals);
  const sent = await Promise.all([
    sendDecisions(fixture.ports, sheet, approvals, entryBy('Ada Ek')),
    sendDecisions(fixture.ports, sheet, cancellations, entryBy('Bo Li')),
  ]);
  for (const { ok, message } of sent.flat()) {
    expect(
      ok || message === 'It was not sent, because another decision was made in the meantime.',
    ).toBe(true);
  }
  // Either of the decisions may be recorded first.
  const shown = await readRowsByNumber(fixture.store, sheet, [2, 3]);
  expect(await readStatuses(fixture)).toEqual(shown.map(({ decision }) => decision?.status));
});

test('a decision waits for an earlier decision on the same assessment in another sheet', async () => {
  const { fixture, sheet, approvals } = await assessTwoRows();
  const rows = [headings, hireRow('E-1'), hireRow('E-2'), ''].join('\r\n');
  const other = await storeSheet(fixture, 'other.csv', rows);
  await runSheet(fixture, other);
  const cancellations = cancel(approvals);
  // The first decision is sent again after a pause.
  const fault = { operation: 'rwa_update', fault: 'status-503', times: 1 };
  await fixture.sandbox.control('POST faults', fault);
  const first = sendDecisions(fixture.ports, sheet, approvals, entryBy('Ada Ek'));
  await expect.poll(() => listUnfinishedDecisions(fixture.store)).toHaveLength(2);
  await sendDecisions(fixture.ports, other, cancellations, entryBy('Bo Li'));
  await first;
  expect((await readStatuses(fixture)).slice(0, 2)).toEqual(['Canceled', 'Canceled']);
});

test('a process that has lost its lock sends no decision', async () => {
  const { fixture, sheet, approvals } = await assessTwoRows();
  const { ports } = fixture;
  const take = async (name: string) => {
    const lock = await ports.locks.take(name);
    return {
      findLoss: () => ({ code: 'lockLost', lock: name }) as const,
      isMine: (store: Store) => lock.isMine(store),
      release: () => lock.release(),
    };
  };
  const frozenPorts = { ...ports, locks: { take } };
  const sent = await sendDecisions(frozenPorts, sheet, approvals, entryBy('Ada Ek'));
  expect(sent.map(({ ok }) => ok)).toEqual([false, false]);
  expect(await readStatuses(fixture)).not.toContain('Manager Approved');
});

const byAda = { by: 'Ada Ek', language: 'en' } as const;
const byBo = { by: 'Bo Li', language: 'en' } as const;

const nia = {
  first_name: 'Nia',
  last_name: 'New',
  email: 'nia@company-1.example',
  staff_id: 'C-300',
};

test('a repeated invitation is not sent again if the first answer was lost, and a person can be invited again after a removal', async () => {
  const fixture = await testResults();
  const { ports } = fixture;
  const ana = { ...nia, email: 'ana@company-1.example', staff_id: 'C-301' };
  const fault = { operation: 'create_pending_user', fault: 'status-500-after-commit' };
  await fixture.sandbox.control('POST faults', { ...fault, match: { email: nia.email } });
  const first = await sendPeople(ports, 'invite', [nia, ana], byAda);
  expect(first).toMatchObject([
    { ok: false, status: 'Unconfirmed' },
    { ok: true, status: 'Invited', message: '' },
  ]);
  const again = await sendPeople(ports, 'invite', [nia, ana], byAda);
  expect(again).toMatchObject([
    { ok: false, status: 'Unconfirmed' },
    { ok: true, status: 'Already invited', message: 'This was done before, so nothing was sent.' },
  ]);
  const inFrench = await sendPeople(ports, 'invite', [ana], { by: 'Zoë', language: 'fr' });
  expect(inFrench[0]?.message).toMatch(/^Cela a déjà été fait/);
  expect((await fixture.sandbox.readLedger()).requests.create_pending_user).toBe(2);

  expect(await sendPeople(ports, 'remove', [{ staff_id: 'C-301' }], byBo)).toMatchObject([
    { ok: true },
  ]);
  expect(await sendPeople(ports, 'invite', [ana], byBo)).toMatchObject([{ ok: true, message: '' }]);
  const { requests } = await fixture.sandbox.readLedger();
  expect([requests.create_pending_user, requests.remove_user_access]).toEqual([3, 1]);
  expect((await listPersonActions(ports.store, 'en'))[1]).toMatchObject({
    action: 'remove',
    status: 'Removed',
    by: 'Bo Li',
  });
});

test('a person with the email of somebody who was invited before is refused, and the message contains only the Staff ID of that person', async () => {
  const { ports, sandbox, store } = await testResults();
  const ida = { first_name: 'Ida', last_name: 'Other', email: 'NIA@company-1.example' };
  const other = { ...ida, staff_id: 'C-301' };
  await sendPeople(ports, 'invite', [nia], byAda);
  const refused = {
    ok: false,
    status: 'Invalid',
    message:
      'C-300 was invited with the same Email but different details, so nothing was sent. Correct the Email, or first remove the access of C-300.',
  };
  expect(await sendPeople(ports, 'invite', [other], byAda)).toMatchObject([refused]);
  // The refused person does not count as invited with this email.
  expect(await sendPeople(ports, 'invite', [other], byAda)).toMatchObject([refused]);
  expect(await sendPeople(ports, 'invite', [nia], byAda)).toMatchObject([
    { ok: true, status: 'Already invited' },
  ]);
  // The same person with a corrected name was invited already.
  const corrected = { ...nia, first_name: 'Niamh' };
  expect(await sendPeople(ports, 'invite', [corrected], byAda)).toMatchObject([
    { ok: true, status: 'Already invited' },
  ]);
  const actions = await listPersonActions(store, 'en');
  expect(actions.filter(({ person }) => person === 'C-301')).toMatchObject([
    { status: 'Invalid', message: refused.message },
    { status: 'Invalid', message: refused.message },
  ]);
  expect(actions.some((action) => action.name === 'Ida Other')).toBe(false);
  expect((await sandbox.readLedger()).requests.create_pending_user).toBe(1);
});

test('the email of a person whose access was removed can be invited once for another person', async () => {
  const { ports, sandbox, store } = await testResults();
  const countInvitations = async () => (await sandbox.readLedger()).requests.create_pending_user;
  const other = { ...nia, staff_id: 'C-301' };
  const invite = async (person: typeof nia) =>
    (await sendPeople(ports, 'invite', [person], byAda))[0];
  const remove = (id: string) => sendPeople(ports, 'remove', [{ staff_id: id }], byAda);
  await invite(nia);
  await remove('C-300');
  expect(await invite(other)).toMatchObject({ ok: true, status: 'Invited', message: '' });
  // Now the email is that of the other person.
  expect(await invite(other)).toMatchObject({ ok: true, status: 'Already invited' });
  expect(await invite(nia)).toMatchObject({ ok: false, status: 'Invalid' });
  expect(await countInvitations()).toBe(2);

  // The server stops before it stores the outcome for the other person.
  await remove('C-301');
  await invite(nia);
  await remove('C-300');
  await invite(other);
  const [{ id } = { id: '' }] = await listPersonActions(store, 'en');
  await store.db
    .updateTable('person_action')
    .set({ status: 'Interrupted', key: null })
    .where('id', '=', id)
    .execute();
  for (const person of [nia, other]) expect(await invite(person)).toMatchObject({ ok: false });
  expect(await countInvitations()).toBe(4);
});

test('a person with the email of an unconfirmed invitation is refused, and only the invitation waits to be settled', async () => {
  const { fixture } = await sendUnconfirmedInvitation('status-500-after-commit');
  const other = { ...nia, first_name: 'Ida', staff_id: 'C-301' };
  const order = { by: 'Ada Ek', language: 'de' } as const;
  const [refused] = await sendPeople(fixture.ports, 'invite', [other], order);
  expect(refused).toMatchObject({ ok: false, status: 'Invalid' });
  expect(refused?.message).toMatch(/^C-300 wurde mit derselben E-Mail-Adresse/);
  // To remove the access would not help: the invitation must be settled first.
  expect(refused?.message).toMatch(/Korrigieren Sie die E-Mail-Adresse[.]$/);
  const [latest, first] = await listPersonActions(fixture.store, 'de');
  expect(latest).not.toHaveProperty('waitsFor');
  expect(first).toMatchObject({ person: 'C-300', waitsFor: 'settle' });
});

test('people are invited only in the test environment, and interrupted invitations are marked', async () => {
  const { ports, store } = await testResults();
  const productionPorts = { ...ports, service: { ...ports.service, isTest: false } };
  await expect(sendPeople(productionPorts, 'invite', [nia], byAda)).rejects.toThrow(
    'test environment',
  );
  await sendPeople(ports, 'invite', [nia], byAda);
  await store.db.updateTable('person_action').set({ status: 'Sending' }).execute();
  // An action is not marked while another process holds the lock, or if it began less than a minute ago.
  const lock = await ports.locks.take('people:invite');
  await endInterruptedPeople(ports);
  await lock.release();
  await endInterruptedPeople(ports, 60_000);
  expect(await listPersonActions(store, 'en')).toMatchObject([{ status: 'Sending' }]);
  await endInterruptedPeople(ports);
  expect(await listPersonActions(store, 'de')).toMatchObject([
    {
      status: 'Interrupted',
      message: expect.stringMatching(/^Der Server wurde mittendrin beendet/) as string,
    },
  ]);
});

test('an invitation after a removal is not sent twice if the server stops before it stores the outcome', async () => {
  const { ports, store, sandbox } = await testResults();
  const countInvitations = async () => (await sandbox.readLedger()).requests.create_pending_user;
  await sendPeople(ports, 'invite', [nia], byAda);
  await sendPeople(ports, 'remove', [{ staff_id: 'C-300' }], byAda);
  await sendPeople(ports, 'invite', [nia], byAda);
  const [{ id } = { id: '' }] = await listPersonActions(store, 'en');
  for (const status of ['Sending', 'Interrupted']) {
    await store.db.updateTable('person_action').set({ status }).where('id', '=', id).execute();
    expect(await sendPeople(ports, 'invite', [nia], byAda)).toMatchObject([
      { ok: false, status: 'Not sent', message: typedRows.mayBeInvited },
    ]);
  }
  expect(await countInvitations()).toBe(2);
  // The advice is to remove the access again.
  await sendPeople(ports, 'remove', [{ staff_id: 'C-300' }], byAda);
  expect(await sendPeople(ports, 'invite', [nia], byAda)).toMatchObject([
    { ok: true, status: 'Invited' },
  ]);
  expect(await countInvitations()).toBe(3);
});

const loseNextAnswer = ({ sandbox }: ResultsUnderTest, fault = 'status-500-after-commit') =>
  sandbox.control('POST faults', { operation: 'create_pending_user', fault, times: 1 });

/**
 * Sends an invitation whose answer is lost, and makes its request a minute old. `fault` decides whether the service has
 * carried out the invitation.
 */
async function sendUnconfirmedInvitation(fault: string) {
  const fixture = await testResults();
  await loseNextAnswer(fixture, fault);
  await sendPeople(fixture.ports, 'invite', [nia], byAda);
  await ageRequests(fixture.store);
  const listActions = () => listPersonActions(fixture.store, 'en');
  const { id = '' } = (await listActions())[0] ?? {};
  const countCommits = async () => (await fixture.sandbox.readLedger()).commits.create_pending_user;
  const settle = (settlement: Parameters<typeof settlePerson>[2], by = 'Bo Li') =>
    settlePerson(fixture.ports, id, settlement, entryBy(by), 'en');
  return { fixture, settle, listActions, countCommits };
}

test('an unconfirmed invitation that a person confirms is not sent again', async () => {
  const { fixture, settle, listActions, countCommits } =
    await sendUnconfirmedInvitation('status-500-after-commit');
  expect((await listActions())[0]).toMatchObject({ status: 'Unconfirmed', waitsFor: 'settle' });
  expect((await listActions())[0]?.sent).toContainEqual({
    field: 'email',
    label: 'Email',
    value: nia.email,
  });
  await expect(settle({ exists: true, userId: 'a b' })).rejects.toMatchObject({
    name: 'RefusalError',
    code: 'invalid',
  });
  await settle({ exists: true, userId: '1712345' });
  expect(await listActions()).toMatchObject([
    { status: 'Invited', message: 'Bo Li said that the invitation exists.' },
  ]);
  expect((await listActions())[0]).not.toHaveProperty('sent');
  await expect(settle({ exists: false }, 'Ada Ek')).rejects.toMatchObject({ code: 'conflict' });
  expect(await sendPeople(fixture.ports, 'invite', [nia], byAda)).toMatchObject([{ ok: true }]);
  expect(await countCommits()).toBe(1);
});

test('an unconfirmed invitation that two people reject is sent again once', async () => {
  const { settle, listActions, countCommits } = await sendUnconfirmedInvitation(
    'status-500-before-commit',
  );
  await Promise.allSettled(['Bo Li', 'Ada Ek'].map((by) => settle({ exists: false }, by)));
  expect((await listActions())[0]).toMatchObject({ status: 'Invited' });
  expect((await listActions()).at(-1)).toMatchObject({
    status: 'Not sent',
    message: expect.stringMatching(
      /^Bo Li said that the invitation does not exist\. .*invite the person again/,
    ) as string,
  });
  expect(await countCommits()).toBe(1);
});

test('an unconfirmed invitation cannot be rejected while its request may still arrive', async () => {
  const { fixture, settle, listActions, countCommits } = await sendUnconfirmedInvitation(
    'status-500-before-commit',
  );
  await ageRequests(fixture.store, { byMs: -30_000 });
  await expect(settle({ exists: false })).rejects.toThrow('check the service again');
  expect(await listActions()).toMatchObject([{ status: 'Unconfirmed' }]);
  expect(await countCommits()).toBe(0);
});

test.for([
  ['was accepted by the service', undefined],
  ['was confirmed without a user ID', { exists: true }],
  ['was confirmed with its user ID', { exists: true, userId: '1712345' }],
] as const)(
  'an invitation is held if an earlier one for the same Staff ID and another email %s',
  async ([, settlement]) => {
    const fixture = await testResults();
    if (settlement !== undefined) await loseNextAnswer(fixture);
    const withOtherEmail = { ...nia, email: 'na@company-1.example' };
    await sendPeople(fixture.ports, 'invite', [withOtherEmail], byAda);
    const [first] = await listPersonActions(fixture.store, 'en');
    if (settlement !== undefined)
      await settlePerson(fixture.ports, first?.id ?? '', settlement, entryBy('Bo Li'), 'en');
    expect(await sendPeople(fixture.ports, 'invite', [nia], byAda)).toMatchObject([
      { ok: false, status: 'Invalid' },
    ]);
    const [held] = await listPersonActions(fixture.store, 'en');
    expect(held).toMatchObject({ waitsFor: 'newRow' });
    const id = held?.id ?? '';
    await expect(
      settlePerson(fixture.ports, id, { exists: true }, entryBy('Bo Li'), 'en'),
    ).rejects.toThrow('waiting for');
    await settlePerson(fixture.ports, id, { exists: false }, entryBy('Bo Li'), 'en');
    expect((await fixture.sandbox.readLedger()).requests.create_pending_user).toBe(2);
  },
);

import { describe, expect, test } from 'vitest';
import {
  type SandboxUnderTest,
  createFailure,
  createFieldFailure,
  invitation,
  startTestSandbox,
} from './sandboxUnderTest.js';
import { serviceMessages } from '../serviceMessages.js';

const removed = { status: 'success', success: true, role: 'Remove Access' };
const noSingleMatch = createFailure('staff_id must match exactly one user in this company');

async function canDecide(sandbox: SandboxUnderTest, staffId: string): Promise<boolean> {
  const assessmentId = await sandbox.create();
  const answer = await sandbox.answer('rwa_update', {
    assessmentId,
    status: 'Compliance Approved',
    complianceTeamMemberId: staffId,
  });
  return answer.status === 'success';
}

async function findEntries(sandbox: SandboxUnderTest, staffId: string) {
  const { staff } = await sandbox.readLedger();
  return staff.filter(({ staff_id }) => staff_id === staffId);
}

test('the first company starts with an activated approver, a pending approver and a manager', async () => {
  const sandbox = await startTestSandbox();
  expect((await sandbox.readLedger()).staff).toMatchObject([
    { company: 'company-1', staff_id: 'C-100', role: 'Approver', activated: true },
    { company: 'company-1', staff_id: 'C-101', role: 'Approver', activated: false },
    { company: 'company-1', staff_id: 'M-200', role: 'Manager', activated: true },
  ]);
});

describe('create_pending_user', () => {
  test('creates a pending approver and sends an invitation, whose link activates the account', async () => {
    const sandbox = await startTestSandbox();
    const answer = await sandbox.answer('create_pending_user', invitation);
    const [entry] = await findEntries(sandbox, 'C-300');
    expect(entry).toMatchObject({
      company: 'company-1',
      email: 'nia@company-1.example',
      role: 'Approver',
      activated: false,
    });
    expect(entry?.user_id).not.toBe('C-300');
    expect(answer).toEqual({ status: 'success', response: { user_id: entry?.user_id } });
    expect(await canDecide(sandbox, 'C-300')).toBe(false);

    const [email, ...others] = await sandbox.readOutbox();
    expect(others).toEqual([]);
    expect(email).toMatchObject({ to: 'nia@company-1.example', user_id: entry?.user_id });
    expect((await fetch(email?.activationLink ?? '')).status).toBe(200);
    expect(await canDecide(sandbox, 'C-300')).toBe(true);
  });

  test.each([
    ['first_name', undefined, 'First name is missing'],
    ['last_name', ' ', 'Last name is missing'],
    ['email', undefined, 'Email is missing'],
    ['email', 'nia', 'Email must be a valid email address'],
    ['email', 'nia@localhost', 'Email must be a valid email address'],
    ['email', 'nia@a.example, eve@a.example', 'Email must be a valid email address'],
    ['staff_id', '', 'Staff ID is missing'],
  ])('reports a wrong %s: %j', async (field, wrong, message) => {
    const sandbox = await startTestSandbox();
    const answer = await sandbox.answer('create_pending_user', { ...invitation, [field]: wrong });
    expect(answer).toEqual(createFieldFailure(field, message));
    expect((await sandbox.readLedger()).commits.create_pending_user).toBe(0);
    expect(await sandbox.readOutbox()).toEqual([]);
  });

  test('refuses the email address of an account in this or another company', async () => {
    const sandbox = await startTestSandbox();
    const refused = createFailure(serviceMessages.userNotCreated);
    await sandbox.answer('create_pending_user', invitation);
    const inCapitals = { ...invitation, email: 'NIA@company-1.example' };
    expect(await sandbox.answer('create_pending_user', invitation)).toEqual(refused);
    expect(await sandbox.answer('create_pending_user', inCapitals)).toEqual(refused);
    expect(await sandbox.answer('create_pending_user', invitation, 2)).toEqual(refused);
    await sandbox.answer('remove_user_access', { staff_id: 'C-300' });
    expect(await sandbox.answer('create_pending_user', invitation, 2)).toEqual(refused);
    expect((await sandbox.readLedger()).commits.create_pending_user).toBe(1);
    expect(await sandbox.readOutbox()).toHaveLength(1);
  });

  test('restores a removed account by its email address, sets it to pending, and sends a new invitation', async () => {
    const sandbox = await startTestSandbox();
    const first = await sandbox.answer('create_pending_user', invitation);
    await sandbox.control('POST activate', { staff_id: 'C-300' });
    await sandbox.answer('remove_user_access', { staff_id: 'C-300' });
    const renamed = { ...invitation, last_name: 'Newer', staff_id: 'C-301' };
    expect(await sandbox.answer('create_pending_user', renamed)).toEqual(first);
    expect(await findEntries(sandbox, 'C-300')).toEqual([]);
    expect(await findEntries(sandbox, 'C-301')).toMatchObject([
      { role: 'Approver', activated: false, company: 'company-1' },
    ]);

    const [old, latest] = await sandbox.readOutbox();
    expect((await fetch(old?.activationLink ?? '')).status).toBe(404);
    expect(await canDecide(sandbox, 'C-301')).toBe(false);
    expect(await (await fetch(latest?.activationLink ?? '')).text()).toContain('Nia Newer');
    expect(await canDecide(sandbox, 'C-301')).toBe(true);
  });
});

describe('remove_user_access', () => {
  test('sets the role, changes nothing else, sends no email, and ends the right to decide', async () => {
    const sandbox = await startTestSandbox();
    expect(await canDecide(sandbox, 'C-100')).toBe(true);
    const [before] = await findEntries(sandbox, 'C-100');
    expect(await sandbox.answer('remove_user_access', { staff_id: 'C-100' })).toEqual(removed);
    expect(await findEntries(sandbox, 'C-100')).toEqual([{ ...before, role: 'Remove Access' }]);
    expect(await sandbox.readOutbox()).toEqual([]);
    expect(await canDecide(sandbox, 'C-100')).toBe(false);
    // Earlier decisions of the account stay.
    expect((await sandbox.readLedger()).assessments).toMatchObject([
      { status: 'Compliance Approved' },
      { status: 'Pending' },
    ]);
  });

  test('gives a repeated request the same answer, and changes nothing', async () => {
    const sandbox = await startTestSandbox();
    await sandbox.answer('remove_user_access', { staff_id: 'C-100' });
    const { staff } = await sandbox.readLedger();
    expect(await sandbox.answer('remove_user_access', { staff_id: 'C-100' })).toEqual(removed);
    const after = await sandbox.readLedger();
    expect(after.staff).toEqual(staff);
    expect(after.requests.remove_user_access).toBe(2);
    expect(after.commits.remove_user_access).toBe(1);
    expect(await sandbox.readOutbox()).toEqual([]);
  });

  test('removes the access again after an administrator has restored it', async () => {
    const sandbox = await startTestSandbox();
    await sandbox.answer('remove_user_access', { staff_id: 'C-100' });
    await sandbox.control('POST restore', { staff_id: 'C-100' });
    expect(await canDecide(sandbox, 'C-100')).toBe(true);
    expect(await sandbox.answer('remove_user_access', { staff_id: 'C-100' })).toEqual(removed);
    expect(await canDecide(sandbox, 'C-100')).toBe(false);
  });

  test('refuses a Staff ID that does not match exactly one user in the company', async () => {
    const sandbox = await startTestSandbox();
    await sandbox.answer('create_pending_user', invitation);
    await sandbox.answer('create_pending_user', { ...invitation, email: 'other@a.example' });
    for (const body of [{}, { staff_id: '' }, { staff_id: 'X-1' }, { staff_id: 'C-300' }]) {
      expect(await sandbox.answer('remove_user_access', body)).toEqual(noSingleMatch);
    }
    expect(await sandbox.answer('remove_user_access', { staff_id: 'C-100' }, 2)).toEqual(
      noSingleMatch,
    );
    const { commits, staff } = await sandbox.readLedger();
    expect(commits.remove_user_access).toBe(0);
    expect(staff.every(({ role }) => role !== 'Remove Access')).toBe(true);
  });

  test('distinguishes people of two companies with the same Staff ID', async () => {
    const sandbox = await startTestSandbox();
    const otherPerson = { ...invitation, staff_id: 'C-100', email: 'c100@company-2.example' };
    await sandbox.answer('create_pending_user', otherPerson, 2);
    expect(await sandbox.answer('remove_user_access', { staff_id: 'C-100' }, 2)).toEqual(removed);
    expect(await findEntries(sandbox, 'C-100')).toMatchObject([
      { company: 'company-1', role: 'Approver' },
      { company: 'company-2', role: 'Remove Access' },
    ]);
  });
});

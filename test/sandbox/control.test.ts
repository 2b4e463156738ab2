import { describe, expect, test } from 'vitest';
import { type Json, invitation, startTestSandbox } from './sandboxUnderTest.js';

describe('the control API', () => {
  test('has a ledger of the assessments, the staff, and the requests and commits by operation, but no token', async () => {
    const sandbox = await startTestSandbox();
    const assessmentId = await sandbox.create({ employeeId: 'E-1' });
    const otherId = await sandbox.create({ employeeId: 'E-2' }, 2);
    await sandbox.post('rwa_create', {});
    const ledger = await sandbox.readLedger();
    const zeros = {
      rwa_create: 0,
      rwa_retrieve: 0,
      rwa_update: 0,
      create_pending_user: 0,
      remove_user_access: 0,
    };
    const date = expect.stringMatching(/^\d{4}-.*Z$/) as string;
    expect(ledger).toEqual({
      requests: { ...zeros, rwa_create: 3 },
      commits: { ...zeros, rwa_create: 2 },
      assessments: [
        {
          assessmentId,
          company: 'company-1',
          employeeId: 'E-1',
          purpose: expect.any(String) as string,
          destination: expect.any(String) as string,
          status: 'Pending',
          note: '',
          createdAt: date,
        },
        {
          assessmentId: otherId,
          company: 'company-2',
          employeeId: 'E-2',
          purpose: expect.any(String) as string,
          destination: expect.any(String) as string,
          status: 'Pending',
          note: '',
          createdAt: date,
        },
      ],
      staff: expect.any(Array) as [],
    });
    expect(Object.keys(ledger.staff[0] ?? {})).toEqual([
      'user_id',
      'company',
      'staff_id',
      'email',
      'role',
      'activated',
    ]);
    expect(JSON.stringify(ledger)).not.toContain('sandbox-token');
  });

  test('activates an account with activate, restores its access with restore, and sends no email', async () => {
    const sandbox = await startTestSandbox();
    const account = { staff_id: 'C-101', role: 'Approver', activated: true };
    const staff_id = 'C-101';
    expect((await sandbox.control('POST activate', { staff_id })).body).toMatchObject(account);
    await sandbox.answer('remove_user_access', { staff_id });
    expect((await sandbox.control('POST restore', { staff_id })).body).toMatchObject(account);
    expect(await sandbox.readOutbox()).toEqual([]);
    const manager = await sandbox.control('POST restore', { staff_id: 'M-200' });
    expect(manager.body).toMatchObject({ role: 'Manager' });
  });

  test.each<[string, Json, RegExp]>([
    ['POST activate', {}, /^No account has the staff_id ""\.$/],
    ['POST activate', { staff_id: 'X' }, /^No account has the staff_id "X"\.$/],
    [
      'POST restore',
      { staff_id: 'C-300' },
      /^2 accounts have the staff_id "C-300"\. Add company to choose one\.$/,
    ],
    [
      'POST activate',
      { staff_id: 'C-100', company: 'x' },
      /^There is no company x\. Use company-1/,
    ],
    ['POST activate', { staff_id: 'M-200' }, /^M-200 has the role Remove Access; restore it first/],
  ])('refuses %s %j', async (control, body, message) => {
    const sandbox = await startTestSandbox();
    await sandbox.answer('create_pending_user', invitation);
    await sandbox.answer('create_pending_user', { ...invitation, email: 'n@company-2.example' }, 2);
    await sandbox.answer('remove_user_access', { staff_id: 'M-200' });
    expect(await sandbox.control(control, body)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(message) as string },
    });
  });

  test('distinguishes two accounts with the same Staff ID by their company', async () => {
    const sandbox = await startTestSandbox();
    await sandbox.answer('create_pending_user', invitation);
    await sandbox.answer('create_pending_user', { ...invitation, email: 'n@company-2.example' }, 2);
    const body = { staff_id: 'C-300', company: 'company-2' };
    expect((await sandbox.control('POST activate', body)).body).toMatchObject({
      company: 'company-2',
      activated: true,
    });
  });

  test('answers an unknown control with a list of the controls', async () => {
    const sandbox = await startTestSandbox();
    expect(await sandbox.control('POST ledger')).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('Use GET ledger, GET outbox, ') as string },
    });
  });
});

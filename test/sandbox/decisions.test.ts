import { describe, expect, test } from 'vitest';
import {
  type Json,
  createFailure,
  createFieldFailure,
  startTestSandbox,
} from './sandboxUnderTest.js';
import { serviceMessages } from '../serviceMessages.js';

const success = { status: 'success', success: true, message: serviceMessages.decisionUpdated };
const notActivated = createFieldFailure(
  'complianceTeamMemberId',
  'Compliance Team Member ID must match a registered, activated staff account in this company. The team member must complete account setup using their invitation before acting on an assessment.',
);
const unsupported = createFieldFailure('status', serviceMessages.unknownStatus);
const managerRequired = createFieldFailure('managerId', serviceMessages.managerRequired);
const rejecterRequired = createFieldFailure('approverId', serviceMessages.rejecterRequired);
const complianceRequired = createFieldFailure(
  'complianceTeamMemberId',
  serviceMessages.complianceRequired,
);
const cancellerRequired = createFieldFailure(
  'cancelledByStaffId',
  serviceMessages.cancellerRequired,
);
const createCompliance = (id: string) => ({ complianceTeamMemberId: id });

describe('rwa_update', () => {
  // See `rwa_update` in docs/contract.md for the people that each decision needs, and for the errors.
  test.each<[status: unknown, actors: Json, answer: Json, recorded?: string]>([
    ['Pending', {}, success, 'Pending'],
    ['Manager Approved', { managerId: 'M-200' }, success, 'Manager Approved'],
    ['Manager Approved', { managerId: 'anyone' }, success, 'Manager Approved'],
    ['Manager Approved', {}, managerRequired],
    ['Manager Approved', { managerId: ' ' }, managerRequired],
    ['Manager Approved', createCompliance('C-100'), managerRequired],
    ['Compliance Approved', createCompliance('C-100'), success, 'Compliance Approved'],
    ['Compliance Approved', {}, complianceRequired],
    ['Compliance Approved', { managerId: 'M-200' }, complianceRequired],
    ['Compliance Approved', createCompliance('C-101'), notActivated],
    ['Compliance Approved', createCompliance('C-999'), notActivated],
    ['Approved', createCompliance('C-100'), success, 'Compliance Approved'],
    ['Approved', {}, complianceRequired],
    ['Approved', createCompliance('C-101'), notActivated],
    ['Rejected', { managerId: 'M-200' }, success, 'Rejected'],
    ['Rejected', createCompliance('C-100'), success, 'Rejected'],
    ['Rejected', {}, rejecterRequired],
    ['Rejected', createCompliance('C-101'), notActivated],
    ['Canceled', { cancelledByStaffId: 'E-1' }, success, 'Canceled'],
    ['Canceled', {}, cancellerRequired],
    ['Canceled', { managerId: 'M-200' }, cancellerRequired],
    // Activation is checked for each status that is sent with the ID of a team member.
    ['Pending', createCompliance('C-101'), notActivated],
    ['Manager Approved', { managerId: 'M-200', ...createCompliance('C-999') }, notActivated],
    ['Rejected', { managerId: 'M-200', ...createCompliance('C-101') }, notActivated],
    ['Canceled', { cancelledByStaffId: 'E-1', ...createCompliance('C-101') }, notActivated],
    ['Cancelled', { cancelledByStaffId: 'E-1' }, unsupported],
    ['approved', createCompliance('C-100'), unsupported],
    [undefined, {}, unsupported],
    ['', {}, unsupported],
  ])('checks the status %j with the people %j', async (status, actors, answer, recorded) => {
    const sandbox = await startTestSandbox();
    const assessmentId = await sandbox.create();
    const received = await sandbox.answer('rwa_update', {
      assessmentId,
      status,
      note: 'N',
      ...actors,
    });
    expect(received).toEqual(answer);
    const { commits, assessments } = await sandbox.readLedger();
    expect(commits.rwa_update).toBe(recorded === undefined ? 0 : 1);
    expect(assessments).toMatchObject([
      { status: recorded ?? 'Pending', note: recorded === undefined ? '' : 'N' },
    ]);
  });

  test('checks first whether the company has the assessment', async () => {
    const sandbox = await startTestSandbox();
    const assessmentId = await sandbox.create();
    const notFound = createFailure(serviceMessages.assessmentNotFound);
    expect(await sandbox.answer('rwa_update', { status: 'Pending' })).toEqual(notFound);
    expect(await sandbox.answer('rwa_update', { assessmentId: 'x', status: '?' })).toEqual(
      notFound,
    );
    expect(await sandbox.answer('rwa_update', { assessmentId, status: 'Pending' }, 2)).toEqual(
      notFound,
    );
  });

  test('refuses the compliance team member of another company', async () => {
    const sandbox = await startTestSandbox();
    const assessmentId = await sandbox.create({}, 2);
    const decision = { assessmentId, status: 'Approved', complianceTeamMemberId: 'C-100' };
    expect(await sandbox.answer('rwa_update', decision, 2)).toEqual(notActivated);
  });

  test('stores the status, the note and the people, and keeps the note if a decision has none', async () => {
    const sandbox = await startTestSandbox();
    const assessmentId = await sandbox.create({ managerId: 'M-1' });
    await sandbox.answer('rwa_update', {
      assessmentId,
      status: 'Approved',
      complianceTeamMemberId: 'C-100',
      note: 'Fine <b>by me</b>',
      externalEventId: 'event-1',
    });
    const approved = {
      status: 'Compliance Approved',
      note: 'Fine <b>by me</b>',
      complianceTeamMemberId: 'C-100',
      managerId: 'M-1',
      employeeId: '00123',
    };
    expect(await sandbox.readResult(assessmentId)).toMatchObject(approved);
    await sandbox.answer('rwa_update', { assessmentId, status: 'Pending' });
    expect(await sandbox.readResult(assessmentId)).toMatchObject({
      ...approved,
      status: 'Pending',
    });
    await sandbox.answer('rwa_update', {
      assessmentId,
      status: 'Manager Approved',
      managerId: 'M-2',
      note: '',
    });
    expect(await sandbox.readResult(assessmentId)).toMatchObject({ note: '', managerId: 'M-2' });
  });

  test('records the same event twice if it is sent twice', async () => {
    const sandbox = await startTestSandbox();
    const assessmentId = await sandbox.create();
    const decision = { assessmentId, status: 'Pending', externalEventId: 'event-1' };
    expect(await sandbox.answer('rwa_update', decision)).toEqual(success);
    expect(await sandbox.answer('rwa_update', decision)).toEqual(success);
    expect((await sandbox.readLedger()).commits.rwa_update).toBe(2);
  });
});

import { expect, test } from 'vitest';
import type { Decision } from '../../src/decision.js';
import { compareDecision, type StateCheck } from '../../src/stateCheck.js';
import { tripResult } from './examples.js';

const approved: Decision = {
  assessmentId: 'a-1',
  status: 'Approved',
  complianceTeamMemberId: 'C-100',
};
const canceled: Decision = { assessmentId: 'a-1', status: 'Canceled', cancelledByStaffId: '007' };
const recorded = { status: 'Compliance Approved', complianceTeamMemberId: 'C-100' };

test.each<[string, StateCheck, Decision, object]>([
  ['Approved is returned as Compliance Approved', 'applied', approved, recorded],
  ['Approved is returned as Approved', 'applied', approved, { ...recorded, status: 'Approved' }],
  ['the note is the same', 'applied', { ...approved, note: 'n' }, { ...recorded, note: 'n' }],
  ['a note is returned and none was sent', 'applied', approved, { ...recorded, note: 'old' }],
  ['the canceller is not returned', 'applied', canceled, { status: 'Canceled' }],
  ['the status is different', 'not_applied', approved, { ...recorded, status: 'Pending' }],
  ['the note is different', 'not_applied', { ...approved, note: 'n' }, { ...recorded, note: 'o' }],
  ['the note is empty', 'not_applied', { ...approved, note: 'n' }, { ...recorded, note: '' }],
  [
    'the member is different',
    'not_applied',
    approved,
    { ...recorded, complianceTeamMemberId: 'C-101' },
  ],
  [
    'the member is different and no status is returned',
    'not_applied',
    approved,
    { complianceTeamMemberId: 'C-101' },
  ],
  ['no status is returned', 'cannot_tell', approved, { complianceTeamMemberId: 'C-100' }],
  ['the status is unknown', 'cannot_tell', approved, { ...recorded, status: 'Complete' }],
  ['the status is null', 'cannot_tell', approved, { ...recorded, status: null }],
  ['no note is returned', 'cannot_tell', { ...approved, note: 'n' }, recorded],
  [
    'a null note is returned',
    'cannot_tell',
    { ...approved, note: 'n' },
    { ...recorded, note: null },
  ],
  ['no member is returned', 'cannot_tell', approved, { ...recorded, complianceTeamMemberId: '' }],
])('if %s, the check returns %s', (_, expected, decision, saved) => {
  expect(compareDecision(decision, { ...tripResult, ...saved })).toBe(expected);
});

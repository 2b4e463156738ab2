import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  toCanonicalStatus,
  type Decision,
  decidedSchema,
  decisionSchema,
  decisionStatuses,
  createExternalEventId,
} from '../../src/decision.js';
import { formatProblem } from '../../src/inputWords.js';
import { validate } from '../../src/problems.js';
import { serviceMessages } from '../serviceMessages.js';

const unsupported = serviceMessages.unknownStatus;

const listProblems = (input: Record<string, unknown>) => {
  const validated = validate('rwa_update', { assessmentId: 'a-1', ...input });
  return validated.ok
    ? []
    : validated.problems.map((problem) => [problem.field, formatProblem(problem)]);
};

describe('a decision needs the actor that its status requires', () => {
  const manager = serviceMessages.managerRequired;
  const compliance = serviceMessages.complianceRequired;
  const either = serviceMessages.rejecterRequired;
  const canceller = serviceMessages.cancellerRequired;

  test.each([
    ['Pending', {}, []],
    ['Manager Approved', { managerId: 'M-200' }, []],
    ['Compliance Approved', { complianceTeamMemberId: 'C-100' }, []],
    ['Approved', { complianceTeamMemberId: 'C-100' }, []],
    ['Rejected', { managerId: 'M-200' }, []],
    ['Rejected', { complianceTeamMemberId: 'C-100' }, []],
    ['Rejected', { managerId: 'M-200', complianceTeamMemberId: 'C-100' }, []],
    ['Canceled', { cancelledByStaffId: '007' }, []],
    ['Manager Approved', {}, [['managerId', manager]]],
    ['Manager Approved', { complianceTeamMemberId: 'C-100' }, [['managerId', manager]]],
    ['Manager Approved', { managerId: ' ' }, [['managerId', manager]]],
    ['Compliance Approved', {}, [['complianceTeamMemberId', compliance]]],
    ['Compliance Approved', { managerId: 'M-200' }, [['complianceTeamMemberId', compliance]]],
    ['Approved', {}, [['complianceTeamMemberId', compliance]]],
    ['Rejected', {}, [['approverId', either]]],
    ['Rejected', { cancelledByStaffId: '007' }, [['approverId', either]]],
    ['Rejected', { managerId: 7 }, [['managerId', 'Manager ID: must be text']]],
    ['Manager Approved', { managerId: 7 }, [['managerId', 'Manager ID: must be text']]],
    ['Canceled', {}, [['cancelledByStaffId', canceller]]],
    ['Canceled', { managerId: 'M-200' }, [['cancelledByStaffId', canceller]]],
  ])('%s with %j', (status, actors, problems) => {
    expect(listProblems({ status, ...actors })).toEqual(problems);
  });

  test('and a missing actor is reported together with other problems', () => {
    expect(listProblems({ assessmentId: '', status: 'Rejected', note: 5, by: 'me' })).toEqual([
      ['assessmentId', 'Assessment ID is missing'],
      ['note', 'Note: must be text'],
      ['by', 'Unknown input by'],
      ['approverId', serviceMessages.rejecterRequired],
    ]);
  });
});

test.each([
  ['missing', undefined],
  ['blank', ' '],
  ['of another spelling', 'Cancelled'],
  ['in lower case', 'pending'],
  ['a number', 5],
  ['__proto__', '__proto__'],
  ['constructor', 'constructor'],
])('a status that is %s is refused in the words of the contract', (_, status) => {
  expect(listProblems({ status })).toEqual([['status', unsupported]]);
});

test('Approved is an alias of Compliance Approved only', () => {
  const statuses = [...decisionStatuses, 'Approved', 'approved', '', '__proto__'];
  expect(statuses.map(toCanonicalStatus)).toEqual([
    'Pending',
    'Manager Approved',
    'Compliance Approved',
    'Rejected',
    'Canceled',
    'Compliance Approved',
    undefined,
    undefined,
    undefined,
  ]);
});

test('the schema refuses values that are not objects', () => {
  for (const body of [null, undefined, [], 'x']) {
    expect(decisionSchema.safeParse(body).success).toBe(false);
  }
});

describe('the generated external event ID', () => {
  const decision: Decision = { assessmentId: 'a-1', status: 'Rejected', managerId: 'M-200' };
  const id = createExternalEventId(decision);

  test('begins with the assessment ID and is always the same', () => {
    expect(id).toBe('a-1-b5d4f4cb5cae484e');
    expect(createExternalEventId({ ...decision })).toBe(id);
  });

  test('is the same for the alias, and for a missing and an empty note', () => {
    const approved = { assessmentId: 'a-1', complianceTeamMemberId: 'C-100' };
    expect(createExternalEventId({ ...approved, status: 'Approved' })).toBe(
      createExternalEventId({ ...approved, status: 'Compliance Approved' }),
    );
    expect(createExternalEventId({ ...decision, note: '' })).toBe(id);
  });

  test('depends on each part of the decision, and on the field of each text', () => {
    const others: Decision[] = [
      { ...decision, assessmentId: 'a-2' },
      { ...decision, status: 'Manager Approved' },
      { ...decision, managerId: 'M-201' },
      { ...decision, note: 'late' },
      { ...decision, note: 'late ' },
      { ...decision, complianceTeamMemberId: 'C-100' },
      { ...decision, cancelledByStaffId: 'C-100' },
      { assessmentId: 'a-1', status: 'Rejected', complianceTeamMemberId: 'M-200' },
      { assessmentId: 'a-1', status: 'Pending', note: 'M-200' },
      { assessmentId: 'a-1', status: 'Pending', managerId: 'M-200' },
    ];
    const ids = [decision, ...others].map(createExternalEventId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('differs even if one of its two hashes is the same by chance', () => {
    // The first hash is the same for two notes that are the SHA-256 hashes of a pair.
    const pairs = [
      [109_878, 111_942],
      [2_368, 124_187],
      [54_274, 138_736],
    ];
    for (const pair of pairs) {
      const ids = pair.map((number) =>
        createExternalEventId({ ...decision, note: hash('sha256', `${number}`) }),
      );
      expect(new Set(ids.map((id) => id.slice(0, -8))).size).toBe(1);
      expect(new Set(ids).size).toBe(2);
    }
  });
});

test.each([
  [{ message: serviceMessages.decisionUpdated }, serviceMessages.decisionUpdated],
  [{ message: null }, ''],
  [{ message: 5 }, ''],
  [{}, ''],
])('a recorded decision is recognised in %j', (body, message) => {
  expect(decidedSchema.parse(body)).toEqual({ message });
});

import { describe, expect, test } from 'vitest';
import { hashInputs } from '../../batch/engine/identity/reference.js';
import { createRequestKey } from '../../nodes/shared/requestKey.js';
import { type OperationName, operations } from '../../src/operations.js';
import { validate } from '../../src/problems.js';
import { hire, trip } from './examples.js';

interface Example {
  readonly what: string;
  readonly operation: OperationName;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The hash in sheets and journals. */
  readonly hash: string;
}

const optional = { workingDays: 14, complianceTeamMemberId: 'C-7', managerId: 'M-4' };
const fullTrip = { ...trip, ...optional };
const fullHire = { ...hire, ...optional };
const decision = {
  assessmentId: 'a-1',
  status: 'Canceled',
  complianceTeamMemberId: 'C-7',
  note: 'Postponed',
  externalEventId: 'e-1',
  managerId: 'M-4',
  cancelledByStaffId: 'S-1',
};
const invitation = {
  first_name: 'Nora',
  last_name: 'Newcomer',
  email: 'nora@example.com',
  staff_id: 'C-201',
};

// Users have such hashes in sheets, journals and n8n's database. If a hash differs, restore the order
// of the fields. A new field gets another example.
const examples: readonly Example[] = [
  { what: 'a trip', operation: 'rwa_create', inputs: fullTrip, hash: '3de85c4840c88a370be3' },
  { what: 'a hire', operation: 'rwa_create', inputs: fullHire, hash: '2c5e74a3d77b73b8b690' },
  { what: 'a decision', operation: 'rwa_update', inputs: decision, hash: 'be7f06207489433b959c' },
  {
    what: 'an invitation',
    operation: 'create_pending_user',
    inputs: invitation,
    hash: 'dc77b62cdc91015ca11a',
  },
];

describe('a new version changes no hash of a request, so earlier requests are recognized', () => {
  test.each(examples)('$what in a sheet', ({ operation, inputs, hash }) => {
    expect(hashInputs(createRequest(operation, inputs))).toBe(hash);
  });

  test.each([
    ['a trip', fullTrip, 'H2nC-5-c9UpJEXyUnkLXun'],
    ['a hire', fullHire, '-WEQ6UbTp_X4ijHMaD_Hy1'],
  ])('%s in the memory of a node', (_what, inputs, key) => {
    const request = createRequest('rwa_create', inputs);
    expect(createRequestKey('rwa_create', 'salt', request)).toBe(key);
  });

  test.each(['rwa_create', 'rwa_update', 'create_pending_user'] as const)(
    'the examples have all inputs of %s',
    (operation) => {
      const listed = examples.filter((example) => example.operation === operation);
      const inputs = new Set(listed.flatMap((example) => Object.keys(example.inputs)));
      expect(inputs).toEqual(new Set(Object.keys(operations[operation].fields)));
    },
  );
});

function createRequest(operation: OperationName, inputs: Example['inputs']): object {
  const validated = validate(operation, inputs);
  if (!validated.ok) throw new Error(validated.problems[0]?.message.code);
  return validated.request;
}

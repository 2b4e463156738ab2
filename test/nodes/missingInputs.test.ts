import type { INodeType } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RwaCreateAssessment } from '../../nodes/RwaCreateAssessment/RwaCreateAssessment.node.js';
import { RwaCreatePendingUser } from '../../nodes/RwaCreatePendingUser/RwaCreatePendingUser.node.js';
import { RwaRemoveUserAccess } from '../../nodes/RwaRemoveUserAccess/RwaRemoveUserAccess.node.js';
import { RwaRetrieveAssessment } from '../../nodes/RwaRetrieveAssessment/RwaRetrieveAssessment.node.js';
import { RwaUpdateAssessment } from '../../nodes/RwaUpdateAssessment/RwaUpdateAssessment.node.js';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import type { OperationName } from '../../src/operations.js';
import { readLedger } from './control.js';
import { trip } from './examples.js';
import { type Parameters, runNode } from './runNode.js';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});

afterAll(() => sandbox.close());

const { pastTripsDuration: _, ...sharedInputs } = trip;
const hire = {
  ...sharedInputs,
  purpose: 'Hire From Anywhere',
  numberHires: 1,
  urgency: '1-3 months',
};
const decision = { assessmentId: 'A-1', status: 'Pending' };
const invitation = { first_name: 'A', last_name: 'B', email: 'a@b.example', staff_id: '1' };

const cases: readonly [string, OperationName, INodeType, Parameters][] = [
  ['a trip', 'rwa_create', new RwaCreateAssessment(), trip],
  ['a hire', 'rwa_create', new RwaCreateAssessment(), hire],
  ['a retrieval', 'rwa_retrieve', new RwaRetrieveAssessment(), { assessmentId: 'A-1' }],
  ['a decision', 'rwa_update', new RwaUpdateAssessment(), decision],
  ['an invitation', 'create_pending_user', new RwaCreatePendingUser(), invitation],
  ['a removal', 'remove_user_access', new RwaRemoveUserAccess(), { staff_id: 'C-101' }],
];

/** The values of expressions without a result, and of an empty list in the editor. */
const empty: readonly [string, unknown][] = [
  ['undefined', undefined],
  ['null', null],
  ['""', ''],
  ['spaces', ' \u00A0'],
  ['NaN', Number.NaN],
  ['an untouched list', { mode: 'list', value: '' }],
  ['an empty list', { __rl: true, mode: 'name', value: undefined }],
];

describe.each(cases)('the node for %s', (_case, operation, node, parameters) => {
  const run = (given: Parameters) =>
    runNode({ node, sandbox, items: [{}], parameters: { confirmRemoval: true, ...given } });
  const findLabel = (name: string) =>
    node.description.properties.find((property) => property.name === name)?.displayName ?? '';

  test.each(Object.keys(parameters))('reports a missing %s, and sends nothing', async (name) => {
    const label = findLabel(name);
    expect(label).not.toBe('');
    for (const [what, value] of empty) {
      const running = run({ ...parameters, [name]: () => value });
      await expect(running, what).rejects.toThrow(`${label} is missing. `);
    }
    // A parameter that was not set has the default of the node.
    const { [name]: _notSet, ...others } = parameters;
    await expect(run(others)).rejects.toThrow(`${label} is missing. `);
    expect((await readLedger(sandbox)).requests[operation]).toBe(0);
  });
});

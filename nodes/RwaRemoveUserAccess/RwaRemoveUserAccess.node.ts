import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { removalFields } from '../../src/staff.js';
import { credentialTest } from '../shared/credentialTest.js';
import { fail } from '../../src/failures.js';
import { execute } from '../shared/execute.js';
import { getInputs } from '../shared/inputs.js';
import { forEachItem } from '../shared/items.js';
import { sharedOptions } from '../shared/options.js';
import { createProperties } from '../shared/properties.js';
import { readRequests } from '../shared/requests.js';
import { createToolDescription } from '../shared/toolDescription.js';

const notConfirmed = fail({
  code: 'invalid_request',
  operation: 'remove_user_access',
  delivery: 'not_sent',
  mayHaveTakenEffect: false,
  retryCanHelp: false,
  reason: { code: 'other', text: 'The removal is not confirmed.' },
  remedy: { code: 'other', text: 'Turn on Confirm Removal in the node. Nothing was sent.' },
});

export class RwaRemoveUserAccess implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Remote Work: Remove User Access',
    name: 'rwaRemoveUserAccess',
    icon: {
      light: 'file:../../icons/removeUserAccess.svg',
      dark: 'file:../../icons/removeUserAccess.dark.svg',
    },
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["staff_id"]}}',
    description: "Remove a staff member's access, in the test environment only",
    defaults: { name: 'Remove User Access' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    usableAsTool: true,
    credentials: [
      {
        name: 'remoteWorkAssessmentApi',
        required: true,
        testedBy: 'remoteWorkAssessmentApiTest',
      },
    ],
    properties: [
      createToolDescription(
        'Removes the access of one staff member by Staff ID; the account and its history are kept. Works only in the test environment, and only if a person has turned on Confirm Removal in the node.',
      ),
      {
        displayName:
          'This operation works only in the test environment: the base URL in the credential must contain the path segment version-test.',
        name: 'testOnlyNotice',
        type: 'notice',
        default: '',
      },
      ...createProperties(removalFields),
      {
        displayName: 'Confirm Removal',
        name: 'confirmRemoval',
        type: 'boolean',
        default: false,
        noDataExpression: true,
        description: 'Whether to remove the access. While this is off, nothing is sent.',
      },
      sharedOptions,
    ],
  };

  methods = { credentialTest };

  execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    // The stored parameter counts. An agent could fill in an expression, so an expression is not
    // evaluated.
    const isConfirmed = this.getNode().parameters.confirmRemoval === true;
    return execute(this, 'remove_user_access', async (session) => {
      const { client, signal } = session;
      const requests = await readRequests(session, 'remove_user_access', (itemIndex) =>
        getInputs(this, removalFields, itemIndex),
      );
      return forEachItem(
        session,
        requests,
        async ({ staff_id: staffId }) =>
          isConfirmed ? await client.removeUserAccess(staffId, { signal }) : notConfirmed,
        { isChange: true },
      );
    });
  }
}

import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { invitationFields } from '../../src/staff.js';
import { credentialTest } from '../shared/credentialTest.js';
import { errorOutputNotice } from '../shared/errorOutputNotice.js';
import { executeOnce } from '../shared/execute.js';
import { getInputs } from '../shared/inputs.js';
import { forEachItem } from '../shared/items.js';
import { rememberingOptions } from '../shared/options.js';
import { createProperties } from '../shared/properties.js';
import { createRememberProperty } from '../shared/remember.js';
import { readRequests } from '../shared/requests.js';
import { SendLedger } from '../shared/sendLedger.js';
import { createToolDescription } from '../shared/toolDescription.js';

export class RwaCreatePendingUser implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Remote Work: Create Pending User',
    name: 'rwaCreatePendingUser',
    icon: {
      light: 'file:../../icons/createPendingUser.svg',
      dark: 'file:../../icons/createPendingUser.dark.svg',
    },
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["email"]}}',
    description: 'Invite a compliance team member by email',
    defaults: { name: 'Create Pending User' },
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
        'Invites one person to the compliance team as an Approver; the service sends the invitation by email. If the email belongs to a removed account, that account is restored. Returns user_id.',
      ),
      {
        displayName:
          'The service sends each person an invitation by email, also in test executions, unless the node remembers the email. Try it with your own address first.',
        name: 'emailNotice',
        type: 'notice',
        default: '',
      },
      ...createProperties(invitationFields),
      errorOutputNotice,
      createRememberProperty('day', 'the email'),
      rememberingOptions,
    ],
  };

  methods = { credentialTest };

  execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const ledger = new SendLedger(this, 'create_pending_user');
    return executeOnce(this, 'create_pending_user', async (session, memory) => {
      const { client, signal } = session;
      const requests = await readRequests(session, 'create_pending_user', (itemIndex) =>
        getInputs(this, invitationFields, itemIndex),
      );
      return await forEachItem(session, requests, (request, itemIndex) => {
        const key = memory.createKey(request);
        const send = memory.guard(key, async (record) => {
          const invited = await client.createPendingUser(request, { record, signal });
          return invited.ok ? { ok: true, value: { user_id: invited.value.userId } } : invited;
        });
        return ledger.sendOnce(itemIndex, key, send);
      });
    });
  }
}

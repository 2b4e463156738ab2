import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { decisionFields, decisionStatuses, requiredActors } from '../../src/decision.js';
import { credentialTest } from '../shared/credentialTest.js';
import { execute } from '../shared/execute.js';
import { inputsOf } from '../shared/inputs.js';
import { forEachItem } from '../shared/items.js';
import { sharedOptions } from '../shared/options.js';
import { propertiesOf, shownFor } from '../shared/properties.js';
import { requestsOf } from '../shared/requests.js';

/** Records one decision on an assessment for each item. */
export class RwaUpdateAssessment implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Remote Work: Update Assessment',
    name: 'rwaUpdateAssessment',
    icon: {
      light: 'file:../../icons/remoteWorkAssessment.svg',
      dark: 'file:../../icons/remoteWorkAssessment.dark.svg',
    },
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["status"]}}',
    description:
      'Records a decision (pending, approved by manager or compliance, rejected, canceled) and an optional note on a remote work assessment. Needs the Staff ID of the person who decides.',
    defaults: { name: 'Update Assessment' },
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
      ...propertiesOf(decisionFields).map((property) => {
        const statuses = statusesThatNeed(property.name);
        return statuses.length === 0
          ? property
          : { ...property, ...shownFor('status', decisionStatuses, statuses) };
      }),
      sharedOptions,
    ],
  };

  methods = { credentialTest };

  execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return execute(this, async (session) => {
      const { client, signal } = session;
      const requests = await requestsOf(session, 'rwa_update', (itemIndex) =>
        inputsOf(this, decisionFields, itemIndex),
      );
      return forEachItem(session, requests, (decision) =>
        client.updateAssessment(decision, { signal }),
      );
    });
  }
}

/** The statuses for which this parameter can name the person who decides. */
function statusesThatNeed(name: string): string[] {
  return Object.entries(requiredActors)
    .filter(([, actor]) => actor?.anyOf.some((candidate) => candidate === name))
    .map(([status]) => status);
}

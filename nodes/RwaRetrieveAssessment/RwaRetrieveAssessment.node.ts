import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { operations } from '../../src/operations.js';
import { credentialTest } from '../shared/credentialTest.js';
import { execute } from '../shared/execute.js';
import { getInputs } from '../shared/inputs.js';
import { forEachItem } from '../shared/items.js';
import { sharedOptions } from '../shared/options.js';
import { createProperties } from '../shared/properties.js';
import { readRequests } from '../shared/requests.js';
import { createToolDescription } from '../shared/toolDescription.js';
import { toResultFields, createWaitingProperties, workAndAwaitResults } from '../shared/waiting.js';

const { fields } = operations.rwa_retrieve;

export class RwaRetrieveAssessment implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Remote Work: Retrieve Assessment',
    name: 'rwaRetrieveAssessment',
    icon: {
      light: 'file:../../icons/retrieveAssessment.svg',
      dark: 'file:../../icons/retrieveAssessment.dark.svg',
    },
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["waitUntilReady"] ? "wait until ready" : "check once"}}',
    description: 'Get the risk scores of an assessment',
    defaults: { name: 'Retrieve Assessment' },
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
        'Retrieves the risk scores (0 to 10) of one remote work assessment by its assessmentId. If they are not ready yet, it waits or returns ready = false. Changes nothing.',
      ),
      ...createProperties(fields),
      ...createWaitingProperties('waitUntilReady', {
        displayName: 'Wait Until Ready',
        default: true,
        description: 'Whether to wait until the result is ready instead of checking only once',
      }),
      sharedOptions,
    ],
  };

  methods = { credentialTest };

  execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return execute(this, 'rwa_retrieve', async (session) => {
      const { client, signal } = session;
      const requests = await readRequests(session, 'rwa_retrieve', (itemIndex) =>
        getInputs(this, fields, itemIndex),
      );
      if (this.getNodeParameter('waitUntilReady', 0) === true) {
        return workAndAwaitResults(session, requests, (request) =>
          Promise.resolve({ ok: true, value: request }),
        );
      }
      return forEachItem(session, requests, async ({ assessmentId }) => {
        const retrieved = await client.retrieveRiskResult(assessmentId, { signal });
        if (!retrieved.ok) return retrieved;
        const result = retrieved.value.ready ? retrieved.value.result : undefined;
        return { ok: true, value: { assessmentId, ...toResultFields(result) } };
      });
    });
  }
}

import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { assessmentFields, purposes } from '../../src/assessment.js';
import { warningsOf } from '../../src/warnings.js';
import { credentialTest } from '../shared/credentialTest.js';
import { execute } from '../shared/execute.js';
import { collectedInputsOf, inputsOf } from '../shared/inputs.js';
import { forEachItem } from '../shared/items.js';
import { sharedOptions } from '../shared/options.js';
import { listSearchOf, propertiesOf } from '../shared/properties.js';
import { requestsOf } from '../shared/requests.js';
import { SendLedger } from '../shared/sendLedger.js';
import { waitingProperties, withResults } from '../shared/waiting.js';

const { purpose, workingDays, complianceTeamMemberId, managerId, ...others } = assessmentFields;
const mainFields = { purpose, ...others };
const additionalFields = { workingDays, complianceTeamMemberId, managerId };

/** Creates one assessment for each item, and waits for its risk result when asked to. */
export class RwaCreateAssessment implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Remote Work: Create Assessment',
    name: 'rwaCreateAssessment',
    icon: {
      light: 'file:../../icons/remoteWorkAssessment.svg',
      dark: 'file:../../icons/remoteWorkAssessment.dark.svg',
    },
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["purpose"]}}',
    description:
      'Creates a compliance risk assessment of one remote work trip or one remote hire. Returns assessmentId and a link to the report. Creating twice makes two assessments.',
    defaults: { name: 'Create Assessment' },
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
      ...propertiesOf(mainFields).map((property) =>
        property.name === 'purpose' ? { ...property, default: purposes[0] } : property,
      ),
      {
        displayName: 'Additional Fields',
        name: 'additionalFields',
        type: 'collection',
        placeholder: 'Add field',
        default: {},
        options: propertiesOf(additionalFields),
      },
      ...waitingProperties('waitForResult', {
        displayName: 'Wait for Result',
        default: false,
        description: 'Whether to wait until the risk result is ready and to return it as well',
      }),
      sharedOptions,
    ],
  };

  methods = { credentialTest, listSearch: listSearchOf(mainFields) };

  execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const ledger = new SendLedger(this, 'rwa_create');
    return execute(this, async (session) => {
      const { client, signal } = session;
      const requests = await requestsOf(session, 'rwa_create', (itemIndex) => {
        const assessment = {
          ...inputsOf(this, mainFields, itemIndex),
          ...collectedInputsOf(this, 'additionalFields', additionalFields, itemIndex),
        };
        this.addExecutionHints(...warningsOf(assessment).map(({ message }) => ({ message })));
        return assessment;
      });
      const created = await forEachItem(session, requests, (request, itemIndex) =>
        ledger.once(itemIndex, (record) => client.createAssessment(request, { record, signal })),
      );
      const waits = this.getNodeParameter('waitForResult', 0) === true;
      return waits ? withResults(session, created) : created;
    });
  }
}

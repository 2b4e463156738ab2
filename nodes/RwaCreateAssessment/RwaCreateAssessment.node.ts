import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
} from 'n8n-workflow';
import type { NewAssessment } from '../../src/assessment.js';
import { assessmentFields } from '../../src/assessmentFields.js';
import type { Field, Fields } from '../../src/field.js';
import { credentialTest } from '../shared/credentialTest.js';
import { errorOutputNotice } from '../shared/errorOutputNotice.js';
import { executeOnce } from '../shared/execute.js';
import { InputNotes } from '../shared/inputNotes.js';
import { getCollectedInputs, getInputs } from '../shared/inputs.js';
import { forEachItem } from '../shared/items.js';
import { rememberingOptions } from '../shared/options.js';
import { createListSearch, createProperties } from '../shared/properties.js';
import { createRememberProperty } from '../shared/remember.js';
import { readRequests } from '../shared/requests.js';
import { SendLedger } from '../shared/sendLedger.js';
import { createToolDescription } from '../shared/toolDescription.js';
import { createWaitingProperties, workAndAwaitResults } from '../shared/waiting.js';

const selectFields = (isIncluded: (field: Field) => boolean): Fields =>
  Object.fromEntries(Object.entries(assessmentFields).filter(([, field]) => isIncluded(field)));
// The purpose comes first: it decides which of the other fields are shown.
const { purpose } = assessmentFields;
const mainFields: Fields = { purpose, ...selectFields(({ required }) => required !== 'never') };
const additionalFields = selectFields(({ required }) => required === 'never');

export class RwaCreateAssessment implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Remote Work: Create Assessment',
    name: 'rwaCreateAssessment',
    icon: {
      light: 'file:../../icons/createAssessment.svg',
      dark: 'file:../../icons/createAssessment.dark.svg',
    },
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["purpose"]}}',
    description: 'Assess the compliance risk of a remote hire or a remote work trip',
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
      createToolDescription(
        'Creates a compliance risk assessment for one remote work trip or one remote hire. Returns assessmentId and a link to the report. A call with other inputs creates another assessment.',
        mainFields,
      ),
      {
        displayName:
          'Every execution creates real assessments, including test executions, unless the node remembers the same inputs.',
        name: 'createsNotice',
        type: 'notice',
        default: '',
      },
      errorOutputNotice,
      ...createProperties(mainFields),
      {
        displayName: 'Additional Fields',
        name: 'additionalFields',
        type: 'collection',
        placeholder: 'Add field',
        default: {},
        options: createProperties(additionalFields),
      },
      ...createWaitingProperties('waitForResult', {
        displayName: 'Wait for Result',
        default: false,
        description: 'Whether to wait for the risk result and include it in the output',
      }),
      createRememberProperty('day', 'all inputs together'),
      rememberingOptions,
    ],
  };

  methods = { credentialTest, listSearch: createListSearch(mainFields) };

  execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const ledger = new SendLedger(this, 'rwa_create');
    return executeOnce(this, 'rwa_create', async (session, memory) => {
      const { client, signal } = session;
      const notes = new InputNotes();
      const getGivenInputs = (itemIndex: number) => ({
        ...getInputs(this, mainFields, itemIndex),
        ...getCollectedInputs(this, 'additionalFields', additionalFields, itemIndex),
      });
      const create = (request: NewAssessment, itemIndex: number) => {
        const key = memory.createKey(request);
        const send = memory.guard(key, (record) =>
          client.createAssessment(request, { record, signal }),
        );
        return ledger.sendOnce(itemIndex, key, send);
      };
      const requests = await readRequests(session, 'rwa_create', getGivenInputs, notes);
      const outcomes =
        this.getNodeParameter('waitForResult', 0) === true
          ? await workAndAwaitResults(session, requests, create)
          : await forEachItem(session, requests, create);
      return notes.addTo(outcomes);
    });
  }
}

import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeProperties,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { decisionFields, decisionStatuses, requiredActors } from '../../src/decision.js';
import { credentialTest } from '../shared/credentialTest.js';
import { execute } from '../shared/execute.js';
import { getInputs } from '../shared/inputs.js';
import { forEachItem } from '../shared/items.js';
import { sharedOptions } from '../shared/options.js';
import { createVariants, createProperties, toTitleCase } from '../shared/properties.js';
import { readRequests } from '../shared/requests.js';
import { createToolDescription } from '../shared/toolDescription.js';

// The person who decides comes right after the decision that requires them.
const { note, externalEventId, ...others } = decisionFields;
const fields = { ...others, note, externalEventId };

export class RwaUpdateAssessment implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Remote Work: Update Assessment',
    name: 'rwaUpdateAssessment',
    icon: {
      light: 'file:../../icons/updateAssessment.svg',
      dark: 'file:../../icons/updateAssessment.dark.svg',
    },
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["status"]}}',
    description: 'Record a decision on an assessment, such as its approval',
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
      createToolDescription(
        'Records a decision and an optional note on a remote work assessment. Every decision but Pending requires the Staff ID of the person who decides.',
        fields,
      ),
      ...createProperties(fields).flatMap((property) => varyByDecision(property)),
      sharedOptions,
    ],
  };

  methods = { credentialTest };

  execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return execute(this, 'rwa_update', async (session) => {
      const { client, signal } = session;
      const requests = await readRequests(session, 'rwa_update', (itemIndex) =>
        getInputs(this, fields, itemIndex),
      );
      return forEachItem(session, requests, async (decision) => {
        const updated = await client.updateAssessment(decision, { signal });
        if (!updated.ok) return updated;
        const { assessmentId, status } = decision;
        return { ok: true, value: { assessmentId, status, ...updated.value } };
      });
    });
  }
}

/**
 * If a parameter can name the person who decides, returns its variants by decision; otherwise returns
 * the parameter unchanged.
 */
function varyByDecision(property: INodeProperties): INodeProperties[] {
  const requirements = Object.entries(requiredActors).flatMap(([status, actor]) =>
    actor?.anyOf.some((name) => name === property.name) === true ? [{ status, ...actor }] : [],
  );
  if (requirements.length === 0) return [property];
  const requiredStatuses = requirements
    .filter(({ anyOf }) => anyOf.length === 1)
    .map(({ status }) => status);
  const alternatives = requirements.filter(({ anyOf }) => anyOf.length > 1);
  return createVariants('status', decisionStatuses, property, {
    requiredFor: requiredStatuses,
    shownFor: Object.fromEntries(
      alternatives.map(({ status, anyOf }) => [status, `${status} requires ${joinLabels(anyOf)}`]),
    ),
    hint: [
      `Required for ${requiredStatuses.join(' and ')}`,
      ...alternatives.map(({ status, anyOf }) => `for ${status}, ${joinLabels(anyOf)}`),
    ].join('; '),
  });
}

function joinLabels(names: readonly (keyof typeof decisionFields)[]): string {
  return names.map((name) => toTitleCase(decisionFields[name].label)).join(' or ');
}

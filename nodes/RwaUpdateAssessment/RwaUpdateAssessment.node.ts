import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeProperties,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { contradictionWords } from '../../batch/wording/rows.js';
import { groupBy } from '../../batch/engine/plainData.js';
import {
  type Decision,
  decisionFields,
  decisionStatuses,
  requiredActors,
} from '../../src/decision.js';
import { failWithoutEffect } from '../../src/failures.js';
import { credentialTest } from '../shared/credentialTest.js';
import { execute } from '../shared/execute.js';
import { getInputs } from '../shared/inputs.js';
import { forEachItem, type Outcome } from '../shared/items.js';
import { sharedOptions } from '../shared/options.js';
import { createVariants, createProperties, toTitleCase } from '../shared/properties.js';
import { readRequests } from '../shared/requests.js';
import type { Attempt } from '../shared/sendings.js';
import type { Session } from '../shared/session.js';
import { createToolDescription } from '../shared/toolDescription.js';

// The fields for the person who decides come right after the decision, before the other fields.
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
      const decisions = await refuseContradictions(session, requests);
      const update = async (decision: Decision): Promise<Attempt<object>> => {
        const updated = await client.updateAssessment(decision, { signal });
        if (!updated.ok) return updated;
        const { assessmentId, status } = decision;
        return { ok: true, value: { assessmentId, status, ...updated.value } };
      };
      return forEachItem(session, decisions, update, { isChange: true });
    });
  }
}

/**
 * Fails the items that decide differently on one assessment, as `rwa decide` does: several items are sent
 * at once, so the last one to arrive would replace the others.
 */
function refuseContradictions(
  session: Session,
  outcomes: readonly Outcome<Decision>[],
): Promise<Outcome<Decision>[]> {
  const read = outcomes.flatMap((outcome, itemIndex) =>
    outcome.ok ? [{ row: itemIndex + 1, decision: outcome.value }] : [],
  );
  const byAssessment = groupBy(read, ({ decision }) => decision.assessmentId);
  return forEachItem(session, outcomes, (decision) => {
    const same = byAssessment.get(decision.assessmentId) ?? [];
    if (new Set(same.map((each) => JSON.stringify(each.decision))).size < 2) {
      return Promise.resolve({ ok: true, value: decision });
    }
    const { message, remedy } = contradictionWords({
      code: 'rowsOfIdentityDiffer',
      field: 'assessmentId',
      label: decisionFields.assessmentId.label,
      rows: same.map(({ row }) => row),
    });
    const reason = { code: 'other', text: `${message}. ${remedy}` } as const;
    return Promise.resolve(
      failWithoutEffect('rwa_update', 'invalid_request', 'not_sent', { reason }),
    );
  });
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

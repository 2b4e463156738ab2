import { readFileSync } from 'node:fs';
import type { INodeProperties, INodeType } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { RwaCreateAssessment } from '../../nodes/RwaCreateAssessment/RwaCreateAssessment.node.js';
import { RwaCreatePendingUser } from '../../nodes/RwaCreatePendingUser/RwaCreatePendingUser.node.js';
import { RwaRemoveUserAccess } from '../../nodes/RwaRemoveUserAccess/RwaRemoveUserAccess.node.js';
import { RwaRetrieveAssessment } from '../../nodes/RwaRetrieveAssessment/RwaRetrieveAssessment.node.js';
import { RwaUpdateAssessment } from '../../nodes/RwaUpdateAssessment/RwaUpdateAssessment.node.js';
import { purposes } from '../../src/assessment.js';
import { type Operation, type OperationName, operations } from '../../src/operations.js';

const nodes: readonly [OperationName, INodeType][] = [
  ['rwa_create', new RwaCreateAssessment()],
  ['rwa_retrieve', new RwaRetrieveAssessment()],
  ['rwa_update', new RwaUpdateAssessment()],
  ['create_pending_user', new RwaCreatePendingUser()],
  ['remove_user_access', new RwaRemoveUserAccess()],
];

describe.each(nodes)('the node for %s', (operation, { description, methods }) => {
  const parameters = description.properties.flatMap((property) =>
    property.name === 'additionalFields' ? (property.options as INodeProperties[]) : [property],
  );
  const { fields }: Operation = operations[operation];

  test.each(Object.entries(fields))('takes %s as the field table has it', (name, field) => {
    const parameter = parameters.find((candidate) => candidate.name === name);
    expect(parameter?.displayName.toLowerCase()).toBe(field.label.toLowerCase());
    expect(parameter?.description).toBe(field.help);
    if (field.purpose !== undefined) {
      const hiddenFor = purposes.filter((purpose) => purpose !== field.purpose);
      expect(parameter?.displayOptions?.hide?.purpose).toEqual(hiddenFor);
    }
    if (field.kind === 'choice') {
      expect(parameter?.options?.map((option) => option.name)).toEqual(field.values);
    }
    if (parameter?.type === 'resourceLocator') {
      expect(methods?.listSearch).toHaveProperty(name);
    }
  });

  test('can be a tool, stands with its siblings and documents itself', () => {
    expect(description.usableAsTool).toBe(true);
    expect(description.displayName).toMatch(/^Remote Work: /);
    const folder = description.name.replace('rwa', 'Rwa');
    const codex = JSON.parse(readFileSync(`nodes/${folder}/${folder}.node.json`, 'utf8')) as {
      node: string;
      alias: string[];
    };
    expect(codex.node).toBe(`n8n-nodes-remote-work-assessment.${description.name}`);
    expect(codex.alias.length).toBeGreaterThan(2);
  });
});

test('offers the known countries that hold what was typed', async () => {
  const { destination } = new RwaCreateAssessment().methods.listSearch;
  const found = await destination?.call({} as never, 'land');
  expect(found?.results.map(({ name }) => name)).toContain('Poland');
  expect(found?.results.map(({ name }) => name)).not.toContain('Spain');
});

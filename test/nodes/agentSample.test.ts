import { readFileSync } from 'node:fs';
import {
  generateZodSchema,
  type FromAIArgument,
  type INodeParameters,
  traverseNodeParameters,
} from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { toTitleCase } from '../../nodes/shared/properties.js';
import { assessmentFields } from '../../src/assessmentFields.js';
import { purposes } from '../../src/purposes.js';
import { describeField, type Field, type Fields } from '../../src/field.js';
import { operations } from '../../src/operations.js';

interface SampleNode {
  readonly name: string;
  readonly type: string;
  readonly parameters: INodeParameters;
}

const { nodes } = JSON.parse(readFileSync('samples/workflows/agent.json', 'utf8')) as {
  nodes: readonly SampleNode[];
};
const tools = nodes.filter(({ type }) => type.endsWith('Tool'));

// Lists the arguments as n8n does for a tool's schema.
function listArguments({ parameters }: SampleNode): FromAIArgument[] {
  const found: FromAIArgument[] = [];
  traverseNodeParameters(parameters, found);
  return found;
}

const isAsked = ({ required, purpose }: Field, chosen: unknown) =>
  required === 'always' || (required === 'whenItApplies' && purpose === chosen);

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (_name, tool) => {
  const fields: Fields = tool.type.includes('Retrieve')
    ? operations.rwa_retrieve.fields
    : assessmentFields;
  const asked = Object.entries(fields).filter(
    ([name, field]) => name !== 'purpose' && isAsked(field, tool.parameters.purpose),
  );

  test('asks the model for each required input except the purpose, and describes the input and its values', () => {
    const expected = asked.map(([, field]) => ({
      key: toTitleCase(field.label).replaceAll(' ', '_'),
      description: describeField(field),
      type: 'string',
    }));
    expect(listArguments(tool)).toEqual(
      expected.map((each) => expect.objectContaining(each) as unknown),
    );
    const descriptions = listArguments(tool).map((each) => generateZodSchema(each).description);
    expect(descriptions).toEqual(expected.map(({ description }) => description));
  });
});

test('the agent has tools to create assessments for both purposes and to retrieve them, but none to record decisions', () => {
  const types = tools.map(({ type }) => type.replace('n8n-nodes-remote-work-assessment.', ''));
  expect(new Set(types)).toEqual(new Set(['rwaCreateAssessmentTool', 'rwaRetrieveAssessmentTool']));
  expect(tools.flatMap(({ parameters }) => parameters.purpose ?? [])).toEqual([...purposes]);
});

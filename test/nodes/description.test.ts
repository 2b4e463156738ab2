import { readFileSync } from 'node:fs';
import {
  type INode,
  type INodeParameters,
  type INodeProperties,
  type INodeType,
  NodeHelpers,
} from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { RwaAssessSheet } from '../../nodes/RwaAssessSheet/RwaAssessSheet.node.js';
import { RwaCreateAssessment } from '../../nodes/RwaCreateAssessment/RwaCreateAssessment.node.js';
import { describeField } from '../../src/field.js';
import { type Operation, type OperationName, operations } from '../../src/operations.js';
import { nodes } from './nodes.js';

const allNodes = [...Object.values(nodes), new RwaAssessSheet()];

describe.each(Object.entries(nodes))('the node for %s', (operation, { description, methods }) => {
  const parameters = description.properties.flatMap((property) =>
    property.name === 'additionalFields' ? (property.options as INodeProperties[]) : [property],
  );
  const { fields }: Operation = operations[operation as OperationName];

  test.each(Object.entries(fields))('has the parameter %s as in the field table', (name, field) => {
    const parameter = parameters.find((candidate) => candidate.name === name);
    expect(parameter?.displayName.toLowerCase()).toBe(field.label.toLowerCase());
    expect(parameter?.description).toBe(describeField(field));
    expect(parameter?.description).toContain(field.help);
    // A default would answer a question before a person has read it.
    const { default: empty } = parameter ?? {};
    expect([empty, (empty as { value?: unknown } | undefined)?.value]).toContain('');
    if (field.kind === 'choice') {
      expect(parameter?.options?.map((option) => option.name)).toEqual(field.values);
    }
    if (parameter?.modes?.some(({ type }) => type === 'list') === true) {
      expect(methods?.listSearch).toHaveProperty(name);
    }
  });

  test('can be a tool, has the common name prefix and is found by search words', () => {
    expect(description.usableAsTool).toBe(true);
    expect(description.displayName).toMatch(/^Remote Work: /);
    const folder = description.name.replace('rwa', 'Rwa');
    const codex = JSON.parse(readFileSync(`nodes/${folder}/${folder}.node.json`, 'utf8')) as {
      node: string;
      alias: string[];
    };
    expect(codex.node).toBe(`n8n-nodes-remote-work-assessment.${description.name}`);
    const searched = ['visa', 'immigration', 'payroll', 'tax', 'travel', 'risk', 'compliance'];
    expect(codex.alias).toEqual(expect.arrayContaining(searched));
  });
});

test.each([nodes.rwa_create, nodes.create_pending_user])(
  'recommends the error output if a repeated request does harm: $description.name',
  ({ description }) => {
    const notices = description.properties.filter(({ type }) => type === 'notice');
    const notice = notices.find(({ displayName }) => displayName.includes('(using error output)'));
    // A tool has no setting On Error.
    expect(notice?.displayOptions).toEqual({ show: { '@tool': [false] } });
  },
);

test('only the node that makes the service send emails warns about the emails', () => {
  const warning = 'The service sends each person an invitation by email';
  const warns = ({ description: { properties } }: INodeType) =>
    properties.some(
      ({ type, displayName }) => type === 'notice' && displayName.startsWith(warning),
    );
  expect(allNodes.filter(warns)).toEqual([nodes.create_pending_user]);
});

/**
 * Returns the names of the parameters that n8n shows, of those that it marks as required and of those
 * because of which it refuses to run the node, and the hints of the shown parameters.
 */
function readEditor({ description }: Pick<INodeType, 'description'>, parameters: INodeParameters) {
  const node: INode = { ...aNode, type: description.name, parameters };
  const shown = description.properties.filter((property) =>
    NodeHelpers.displayParameter(parameters, property, node, description),
  );
  const issues = NodeHelpers.getNodeParametersIssues(description.properties, node, description);
  return {
    names: shown.map(({ name }) => name),
    required: shown.filter(({ required }) => required === true).map(({ name }) => name),
    hints: Object.fromEntries(shown.flatMap(({ name, hint }) => (hint ? [[name, hint]] : []))),
    refused: Object.keys(issues?.parameters ?? {}),
  };
}

const aNode = { id: 'node', name: 'node', typeVersion: 1, position: [0, 0] as [number, number] };

describe('Create shows and marks what the purpose needs', () => {
  const conditional = ['pastTripsDuration', 'numberHires', 'urgency'];
  test.each([
    ['Work From Anywhere', ['pastTripsDuration']],
    ['Hire From Anywhere', ['numberHires', 'urgency']],
  ])('for %j', (purpose, needed) => {
    const { names, required, hints } = readEditor(nodes.rwa_create, { purpose });
    expect(names.filter((name) => conditional.includes(name))).toEqual(needed);
    expect(required.filter((name) => conditional.includes(name))).toEqual(needed);
    expect(hints).toEqual({});
  });

  // The editor evaluates the expression, which may have any value or none.
  test.each(['={{ $json.purpose }}', '', 'x'])('for %j, all inputs with a hint', (purpose) => {
    const { names, hints, refused } = readEditor(nodes.rwa_create, { purpose });
    expect(names.filter((name) => conditional.includes(name))).toEqual(conditional);
    expect(hints).toEqual({
      pastTripsDuration: 'Required for Work From Anywhere',
      numberHires: 'Required for Hire From Anywhere',
      urgency: 'Required for Hire From Anywhere',
    });
    expect(refused).not.toContain('urgency');
    expect(refused).toContain('roleType');
  });

  test('n8n does not run the node for a hire without an urgency', () => {
    const { refused } = readEditor(nodes.rwa_create, { purpose: 'Hire From Anywhere' });
    expect(refused).toContain('urgency');
  });
});

describe('Update shows and marks who decides, before the note and the event', () => {
  const node = nodes.rwa_update;
  const deciders = ['complianceTeamMemberId', 'managerId', 'cancelledByStaffId'];
  const oneOfTwo = 'Rejected requires Manager ID or Compliance Team Member ID';
  test.each<[string, string[], string[], Record<string, string>]>([
    ['Pending', [], [], {}],
    ['Manager Approved', ['managerId'], ['managerId'], {}],
    ['Compliance Approved', ['complianceTeamMemberId'], ['complianceTeamMemberId'], {}],
    ['Canceled', ['cancelledByStaffId'], ['cancelledByStaffId'], {}],
    [
      'Rejected',
      ['complianceTeamMemberId', 'managerId'],
      [],
      { complianceTeamMemberId: oneOfTwo, managerId: oneOfTwo },
    ],
  ])('for %j', (status, shown, marked, hints) => {
    const editor = readEditor(node, { status, assessmentId: 'A-1' });
    expect(editor.names.filter((name) => deciders.includes(name))).toEqual(shown);
    expect(editor.required.filter((name) => deciders.includes(name))).toEqual(marked);
    expect(editor.hints).toEqual(hints);
    expect(editor.refused.filter((name) => deciders.includes(name))).toEqual(marked);
    expect(editor.names.slice(-3)).toEqual(['note', 'externalEventId', 'options']);
  });

  test.each(['={{ $json.status }}', 'x'])('for %j, all people with a hint', (status) => {
    const editor = readEditor(node, { status, assessmentId: 'A-1' });
    expect(editor.names.filter((name) => deciders.includes(name))).toEqual(deciders);
    expect(editor.refused).toEqual([]);
    expect(editor.hints).toEqual({
      complianceTeamMemberId:
        'Required for Compliance Approved; for Rejected, Manager ID or Compliance Team Member ID',
      managerId:
        'Required for Manager Approved; for Rejected, Manager ID or Compliance Team Member ID',
      cancelledByStaffId: 'Required for Canceled',
    });
  });
});

test.each(['rwa_retrieve', 'rwa_update'] as const)(
  'the editor accepts the ID and the link of an assessment in %s, and no other link',
  (operation) => {
    const refused = (assessmentId: INodeParameters | string) =>
      readEditor(nodes[operation], { status: 'Pending', assessmentId }).refused;
    const link = (value: string) => ({ __rl: true, mode: 'url', value });
    expect(refused('A-1')).toEqual([]);
    expect(refused({ __rl: true, mode: 'id', value: 'A-1' })).toEqual([]);
    expect(refused(link('https://example.com/redirect/A-1'))).toEqual([]);
    expect(refused(link('={{ $json.redirectUrl }}'))).toEqual([]);
    expect(refused(link('https://example.com/reports/A-1'))).toEqual(['assessmentId']);
    expect(refused({ __rl: true, mode: 'id', value: '' })).toEqual(['assessmentId']);
  },
);

const listChoices = async (name: string, typed: string) => {
  const { listSearch } = new RwaCreateAssessment().methods;
  const found = await listSearch[name]?.call({} as never, typed);
  return found?.results.map((result) => result.value);
};

test('a list of countries offers those that contain the typed text', async () => {
  expect(await listChoices('destination', 'land')).toContain('Poland');
  expect(await listChoices('destination', 'land')).not.toContain('Spain');
});

test.each([
  ['UK', 'United Kingdom'],
  ['uk', 'United Kingdom'],
  ['USA', 'United States of America'],
  ['UAE', 'United Arab Emirates'],
  ['England', 'United Kingdom'],
  ['Holland', 'Netherlands'],
  ['Deutschland', 'Germany'],
  ['Alemania', 'Germany'],
  ['Germnay', 'Germany'],
])('for %j, the first choice in a list of countries is %s', async (typed, country) => {
  const [first] = (await listChoices('citizenship', typed)) ?? [];
  expect(first).toBe(country);
});

test('a list whose values the service does not publish offers the known ones that match, and the typed text if it is none of them', async () => {
  expect(await listChoices('roleType', '')).toEqual(['Other']);
  expect(await listChoices('roleType', 'oth')).toEqual(['Other', 'oth']);
  expect(await listChoices('roleType', ' OTHER ')).toEqual(['Other']);
  expect(await listChoices('urgency', 'immediately')).toEqual(['immediately']);
});

describe.each(Object.entries(nodes))('the tool for %s', (operation, { description }) => {
  const tool = { ...description, name: `${description.name}Tool` };
  const toolNode = { ...aNode, type: tool.name, parameters: {} };
  const parameters = NodeHelpers.getNodeParameters(
    tool.properties,
    {},
    true,
    false,
    toolNode,
    tool,
  );

  test('describes itself to a model with the allowed values', () => {
    const node = { ...toolNode, parameters: parameters ?? {} };
    const text = NodeHelpers.getToolDescriptionForNode(node, { description: tool });
    const { fields }: Operation = operations[operation as OperationName];
    const values = Object.values(fields).flatMap(({ kind, values = [] }) =>
      kind === 'choice' ? values : [],
    );
    for (const value of values) expect(text).toContain(value);
    expect(text).not.toBe(description.description);
    // OpenAI refuses longer descriptions.
    expect(text.length).toBeLessThan(1_024);
  });

  test('has the parameter for its description only as a tool', () => {
    const { names } = readEditor({ description }, {});
    expect(names).not.toContain('toolDescription');
    expect(parameters).toHaveProperty('toolDescription');
  });
});

test('every node has its own icons, and all icons of a theme show the same pin', () => {
  const icons = allNodes.flatMap(({ description: { icon } }) => Object.values(icon ?? {}));
  expect(new Set(icons).size).toBe(2 * allNodes.length);
  // The second line of an icon draws the pin, which all icons of a theme share.
  const readPins = (theme: RegExp) =>
    icons.flatMap((icon) =>
      theme.test(icon) ? readFileSync(icon.replace('file:../../', ''), 'utf8').split('\n')[1] : [],
    );
  expect(new Set(readPins(/\.dark\.svg$/)).size).toBe(1);
  expect(new Set(readPins(/\/\w+\.svg$/)).size).toBe(1);
});

test.each(allNodes)(
  'the node list shows one short sentence about $description.displayName',
  ({ description: { description } }) => {
    expect(description).toMatch(/^[A-Z][^.]+$/);
    expect(description.length).toBeLessThan(80);
  },
);

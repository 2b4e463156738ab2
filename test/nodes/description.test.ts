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

  test.each(Object.entries(fields))(
    'has the parameter %s with the label and the help of its field',
    (name, field) => {
      const parameter = parameters.find((candidate) => candidate.name === name);
      expect(parameter?.displayName.toLowerCase()).toBe(field.label.toLowerCase());
      expect(parameter?.description).toBe(describeField(field));
      expect(parameter?.description).toContain(field.help);
      // With a default, a person could skip the question without reading it.
      const { default: empty } = parameter ?? {};
      expect([empty, (empty as { value?: unknown } | undefined)?.value]).toContain('');
      if (field.kind === 'choice') {
        expect(parameter?.options?.map((option) => option.name)).toEqual(field.values);
      }
      if (parameter?.modes?.some(({ type }) => type === 'list') === true) {
        expect(methods?.listSearch).toHaveProperty(name);
      }
    },
  );

  test('can be a tool, has the common name prefix, and has search words', () => {
    expect(description.usableAsTool).toBe(true);
    expect(description.displayName).toMatch(/^Remote Work: /);
    const folder = description.name.replace('rwa', 'Rwa');
    const codex = JSON.parse(readFileSync(`nodes/${folder}/${folder}.node.json`, 'utf8')) as {
      node: string;
      alias: string[];
    };
    expect(codex.node).toBe(`n8n-nodes-remote-work-assessment.${description.name}`);
    const searchWords = ['visa', 'immigration', 'payroll', 'tax', 'travel', 'risk', 'compliance'];
    expect(codex.alias).toEqual(expect.arrayContaining(searchWords));
  });
});

test.each([nodes.rwa_create, nodes.create_pending_user])(
  '$description.name recommends the error output, because repeating its request does harm',
  ({ description }) => {
    const notices = description.properties.filter(({ type }) => type === 'notice');
    const notice = notices.find(({ displayName }) => displayName.includes('(using error output)'));
    // A tool has no setting On Error.
    expect(notice?.displayOptions).toEqual({ show: { '@tool': [false] } });
  },
);

test('only the node that makes the service send emails warns about the emails', () => {
  const warning = 'The service sends each person an invitation by email';
  const hasWarning = ({ description: { properties } }: INodeType) =>
    properties.some(
      ({ type, displayName }) => type === 'notice' && displayName.startsWith(warning),
    );
  expect(allNodes.filter(hasWarning)).toEqual([nodes.create_pending_user]);
});

/**
 * Returns the names of the parameters that n8n shows, the names of those that it marks as required, and
 * the hints of the shown parameters. `refused` has the names of the parameters that keep n8n from running
 * the node.
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

describe('the node for Create Assessment', () => {
  const conditional = ['pastTripsDuration', 'numberHires', 'urgency'];
  test.each([
    ['Work From Anywhere', ['pastTripsDuration']],
    ['Hire From Anywhere', ['numberHires', 'urgency']],
  ])('shows and marks the inputs that only the purpose %j needs', (purpose, needed) => {
    const { names, required, hints } = readEditor(nodes.rwa_create, { purpose });
    expect(names.filter((name) => conditional.includes(name))).toEqual(needed);
    expect(required.filter((name) => conditional.includes(name))).toEqual(needed);
    expect(hints).toEqual({});
  });

  // In the editor, an expression may evaluate to any value or to none.
  test.each(['={{ $json.purpose }}', '', 'x'])(
    'shows all conditional inputs with hints for the purpose %j',
    (purpose) => {
      const { names, hints, refused } = readEditor(nodes.rwa_create, { purpose });
      expect(names.filter((name) => conditional.includes(name))).toEqual(conditional);
      expect(hints).toEqual({
        pastTripsDuration: 'Required for Work From Anywhere',
        numberHires: 'Required for Hire From Anywhere',
        urgency: 'Required for Hire From Anywhere',
      });
      expect(refused).not.toContain('urgency');
      expect(refused).toContain('roleType');
    },
  );

  test('is not run for a hire without an urgency', () => {
    const { refused } = readEditor(nodes.rwa_create, { purpose: 'Hire From Anywhere' });
    expect(refused).toContain('urgency');
  });
});

describe('the node for Update Assessment', () => {
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
  ])(
    'shows and marks the people whom the status %j needs, before the note and the event',
    (status, shown, marked, hints) => {
      const editor = readEditor(node, { status, assessmentId: 'A-1' });
      expect(editor.names.filter((name) => deciders.includes(name))).toEqual(shown);
      expect(editor.required.filter((name) => deciders.includes(name))).toEqual(marked);
      expect(editor.hints).toEqual(hints);
      expect(editor.refused.filter((name) => deciders.includes(name))).toEqual(marked);
      expect(editor.names.slice(-3)).toEqual(['note', 'externalEventId', 'options']);
    },
  );

  test.each(['={{ $json.status }}', 'x'])(
    'shows all people with hints for the status %j',
    (status) => {
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
    },
  );
});

test.each(['rwa_retrieve', 'rwa_update'] as const)(
  'in the node for %s, the editor accepts an Assessment ID or the link of a report, but no other link',
  (operation) => {
    const listRefused = (assessmentId: INodeParameters | string) =>
      readEditor(nodes[operation], { status: 'Pending', assessmentId }).refused;
    const toLink = (value: string) => ({ __rl: true, mode: 'url', value });
    expect(listRefused('A-1')).toEqual([]);
    expect(listRefused({ __rl: true, mode: 'id', value: 'A-1' })).toEqual([]);
    expect(listRefused(toLink('https://example.com/redirect/A-1'))).toEqual([]);
    expect(listRefused(toLink('={{ $json.redirectUrl }}'))).toEqual([]);
    expect(listRefused(toLink('https://example.com/reports/A-1'))).toEqual(['assessmentId']);
    expect(listRefused({ __rl: true, mode: 'id', value: '' })).toEqual(['assessmentId']);
  },
);

const listChoices = async (name: string, typed: string) => {
  const { listSearch } = new RwaCreateAssessment().methods;
  const found = await listSearch[name]?.call({} as never, typed);
  return found?.results.map((result) => result.value);
};

test('a list of countries offers the names that contain the typed text', async () => {
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

test('a list without published values offers the matching known values, and the typed text if it is not a known value', async () => {
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

  test('has a description for the model that lists the allowed values', () => {
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

  test('has a parameter for its description, which only tools have', () => {
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

// Checks the sample agent with a scripted model that makes each mistake once and corrects it with the
// error message. For a value that only the user knows, the model uses the value that the user would give.
import { strict as assert } from 'node:assert';
import { readSampleWorkflows } from './samples.mjs';
import { createScriptedModelNode } from './scriptedModel.mjs';

const correctArgs = {
  Employee_ID: 'E-77',
  Seniority: 'Mid',
  Role_Type: 'Other',
  Citizenship: 'Portugal',
  Destination_Country: 'Spain',
  Residency: 'Germany',
  Sales_Contracts: 'No',
  Past_Trips_Duration: '0',
  Legal_Right_to_Work: 'Yes',
  Benefits_the_Local_Market: 'No',
  Start_Date: '11 January 2027',
  End_Date: '2027-01-22',
};

/** The wrong values. Each call of the tool but the last has one of them. */
const mistakes = [
  { Employee_ID: '' },
  { Seniority: 'Junior' },
  { Role_Type: ' ' },
  { Citizenship: '' },
  { Sales_Contracts: 'rarely' },
  { Past_Trips_Duration: 'two weeks' },
  { Past_Trips_Duration: '-1' },
  { Past_Trips_Duration: '1.5' },
  { Legal_Right_to_Work: 'probably' },
  { Benefits_the_Local_Market: 'n/a' },
  { Start_Date: 'next Monday' },
  { Start_Date: '03/11/2026' },
  { End_Date: '2026-01-01' },
];

/**
 * Checks that the message about each mistake leads to a correct value in the next call. One assessment is
 * created after all values are correct, its result is read, and no tool can record a decision.
 */
export async function checkModelCorrects(n8n, service, model) {
  await service.reset();
  const transcript = [];
  model.follow(({ calls, tools }) => decideNextStep(calls, tools, transcript));
  await n8n.import('workflow', [await createAgentWorkflow()]);
  const runData = await n8n.execute('agent-scripted');
  const [[{ json }]] = runData.Agent[0].data.main;
  assert.match(json.output, /"ready":\s*true/);
  const { requests, assessments } = await service.readLedger();
  assert.equal(requests.rwa_create, 1, transcript.join('\n'));
  assert.deepEqual(
    assessments.map(({ employeeId }) => employeeId),
    ['E-77'],
  );
  return `${transcript.length} corrections`;
}

function decideNextStep(calls, tools, transcript) {
  checkTools(tools);
  const mistake = mistakes[calls.length];
  const last = calls.at(-1);
  if (last === undefined) return [{ tool: 'Assess_Trip', args: { ...correctArgs, ...mistake } }];
  if (last.tool === 'Read_Result') return last.result;
  const { assessmentId, error: message } = readFirstItem(last.result);
  if (assessmentId !== undefined) {
    assert.equal(calls.length, mistakes.length + 1, 'a mistake was accepted');
    return [{ tool: 'Read_Result', args: { Assessment_ID: assessmentId } }];
  }
  const corrected = applySuggestion(message, last.args);
  transcript.push(`${JSON.stringify(mistakes[calls.length - 1])}: ${message}`);
  return [{ tool: 'Assess_Trip', args: { ...corrected, ...mistake } }];
}

// Checks that n8n gives the model the tools of the sample, with the meaning of each input and the
// allowed values.
function checkTools(tools) {
  assert.deepEqual(tools.map(({ name }) => name).sort(), [
    'Assess_Hire',
    'Assess_Trip',
    'Read_Result',
  ]);
  const { properties } = tools.find(({ name }) => name === 'Assess_Trip').parameters;
  assert.deepEqual(Object.keys(properties).sort(), Object.keys(correctArgs).sort());
  assert.match(properties.Seniority.description, /One of: Low, Mid, Senior\./);
  assert.match(properties.Past_Trips_Duration.description, /0 if there were none/);
  for (const { description } of Object.values(properties)) assert.ok(description);
}

const readFirstItem = (result) => [JSON.parse(result)].flat()[0];

/** Uses the suggested value for each input that the message names. */
function applySuggestion(message, args) {
  const corrected = { ...args };
  for (const key of Object.keys(correctArgs)) {
    const name = key.replaceAll('_', ' ');
    const position = message.indexOf(name);
    if (position === -1) continue;
    const value = findSuggestion(message.slice(position));
    if (value !== undefined) corrected[key] = value;
  }
  if (message.includes('End date is before start date')) corrected.End_Date = correctArgs.End_Date;
  return corrected;
}

/** Returns the value that a message suggests, or the user's answer if only the user knows the value. */
function findSuggestion(message) {
  if (/Use the ID as text/.test(message)) return correctArgs.Employee_ID;
  if (/Use the English country name/.test(message)) return correctArgs.Citizenship;
  const [, example] = /for example ([^.]+)\./.exec(message) ?? [];
  const [, wholeNumber] = /Use a whole number; (\d+)/.exec(message) ?? [];
  const [, exampleDay] = /(?:Write the date like|Use a date such as) (\S+)/.exec(message) ?? [];
  const [, firstOption] = /Use ([^,.]+?)(?:,| or )/.exec(message) ?? [];
  // Only the user knows the day, so the example in the message is not the answer.
  if (exampleDay !== undefined) return '2027-01-11';
  return wholeNumber ?? example ?? firstOption;
}

/** Creates the sample with the scripted model, and with a trigger for the command line instead of the chat. */
async function createAgentWorkflow() {
  const sample = (await readSampleWorkflows()).find(({ id }) => id === 'agent');
  const nodes = sample.nodes.map((node) => {
    if (node.name === 'Model') return { ...createScriptedModelNode('Model') };
    if (node.name !== 'When Chat Message Received') return node;
    return {
      ...node,
      type: 'n8n-nodes-base.set',
      typeVersion: 3.4,
      parameters: {
        mode: 'raw',
        jsonOutput: JSON.stringify({ sessionId: 'one', chatInput: 'Assess a trip of E-77' }),
      },
    };
  });
  nodes.push({
    id: 'start',
    name: 'Start',
    type: 'n8n-nodes-base.manualTrigger',
    typeVersion: 1,
    position: [-220, 0],
    parameters: {},
  });
  const startConnections = {
    main: [[{ node: 'When Chat Message Received', type: 'main', index: 0 }]],
  };
  return {
    ...sample,
    id: 'agent-scripted',
    nodes,
    connections: { ...sample.connections, Start: startConnections },
  };
}

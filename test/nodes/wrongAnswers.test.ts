import type { IDataObject } from 'n8n-workflow';
import { afterEach, expect, test } from 'vitest';
import { RwaCreateAssessment } from '../../nodes/RwaCreateAssessment/RwaCreateAssessment.node.js';
import {
  type ScriptedService,
  type Reaction,
  startScriptedService,
} from '../http/scriptedService.js';
import { createExpression, createItems, trip } from './examples.js';
import { ProcessedData } from './processedData.js';
import { type Run, runNode } from './runNode.js';

let service: ScriptedService;

afterEach(() => service.close());

const answerWithAssessment = (assessmentId: string): Reaction => ({
  body: {
    status: 'success',
    response: {
      assessment_id: assessmentId,
      redirect_url: `https://rwa.example/redirect/${assessmentId}`,
    },
  },
});

const scores = {
  overallTrip: 1,
  workingRights: 1,
  payrollTax: 1,
  socialSecurity: 1,
  corporateTax: 1,
  employmentLaw: 1,
  cumulativePeRiskLevel: 'Low',
};
const answerWithScores = (assessmentId: string, employeeId: string): Reaction => ({
  body: { status: 'success', data: { assessmentId, employeeId, ...scores } },
});

async function create(
  employeeIds: readonly string[],
  reactions: readonly Reaction[],
  rest: Partial<Run>,
) {
  service = await startScriptedService(reactions);
  const options = { itemsAtOnce: 1, ...(rest.parameters?.options as IDataObject | undefined) };
  return runNode({
    node: new RwaCreateAssessment(),
    sandbox: { baseUrl: service.url },
    items: createItems(employeeIds),
    onError: 'continueRegularOutput',
    ...rest,
    parameters: { ...trip, employeeId: createExpression(employeeIds), ...rest.parameters, options },
  });
}

test('the assessment of one row is not given to another row', async () => {
  const context = {};
  const reactions = [
    answerWithAssessment('a-1'),
    answerWithAssessment('a-1'),
    answerWithAssessment('a-2'),
  ];
  const output = await create(['E-1', 'E-2', 'E-3'], reactions, { context });
  expect(output.map(({ json }) => json.assessmentId)).toEqual(['a-1', undefined, 'a-2']);
  expect(output[1]?.json.details).toMatchObject({
    failure: 'unconfirmed',
    mayHaveTakenEffect: true,
    retryCanHelp: false,
  });
  expect(output[1]?.json.error).toMatch(
    /^Unconfirmed: .*row 2, Employee ID E-2.* .*row 1, Employee ID E-1/,
  );
  await service.close();
  expect(await create(['E-1', 'E-2', 'E-3'], [], { context })).toEqual(output);
  expect(service.operations()).toEqual([]);
});

test('a later attempt gives no row the assessment of another row, even if n8n has saved the context', async () => {
  const context = {};
  await create(['E-1', 'E-2'], [answerWithAssessment('a-1'), { status: 404, body: {} }], {
    context,
  });
  await service.close();
  const saved = structuredClone(context);
  const [, second] = await create(['E-1', 'E-2'], [answerWithAssessment('a-1')], {
    context: saved,
  });
  expect(second?.json.error).toMatch(
    /^Unconfirmed: .*a-1, which row 1, Employee ID E-1 already has/,
  );
});

test('an item whose answer has the assessment of another row is not remembered as done', async () => {
  const processedData = new ProcessedData();
  const ids = ['E-1', 'E-2'];
  await create(ids, [answerWithAssessment('a-1'), answerWithAssessment('a-1')], { processedData });
  const later = await runNode({
    node: new RwaCreateAssessment(),
    sandbox: { baseUrl: service.url },
    items: createItems(ids),
    onError: 'continueRegularOutput',
    processedData,
    parameters: { ...trip, employeeId: createExpression(ids) },
  });
  expect(later.map(({ json }) => json.assessmentId)).toEqual(['a-1', undefined]);
  expect(later[1]?.json.details).toMatchObject({ failure: 'unconfirmed' });
  expect(service.operations()).toEqual(['rwa_create', 'rwa_create']);
});

test('two calls of a tool are not given the same assessment', async () => {
  const context = {};
  service = await startScriptedService([answerWithAssessment('a-1'), answerWithAssessment('a-1')]);
  const call = (employeeId: string) =>
    runNode({
      node: new RwaCreateAssessment(),
      sandbox: { baseUrl: service.url },
      items: [],
      context,
      toolCall: { employeeId },
      parameters: { ...trip, employeeId },
    });
  await call('E-1');
  const [second] = await call('E-2');
  expect(second?.json.error).toMatch(
    /^Unconfirmed: .*Employee ID E-1.* Do not call this tool again/,
  );
});

const waiting = { parameters: { waitForResult: true, pollIntervalSeconds: 0.1 } };

test('the scores of another employee are not given to an item', async () => {
  const reactions = [answerWithAssessment('a-1'), answerWithScores('a-1', 'E-9')];
  const [item] = await create(['E-1'], reactions, waiting);
  expect(item?.json.error).toContain('belongs to another employee');
  expect(item?.json.details).toMatchObject({
    assessmentId: 'a-1',
    mayHaveTakenEffect: true,
    retryCanHelp: false,
  });
  expect(JSON.stringify(item?.json)).not.toContain('overallTrip');
});

test('a result without an employee is accepted', async () => {
  const [item] = await create(
    ['E-1'],
    [answerWithAssessment('a-1'), answerWithScores('a-1', '')],
    waiting,
  );
  expect(item?.json).toMatchObject({ ready: true, overallTrip: 1 });
});

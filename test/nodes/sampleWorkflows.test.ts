import ExcelJS from 'exceljs';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { IDataObject } from 'n8n-workflow';
import { startSandbox } from '../../sandbox/sandbox.js';
import { assessmentFields } from '../../src/assessmentFields.js';
import { startTestSandbox } from '../sandbox/sandboxUnderTest.js';
import { readLedger } from './control.js';
import { trip } from './examples.js';
import { nodes } from './nodes.js';
import { ProcessedData } from './processedData.js';
import { type Parameters, runNode } from './runNode.js';
import { createHires, runSheet, createWorkbook } from './sheets.js';

interface SampleNode {
  readonly name: string;
  readonly type: string;
  readonly onError?: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}
interface Sample {
  readonly nodes: readonly SampleNode[];
}

const samples = join(import.meta.dirname, '..', '..', 'samples');
const sampleWorkflows = readdirSync(join(samples, 'workflows')).map((file): [string, Sample] => {
  const text = readFileSync(join(samples, 'workflows', file), 'utf8');
  return [file, JSON.parse(text) as Sample];
});

describe.each(sampleWorkflows)('%s', (_file, sample) => {
  test('has a note with the steps to set it up, in the terms of n8n 2', () => {
    const note = sample.nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote');
    expect(note?.parameters.content).toContain('**To do**\n');
    const starts = sample.nodes.some(({ type }) => /trigger|webhook$/i.test(type));
    if (starts) expect(note?.parameters.content).toMatch(/publish/i);
  });

  test('has a node that shows failures if one of its nodes continues after an error', () => {
    // A tool returns its errors to the model.
    const failing = sample.nodes.filter(
      ({ onError, type }) => onError?.startsWith('continue') && !type.endsWith('Tool'),
    );
    const typesThatShowFailures = ['stopAndError', 'respondToWebhook', 'form'];
    const showsFailures = sample.nodes.some(({ type }) =>
      typesThatShowFailures.includes(type.replace(/^.*\./, '')),
    );
    expect(failing.length === 0 || showsFailures).toBe(true);
  });

  test('removes no access before it is edited', () => {
    for (const { parameters } of sample.nodes)
      expect(parameters.confirmRemoval ?? false).toBe(false);
  });
});

test('the template has a heading for each input', async () => {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(join(samples, 'template.xlsx'));
  const headings = (workbook.worksheets[0]?.getRow(1).values ?? []) as unknown[];
  expect(headings.slice(1).toSorted()).toEqual(
    Object.values(assessmentFields)
      .map(({ label }) => label)
      .toSorted(),
  );
});

function findParameters(file: string, node: string): Readonly<Record<string, unknown>> {
  const sample = sampleWorkflows.find(([name]) => name === file)?.[1];
  return sample?.nodes.find(({ name }) => name === node)?.parameters ?? {};
}

function evaluateAt(file: string, node: string, path: string, $json: object): unknown {
  let value: unknown = findParameters(file, node);
  for (const key of path.split('/')) value = (value as Record<string, unknown>)[key];
  return runInNewContext(/^=\{\{(.*)\}\}$/s.exec(String(value))?.[1] ?? '', { $json });
}

const failedWait = {
  error: 'Invalid Auth [row 1, Employee ID E-1]',
  message: { failure: 'unauthorized', mayHaveTakenEffect: true, assessmentId: 'a-1' },
};
const lostAnswer = {
  error: 'Unconfirmed: no answer',
  message: { failure: 'unconfirmed', mayHaveTakenEffect: true },
};
const refusal = {
  error: 'Purpose is missing',
  details: { failure: 'invalid_request', mayHaveTakenEffect: false },
};

describe('google-sheets.json', () => {
  test('writes each result to the row with its ID, even if the row was moved', () => {
    for (const node of ['Note Sending', 'Write Scores', 'Write Errors']) {
      const path = 'columns/value/Row ID';
      expect(evaluateAt('google-sheets.json', node, path, { 'Row ID': 'r-7' })).toBe('r-7');
      const { columns } = findParameters('google-sheets.json', node);
      expect(columns).toMatchObject({ matchingColumns: ['Row ID'] });
      expect(JSON.stringify(columns)).not.toContain('row_number');
    }
  });

  const row = (row_number: number, id: unknown, rest = {}) => ({
    row_number,
    'Row ID': id,
    'Employee ID': `E-${row_number}`,
    ...rest,
  });
  test.each([
    ['unique', [row(2, 'r-1'), row(3, 2), row(4, '', { 'Employee ID': '' })], undefined],
    ['missing', [row(2, 'r-1'), row(3, ' '), { row_number: 4, 'Employee ID': 'E-4' }], 'rows 3, 4'],
    ['duplicated', [row(2, '7'), row(3, 'r-1'), row(4, 7, { Status: 'Scored' })], 'rows 2, 4'],
  ])('sends nothing unless all row IDs are unique (row IDs are %s)', (_what, rows, where) => {
    const { jsCode } = findParameters('google-sheets.json', 'Check Row IDs');
    const items = rows.map((json) => ({ json }));
    const run = () =>
      runInNewContext(`(() => {${String(jsCode)}})()`, { $input: { all: () => items } }) as unknown;
    if (where === undefined) expect(run()).toMatchObject(items);
    else expect(run).toThrow(new RegExp(`^Nothing was sent\\..+${where}\\.$`));
  });

  test.each([
    ['Not ready', 'the node failed while it waited for the scores', failedWait],
    ['Unconfirmed', 'no answer was received', lostAnswer],
    ['Failed', 'the request had no effect', refusal],
  ])('writes the status "%s" if %s', (status, _cause, item) => {
    expect(evaluateAt('google-sheets.json', 'Write Errors', 'columns/value/Status', item)).toBe(
      status,
    );
  });

  test('sends no row that has an assessment or a status', () => {
    const isNew = (rest: object) =>
      evaluateAt('google-sheets.json', 'New Rows', 'conditions/conditions/0/leftValue', {
        'Employee ID': 'E-1',
        Status: '',
        'Assessment ID': '',
        ...rest,
      });
    expect([isNew({}), isNew({ 'Assessment ID': 'a-1' }), isNew({ Status: 'Sending' })]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe.each([
  ['hr-webhook.json', 'May Exist?', 'created', 'Not Created'],
  ['decision.json', 'May Be Recorded?', 'recorded', 'Not Recorded'],
])('%s', (file, condition, outcome, refused) => {
  test.each([
    [true, failedWait],
    [true, lostAnswer],
    [true, { error: 'Already sent', message: { mayHaveTakenEffect: true } }],
    [false, refusal],
  ])('reports whether the request may have taken effect (%s)', (mayHaveTakenEffect, item) => {
    expect(evaluateAt(file, condition, 'conditions/conditions/0/leftValue', item)).toBe(
      mayHaveTakenEffect,
    );
    const node = mayHaveTakenEffect ? 'Unconfirmed' : refused;
    const response = String(evaluateAt(file, node, 'responseBody', item));
    expect(JSON.parse(response)).toMatchObject({
      [outcome]: mayHaveTakenEffect ? null : false,
      error: item.error,
    });
    expect(findParameters(file, node).options).toEqual({
      responseCode: mayHaveTakenEffect ? 409 : 422,
    });
  });
});

// A repeated call in one execution returns the first assessment.
test('agent.json does not promise a new assessment for each call', () => {
  const [, agent] = sampleWorkflows.find(([file]) => file === 'agent.json') ?? [];
  const descriptions =
    agent?.nodes.flatMap(({ parameters }) => parameters.toolDescription ?? []) ?? [];
  expect(descriptions).toHaveLength(2);
  for (const text of descriptions) {
    expect(text).toMatch(/Call it once for each (trip|hire): a call with other inputs creates/);
    expect(text).not.toMatch(/each call makes/i);
  }
});

/** Returns the parameters of a sample's node. Their expressions are evaluated for each item. */
function evaluateParameters(file: string, node: string, items: readonly IDataObject[]): Parameters {
  const evaluate = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null) {
      const inner = value as Record<string, unknown>;
      if ('__rl' in inner) return evaluate(inner.value);
      return Object.fromEntries(Object.entries(inner).map(([key, each]) => [key, evaluate(each)]));
    }
    const expression = /^=\{\{(.*)\}\}$/s.exec(String(value))?.[1];
    if (expression === undefined) return value;
    return (item: number): unknown => runInNewContext(expression, { $json: items[item] });
  };
  return evaluate(findParameters(file, node)) as Parameters;
}

test.each(['hr-webhook.json', 'staff-list.json'])(
  '%s sends nothing if it is executed a second time',
  async (file) => {
    const isStaff = file === 'staff-list.json';
    const list = isStaff ? String(findParameters(file, 'Staff List').jsonOutput) : '';
    const items: IDataObject[] = isStaff
      ? (JSON.parse(list) as { staff: IDataObject[] }).staff.filter(
          ({ action }) => action === 'invite',
        )
      : [{ body: { ...trip } }];
    const operation = isStaff ? 'create_pending_user' : 'rwa_create';
    const name = isStaff ? 'Create Pending User' : 'Create Assessment';
    const sandbox = await startSandbox({ port: 0, readyAfterMs: 0 });
    const processedData = new ProcessedData();
    try {
      const execute = () =>
        runNode({
          node: nodes[operation],
          sandbox,
          items,
          processedData,
          parameters: { ...evaluateParameters(file, name, items), additionalFields: {} },
          onError: 'continueErrorOutput',
        });
      const [first, second] = [await execute(), await execute()];
      const readIds = (output: typeof first) =>
        output.map(({ json }) => json.assessmentId ?? json.user_id);
      expect(readIds(second)).toEqual(readIds(first));
      expect(readIds(first)).not.toContain(undefined);
      expect((await readLedger(sandbox)).requests[operation]).toBe(items.length);
    } finally {
      await sandbox.close();
    }
  },
);

test('scheduled-reassessment.json sends nothing for a workbook that was just assessed', async () => {
  const service = await startTestSandbox();
  const first = await runSheet(service, createWorkbook(createHires(['E-1', 'E-2'])));
  const parameters = evaluateParameters('scheduled-reassessment.json', 'Assess Again', []);
  const again = await runSheet(service, first.file, { parameters });
  expect(again.workbook.json).toMatchObject({ sent: 0, notSent: 0, unconfirmed: 0 });
  expect((await service.readLedger()).requests.rwa_create).toBe(2);
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.js';
import { readLedger, setFault } from '../../nodes/control.js';
import type { NodeFile } from '../../nodes/runNode.js';
import { createHires, createWorkbook } from '../../nodes/sheets.js';
import { type EngineRun, runInEngine } from './engine.js';

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, readyAfterMs: 0 });
});

afterEach(() => sandbox.close());

const pdf: NodeFile = { fileName: 'b.pdf', bytes: Buffer.from('%PDF') };
const files = [
  createWorkbook(createHires(['E-1', 'E-2'])),
  pdf,
  createWorkbook(createHires(['E-3']), 'c.xlsx'),
];

const rememberAcrossExecutions = 'off';
const options = { pollIntervalSeconds: 0.1 };

const assess = (settings: NonNullable<EngineRun['settings']>, rest: Partial<EngineRun> = {}) =>
  runInEngine({
    sandbox,
    node: 'rwaAssessSheet',
    settings,
    items: files.map(({ fileName }) => ({ id: fileName })),
    files: files.map(({ fileName, bytes }) => ({
      data: { fileName, mimeType: '', data: Buffer.from(bytes).toString('base64') },
    })),
    parameters: {
      operation: 'assess',
      binaryPropertyName: 'data',
      rememberAcrossExecutions,
      options,
    },
    valueBehind: "={{ $('Start').item.json.id }}",
    ...rest,
  });

async function listAssessedEmployees(): Promise<string[]> {
  const { assessments } = await readLedger(sandbox);
  return assessments.map(({ employeeId }) => employeeId).sort();
}

test('workbooks go to the main outputs, and another file goes to the error output', async () => {
  const { error, outputs, behind } = await assess({ onError: 'continueErrorOutput' });
  expect(error).toBeUndefined();
  const values = behind.map((items) => items.map(({ json }) => json.value));
  expect(values).toEqual([
    ['hires.xlsx', 'c.xlsx'],
    ['hires.xlsx', 'hires.xlsx', 'c.xlsx'],
    ['b.pdf'],
  ]);
  const [workbooks = [], rows = [], failed = []] = outputs;
  expect(failed[0]?.json).toMatchObject({
    error: 'b.pdf is not an Excel workbook (.xlsx or .xlsm)',
    message: { description: expect.stringContaining('Nothing was sent') as string },
  });
  expect(rows.map(({ json }) => [json.employeeId, json.status])).toEqual(
    ['E-1', 'E-2', 'E-3'].map((id) => [id, 'Scored']),
  );
  const file = workbooks[1]?.binary?.data;
  expect(file?.fileName).toBe('c.scored.xlsx');
  expect(
    Buffer.from(file?.data ?? '', 'base64')
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
});

test('with continueRegularOutput, the failed item is returned with the workbooks', async () => {
  const { outputs } = await assess({ onError: 'continueRegularOutput' });
  expect(outputs.map((items) => items.length)).toEqual([3, 3]);
  expect(outputs[0]?.map(({ json }) => 'error' in json)).toEqual([false, true, false]);
});

test('after the node has stopped, neither Retry On Fail nor the Retry button resends a row', async () => {
  const fault = 'status-500-after-commit';
  const match = { employeeId: 'E-2' };
  await setFault(sandbox, { operation: 'rwa_create', fault, times: 1, match });
  const first = await assess({ retryOnFail: true, maxTries: 3 });
  expect(first.error?.message).toBe('b.pdf is not an Excel workbook (.xlsx or .xlsm)');
  expect(await listAssessedEmployees()).toEqual(['E-1', 'E-2']);
  const last = await assess({ onError: 'continueErrorOutput' }, { retryOf: first.saved });
  expect(last.outputs.map((items) => items.length)).toEqual([2, 3, 1]);
  expect(last.outputs[1]?.map(({ json }) => json.status)).toEqual([
    'Scored',
    'Unconfirmed',
    'Scored',
  ]);
  expect(await listAssessedEmployees()).toEqual(['E-1', 'E-2', 'E-3']);
  expect((await readLedger(sandbox)).requests.rwa_create).toBe(3);
});

test('without options, Check reads the workbooks and sends nothing', async () => {
  const parameters = { operation: 'check', binaryPropertyName: 'data', options: {} };
  const { error, outputs } = await assess({ onError: 'continueErrorOutput' }, { parameters });
  expect(error).toBeUndefined();
  expect(outputs.map((items) => items.length)).toEqual([2, 3, 1]);
  expect((await readLedger(sandbox)).requests.rwa_create).toBe(0);
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RwaCreateAssessment } from '../../nodes/RwaCreateAssessment/RwaCreateAssessment.node.js';
import { RwaCreatePendingUser } from '../../nodes/RwaCreatePendingUser/RwaCreatePendingUser.node.js';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { ledgerOf, setFault } from './control.js';
import { employeeOf, itemsLike, trip } from './examples.js';
import { ProcessedData } from './processedData.js';
import { type Run, runNode } from './runNode.js';

const node = new RwaCreateAssessment();
let sandbox: Sandbox;
let processedData: ProcessedData;

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, readyAfterMs: 50 });
  processedData = new ProcessedData();
});

afterEach(() => sandbox.close());

/** One execution, in which the employee ID is the key unless another one is given. */
const create = (
  employeeIds: readonly string[],
  { keys = employeeIds, ...rest }: Partial<Run> & { keys?: readonly unknown[] | string } = {},
) =>
  runNode({
    node,
    sandbox,
    items: itemsLike(employeeIds),
    onError: 'continueRegularOutput',
    processedData,
    ...rest,
    parameters: {
      ...trip,
      employeeId: employeeOf(employeeIds),
      options: {
        rememberAcrossExecutions: typeof keys === 'string' ? keys : (item: number) => keys[item],
      },
      ...rest.parameters,
    },
  });

const failuresOf = (output: Awaited<ReturnType<typeof runNode>>) =>
  output.map(({ json }) => (json.details as { failure: string } | undefined)?.failure);
const committed = async () =>
  (await ledgerOf(sandbox)).assessments.map(({ employeeId }) => employeeId).sort();
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `E-${index}`);

describe('a later execution', () => {
  test('does not send an item again that was done, and never gives it as a success', async () => {
    await create(['E-1', 'E-2']);
    const output = await create(['E-1', 'E-2', 'E-3']);
    expect(failuresOf(output)).toEqual(['already_sent', 'already_sent', undefined]);
    expect(output[0]?.json.error).toMatch(/^Already sent: .* the key "E-1"/);
    expect(await committed()).toEqual(['E-1', 'E-2', 'E-3']);
  });

  test('calls an item unconfirmed whose answer was lost', async () => {
    await setFault(sandbox, { operation: 'rwa_create', fault: 'reset-after-commit', times: 1 });
    const first = await create(['E-1']);
    const second = await create(['E-1']);
    expect([...failuresOf(first), ...failuresOf(second)]).toEqual(['unconfirmed', 'unconfirmed']);
    const advice = [first, second].map(([item]) => JSON.stringify(item?.json.details));
    for (const each of advice) {
      expect(each).toContain('another key in your data');
      expect(each).not.toContain('in a new execution');
    }
    expect((await ledgerOf(sandbox)).requests.rwa_create).toBe(1);
  });

  test.each(['status-429', 'refused'])(
    'sends an item again that certainly did not take effect (%s)',
    async (fault) => {
      const id = fault === 'refused' ? 'SANDBOX-REJECTED' : 'E-1';
      if (fault !== 'refused') {
        // More often than the client repeats it by itself.
        await setFault(sandbox, { operation: 'rwa_create', fault, times: 5 });
      }
      const first = await create([id]);
      expect(failuresOf(first)).not.toEqual(['unconfirmed']);
      expect(processedData.entries).toBe(0);
      const { requests } = await ledgerOf(sandbox);
      await create([id]);
      expect((await ledgerOf(sandbox)).requests.rwa_create).toBe((requests.rwa_create ?? 0) + 1);
    },
    30_000,
  );

  test('knows a key as number or text, and without the spaces around it', async () => {
    await create(['E-1', 'E-2'], { keys: [7, ' a b '] });
    const output = await create(['E-1', 'E-2'], { keys: ['7', 'a b'] });
    expect(failuresOf(output)).toEqual(['already_sent', 'already_sent']);
  });

  test('sends on purpose what has another key', async () => {
    await create(['E-1']);
    await create(['E-1'], { keys: ['E-1-2'] });
    expect(await committed()).toEqual(['E-1', 'E-1']);
  });

  test('sends the items that are new, in the mode that stops too, and then fails', async () => {
    await create(['E-1', 'E-2']);
    const running = create(['E-1', 'E-2', 'E-3', 'E-4'], {
      onError: 'stopWorkflow',
      parameters: {
        options: { itemsAtOnce: 1, rememberAcrossExecutions: (i: number) => `E-${i + 1}` },
      },
    });
    await expect(running).rejects.toThrow('Already sent');
    expect(await committed()).toEqual(['E-1', 'E-2', 'E-3', 'E-4']);
  });

  test('without the option sends everything again', async () => {
    await create(['E-1'], { parameters: { options: {} } });
    await create(['E-1'], { parameters: { options: {} } });
    expect(await committed()).toEqual(['E-1', 'E-1']);
    expect(processedData.calls).toBe(0);
  });

  test('remembers the people that were invited as well', async () => {
    const invite = () =>
      runNode({
        node: new RwaCreatePendingUser(),
        sandbox,
        items: [{}],
        onError: 'continueRegularOutput',
        processedData,
        parameters: {
          first_name: 'Nora',
          last_name: 'Newcomer',
          email: 'nora@example.com',
          staff_id: 'C-200',
          options: { rememberAcrossExecutions: 'C-200' },
        },
      });
    expect(failuresOf(await invite())).toEqual([undefined]);
    expect(failuresOf(await invite())).toEqual(['already_sent']);
    expect((await ledgerOf(sandbox)).commits.create_pending_user).toBe(1);
  });
});

describe('within one execution', () => {
  test('Retry On Fail gets the results of the earlier try', async () => {
    const context = {};
    const first = await create(['E-1', 'E-2'], { context });
    expect(await create(['E-1', 'E-2'], { context })).toEqual(first);
    expect((await ledgerOf(sandbox)).requests.rwa_create).toBe(2);
  });

  test('a loop does not send the same key in another run', async () => {
    const context = {};
    await create(['E-1'], { context });
    expect(failuresOf(await create(['E-1'], { context, runIndex: 1 }))).toEqual(['already_sent']);
  });

  test('two items with the same key are refused before anything is sent', async () => {
    const ids = ['E-1', 'E-2', 'E-3'];
    const running = create(ids, { keys: ['a', 'b', 'a'], onError: 'stopWorkflow' });
    await expect(running).rejects.toThrow('Rows 1, 3 have the same key "a"');
    expect(await committed()).toEqual([]);
    const output = await create(ids, { keys: ['a', 'b', 'a'] });
    expect(failuresOf(output)).toEqual(['invalid_request', undefined, 'invalid_request']);
    expect(await committed()).toEqual(['E-2']);
  });

  test.each([[''], ['  '], [undefined], [null], [true], [{}], [Number.NaN]])(
    'an item whose key is %o is not sent',
    async (key) => {
      const running = create(['E-1', 'E-2'], { keys: ['a', key], onError: 'stopWorkflow' });
      await expect(running).rejects.toThrow('Remember Across Executions has no key for this item');
      expect(await committed()).toEqual([]);
    },
  );

  test.each([
    ...[9_007_199_254_740_992, 1e300, '#N/A', '#REF!', 'n/a', 'undefined', 'null'],
    ...['[object Object]', 'x-[object Object]', '\u200b', 'E-1\u200b', '\u3164', 'E\u00ad1'],
  ])('an item whose key is %j, which others may share, is not sent', async (key) => {
    const output = await create(['E-1', 'E-2'], { keys: ['a', key] });
    expect(failuresOf(output)).toEqual([undefined, 'invalid_request']);
    expect(output[1]?.json.error).toContain('has no usable key for this item');
    expect(await committed()).toEqual(['E-1']);
  });

  test.each(['', '=', '= '])('an option that is left as "%s" is not off', async (keys) => {
    const running = create(['E-1'], { keys, onError: 'stopWorkflow' });
    await expect(running).rejects.toThrow('Remember Across Executions is empty');
  });

  test('the keys of items that are sent at once are recorded in one call', async () => {
    await create(numbered(50), {
      parameters: {
        options: { itemsAtOnce: 50, rememberAcrossExecutions: (item: number) => item },
      },
    });
    expect(await committed()).toHaveLength(50);
    expect(processedData.entries).toBe(50);
    // One call for all keys, and one for each group of answers.
    expect(processedData.calls).toBeLessThan(50);
  });
});

describe('executions at the same time', () => {
  test('send each of 50 items once, though n8n reads and writes all keys at once', async () => {
    const outputs = await Promise.all([create(numbered(50)), create(numbered(50).reverse())]);
    expect(await committed()).toEqual(numbered(50).sort());
    const failures = outputs.flatMap(failuresOf);
    expect(failures.filter((failure) => failure === undefined)).toHaveLength(50);
    // No key was lost among them.
    expect(failuresOf(await create(numbered(50)))).toEqual(numbered(50).map(() => 'already_sent'));
  });

  test('do not take an item for done that is being sent', async () => {
    const outputs = await Promise.all([create(['E-1']), create(['E-1'])]);
    expect(outputs.flatMap(failuresOf)).toEqual([undefined, 'unconfirmed']);
    expect(outputs[1][0]?.json.error).toContain('is still sending it');
  });
});

describe('when n8n cannot record', () => {
  test('a key, its item is not sent', async () => {
    processedData.error = new Error('the database is locked');
    const [item] = await create(['E-1']);
    expect(item?.json.error).toContain(
      'The item was not sent because n8n could not record its key "E-1": the database is locked',
    );
    expect((await ledgerOf(sandbox)).requests.rwa_create).toBe(0);
    processedData.error = undefined;
    expect(failuresOf(await create(['E-1']))).toEqual([undefined]);
  });

  test('the end of an item, it stays a success, and a later execution calls it unconfirmed', async () => {
    const hints: string[] = [];
    const breaking = new ProcessedData();
    const helpers = breaking.helpersFor('node');
    breaking.helpersFor = () => ({
      ...helpers,
      removeProcessed: () => Promise.reject(new Error('the database is locked')),
    });
    const [item] = await create(['E-1'], {
      processedData: breaking,
      hints,
      parameters: {
        options: { rememberAcrossExecutions: 'E-1' },
      },
    });
    expect(item?.json).toHaveProperty('assessmentId');
    expect(hints).toEqual([expect.stringContaining('report it as unconfirmed')]);
    expect(failuresOf(await create(['E-1'], { processedData: breaking }))).toEqual(['unconfirmed']);
  });

  test('that an item is done still, it is reported as done', async () => {
    await create(['E-1']);
    const helpers = processedData.helpersFor('node');
    processedData.helpersFor = () => ({
      ...helpers,
      removeProcessed: () => Promise.reject(new Error('the database is locked')),
    });
    const hints: string[] = [];
    const output = await create(['E-1'], { hints });
    expect(failuresOf(output)).toEqual(['already_sent']);
    expect(hints).toEqual([expect.stringContaining('report it as unconfirmed')]);
    expect(await committed()).toEqual(['E-1']);
  });

  test('because the workflow was never saved, nothing is sent', async () => {
    const [item] = await create(['E-1'], { workflowId: undefined });
    expect(item?.json.error).toContain('Remember Across Executions works only in a saved workflow');
    expect((await ledgerOf(sandbox)).requests.rwa_create).toBe(0);
  });

  test('because it is too old, nothing is sent', async () => {
    const old = new ProcessedData();
    old.helpersFor = () => ({}) as never;
    const [item] = await create(['E-1'], { processedData: old });
    expect(item?.json.error).toContain(
      'This version of n8n cannot store keys for Remember Across Executions',
    );
    expect((await ledgerOf(sandbox)).requests.rwa_create).toBe(0);
  });
});

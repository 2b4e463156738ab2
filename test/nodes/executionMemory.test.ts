import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { RwaCreateAssessment } from '../../nodes/RwaCreateAssessment/RwaCreateAssessment.node.js';
import { RwaCreatePendingUser } from '../../nodes/RwaCreatePendingUser/RwaCreatePendingUser.node.js';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { readLedger, setFault } from './control.js';
import { createExpression, createItems, trip } from './examples.js';
import { ProcessedData } from './processedData.js';
import { type Run, runNode } from './runNode.js';

const node = new RwaCreateAssessment();
const hourMs = 3_600_000;
let sandbox: Sandbox;
let processedData: ProcessedData;

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, readyAfterMs: 50 });
  processedData = new ProcessedData();
});

afterEach(async () => {
  vi.useRealTimers();
  await sandbox.close();
});

type Rest = Partial<Run> & { remember?: unknown };

/** Without `remember`, Remember Across Executions has its default. */
const create = (
  employeeIds: readonly string[],
  { remember, parameters, ...rest }: Rest = {},
): ReturnType<typeof runNode> =>
  runNode({
    node,
    sandbox,
    items: createItems(employeeIds),
    onError: 'continueRegularOutput',
    processedData,
    ...rest,
    parameters: {
      ...trip,
      employeeId: createExpression(employeeIds),
      ...(remember === undefined ? {} : { rememberAcrossExecutions: remember }),
      ...parameters,
    },
  });

const invite = (emails: readonly string[], { remember, ...rest }: Rest = {}) =>
  runNode({
    node: new RwaCreatePendingUser(),
    sandbox,
    items: createItems(emails),
    onError: 'continueRegularOutput',
    processedData,
    ...rest,
    parameters: {
      first_name: 'Nora',
      last_name: 'Newcomer',
      email: createExpression(emails),
      staff_id: (item: number) => `C-20${item}`,
      ...(remember === undefined ? {} : { rememberAcrossExecutions: remember }),
    },
  });

/** Returns a new workflow ID, for which n8n has only the stored keys, as after a restart. */
const simulateRestart = () => ({ workflowId: `workflow ${restarts++}` });
let restarts = 1;

const moveClock = (hours: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * hourMs });

const readFailures = (output: Awaited<ReturnType<typeof runNode>>) =>
  output.map(({ json }) => (json.details as { failure: string } | undefined)?.failure);
const readIds = (output: Awaited<ReturnType<typeof runNode>>) =>
  output.map(({ json }) => json.assessmentId ?? json.user_id);
const readRemembered = (output: Awaited<ReturnType<typeof runNode>>) =>
  output.map(({ json }) => 'remembered' in json);
const listCommitted = async () =>
  (await readLedger(sandbox)).assessments.map(({ employeeId }) => employeeId).sort();
const createIds = (count: number) => Array.from({ length: count }, (_, index) => `E-${index}`);
/** Makes n8n's database fail after the node has read its keys about services. */
const failDatabase = () => {
  processedData.error = new Error('the database is locked');
  processedData.callsBeforeError = processedData.calls + 2;
};
const loseAnswer = (operation = 'rwa_create') =>
  setFault(sandbox, { operation, fault: 'reset-after-commit', times: 1 });

describe('a later execution', () => {
  test('returns the earlier assessments with their time, and sends only new items', async () => {
    const before = Date.now();
    const first = await create(['E-1', 'E-2']);
    const output = await create(['E-1', 'E-2', 'E-3']);
    expect(readIds(output).slice(0, 2)).toEqual(readIds(first));
    expect([readRemembered(first), readRemembered(output)]).toEqual([
      [false, false],
      [true, true, false],
    ]);
    const { since } = output[0]?.json.remembered as { since: string };
    expect(Date.parse(since)).toBeGreaterThanOrEqual(before);
    expect(await listCommitted()).toEqual(['E-1', 'E-2', 'E-3']);
  });

  test('returns the earlier answer from the data that n8n saves with the workflow', async () => {
    const staticData = {};
    const first = await create(['E-1'], { staticData });
    const saved = JSON.parse(JSON.stringify(staticData)) as IDataObject;
    const output = await create(['E-1'], { staticData: saved, ...simulateRestart() });
    expect(readIds(output)).toEqual(readIds(first));
    expect(await listCommitted()).toEqual(['E-1']);
  });

  test('sends an item if its saved answer came with an imported workflow', async () => {
    const staticData = {};
    await create(['E-1'], { staticData, remember: 'forever' });
    const imported = JSON.parse(JSON.stringify(staticData)) as IDataObject;
    const otherN8n = { ...simulateRestart(), processedData: new ProcessedData() };
    const output = await create(['E-1'], {
      ...otherN8n,
      staticData: imported,
      remember: 'forever',
    });
    expect(readRemembered(output)).toEqual([false]);
    expect(await listCommitted()).toEqual(['E-1', 'E-1']);
  });

  test('returns the earlier answer if an hour began while its request was recorded', async () => {
    const nextHourMs = Math.ceil(Date.now() / hourMs) * hourMs;
    vi.useFakeTimers({ toFake: ['Date'], now: nextHourMs - 1 });
    processedData.onRecorded = () => {
      vi.setSystemTime(nextHourMs);
    };
    const first = await create(['E-1']);
    const output = await create(['E-1']);
    expect([readIds(output), readRemembered(output)]).toEqual([readIds(first), [true]]);
    expect(await listCommitted()).toEqual(['E-1']);
  });

  test('reports the hour in which an item was sent if n8n no longer has the answer', async () => {
    await create(['E-1']);
    const [item] = await create(['E-1'], simulateRestart());
    expect(item?.json.error).toMatch(/^Already sent: .* in the hour from \d\d:00 UTC, and it took/);
    expect(item?.json.details).toMatchObject({
      failure: 'already_sent',
      mayHaveTakenEffect: true,
      remembered: { since: expect.stringMatching(/T\d\d:00:00.000Z$/) as unknown },
    });
    expect(await listCommitted()).toEqual(['E-1']);
  });

  test('sends other inputs of the same employee', async () => {
    await create(['E-1']);
    await create(['E-1'], { parameters: { destination: 'Italy' } });
    expect(await listCommitted()).toEqual(['E-1', 'E-1']);
  });

  test('recognizes the same inputs in another Unicode form', async () => {
    await create(['Zoë'.normalize('NFC')]);
    const output = await create(['Zoë'.normalize('NFD')]);
    expect(readRemembered(output)).toEqual([true]);
    expect((await readLedger(sandbox)).commits.rwa_create).toBe(1);
  });

  test('recognizes a start date with another time of day, as from $now', async () => {
    await create(['E-1'], { parameters: { startDate: '2027-01-11T09:00:00.000Z' } });
    const later = await create(['E-1'], { parameters: { startDate: '2027-01-11T09:00:07.000Z' } });
    expect(readRemembered(later)).toEqual([true]);
    const other = await create(['E-1'], { parameters: { startDate: '2027-01-12T09:00:00.000Z' } });
    expect(readRemembered(other)).toEqual([false]);
  });

  test('recognizes another spelling of the base URL, and refuses to send to another service', async () => {
    await create(['E-1']);
    const baseUrl = sandbox.baseUrl.replace('127.0.0.1', 'LOCALHOST');
    expect(readRemembered(await create(['E-1'], { sandbox: { baseUrl } }))).toEqual([true]);
    expect(await listCommitted()).toEqual(['E-1']);
    const other = await startSandbox({ port: 0, readyAfterMs: 0 });
    try {
      const output = await create(['E-1'], { sandbox: other });
      expect(readFailures(output)).toEqual(['invalid_request']);
      expect(output[0]?.json.error).toContain('another base URL');
      expect((await readLedger(other)).assessments).toEqual([]);
    } finally {
      await other.close();
    }
  });

  test.each(['status-429', 'refused'])(
    'sends an item again if its request certainly had no effect (%s)',
    async (fault) => {
      const id = fault === 'refused' ? 'SANDBOX-REJECTED' : 'E-1';
      if (fault !== 'refused') {
        // The client gives up after five attempts.
        await setFault(sandbox, { operation: 'rwa_create', fault, times: 5 });
      }
      const first = await create([id]);
      expect(readFailures(first)).not.toEqual(['unconfirmed']);
      expect(processedData.entries).toBe(0);
      const { requests } = await readLedger(sandbox);
      await create([id]);
      expect((await readLedger(sandbox)).requests.rwa_create).toBe((requests.rwa_create ?? 0) + 1);
    },
    30_000,
  );

  test('sends only the new items, and succeeds, even if the node stops on errors', async () => {
    await create(['E-1', 'E-2']);
    await create(['E-1', 'E-2', 'E-3', 'E-4'], { onError: 'stopWorkflow' });
    expect(await listCommitted()).toEqual(['E-1', 'E-2', 'E-3', 'E-4']);
  });

  test('recognizes an invitation by its email without regard to case', async () => {
    const first = await invite(['nora@example.com']);
    const output = await invite(['Nora@Example.com']);
    expect(readRemembered(output)).toEqual([true]);
    expect(readIds(output)).toEqual(readIds(first));
    expect((await readLedger(sandbox)).requests.create_pending_user).toBe(1);
  });
});

describe('For a Day', () => {
  test.each([false, true])(
    'lasts 24 hours, and then the same inputs are sent again (after a restart: %s)',
    async (isRestarted) => {
      const createRun = () => (isRestarted ? simulateRestart() : {});
      await create(['E-1']);
      moveClock(23.9);
      await create(['E-1'], createRun());
      expect(await listCommitted()).toEqual(['E-1']);
      moveClock(1.2);
      expect(readRemembered(await create(['E-1'], createRun()))).toEqual([false]);
      // The 24 hours begin again with this request.
      moveClock(23.9);
      await create(['E-1'], createRun());
      expect(await listCommitted()).toEqual(['E-1', 'E-1']);
    },
  );

  test('does not end early if the clock is set back', async () => {
    await create(['E-1']);
    moveClock(-20);
    await create(['E-1'], simulateRestart());
    expect(await listCommitted()).toEqual(['E-1']);
  });

  test('does not return the saved answer of an earlier request for a later one', async () => {
    const staticData = {};
    await create(['E-1'], { staticData, ...simulateRestart() });
    const saved = JSON.parse(JSON.stringify(staticData)) as IDataObject;
    moveClock(100);
    await create(['E-1'], simulateRestart());
    const output = await create(['E-1'], { staticData: saved, ...simulateRestart() });
    expect(readFailures(output)).toEqual(['already_sent']);
    expect(await listCommitted()).toEqual(['E-1', 'E-1']);
  });
});

test.each([false, true])('For Ever does not end (after a restart: %s)', async (isRestarted) => {
  await create(['E-1'], { remember: 'forever' });
  moveClock(10_000);
  await create(['E-1'], { remember: 'forever', ...(isRestarted ? simulateRestart() : {}) });
  expect(await listCommitted()).toEqual(['E-1']);
});

describe('Off', () => {
  test('sends all items again in another execution', async () => {
    await create(['E-1'], { remember: 'off' });
    const output = await create(['E-1'], { remember: 'off' });
    expect(await listCommitted()).toEqual(['E-1', 'E-1']);
    expect(readRemembered(output)).toEqual([false]);
  });

  test.each(['day', 'forever'])(
    'records its requests, so that an execution with the setting "%s" does not repeat them',
    async (remember) => {
      for (const work of [create, invite]) {
        const id = work === create ? 'E-1' : 'nora@example.com';
        const first = await work([id], { remember: 'off' });
        const output = await work([id], { remember });
        expect([readIds(output), readRemembered(output)]).toEqual([readIds(first), [true]]);
      }
      const { requests } = await readLedger(sandbox);
      expect(requests).toMatchObject({ rwa_create: 1, create_pending_user: 1 });
    },
  );

  test('makes later executions return the new assessment, even more than a day after the first assessment', async () => {
    await create(['E-1']);
    moveClock(20);
    const second = await create(['E-1'], { remember: 'off' });
    expect(readIds(await create(['E-1']))).toEqual(readIds(second));
    moveClock(6);
    expect(readIds(await create(['E-1']))).toEqual(readIds(second));
    expect(await listCommitted()).toEqual(['E-1', 'E-1']);
  });

  test('leaves an item unconfirmed for later executions if its answer was lost', async () => {
    await create(['E-1']);
    await loseAnswer();
    expect(readFailures(await create(['E-1'], { remember: 'off' }))).toEqual(['unconfirmed']);
    moveClock(49);
    expect(readFailures(await create(['E-1']))).toEqual(['unconfirmed']);
    expect((await readLedger(sandbox)).requests.rwa_create).toBe(2);
  });

  test.each([
    ['new', undefined],
    ['answered', undefined],
    ['unconfirmed', 'unconfirmed'],
  ])(
    'leaves the record of an item unchanged if the service rejects the request (the item was %s before)',
    async (before, failure) => {
      if (before === 'unconfirmed') await loseAnswer();
      const first = before === 'new' ? [] : await create(['E-1']);
      moveClock(2);
      await setFault(sandbox, { operation: 'rwa_create', fault: 'platform-400', times: 1 });
      expect(readFailures(await create(['E-1'], { remember: 'off' }))).toEqual(['refused']);
      const output = await create(['E-1']);
      expect(readFailures(output)).toEqual([failure]);
      if (before === 'answered') expect(readIds(output)).toEqual(readIds(first));
      expect(await listCommitted()).toEqual(['E-1']);
    },
  );

  test('sends no item that n8n cannot record', async () => {
    await create(['E-0']);
    failDatabase();
    expect(readFailures(await create(['E-1'], { remember: 'off' }))).toEqual(['not_sent']);
    expect(await listCommitted()).toEqual(['E-0']);
  });
});

describe('an item whose answer was lost', () => {
  test.each(['day', 'forever'])(
    'is never sent again by another execution, even after a year (%s)',
    async (remember) => {
      await loseAnswer();
      const first = await create(['E-1'], { remember });
      moveClock(9_000);
      const second = await create(['E-1'], { remember });
      const third = await create(['E-1'], { remember, ...simulateRestart() });
      for (const output of [first, second, third]) {
        expect(readFailures(output)).toEqual(['unconfirmed']);
        expect(JSON.stringify(output)).toContain('Remember Across Executions set to Off');
        expect(JSON.stringify(output)).not.toContain('in a new execution');
      }
      expect((await readLedger(sandbox)).requests.rwa_create).toBe(1);
    },
  );

  test.each([0, 49])(
    'is remembered after a person has sent it again with Off (%i hours later)',
    async (hours) => {
      for (const work of [create, invite]) {
        const id = work === create ? 'E-1' : 'nora@example.com';
        const operation = work === create ? 'rwa_create' : 'create_pending_user';
        await setFault(sandbox, { operation, fault: 'reset-before-commit', times: 1 });
        expect(readFailures(await work([id]))).toEqual(['unconfirmed']);
        moveClock(hours);
        const sent = await work([id], { remember: 'off' });
        expect(readFailures(sent)).toEqual([undefined]);
        const next = await work([id]);
        expect([readIds(next), readRemembered(next)]).toEqual([readIds(sent), [true]]);
        expect(readFailures(await work([id], simulateRestart()))).toEqual(['already_sent']);
      }
      const { requests } = await readLedger(sandbox);
      expect(requests).toMatchObject({ rwa_create: 2, create_pending_user: 2 });
    },
  );

  test.each(['off', 'day', 'forever'])(
    'is not sent again by a loop in the same execution (%s)',
    async (remember) => {
      await loseAnswer();
      await loseAnswer('create_pending_user');
      for (const work of [create, invite]) {
        const context = {};
        const id = work === create ? 'E-1' : 'nora@example.com';
        for (let runIndex = 0; runIndex < 3; runIndex++) {
          const output = await work([id], { context, runIndex, remember });
          expect(readFailures(output)).toEqual(['unconfirmed']);
          expect(output[0]?.json.error).toMatch(/^Unconfirmed: /);
        }
      }
      const { requests } = await readLedger(sandbox);
      expect(requests).toMatchObject({ rwa_create: 1, create_pending_user: 1 });
    },
  );
});

describe('within one execution', () => {
  test('Retry On Fail returns the results of the earlier attempt', async () => {
    const context = {};
    const first = await create(['E-1', 'E-2'], { context });
    expect(await create(['E-1', 'E-2'], { context })).toEqual(first);
    expect((await readLedger(sandbox)).requests.rwa_create).toBe(2);
  });

  test.each(['off', 'day', 'forever'])(
    'equal inputs and equal emails are sent once (%s)',
    async (remember) => {
      const assessed = await create(['E-1', 'E-2', 'E-1'], { remember });
      const invited = await invite(['nora@example.com', 'NORA@example.com'], { remember });
      expect([assessed, invited].map(readRemembered)).toEqual([
        [false, false, true],
        [false, true],
      ]);
      expect(readIds(assessed)[2]).toBe(readIds(assessed)[0]);
      expect(readIds(invited)[1]).toBe(readIds(invited)[0]);
      const { requests } = await readLedger(sandbox);
      expect(requests).toMatchObject({ rwa_create: 2, create_pending_user: 1 });
    },
  );

  test('a loop does not send the same inputs in another run', async () => {
    const context = {};
    const first = await create(['E-1'], { context, remember: 'off' });
    const second = await create(['E-1'], { context, runIndex: 1, remember: 'off' });
    expect(readIds(second)).toEqual(readIds(first));
    expect(readRemembered(second)).toEqual([true]);
    expect(await listCommitted()).toEqual(['E-1']);
  });

  test('the scores are returned even for items that this or an earlier execution has already sent', async () => {
    const parameters = { waitForResult: true, pollIntervalSeconds: 0.1 };
    await create(['E-1'], { parameters });
    const output = await create(['E-1', 'E-1'], { parameters });
    expect(output.map(({ json }) => json.ready)).toEqual([true, true]);
    expect(await listCommitted()).toEqual(['E-1']);
  });

  test.each(['', 'yes', true, '={{ "off" }}'])(
    'nothing is sent if the parameter is %j, so that no expression can turn the memory off',
    async (remember) => {
      const running = create(['E-1'], { remember, onError: 'stopWorkflow' });
      await expect(running).rejects.toThrow('must be Off, For a Day or For Ever');
      expect((await readLedger(sandbox)).requests.rwa_create).toBe(0);
    },
  );

  test('the keys of items that are sent at the same time are recorded together', async () => {
    await create(createIds(50), { parameters: { options: { itemsAtOnce: 50 } } });
    expect(await listCommitted()).toHaveLength(50);
    expect(processedData.entries).toBe(100);
    // With a call for each key, there would be at least 50 calls.
    expect(processedData.calls).toBeLessThan(50);
  });
});

describe('executions at the same time', () => {
  test('send each of 50 items once, although n8n reads and writes all keys together', async () => {
    const outputs = await Promise.all([create(createIds(50)), create(createIds(50).reverse())]);
    expect(await listCommitted()).toEqual(createIds(50).sort());
    const sent = outputs.flat().filter(({ json }) => 'assessmentId' in json && !json.remembered);
    expect(sent).toHaveLength(50);
    // No key was lost.
    const later = await create(createIds(50), simulateRestart());
    expect(readFailures(later)).toEqual(createIds(50).map(() => 'already_sent'));
  });

  test('report an item as unconfirmed while another execution sends it', async () => {
    const slow = await startSandbox({ port: 0, readyAfterMs: 0, latencyMs: 500 });
    onTestFinished(() => slow.close());
    const outputs = await Promise.all([
      create(['E-1'], { sandbox: slow }),
      create(['E-1'], { sandbox: slow }),
    ]);
    expect(outputs.flatMap(readFailures)).toEqual([undefined, 'unconfirmed']);
    expect(outputs[1][0]?.json.error).toContain('is still sending it');
  });
});

describe('if n8n cannot store keys', () => {
  test('an item whose key cannot be recorded is not sent', async () => {
    await create(['E-0']);
    failDatabase();
    const [item] = await create(['E-1']);
    expect(item?.json.error).toContain(
      'The item was not sent because n8n could not record it: the database is locked',
    );
    expect(await listCommitted()).toEqual(['E-0']);
    processedData.error = undefined;
    expect(readFailures(await create(['E-1']))).toEqual([undefined]);
  });

  test('later items are sent after the database failed for the first item', async () => {
    failDatabase();
    processedData.failingCalls = 1;
    const output = await create(createIds(3), { parameters: { options: { itemsAtOnce: 1 } } });
    expect(readFailures(output)).toEqual(['not_sent', undefined, undefined]);
  });

  test('nothing is sent if no key can be read', async () => {
    processedData.error = new Error('the database is locked');
    const [item] = await create(['E-1']);
    expect(item?.json.error).toContain('n8n could not read which items this node has sent');
    expect((await readLedger(sandbox)).requests.rwa_create).toBe(0);
  });

  test('an item whose answer cannot be recorded succeeds, and a later execution reports it as unconfirmed', async () => {
    const hints: string[] = [];
    const failingData = new ProcessedData();
    const helpers = failingData.createHelpers('node');
    failingData.createHelpers = () => ({
      ...helpers,
      removeProcessed: (items, ...rest) =>
        String(items).includes('service')
          ? helpers.removeProcessed(items, ...rest)
          : Promise.reject(new Error('the database is locked')),
    });
    const [item] = await create(['E-1'], { processedData: failingData, hints });
    expect(item?.json).toHaveProperty('assessmentId');
    expect(hints).toEqual([expect.stringContaining('report it as unconfirmed')]);
    failingData.createHelpers = () => helpers;
    const later = await create(['E-1'], { processedData: failingData, ...simulateRestart() });
    expect(readFailures(later)).toEqual(['unconfirmed']);
  });

  test('if the record of a service cannot be withdrawn, a hint reports this, and a corrected token counts as a change', async () => {
    const hints: string[] = [];
    processedData.onRecorded = () => {
      processedData.error = new Error('the database is locked');
    };
    await create(['E-1'], { hints, token: 'wrong' });
    expect(hints).toEqual([
      expect.stringContaining('report it as unconfirmed'),
      expect.stringContaining('could not withdraw its record of this service'),
    ]);
    [processedData.onRecorded, processedData.error] = [undefined, undefined];
    const [item] = await create(['E-1']);
    expect(item?.json.error).toContain('to another base URL or with another token');
  });

  test('a workflow that was never saved sends nothing unless Remember Across Executions is Off', async () => {
    const [item] = await create(['E-1'], { workflowId: undefined });
    expect(item?.json.error).toContain('Remember Across Executions works only in a saved workflow');
    expect((await readLedger(sandbox)).requests.rwa_create).toBe(0);
    // The message advises this setting.
    await create(['E-1'], { workflowId: undefined, remember: 'off' });
    expect(await listCommitted()).toEqual(['E-1']);
  });

  test('nothing is sent in a version of n8n that cannot store keys', async () => {
    const old = new ProcessedData();
    old.createHelpers = () => ({}) as never;
    const [item] = await create(['E-1'], { processedData: old });
    expect(item?.json.error).toContain(
      'This version of n8n cannot store keys for Remember Across Executions',
    );
    expect((await readLedger(sandbox)).requests.rwa_create).toBe(0);
  });
});

import { describe, expect, test } from 'vitest';
import {
  type Json,
  type SandboxUnderTest,
  hire,
  startTestSandbox,
  trip,
} from './sandboxUnderTest.js';

describe('fault rules', () => {
  const rule = { operation: 'rwa_create', fault: 'status-429' };
  const postAll = async (sandbox: SandboxUnderTest, bodies: Json[]) => {
    const statuses = [];
    for (const body of bodies) statuses.push((await sandbox.post('rwa_create', body)).status);
    return statuses;
  };

  test('apply as often as `times` allows, and then the next rule applies', async () => {
    const sandbox = await startTestSandbox();
    await sandbox.control('POST faults', { ...rule, times: 2 });
    await sandbox.control('POST faults', { ...rule, fault: 'status-503', times: 1 });
    expect(await postAll(sandbox, Array<Json>(5).fill(trip))).toEqual([429, 429, 503, 200, 200]);
  });

  test('apply only to their operation, and only to requests with their values', async () => {
    const sandbox = await startTestSandbox();
    await sandbox.control('POST faults', {
      ...rule,
      match: { purpose: 'Hire From Anywhere', numberHires: 2 },
    });
    expect(await postAll(sandbox, [trip, hire, { ...hire, numberHires: 3 }])).toEqual([
      200, 429, 200,
    ]);
    expect((await sandbox.post('rwa_retrieve', {})).status).toBe(200);
  });

  test('with a probability apply to the same requests if the seed is the same', async () => {
    const postWithSeed = async (seed: number) => {
      const sandbox = await startTestSandbox({ seed });
      await sandbox.control('POST faults', { ...rule, probability: 0.3 });
      return postAll(sandbox, Array<Json>(100).fill(trip));
    };
    const first = await postWithSeed(1);
    expect(await postWithSeed(1)).toEqual(first);
    expect(await postWithSeed(2)).not.toEqual(first);
    const hitCount = first.filter((status) => status === 429).length;
    // 30 of 100 are expected.
    expect(hitCount).toBeGreaterThan(15);
    expect(hitCount).toBeLessThan(45);
  });

  test('are deleted by DELETE faults and by POST reset', async () => {
    const sandbox = await startTestSandbox();
    expect((await sandbox.control('POST faults', rule)).body).toEqual({ faults: [rule] });
    expect((await sandbox.control('DELETE faults')).body).toEqual({ faults: [] });
    expect(await postAll(sandbox, [trip])).toEqual([200]);
    await sandbox.control('POST faults', rule);
    await sandbox.control('POST reset');
    expect(await postAll(sandbox, [trip])).toEqual([200]);
  });

  test.each([
    [{ ...rule, fault: 'explode' }, /^fault must be one of reset-before-commit, .*slow$/],
    [{ ...rule, fault: 'toString' }, /^fault must be one of/],
    [{ ...rule, operation: 'rwa_delete' }, /^operation must be one of rwa_create, /],
    [{}, /^operation must be one of/],
    [{ ...rule, times: 0 }, /^times must be a whole number/],
    [{ ...rule, times: '2' }, /^times must be a whole number/],
    [{ ...rule, probability: 1.5 }, /^probability must be/],
    [{ ...rule, probability: 0 }, /^probability must be/],
    [{ ...rule, match: 'E-1' }, /^match must be an object/],
    [{ ...rule, match: { employeeID: 'E-1' } }, /^rwa_create has no field employeeID to match/],
    [{ ...rule, match: { employeeId: '' } }, /^match needs a value for employeeId/],
    [{ ...rule, count: 2 }, /^There is no input count\. Use operation, fault, /],
  ])('are refused if they are invalid: %j', async (body, message) => {
    const sandbox = await startTestSandbox();
    expect(await sandbox.control('POST faults', body)).toMatchObject({
      status: 400,
      body: { status: 'error', success: false, message: expect.stringMatching(message) as string },
    });
  });
});

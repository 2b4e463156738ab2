import { describe, expect, test } from 'vitest';
import type { OperationName } from '../../src/operations.js';
import type { Fault } from '../../sandbox/faults/faultEffects.js';
import { startSandbox } from '../../sandbox/sandbox.js';
import { describeOutcome } from './describeOutcome.js';
import {
  type Json,
  SandboxUnderTest,
  invitation,
  startTestSandbox,
  trip,
} from './sandboxUnderTest.js';

// The outcome of each fault for a client that stops waiting when the sandbox holds the answer back, and
// whether the change takes effect.
const faultOutcomes: Record<Fault, [outcome: string, commits: boolean]> = {
  'reset-before-commit': ['ECONNRESET', false],
  'reset-after-commit': ['ECONNRESET', true],
  'timeout-before-commit': ['TimeoutError', false],
  'timeout-after-commit': ['TimeoutError', true],
  'truncated-after-commit': ['cut short', true],
  'html-200': ['200 html', false],
  'status-500-before-commit': ['500 error', false],
  'status-500-after-commit': ['500 error', true],
  'status-409-after-commit': ['409 html', true],
  'error-after-commit': ['200 error', true],
  'platform-400': ['400 400', false],
  'status-503': ['503 error retry after 1', false],
  'status-429': ['429 error retry after 1', false],
  'token-refused': ['200 error', false],
  gzip: ['200 success', true],
  slow: ['TimeoutError', true],
};

// A valid request for each operation, and whether it changes anything.
const requests: Record<OperationName, [body: (id: string) => Json, changes: boolean]> = {
  rwa_create: [() => trip, true],
  rwa_retrieve: [(assessmentId) => ({ assessmentId }), false],
  rwa_update: [(assessmentId) => ({ assessmentId, status: 'Pending', note: 'N' }), true],
  create_pending_user: [() => invitation, true],
  remove_user_access: [() => ({ staff_id: 'C-100' }), true],
};

const cases = Object.entries(requests).flatMap(([operation, request]) =>
  Object.entries(faultOutcomes).map(
    ([fault, outcome]) => [operation as OperationName, fault, ...request, ...outcome] as const,
  ),
);

describe('a fault', () => {
  test.concurrent.for(cases)(
    'in a request to %s has the expected outcome, and does not affect the next request: %s',
    async ([operation, fault, body, changes, outcome, commits], { expect, onTestFinished }) => {
      const sandbox = await startTestSandbox({}, onTestFinished);
      const request = body(await sandbox.create({ employeeId: 'E-before' }));
      const before = await sandbox.readLedger();
      await sandbox.control('POST faults', { operation, fault, times: 1 });

      expect(await describeOutcome(sandbox.requestUntilHeld(operation, request))).toBe(outcome);
      const after = await sandbox.readLedger();
      expect(after.requests[operation]).toBe(before.requests[operation] + 1);
      expect(after.commits[operation]).toBe(before.commits[operation] + Number(commits && changes));
      expect(JSON.stringify(after.staff) + JSON.stringify(after.assessments)).not.toContain(
        'token',
      );
      const isUnchanged =
        JSON.stringify([after.staff, after.assessments]) ===
        JSON.stringify([before.staff, before.assessments]);
      expect(isUnchanged).toBe(!(commits && changes));

      expect(await describeOutcome(sandbox.requestUntilHeld(operation, request))).toMatch(/^200 /);
    },
  );

  test('named gzip compresses the answer even if the client does not accept it', async () => {
    const sandbox = await startTestSandbox();
    await sandbox.control('POST faults', { operation: 'rwa_create', fault: 'gzip', times: 1 });
    const headers = { 'content-type': 'application/json', 'accept-encoding': 'identity' };
    const request = { method: 'POST', headers, body: '{}' };
    const answer = await fetch(`${sandbox.sandbox.baseUrl}/rwa_create`, request);
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(await answer.json()).toMatchObject({ status: 'error', message: 'Invalid Auth' });
  });

  test('named platform-400 answers with an error of the platform on which the service runs', async () => {
    const sandbox = await startTestSandbox();
    await sandbox.control('POST faults', { operation: 'rwa_create', fault: 'platform-400' });
    const answer = await sandbox.request('rwa_create', trip, 1);
    expect(await answer.json()).toEqual({
      statusCode: 400,
      body: { status: 'MISSING_DATA', message: 'Missing parameter for workflow: employeeId' },
    });
  });

  test('named slow delays the answer by three seconds', async () => {
    const sandbox = await startTestSandbox();
    await sandbox.control('POST faults', { operation: 'rwa_create', fault: 'slow' });
    const startMs = performance.now();
    await sandbox.create();
    expect(performance.now() - startMs).toBeGreaterThan(2950);
  });

  test('without an answer ends when the sandbox closes its connections', async () => {
    const started = await startSandbox({ port: 0 });
    const sandbox = new SandboxUnderTest(started);
    await sandbox.control('POST faults', {
      operation: 'rwa_create',
      fault: 'timeout-after-commit',
    });
    const waiting = describeOutcome(sandbox.request('rwa_create', trip));
    await expect.poll(async () => (await sandbox.readLedger()).commits.rwa_create).toBe(1);
    await started.close();
    expect(await waiting).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
  });
});

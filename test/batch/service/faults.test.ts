import { describe, test } from 'vitest';
import { connect } from '../../../batch/http/connection.js';
import { faultEffects, type Fault } from '../../../sandbox/faults/faultEffects.js';
import { readBaseUrl } from '../../../src/baseUrl.js';
import type { SendRecord } from '../../../src/callOptions.js';
import type { Client } from '../../../src/client.js';
import type { Result } from '../../../src/failure.js';
import { type OperationName, operations } from '../../../src/operations.js';
import { invitation, startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { trip } from '../../src/examples.js';

type Call = (client: Client, id: string, record: SendRecord) => Promise<Result<unknown>>;

const calls: Readonly<Record<OperationName, Call>> = {
  rwa_create: (client, _id, record) => client.createAssessment(trip, { record }),
  rwa_retrieve: (client, id) => client.retrieveRiskResult(id),
  rwa_update: (client, assessmentId) =>
    client.updateAssessment({ assessmentId, status: 'Pending', note: 'A note' }),
  create_pending_user: (client, _id, record) =>
    client.createPendingUser(invitation as never, { record }),
  remove_user_access: (client) => client.removeUserAccess('C-100'),
};

type Outcome = 'ok' | 'refused' | 'unauthorized' | 'unconfirmed';

/** The expected outcome of an operation with the effect `once`, by the fault of its request. */
const expectedOutcomes: Readonly<Record<Fault, Outcome>> = {
  'reset-before-commit': 'unconfirmed',
  'reset-after-commit': 'unconfirmed',
  'timeout-before-commit': 'unconfirmed',
  'timeout-after-commit': 'unconfirmed',
  'truncated-after-commit': 'unconfirmed',
  'html-200': 'unconfirmed',
  'status-500-before-commit': 'unconfirmed',
  'status-500-after-commit': 'unconfirmed',
  'status-409-after-commit': 'unconfirmed',
  'error-after-commit': 'unconfirmed',
  'platform-400': 'refused',
  'status-503': 'unconfirmed',
  'status-429': 'ok',
  'token-refused': 'unauthorized',
  gzip: 'ok',
  slow: 'unconfirmed', // the client times out
};

/**
 * The expected record of an operation with the effect `once`, by the fault of its request. After
 * other faults, it contains only the first intent.
 */
const expectedRecords: Readonly<Partial<Record<Fault, string[]>>> = {
  'status-429': ['intend 1', 'release rate_limited', 'intend 2'],
  'platform-400': ['intend 1', 'release refused'],
  'token-refused': ['intend 1', 'release unauthorized'],
};

const cases = (Object.keys(operations) as OperationName[]).flatMap((operation) =>
  (Object.keys(faultEffects) as Fault[]).map((fault) => ({ operation, fault })),
);

describe.concurrent('faults of the service', () => {
  test.for(cases)(
    '$operation has the expected outcome and record after $fault',
    async ({ operation, fault }, { expect, onTestFinished }) => {
      const service = await startTestSandbox({}, onTestFinished);
      const read = readBaseUrl(service.sandbox.baseUrl);
      if (!read.ok) throw new Error(read.message);
      const { client, transport } = connect(
        { baseUrl: read.baseUrl, token: service.sandbox.tokens[0] ?? '' },
        { startTimer: service.held.startTimer },
      );
      onTestFinished(() => transport.close());
      const id = await service.create();
      const before = await service.readLedger();
      await service.control('POST faults', { operation, fault, times: 1 });

      const record: string[] = [];
      const result = await calls[operation](client, id, {
        intend: (attempt) => Promise.resolve(void record.push(`intend ${attempt}`)),
        release: (reason) => Promise.resolve(void record.push(`release ${reason}`)),
      });

      const after = await service.readLedger();
      const { effect } = operations[operation];
      const committed = after.commits[operation] - before.commits[operation];
      if (effect === 'once') {
        expect(committed).toBeLessThanOrEqual(1);
        expect(result.ok ? 'ok' : result.failure.code).toBe(expectedOutcomes[fault]);
        expect(record).toEqual(expectedRecords[fault] ?? ['intend 1']);
        if (!result.ok) {
          expect(result.failure.mayHaveTakenEffect).toBe(expectedOutcomes[fault] === 'unconfirmed');
          expect(result.failure.retryCanHelp).toBe(false);
          expect(committed).toBe(faultEffects[fault].commits ? 1 : 0);
          expect(after.requests[operation] - before.requests[operation]).toBe(1);
        }
      } else {
        expect(record).toEqual([]);
        // Without the ID of a created object, an error after the commit looks like a refusal.
        const outcome = fault === 'error-after-commit' ? 'refused' : expectedOutcomes[fault];
        const isRefused = outcome === 'refused' || outcome === 'unauthorized';
        // A repeatable request is unconfirmed if its answer violates the contract and its effect cannot be looked up.
        if (!result.ok) expect(result.failure.code).toBe(isRefused ? outcome : 'unconfirmed');
        if (effect === 'read') expect(result.ok).toBe(!isRefused);
      }
    },
  );
});

import { expect, test } from 'vitest';
import { createProcessLimiter } from '../../../../batch/engine/run/processLimiter.js';
import { systemTiming } from '../../../../batch/http/timing.js';
import { prepareFolder } from '../../../../batch/server/db/dataFolder.js';
import { createWorkPorts } from '../../../../batch/server/threads/workPorts.js';
import { readBaseUrl } from '../../../../src/baseUrl.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../../testFolder.js';
import { openTestStore } from '../openTestStore.js';

test('requests of the server keep to the rate of its limiter', async () => {
  const { sandbox } = await startTestSandbox();
  const read = readBaseUrl(sandbox.baseUrl);
  if (!read.ok) throw new Error(read.message);
  const folder = testFolder();
  prepareFolder(folder);
  const store = await openTestStore(folder);
  const ports = createWorkPorts({
    store,
    connection: { baseUrl: read.baseUrl, token: sandbox.tokens[0] ?? '' },
    service: { name: 'service', isSandbox: false, isTest: true },
    publish: () => undefined,
    limiter: createProcessLimiter({ concurrency: 5, spacingMs: 200, sleep: systemTiming.sleep }),
  });
  const startMs = performance.now();
  await Promise.all(['1', '2', '3'].map((id) => ports.client.retrieveRiskResult(id)));
  expect(performance.now() - startMs).toBeGreaterThan(380);
  await ports.close();
  await store.close();
});

import { describe, expect, onTestFinished, test } from 'vitest';
import type { Change } from '../../../../batch/server/changes.js';
import { ChangeBus } from '../../../../batch/server/cluster/changeBus.js';
import { hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { testLog } from '../testLog.js';
import { TestScheduler } from './testScheduler.js';
import { testStore } from './testMachines.js';

const theirs = { type: 'sheet', sheet: 'theirs' } as const;
const ours = { type: 'sheet', sheet: 'ours' } as const;

describe.skipIf(!hasPostgres)('a web process', () => {
  test('publishes its own changes even after a listener has failed on a change from another process', async () => {
    const lines = testLog();
    const { changes, machines } = await TestScheduler.on(await startTestSandbox());
    const received: Change[] = [];
    const other = new ChangeBus(await testStore(machines.url));
    onTestFinished(() => other.close());
    await other.listen(machines.url, { publish: (change) => received.push(change) });
    let failures = 0;
    changes.on((change) => {
      if (!('sheet' in change) || change.sheet !== theirs.sheet) return;
      failures++;
      throw new Error('a listener with a bug');
    });
    await expect
      .poll(() => {
        other.publish(theirs);
        return failures;
      })
      .toBeGreaterThan(0);
    changes.publish(ours);
    await expect.poll(() => received).toContainEqual(ours);
    const line = { msg: 'A change of another process could not be announced' };
    expect(lines).toContainEqual(expect.objectContaining(line));
  });
});

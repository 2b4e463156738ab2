import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import { headings, hireRow, runOn } from './testRun.js';

test.each(['Pending', 'Scored'])(
  'without a journal, two runs do not send a row that shows only the status %s',
  async (status) => {
    const service = await startTestSandbox();
    const path = join(testFolder(), 'hires.csv');
    // The second row shows that the columns are ours, because Pending may also be a decision.
    const rows = [`${hireRow('E-1')},${status},`, `${hireRow('E-2')},Unconfirmed,`];
    writeFileSync(path, [`${headings},Assessment status,Assessment ID`, ...rows, ''].join('\r\n'));
    for (let run = 1; run <= 2; run++) {
      const { summary } = await runOn(path, service.sandbox);
      expect(summary.counts).toMatchObject({ Unconfirmed: 2 });
    }
    expect((await service.readLedger()).requests.rwa_create).toBe(0);
  },
);

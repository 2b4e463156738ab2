import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import { employees, runOn, writeHires } from './testRun.js';

const edit = (path: string, before: string, after: string) => {
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(before, after));
};

describe('an edited row', () => {
  test('is not sent while its earlier request is unconfirmed, and its message explains why', async () => {
    const service = await startTestSandbox();
    const folder = testFolder();
    const path = writeHires(folder, ['E-1', 'SANDBOX-LOST-ANSWER']);
    const output = join(folder, 'scored.csv');
    await runOn(path, service.sandbox, { output });
    edit(
      path,
      'SANDBOX-LOST-ANSWER,Hire From Anywhere,Mid',
      'SANDBOX-LOST-ANSWER,Hire From Anywhere,Senior',
    );

    const { summary, reports } = await runOn(path, service.sandbox, { output });
    expect(summary).toMatchObject({
      outcome: 'unconfirmed',
      missing: 1,
      counts: { Invalid: 1, Unconfirmed: 0 },
    });
    expect(reports[1]?.message).toContain(
      'This row may be a correction of it, so it was not sent.',
    );
    expect((await service.readLedger()).commits.rwa_create).toBe(2);
  });

  test.each([
    ['with a changed input', 'E-2,Hire From Anywhere,Mid', 'E-2,Hire From Anywhere,Low'],
    ['with a changed Employee ID', 'E-2,', 'E-3,'],
  ])('is not sent again %s if only another file shows its result', async (_what, before, after) => {
    const service = await startTestSandbox();
    const folder = testFolder();
    const path = writeHires(folder, employees(2));
    const output = join(folder, 'scored.csv');
    await runOn(path, service.sandbox, { output });
    edit(path, before, after);

    const { summary, reports } = await runOn(path, service.sandbox, { output });
    expect(summary).toMatchObject({ outcome: 'someFailed', counts: { Scored: 1, Invalid: 1 } });
    expect(reports[1]?.message).toContain('rwa reassess with --rows and the number of this row');
    expect((await service.readLedger()).commits.rwa_create).toBe(2);
  });
});

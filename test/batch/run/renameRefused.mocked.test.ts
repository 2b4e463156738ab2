import { readdirSync, readFileSync } from 'node:fs';
import type * as FileSystem from 'node:fs/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { createReassessment } from '../../../batch/engine/operations/assess.js';
import { systemTiming } from '../../../batch/http/timing.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import { allInWords, cellsByHeading, employees, runOn, writeHires } from './testRun.js';

/** The error code of each attempt to replace the sheet; empty if the attempts succeed. */
const refusal = vi.hoisted(() => ({ code: '' }));

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof FileSystem>();
  return {
    ...original,
    rename: (from: string, to: string) => {
      if (refusal.code === '' || !to.endsWith('hires.csv')) return original.rename(from, to);
      const error = Object.assign(new Error(`${refusal.code}: refused, rename`), {
        code: refusal.code,
        syscall: 'rename',
        path: from,
        dest: to,
      });
      return Promise.reject(error);
    },
  };
});

beforeEach(() => {
  refusal.code = '';
});

test.each(['ESTALE', 'EXDEV', 'EIO', 'ETXTBSY', 'EPROTO'])(
  'a sheet that cannot be replaced (%s) gets a results file until the next run',
  async (code) => {
    const service = await startTestSandbox();
    const folder = testFolder();
    const path = writeHires(folder, employees(1));
    const before = readFileSync(path, 'utf8');
    refusal.code = code;
    const { summary } = await runOn(path, service.sandbox);
    expect(summary).toMatchObject({ outcome: 'notInPlace', sent: 1 });
    const [resultsFile = ''] = readdirSync(folder).filter((name) => name.includes('.results-'));
    expect(allInWords(summary.notInPlace)).toContain(`the results are in ${resultsFile} beside it`);
    expect(cellsByHeading(`${folder}/${resultsFile}`)).toMatchObject([
      { 'Assessment status': 'Scored' },
    ]);
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(readdirSync(folder).filter((name) => /backup|splice/.test(name))).toEqual([]);

    refusal.code = '';
    const again = await runOn(path, service.sandbox);
    expect(again.summary).toMatchObject({ outcome: 'done', sent: 0 });
    expect(cellsByHeading(path)).toMatchObject([{ 'Assessment status': 'Scored' }]);
    expect((await service.readLedger()).requests.rwa_create).toBe(1);
  },
);

test.each([false, 'onceFinished'] as const)(
  'a round with results in another file continues the next day and sends nothing (newRound: %s)',
  async (newRound) => {
    const service = await startTestSandbox();
    const path = writeHires(testFolder(), employees(2));
    await runOn(path, service.sandbox);
    const settings = { operation: createReassessment({}), newRound };
    refusal.code = 'ETXTBSY';
    const { summary } = await runOn(path, service.sandbox, settings);
    expect(summary).toMatchObject({ outcome: 'notInPlace', sent: 2, round: 2 });

    refusal.code = '';
    const timing = { ...systemTiming, now: () => Date.now() + 86_400_000 };
    const again = await runOn(path, service.sandbox, { ...settings, timing });
    expect(again.summary).toMatchObject({ outcome: 'done', sent: 0 });
    expect((await service.readLedger()).requests.rwa_create).toBe(4);
    const third = await runOn(path, service.sandbox, { ...settings, timing });
    expect(third.summary.sent).toBe(newRound === false ? 0 : 2);
  },
);

import { rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import { employees, readFacts, runOn, writeHires } from './testRun.js';

test('a run that loses its lock while it connects sends nothing, and its row is unconfirmed', async () => {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), employees(1));
  const lock = `${toSheetFiles(path, {}).journal}.lock`;
  const { summary } = await runOn(path, service.sandbox, {
    // This is called after the intent is on the disk, and before the request has a connection.
    startTimer: (_end, _timeoutMs, { url }) => {
      if (url.endsWith('rwa_create')) {
        rmSync(lock);
        writeFileSync(lock, '{"pid":1,"host":"other machine"}');
      }
      return () => undefined;
    },
  });
  expect(summary.stopped?.[0]).toMatchObject({ code: 'lockLost' });
  expect((await service.readLedger()).assessments).toEqual([]);
  // Another run may have sent the row since, so its intent is not taken back.
  expect(readFacts(path).at(-1)).toMatchObject({ fact: 'intent' });
});

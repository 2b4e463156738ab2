import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOf } from '../../../batch/engine/journal/files.js';
import { Reserve } from '../../../batch/engine/journal/reserve.js';
import { lockSheet } from '../../../batch/engine/journal/sheetLock.js';
import { folderOfTest } from '../folderOfTest.js';

test('what a process leaves that is killed while it takes the room is cleared by the next start', async () => {
  const folder = folderOfTest();
  const sheet = join(folder, 'hires.csv');
  fs.writeFileSync(sheet, '');
  const files = filesOf(sheet, {});
  const left = () => fs.readdirSync(folder).filter((name) => name.startsWith('.splice-'));

  killedAtDeleting(() => Reserve.beside(files.journal, 100));
  expect(left()).toHaveLength(1);
  const lock = await lockSheet(sheet, files, Date.now);
  expect(left()).toEqual([]);
  await lock.release();
});

/** As if the process ended when it first deletes a file. */
function killedAtDeleting(does: () => unknown): void {
  const { rmSync } = fs;
  fs.rmSync = () => {
    throw new Error('killed');
  };
  syncBuiltinESMExports();
  try {
    expect(does).toThrow('killed');
  } finally {
    fs.rmSync = rmSync;
    syncBuiltinESMExports();
  }
}

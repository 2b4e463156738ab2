import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openStore } from '../../../../batch/server/db/open.js';
import { testFolder } from '../../testFolder.js';

test.each([
  [
    'a later version of rwa',
    'PRAGMA user_version = 2',
    /written by a later version of rwa\. Install that version\.$/,
  ],
  ['another program', 'PRAGMA application_id = 1', 'not one of rwa serve'],
])('a database of %s is refused and not changed', async (_, change, message) => {
  const folder = testFolder();
  await (await openStore(folder)).close();
  const file = join(folder, 'rwa.sqlite');
  const db = new DatabaseSync(file);
  db.exec(change);
  db.close();
  const before = readFileSync(file);
  await expect(openStore(folder)).rejects.toThrow(message);
  expect(readFileSync(file)).toEqual(before);
});

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeWorkFolder } from '../../../batch/server/folder/workFolder.js';
import { ServeError } from '../../../batch/server/serveError.js';
import { testFolder } from '../testFolder.js';

test('a missing folder for temporary files is refused with an error that names the variable TMPDIR', () => {
  const make = () => makeWorkFolder(join(testFolder(), 'missing'));
  expect(make).toThrow(ServeError);
  expect(make).toThrow('TMPDIR');
});

import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const openTestStoreFile = 'test/batch/server/openTestStore.ts';

/**
 * Returns the test files of the server that do not import `openTestStore`, directly or through other
 * test files. `npm run test:postgres` skips them, because RWA_TEST_STORE has no effect on them.
 */
export async function listTestsWithoutStore() {
  const files = await Array.fromAsync(glob('test/batch/server/**/*.test.ts'));
  return files.filter((file) => !importsStore(file, new Set()));
}

function importsStore(file, seen) {
  if (file === openTestStoreFile) return true;
  if (seen.has(file) || !file.startsWith('test')) return false;
  seen.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+)\.js'/g);
  return imports.some(([, path]) => importsStore(`${join(dirname(file), path)}.ts`, seen));
}

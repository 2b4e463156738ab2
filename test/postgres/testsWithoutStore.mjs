import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const opensStore = 'test/batch/server/openTestStore.ts';

/**
 * Returns the test files of the server that do not open a store by `openTestStore`, not even through
 * other files of the tests. `npm run test:postgres` leaves them out, because RWA_TEST_STORE makes no
 * difference to them.
 */
export async function listTestsWithoutStore() {
  const files = await Array.fromAsync(glob('test/batch/server/**/*.test.ts'));
  return files.filter((file) => !importsStore(file, new Set()));
}

function importsStore(file, seen) {
  if (file === opensStore) return true;
  if (seen.has(file) || !file.startsWith('test')) return false;
  seen.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+)\.js'/g);
  return imports.some(([, path]) => importsStore(`${join(dirname(file), path)}.ts`, seen));
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const batchZod = fileURLToPath(
  new URL('../../batch/node_modules/zod/v4/index.js', import.meta.url),
);
/** The path of a file, and its code with and without a rule; see mutants.mjs. */
const mutant = JSON.parse(process.env.RWA_MUTANT ?? '{}') as Record<
  'path' | 'code' | 'codeWithoutRule',
  string
>;

// Runs tests of the batch package without one rule.
export default defineConfig({
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      load: (id) =>
        id === mutant.path
          ? readFileSync(id, 'utf8').replace(mutant.code, () => mutant.codeWithoutRule)
          : undefined,
    },
  ],
  test: {
    include: ['test/batch/**/*.test.ts'],
    globalSetup: 'test/postgres/forAllTests.mjs',
    testTimeout: 300_000,
    hookTimeout: 300_000,
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    maxWorkers: 1,
    fsModuleCache: false,
  },
  resolve: { alias: { 'zod/v4': batchZod } },
});

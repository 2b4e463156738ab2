import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const batchZod = fileURLToPath(new URL('./batch/node_modules/zod/v4/index.js', import.meta.url));
const n8nWorkflow = createRequire(import.meta.url).resolve('n8n-workflow');

export default defineConfig({
  test: {
    projects: [
      // The core runs on the zod that n8n provides (3.25) and on the batch package's own (4.x).
      { test: { name: 'core, zod 3.25', include: ['test/src/**/*.test.ts'] } },
      {
        test: { name: 'core, zod 4', include: ['test/src/**/*.test.ts'] },
        resolve: { alias: { 'zod/v4': batchZod } },
      },
      {
        test: {
          name: 'batch and sandbox',
          include: ['test/{batch,sandbox}/**/*.test.ts'],
          testTimeout: 120_000,
        },
        resolve: { alias: { 'zod/v4': batchZod } },
      },
      {
        test: { name: 'nodes', include: ['test/nodes/**/*.test.ts'], testTimeout: 30_000 },
        // The build that n8n loads; the other names source maps that it does not bring.
        resolve: { alias: { 'n8n-workflow': n8nWorkflow } },
      },
    ],
  },
});

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const batchZod = fileURLToPath(new URL('./batch/node_modules/zod/v4/index.js', import.meta.url));

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
    ],
  },
});

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const n8nWorkflow = createRequire(import.meta.url).resolve('n8n-workflow');

/** The tests that need n8n-core, which is installed outside the checkout; `npm run e2e` runs them. */
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  resolve: { alias: { 'n8n-workflow': n8nWorkflow } },
  test: { include: ['test/e2e/engine/**/*.test.ts'], testTimeout: 30_000, silent: 'passed-only' },
});

import { build } from 'esbuild';
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';

// The n8n nodes use the intake, and may use no module of Node except node:crypto.
test('the intake needs no module of Node except node:crypto', async () => {
  const { errors } = await build({
    entryPoints: globSync('batch/engine/intake/*.ts'),
    bundle: true,
    write: false,
    outdir: 'out',
    platform: 'browser',
    format: 'esm',
    external: ['node:crypto', 'zod'],
    logLevel: 'silent',
  });
  expect(errors).toEqual([]);
});

import { build } from 'esbuild';
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';

// A node of n8n may import nothing of Node's but its hashes, and a browser has a stand-in for those.
test('reading the rows of a sheet needs nothing of Node but node:crypto', async () => {
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

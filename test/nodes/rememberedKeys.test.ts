import { setImmediate } from 'node:timers/promises';
import type { IExecuteFunctions } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { RememberedKeys } from '../../nodes/shared/rememberedKeys.js';
import { ProcessedData } from './processedData.js';

function createKeys(): RememberedKeys {
  const id = crypto.randomUUID();
  const helpers = new ProcessedData().createHelpers(id);
  return new RememberedKeys({
    helpers,
    getWorkflow: () => ({ id }),
    getNode: () => ({ id }),
  } as unknown as IExecuteFunctions);
}

test('a look at a key does not delete the claim of another execution', async () => {
  const keys = createKeys();
  const looking = keys.peek('a');
  await setImmediate();
  expect(await keys.claim('a', 'atOnce')).toMatchObject({ state: 'new' });
  expect(await looking).toBe('new');
  await keys.close('a');
  expect(await keys.peek('a')).toBe('done');
});

test('a look at a key leaves the key as it is', async () => {
  const keys = createKeys();
  expect([await keys.peek('a'), await keys.peek('a')]).toEqual(['new', 'new']);
  await keys.claim('a');
  expect([await keys.peek('a'), await keys.peek('a')]).toEqual(['open', 'open']);
});

test('a look at a key does not take the key from a claim at the same time', async () => {
  const keys = createKeys();
  const [, claim] = await Promise.all([keys.peek('a'), keys.claim('a')]);
  expect(claim).toMatchObject({ state: 'new' });
  expect(await keys.peek('a')).toBe('open');
});

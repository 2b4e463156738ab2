import { expect, test } from 'vitest';
import { closeInReverse } from '../../../batch/server/closeSteps.js';

test('all steps run in reverse order even if some fail, and the first error is thrown', async () => {
  const ranSteps: string[] = [];
  const fail = (name: string) => () => {
    ranSteps.push(name);
    return Promise.reject(new Error(name));
  };
  const steps = [() => void ranSteps.push('lock'), fail('store'), fail('work')];
  await expect(closeInReverse(steps)).rejects.toThrow('work');
  expect(ranSteps).toEqual(['work', 'store', 'lock']);
});

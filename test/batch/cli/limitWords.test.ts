import { Command } from 'commander';
import { expect, test } from 'vitest';
import {
  addLimitOptions,
  type LimitFlags,
  readLimitSettings,
  describeLimits,
} from '../../../batch/cli/commands/databaseOptions.js';

function describeLimitOptions(...args: readonly string[]) {
  const command = addLimitOptions(new Command().exitOverride());
  const flags = command.parse(args, { from: 'user' }).opts<LimitFlags>();
  const { perSecond = null, concurrency = 5 } = readLimitSettings(flags);
  return describeLimits({ perSecond, concurrency });
}

test.for([
  ['', 'no rate limit, at most 5 requests at the same time, for all processes together'],
  ['--rate none', 'no rate limit, at most 5 requests at the same time, for all processes together'],
  [
    '--rate 100/s',
    '100 requests a second, at most 5 requests at the same time, for all processes together',
  ],
  [
    '--rate 90/m',
    '90 requests a minute, at most 5 requests at the same time, for all processes together',
  ],
  [
    '--rate 1/h',
    '1 request an hour, at most 5 requests at the same time, for all processes together',
  ],
  [
    '--rate 2.5 --concurrency 40',
    '150 requests a minute, at most 40 requests at the same time, for all processes together',
  ],
] as const)('the options %j are described as: %s', ([args, words]) => {
  expect(describeLimitOptions(...args.split(' ').filter((arg) => arg !== ''))).toBe(words);
});

test('an omitted rate is distinguished from --rate none', () => {
  const readRate = (...args: string[]) =>
    readLimitSettings(
      addLimitOptions(new Command()).parse(args, { from: 'user' }).opts<LimitFlags>(),
    ).perSecond;
  expect(readRate()).toBeUndefined();
  expect(readRate('--rate', 'none')).toBeNull();
});

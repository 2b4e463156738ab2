import { expect, test } from 'vitest';
import { chooseEmailRemedy } from '../../../batch/engine/intake/readRow.js';

const keepOnlyAddress = { code: 'keepOnlyAddress', address: 'bo@example.com' };

test.each(['<' + '@'.repeat(1_000_000), '.'.repeat(1_000_000) + 'x'])(
  'takes linear time for a million characters',
  { timeout: 10_000 },
  (text) => {
    expect(chooseEmailRemedy(text)).toBeDefined();
  },
);

test.each([
  ['Bo Ek <bo@example.com>', keepOnlyAddress],
  ['<mailto:bo@example.com>', keepOnlyAddress],
  ['mailto:bo@example.com', keepOnlyAddress],
  ['bo@example.com;', keepOnlyAddress],
  ['bo@example.com, al@example.com', { code: 'giveOneAddress' }],
  ['bo @example.com', { code: 'removeSpaces' }],
  ['bo@bücher.example', { code: 'writeDomain', domain: 'xn--bcher-kva.example' }],
  ['bö@example.com', { code: 'removeAccents' }],
  ['bo@example', { code: 'giveWholeAddress' }],
  ['bo', { code: 'giveWholeAddress' }],
])('suggests how to correct the email address %s', (text, remedy) => {
  expect(chooseEmailRemedy(text)).toEqual(remedy);
});

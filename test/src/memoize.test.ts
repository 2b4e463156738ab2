import { expect, test } from 'vitest';
import { memoize } from '../../src/memoize.js';

test('computes each result once, until the cache is full', () => {
  const computed: string[] = [];
  const toUpperCase = memoize((text) => {
    computed.push(text);
    return text.toUpperCase();
  }, 2);
  expect(['a', 'b', 'a', 'b'].map(toUpperCase)).toEqual(['A', 'B', 'A', 'B']);
  expect(computed).toEqual(['a', 'b']);
  expect(['c', 'c', 'a'].map(toUpperCase)).toEqual(['C', 'C', 'A']);
  expect(computed).toEqual(['a', 'b', 'c', 'a']);
});

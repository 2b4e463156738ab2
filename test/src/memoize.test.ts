import { expect, test } from 'vitest';
import { memoize } from '../../src/memoize.js';

test('computes each result once, until the cache is full', () => {
  const made: string[] = [];
  const upper = memoize((text) => {
    made.push(text);
    return text.toUpperCase();
  }, 2);
  expect(['a', 'b', 'a', 'b'].map(upper)).toEqual(['A', 'B', 'A', 'B']);
  expect(made).toEqual(['a', 'b']);
  expect(['c', 'c', 'a'].map(upper)).toEqual(['C', 'C', 'A']);
  expect(made).toEqual(['a', 'b', 'c', 'a']);
});

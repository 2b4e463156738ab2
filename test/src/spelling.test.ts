import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findNearest, normalizeText } from '../../src/spelling.js';

describe('the nearest candidate', () => {
  test.each([
    ['a letter changed', 'destinacion', 'destination'],
    ['a letter missing', 'destinaton', 'destination'],
    ['a letter added', 'desttination', 'destination'],
    ['two letters swapped', 'destiantion', 'destination'],
    ['two typos in eight letters', 'senoirty', 'seniority'],
    ['no typo', 'Seniority', 'seniority'],
    ['other case, accents, punctuation and spaces', '  SÉNIORITY… ', 'seniority'],
  ])('is found with %s: %s', (_, word, expected) => {
    expect(findNearest(word, ['destination', 'seniority', 'purpose'])).toBe(expected);
  });

  test.each([
    ['too far from the candidate', 'destiny', ['destination']],
    ['one typo too far away for its length', 'sinoorety', ['seniority']],
    ['too short', 'Cub', ['Cuba']],
    ['only punctuation', '?????', ['Cuba']],
    ['equally near to two candidates', 'irak', ['Iran', 'Iraq']],
    ['equally near to two candidates, in the other order', 'irak', ['Iraq', 'Iran']],
    ['without candidates', 'Germany', []],
    ['long and four typos away', 'abcdefghijklmnopqrstuvwxyz', ['abcdefghijklmnopqrstuv']],
  ])('is undefined for a word that is %s', (_, word, candidates) => {
    expect(findNearest(word, candidates)).toBeUndefined();
  });

  test('is found after a tie only if it is nearer than the tied candidates', () => {
    expect(findNearest('frances', ['francis', 'frantes', 'france'])).toBeUndefined();
    expect(findNearest('argentinia', ['argentonja', 'argentenja', 'argentina'])).toBe('argentina');
  });

  test('is found if two candidates are spellings of one name', () => {
    expect(findNearest('Cote dIvoire', ["Cote d'Ivoire", "Côte d'Ivoire"])).toBe("Cote d'Ivoire");
  });

  test('is searched for quickly, even if the word is very long', () => {
    expect(findNearest('x'.repeat(1_000_000), ['xxxxx', 'y'.repeat(100)])).toBeUndefined();
  });

  test('is found for every word that lacks one letter', () => {
    const word = fc.stringMatching(/^[a-z]{5,20}$/);
    fc.assert(
      fc.property(word, fc.nat(), (candidate, at) => {
        const index = at % candidate.length;
        const withoutLetter = candidate.slice(0, index) + candidate.slice(index + 1);
        return findNearest(withoutLetter, [candidate, '0000000000']) === candidate;
      }),
    );
  });
});

test.each([
  ['Côte d’Ivoire', 'cote d ivoire'],
  ['  A\u00A0B\u200B\t c ', 'a b c'],
  ['Türkiye', 'turkiye'],
  ['東京', '東京'],
  ['', ''],
])('%j is normalised to %j', (word, expected) => {
  expect(normalizeText(word)).toBe(expected);
});

import { expect, test } from 'vitest';
import { findWarnings } from '../../src/warnings.js';
import { hire } from './examples.js';

test('a request with known country names has no warnings', () => {
  expect(findWarnings(hire)).toEqual([]);
});

test('each unknown country has a warning, with the probable name if there is one', () => {
  const request = { ...hire, citizenship: 'UK', destination: 'London', residency: 'Portgual' };
  expect(findWarnings(request)).toEqual([
    {
      field: 'citizenship',
      label: 'Citizenship',
      message: { code: 'unknownCountry', text: 'UK', suggestion: 'United Kingdom' },
      suggestion: 'United Kingdom',
    },
    {
      field: 'destination',
      label: 'Destination country',
      message: { code: 'unknownCountry', text: 'London' },
    },
    {
      field: 'residency',
      label: 'Residency',
      message: { code: 'unknownCountry', text: 'Portgual', suggestion: 'Portugal' },
      suggestion: 'Portugal',
    },
  ]);
});

test('a known country whose accents are separate characters has a warning about its form', () => {
  expect(findWarnings({ destination: 'Türkiye'.normalize('NFD') })).toEqual([
    {
      field: 'destination',
      label: 'Destination country',
      message: { code: 'separateAccents', text: 'Türkiye' },
      suggestion: 'Türkiye',
    },
  ]);
});

test('other inputs, missing values and values that are not text have no warnings', () => {
  expect(findWarnings({ roleType: 'Germnay', citizenship: 5, destination: '' })).toEqual([]);
});

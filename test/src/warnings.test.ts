import { expect, test } from 'vitest';
import { findWarnings } from '../../src/warnings.js';
import { hire } from './examples.js';

test('a request with known country names has no warnings', () => {
  expect(findWarnings(hire)).toEqual([]);
});

test('each unknown country has a warning, with the probable name', () => {
  const request = { ...hire, citizenship: 'UK', destination: 'London', residency: 'Portgual' };
  expect(findWarnings(request)).toEqual([
    {
      field: 'citizenship',
      label: 'Citizenship',
      message:
        'Citizenship: "UK" is not a known English country name; did you mean "United Kingdom"?',
      suggestion: 'United Kingdom',
    },
    {
      field: 'destination',
      label: 'Destination country',
      message: 'Destination country: "London" is not a known English country name',
    },
    {
      field: 'residency',
      label: 'Residency',
      message:
        'Residency: "Portgual" is not a known English country name; did you mean "Portugal"?',
      suggestion: 'Portugal',
    },
  ]);
});

test('a known country whose accents are separate characters has a warning about its form', () => {
  expect(findWarnings({ destination: 'Türkiye'.normalize('NFD') })).toEqual([
    {
      field: 'destination',
      label: 'Destination country',
      message:
        'Destination country: "Türkiye" contains separate accent characters; use the suggested spelling',
      suggestion: 'Türkiye',
    },
  ]);
});

test('other inputs, missing values and values that are not text have no warnings', () => {
  expect(findWarnings({ roleType: 'Germnay', citizenship: 5, destination: '' })).toEqual([]);
});

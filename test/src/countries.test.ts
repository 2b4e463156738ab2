import { describe, expect, test } from 'vitest';
import { checkCountry } from '../../src/countries.js';
import { countryNames } from '../../src/countryNames.js';
import { searchCountries } from '../../src/countrySearch.js';

describe('a country name is known', () => {
  const abbreviations = ['U.S.', 'U.S.A.', 'UAE', 'UK', 'US', 'USA'];

  test('if it is in the list and not an abbreviation', () => {
    const unknown = countryNames.flat().filter((name) => !checkCountry(name).known);
    expect(unknown.toSorted()).toEqual(abbreviations);
  });

  test.each([['Germany'], ['The Netherlands'], ["Cote d'Ivoire"], ['Laos'], ['Czechia']])(
    '%s',
    (name) => {
      expect(checkCountry(name)).toEqual({ known: true });
    },
  );
});

describe('a country is suggested', () => {
  test.each([
    ['UK', 'United Kingdom'],
    ['U.K.', 'United Kingdom'],
    ['USA', 'United States of America'],
    ['us', 'United States of America'],
    ['U.S.A.', 'United States of America'],
    ['UAE', 'United Arab Emirates'],
    ['Holland', 'Netherlands'],
    ['Deutschland', 'Germany'],
    ['czech republic', 'Czech Republic'],
    ['Checz Republic', 'Czech Republic'],
    ['England', 'United Kingdom'],
    ['Germnay', 'Germany'],
    ['Portgual', 'Portugal'],
    ['Swizerland', 'Switzerland'],
    ['Phillipines', 'Philippines'],
    ['Untied Kingdom', 'United Kingdom'],
    ['United States of Amercia', 'United States of America'],
    ['Columbia', 'Colombia'],
    ['Irak', 'Iraq'],
    ['germany', 'Germany'],
    ['GERMANY', 'Germany'],
    [' Germany ', 'Germany'],
    ['Ger\u200Bmany', 'Germany'],
    ['the netherlands', 'The Netherlands'],
    ['Cote d’Ivoire', "Côte d'Ivoire"],
    ['Cote dIvoire', "Cote d'Ivoire"],
    ['Réunion', 'Reunion'],
    ['Curacao', 'Curaçao'],
    ['México', 'Mexico'],
    ['Turkiye', 'Türkiye'],
    ['St. Lucia', 'Saint Lucia'],
    ['Trinidad & Tobago', 'Trinidad and Tobago'],
    ['Hongkong', 'Hong Kong'],
    ['Holand', 'Netherlands'],
    ['Deutchland', 'Germany'],
    ['Englnad', 'United Kingdom'],
    // As near to "Macau" as to "Macao", which are one country.
    ['Macaou', 'Macao'],
  ])('for %j: %s', (text, suggestion) => {
    expect(checkCountry(text)).toEqual({ known: false, suggestion });
  });
});

describe('no country is suggested', () => {
  test.each([
    'London',
    'Paris',
    'Berlin',
    'Madrid',
    'Rome',
    'Milan',
    'Dubai',
    'Lisbon',
    'Porto',
    'Vienna',
    'Bern',
    'Oslo',
    'Dublin',
    'Prague',
    'Warsaw',
    'Budapest',
    'Sofia',
    'Athens',
    'Lagos',
    'Nice',
    'Bali',
    'Cali',
    'Male',
    'Granada',
    'Portland',
    'Manama',
    'Monrovia',
    'Lima',
    'Juba',
    'Samos',
    'Siberia',
    'Tasmania',
    'Burgundy',
    'Austin',
    'Havana',
    'Tunis',
    'New York',
    'Mexico City',
    'Tel Aviv',
    'Abu Dhabi',
    'New Delhi',
    'Cape Town',
    'Amman',
    'South America',
    'North America',
    'Middle East',
    'Europe',
    'EMEA',
    'LATAM',
    'Asia',
    'EU',
    'Remote',
    'Worldwide',
    'Anywhere',
    'Home',
    'Home office',
    'Office',
    'Hybrid',
    'Abroad',
    'n/a',
    'N.A.',
    'TBD',
    'none',
    'unknown',
    'not applicable',
    '-',
    '?',
    ' ',
    '',
    '日本',
    '__proto__',
    'constructor',
    'x'.repeat(100_000),
  ])('for %.40s', (text) => {
    expect(checkCountry(text)).toEqual({ known: false });
  });
});

test('an unknown name in many rows is searched for only once', () => {
  const [first, second] = ['London', 'Germnay'].map(checkCountry);
  for (let row = 0; row < 100; row++) {
    // The same object shows that nothing was computed again.
    expect(checkCountry('London')).toBe(first);
    expect(checkCountry('Germnay')).toBe(second);
  }
  const others = Array.from({ length: 3_000 }, (_, n) => checkCountry(`x${n}`));
  expect(others.every(({ known }) => !known)).toBe(true);
  expect(checkCountry('Germnay')).toEqual({ known: false, suggestion: 'Germany' });
});

test.each([
  ['Brunei', ['Brunei Darussalam']],
  ['Moldova', ['Moldova, Republic of']],
  ['Holland', ['Netherlands']],
])('a search for %j lists each country once', (text, found) => {
  expect(searchCountries(text)).toEqual(found);
});

import countries from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { countryNames } from '../../src/countryNames.js';

test('the country names are those of i18n-iso-countries', () => {
  countries.registerLocale(english);
  const libraryNames = Object.values(countries.getNames('en', { select: 'all' })).flat();
  expect(countryNames.flat().toSorted()).toEqual(libraryNames.toSorted());
});

import german from 'i18n-iso-countries/langs/de.json' with { type: 'json' };
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import spanish from 'i18n-iso-countries/langs/es.json' with { type: 'json' };
import french from 'i18n-iso-countries/langs/fr.json' with { type: 'json' };
import italian from 'i18n-iso-countries/langs/it.json' with { type: 'json' };
import dutch from 'i18n-iso-countries/langs/nl.json' with { type: 'json' };
import portuguese from 'i18n-iso-countries/langs/pt.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { foreignCountryNames } from '../../src/foreignCountryNames.js';
import { countryNames } from '../../src/countryNames.js';
import { normalizeText } from '../../src/spelling.js';

const lines = foreignCountryNames.map((line) => line.split('|'));
const primaryNames = new Map(
  countryNames.flatMap((names) => names.map((name) => [normalizeText(name), names[0] ?? ''])),
);

test('each list begins with the first English name of a country', () => {
  const unknown = lines.flatMap(([english = '']) =>
    primaryNames.get(normalizeText(english)) === english ? [] : [english],
  );
  expect(unknown).toEqual([]);
});

test('no foreign name is the English name of another country', () => {
  const wrong = lines.flatMap(([english = '', ...names]) =>
    names.filter((name) => (primaryNames.get(normalizeText(name)) ?? english) !== english),
  );
  expect(wrong).toEqual([]);
});

test.each(Object.entries({ german, french, spanish, dutch, portuguese, italian }))(
  'the %s names include those of i18n-iso-countries, except for the two Congos',
  (_, { countries }) => {
    const namesByCountry = new Map(
      lines.map(([english = '', ...names]) => [english, new Set(names)]),
    );
    const missing = Object.entries(countries).flatMap(([code, names]) => {
      const [first = '', ...others] = [english.countries[code as 'DE']].flat();
      if (code === 'CD' || code === 'CG') return [];
      return [names]
        .flat()
        .filter((name) => ![first, ...others].includes(name))
        .filter((name) => namesByCountry.get(first)?.has(name) !== true);
    });
    expect(missing).toEqual([]);
  },
);

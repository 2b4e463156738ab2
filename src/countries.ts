import { countryNames } from './countryNames.js';
import { nearest, plain } from './spelling.js';

/** English names in common use that ISO's list spells differently: accepted as they are. */
const furtherNames = [
  'British Virgin Islands',
  'Brunei',
  'Cabo Verde',
  'East Timor',
  'Laos',
  'Macau',
  'Micronesia',
  'Moldova',
  'Syria',
  'United States Virgin Islands',
  'Vatican City',
  'Viet Nam',
];

/** What people write, and the country that they mean. Keys are in the form of `plain`. */
const aliases: Readonly<Record<string, string>> = {
  america: 'United States of America',
  belgie: 'Belgium',
  belgien: 'Belgium',
  belgique: 'Belgium',
  brasil: 'Brazil',
  burma: 'Myanmar',
  cesko: 'Czech Republic',
  danmark: 'Denmark',
  deutschland: 'Germany',
  eire: 'Ireland',
  england: 'United Kingdom',
  espana: 'Spain',
  gb: 'United Kingdom',
  hellas: 'Greece',
  holland: 'Netherlands',
  italia: 'Italy',
  macedonia: 'North Macedonia',
  magyarorszag: 'Hungary',
  nederland: 'Netherlands',
  'northern ireland': 'United Kingdom',
  norge: 'Norway',
  osterreich: 'Austria',
  polska: 'Poland',
  prc: 'China',
  'republic of ireland': 'Ireland',
  schweiz: 'Switzerland',
  scotland: 'United Kingdom',
  suisse: 'Switzerland',
  suomi: 'Finland',
  sverige: 'Sweden',
  svizzera: 'Switzerland',
  swaziland: 'Eswatini',
  turkiye: 'Türkiye',
  'u a e': 'United Arab Emirates',
  'u k': 'United Kingdom',
  'u s': 'United States of America',
  'u s a': 'United States of America',
  wales: 'United Kingdom',
};

// The service wants an exact name, so that "UK" and "USA" are hints, not names.
const isAbbreviation = (name: string) => /^[A-Z.]+$/.test(name);

const known = new Set(
  [...countryNames.flat(), ...furtherNames].filter((name) => !isAbbreviation(name)),
);

const byPlainName = new Map<string, string>(Object.entries(aliases));
for (const name of known) byPlainName.set(plainCountry(name), name);
for (const [first, ...others] of countryNames) {
  for (const name of others) {
    if (isAbbreviation(name) && first !== undefined) byPlainName.set(plainCountry(name), first);
  }
}

/** What is to be said of a country name: nothing, or that it is unknown, with the likely name. */
export type CountryOpinion =
  { readonly known: true } | { readonly known: false; readonly suggestion?: string };

/**
 * Whether a text is an English country name, letter by letter as the service asks for. The service
 * does not publish its list, so an unknown name is a warning, never an error.
 */
export function opinionOnCountry(text: string): CountryOpinion {
  if (known.has(text)) return { known: true };
  const before = opinions.get(text);
  if (before !== undefined) return before;
  const opinion = formOpinion(text);
  if (opinions.size < 1_000) opinions.set(text, opinion);
  return opinion;
}

// A sheet repeats its countries, and measuring distances to all names takes its time.
const opinions = new Map<string, CountryOpinion>();

function formOpinion(text: string): CountryOpinion {
  const suggestion = byPlainName.get(plainCountry(text)) ?? nearest(text, known);
  return suggestion === undefined ? { known: false } : { known: false, suggestion };
}

function plainCountry(name: string): string {
  return plain(name.replaceAll('&', ' and ')).replace(/^the /, '').replace(/^st /, 'saint ');
}

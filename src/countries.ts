import { countryNames } from './countryNames.js';
import { memoized } from './memoized.js';
import { nearest, normalizeText } from './spelling.js';

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

/** What people write, and the country that they mean. Keys are in the form of `normalizeText`. */
const aliases: Readonly<Record<string, string>> = {
  america: 'United States of America',
  belgie: 'Belgium',
  belgien: 'Belgium',
  belgique: 'Belgium',
  bosnia: 'Bosnia and Herzegovina',
  brasil: 'Brazil',
  britain: 'United Kingdom',
  burma: 'Myanmar',
  cesko: 'Czech Republic',
  danmark: 'Denmark',
  deutschland: 'Germany',
  eire: 'Ireland',
  england: 'United Kingdom',
  espana: 'Spain',
  frankreich: 'France',
  gb: 'United Kingdom',
  hellas: 'Greece',
  holland: 'Netherlands',
  'hong kong sar': 'Hong Kong',
  irak: 'Iraq',
  italia: 'Italy',
  italien: 'Italy',
  macedonia: 'North Macedonia',
  magyarorszag: 'Hungary',
  nederland: 'Netherlands',
  'northern ireland': 'United Kingdom',
  norge: 'Norway',
  oesterreich: 'Austria',
  osterreich: 'Austria',
  polen: 'Poland',
  polska: 'Poland',
  prc: 'China',
  'republic of ireland': 'Ireland',
  's korea': 'South Korea',
  schweiz: 'Switzerland',
  scotland: 'United Kingdom',
  spanien: 'Spain',
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

/** Other places whose names are a slip or two from a country's. In the form of `normalizeText`. */
const otherPlaces: ReadonlySet<string> = new Set([
  'bali',
  'burgundy',
  'cali',
  'fuji',
  'granada',
  'inland',
  'juba',
  'lagos',
  'male',
  'manama',
  'maui',
  'monrovia',
  'nice',
  'palu',
  'portland',
  'samos',
  'siberia',
  'slavonia',
  'south america',
  'styria',
  'taos',
  'tasmania',
  'yalta',
]);

// The service wants an exact name, so that "UK" and "USA" are hints, not names.
const isAbbreviation = (name: string) => /^[A-Z.]+$/.test(name);

const known = new Set(
  [...countryNames.flat(), ...furtherNames].filter((name) => !isAbbreviation(name)),
);

const byPlainName = new Map<string, string>(Object.entries(aliases));
for (const name of known) byPlainName.set(normalizeCountry(name), name);
for (const [first, ...others] of countryNames) {
  for (const name of others) {
    if (isAbbreviation(name) && first !== undefined) byPlainName.set(normalizeCountry(name), first);
  }
}

/** What a misspelt name is compared with: all names, and the aliases that are words. */
const spellings = [...known, ...Object.keys(aliases).filter((alias) => /[a-z]{4}/.test(alias))];

/** The first name of each country, by each of its names. */
const firstNames = new Map(
  countryNames.flatMap((names) => names.map((name) => [name, names[0]] as const)),
);

/** Whether a country name is known, and if not, the likely name. */
export type CountryCheck =
  { readonly known: true } | { readonly known: false; readonly suggestion?: string };

// Looking for what is meant by a misspelt name takes a while.
const checkUnknownCountry = memoized((text): CountryCheck => {
  const suggestion = suggestionFor(text);
  return { known: false, ...(suggestion === undefined ? {} : { suggestion }) };
}, 1_000);

/**
 * Whether a text is an English country name, letter by letter as the service asks for. The service
 * does not publish its list, so an unknown name is a warning, never an error.
 */
export function checkCountry(text: string): CountryCheck {
  return known.has(text) ? { known: true } : checkUnknownCountry(text);
}

/**
 * The country that a text names in other letters, by an abbreviation or by an alias: the part of the
 * suggestions that is no guess at a slip.
 */
export function countryByAlias(text: string): string | undefined {
  return byPlainName.get(normalizeCountry(text));
}

function suggestionFor(text: string): string | undefined {
  const name = normalizeCountry(text);
  if (otherPlaces.has(name)) return undefined;
  const alias = countryByAlias(text);
  if (alias !== undefined) return alias;
  const near = nearest(text, spellings, countryOf);
  return near === undefined ? undefined : meant(near);
}

/** Tells whether two spellings mean one country. */
function countryOf(spelling: string): string {
  const name = meant(spelling);
  return firstNames.get(name) ?? name;
}

/** The country name that an alias stands for; any other text stands for itself. */
function meant(spelling: string): string {
  return aliases[spelling] ?? spelling;
}

function normalizeCountry(name: string): string {
  return normalizeText(name.replaceAll('&', ' and '))
    .replace(/^the /, '')
    .replace(/^st /, 'saint ');
}

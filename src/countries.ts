import { countryNames } from './countryNames.js';
import { memoize } from './memoize.js';
import { findNearest, normalizeText } from './spelling.js';

/** Common English names that `countryNames` lacks, each with the country's name there. */
const furtherNames: Readonly<Record<string, string>> = {
  'British Virgin Islands': 'Virgin Islands, British',
  Brunei: 'Brunei Darussalam',
  'Cabo Verde': 'Cape Verde',
  'East Timor': 'Timor-Leste',
  Laos: "Lao People's Democratic Republic",
  Macau: 'Macao',
  Micronesia: 'Micronesia, Federated States of',
  Moldova: 'Moldova, Republic of',
  Syria: 'Syrian Arab Republic',
  'United States Virgin Islands': 'Virgin Islands, U.S.',
  'Vatican City': 'Holy See (Vatican City State)',
  'Viet Nam': 'Vietnam',
};

/** Keys are in the form of `normalizeText`. */
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

/** Places whose names resemble the name of a country, in the form of `normalizeText`. They lead to no suggestion. */
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

// The service expects exact names: "UK" and "USA" only lead to a suggestion.
const isAbbreviation = (name: string) => /^[A-Z.]+$/.test(name);

const knownNames = new Set(
  [...countryNames.flat(), ...Object.keys(furtherNames)].filter((name) => !isAbbreviation(name)),
);

const byPlainName = new Map<string, string>(Object.entries(aliases));
for (const name of knownNames) byPlainName.set(normalizeCountry(name), name);
for (const [first, ...others] of countryNames) {
  for (const name of others) {
    if (isAbbreviation(name) && first !== undefined) byPlainName.set(normalizeCountry(name), first);
  }
}

const spellings = [
  ...knownNames,
  ...Object.keys(aliases).filter((alias) => /[a-z]{4}/.test(alias)),
];

const primaryNames = new Map([
  ...countryNames.flatMap((names) => names.map((name) => [name, names[0]] as const)),
  ...Object.entries(furtherNames),
]);

export type CountryCheck =
  | { readonly known: true }
  | { readonly known: false; readonly suggestion?: string };

// The function is memoized, because the search for a similar name is slow.
const checkUnknownCountry = memoize((text): CountryCheck => {
  const suggestion = suggestCountry(text);
  return { known: false, ...(suggestion === undefined ? {} : { suggestion }) };
}, 1_000);

/**
 * The service requires exact names but does not publish its list, so an unknown name is only a
 * warning.
 */
export function checkCountry(text: string): CountryCheck {
  return knownNames.has(text) ? { known: true } : checkUnknownCountry(text);
}

/**
 * Ignores case, accents, punctuation and a leading `the`, and reads `&` as `and` and `St.` as `Saint`. Does not guess
 * at typing errors.
 */
export function findCountryByAlias(text: string): string | undefined {
  return byPlainName.get(normalizeCountry(text));
}

function suggestCountry(text: string): string | undefined {
  const name = normalizeCountry(text);
  if (otherPlaces.has(name)) return undefined;
  const alias = findCountryByAlias(text);
  if (alias !== undefined) return alias;
  const nearest = findNearest(text, spellings, toPrimaryName);
  return nearest === undefined ? undefined : resolveAlias(nearest);
}

export function listEnglishNames(spelling: string): readonly string[] {
  const wanted = toPrimaryName(spelling);
  return [...primaryNames].flatMap(([name, first]) => (first === wanted ? name : []));
}

export function toPrimaryName(spelling: string): string {
  const name = resolveAlias(spelling);
  return primaryNames.get(name) ?? name;
}

function resolveAlias(spelling: string): string {
  return aliases[spelling] ?? spelling;
}

function normalizeCountry(name: string): string {
  return normalizeText(name.replaceAll('&', ' and '))
    .replace(/^the /, '')
    .replace(/^st /, 'saint ');
}

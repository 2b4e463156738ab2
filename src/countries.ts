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

/** Countries by other common names. Keys are in the form of `normalizeText`. */
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

/**
 * Places whose names differ from a country's name in only one or two letters. They lead to no
 * suggestion. In the form of `normalizeText`.
 */
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

/** The country names by their normalised spellings, aliases and abbreviations. */
const byPlainName = new Map<string, string>(Object.entries(aliases));
for (const name of knownNames) byPlainName.set(normalizeCountry(name), name);
for (const [first, ...others] of countryNames) {
  for (const name of others) {
    if (isAbbreviation(name) && first !== undefined) byPlainName.set(normalizeCountry(name), first);
  }
}

/** The spellings that a misspelt name is compared with: all names, and the longer aliases. */
const spellings = [
  ...knownNames,
  ...Object.keys(aliases).filter((alias) => /[a-z]{4}/.test(alias)),
];

const firstNames = new Map([
  ...countryNames.flatMap((names) => names.map((name) => [name, names[0]] as const)),
  ...Object.entries(furtherNames),
]);

/** Whether a country name is known; if not, the name that is probably meant. */
export type CountryCheck =
  | { readonly known: true }
  | { readonly known: false; readonly suggestion?: string };

// Memoized because the search for a similar name is slow.
const checkUnknownCountry = memoize((text): CountryCheck => {
  const suggestion = suggestCountry(text);
  return { known: false, ...(suggestion === undefined ? {} : { suggestion }) };
}, 1_000);

/**
 * Checks that a text is exactly an English country name, as the service requires. The service does
 * not publish its list, so an unknown name is a warning, never an error.
 */
export function checkCountry(text: string): CountryCheck {
  return knownNames.has(text) ? { known: true } : checkUnknownCountry(text);
}

/**
 * Returns the country for an abbreviation, an alias, or a text that differs from a name only in case,
 * accents, punctuation, `the`, `&` or `St.`. It does not guess at typing errors.
 */
export function findCountryByAlias(text: string): string | undefined {
  return byPlainName.get(normalizeCountry(text));
}

function suggestCountry(text: string): string | undefined {
  const name = normalizeCountry(text);
  if (otherPlaces.has(name)) return undefined;
  const alias = findCountryByAlias(text);
  if (alias !== undefined) return alias;
  const nearest = findNearest(text, spellings, toFirstName);
  return nearest === undefined ? undefined : resolveAlias(nearest);
}

/** Returns all English names of the country that a name or an alias means. */
export function listEnglishNames(spelling: string): readonly string[] {
  const wanted = toFirstName(spelling);
  return [...firstNames].flatMap(([name, first]) => (first === wanted ? name : []));
}

/** Returns the first name of the country that a name or an alias means. */
export function toFirstName(spelling: string): string {
  const name = resolveAlias(spelling);
  return firstNames.get(name) ?? name;
}

function resolveAlias(spelling: string): string {
  return aliases[spelling] ?? spelling;
}

function normalizeCountry(name: string): string {
  return normalizeText(name.replaceAll('&', ' and '))
    .replace(/^the /, '')
    .replace(/^st /, 'saint ');
}

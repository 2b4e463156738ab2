import { countryByAlias, checkCountry } from './countries.js';
import { normalizeText } from './spelling.js';
import { foreignCountryNames } from './foreignCountryNames.js';

/** Short names in common use that the list lacks, by the first English name of the country. */
const furtherNames: Readonly<Record<string, readonly string[]>> = {
  'Czech Republic': ['Tchéquie', 'Chequia', 'Tchéquia', 'República Tcheca', 'Cechia'],
  'Islamic Republic of Iran': ['Irã'],
  Netherlands: ['Hollande', 'Holanda', 'Olanda'],
  Poland: ['Polónia', 'Polônia'],
  Romania: ['Roménia', 'Romênia'],
  'South Korea': ['Corea del Sur', 'Coréia do Sul'],
  'United Kingdom': [
    ...['Grande-Bretagne', 'Angleterre', 'Gran Bretaña', 'Inglaterra', 'Groot-Brittannië'],
    ...['Engeland', 'Grã-Bretanha', 'Gran Bretagna', 'Inghilterra'],
  ],
  'United States of America': ['États-Unis', 'EE. UU.', 'EEUU', 'Stati Uniti', 'EUA', 'VS'],
  Vietnam: ['Vietnã'],
};

let byPlainName: ReadonlyMap<string, string> | undefined;

/** Read when a country is first not known: most programs that load this never ask. */
function readNames(): ReadonlyMap<string, string> {
  const read = new Map<string, string>();
  for (const [english = '', ...names] of foreignCountryNames.map((line) => line.split('|'))) {
    for (const name of [...names, ...(furtherNames[english] ?? [])]) {
      const other = read.get(normalizeText(name));
      // A name that two countries have in two languages suggests neither.
      read.set(normalizeText(name), other === undefined || other === english ? english : '');
    }
  }
  return read;
}

/** The English name of the country that a text probably means. */
interface SuggestedCountry {
  readonly name: string;
  /** True for a translation, an abbreviation or another alias; false for a guess at a slip. */
  readonly isCertain: boolean;
}

/**
 * What is to be suggested for a text: the English name of a country for its name in German, French,
 * Spanish, Dutch, Portuguese or Italian, for an abbreviation, and for an English name with a slip.
 * Nothing for a name that is right, and for one that says nothing.
 */
export function suggestedCountry(text: string): SuggestedCountry | undefined {
  const check = checkCountry(text);
  if (check.known) return undefined;
  byPlainName ??= readNames();
  const certain = countryByAlias(text) ?? byPlainName.get(normalizeText(text)) ?? '';
  if (certain !== '') return { name: certain, isCertain: true };
  return check.suggestion === undefined ? undefined : { name: check.suggestion, isCertain: false };
}

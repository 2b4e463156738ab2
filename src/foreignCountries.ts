import { countryByAlias, checkCountry } from './countries.js';
import { normalizeText } from './spelling.js';
import { foreignCountryNames } from './foreignCountryNames.js';

/** Common short names that are not in the list, by the first English name of the country. */
const furtherNames: Readonly<Record<string, readonly string[]>> = {
  'Czech Republic': ['Tchéquie', 'Chequia', 'Tchéquia', 'República Tcheca', 'Cechia'],
  'Islamic Republic of Iran': ['Irã'],
  Netherlands: ['Hollande', 'Holanda', 'Olanda'],
  Poland: ['Polónia', 'Polônia'],
  Romania: ['Roménia', 'Romênia'],
  'South Korea': ['Corea del Sur', 'Coréia do Sul'],
  'United Kingdom': [
    'Grande-Bretagne',
    'Angleterre',
    'Gran Bretaña',
    'Inglaterra',
    'Groot-Brittannië',
    'Engeland',
    'Grã-Bretanha',
    'Gran Bretagna',
    'Inghilterra',
  ],
  'United States of America': ['États-Unis', 'EE. UU.', 'EEUU', 'Stati Uniti', 'EUA', 'VS'],
  Vietnam: ['Vietnã'],
};

let byPlainName: ReadonlyMap<string, string> | undefined;

/** Builds the index. Called for the first unknown country only: most programs have none. */
function readNames(): ReadonlyMap<string, string> {
  const read = new Map<string, string>();
  for (const [english = '', ...names] of foreignCountryNames.map((line) => line.split('|'))) {
    for (const name of [...names, ...(furtherNames[english] ?? [])]) {
      const other = read.get(normalizeText(name));
      // If a name means different countries in two languages, it suggests neither.
      read.set(normalizeText(name), other === undefined || other === english ? english : '');
    }
  }
  return read;
}

/** The English name of the country that a text probably means. */
interface SuggestedCountry {
  readonly name: string;
  /** True for a translation, an abbreviation or another alias; false for a guess at a typing error. */
  readonly isCertain: boolean;
}

/**
 * Suggests the English name of a country for its name in German, French, Spanish, Dutch, Portuguese
 * or Italian, for an abbreviation, and for a misspelt English name. Returns undefined for a correct
 * name, and for a text that resembles none.
 */
export function suggestEnglishName(text: string): SuggestedCountry | undefined {
  const check = checkCountry(text);
  if (check.known) return undefined;
  byPlainName ??= readNames();
  const certain = countryByAlias(text) ?? byPlainName.get(normalizeText(text)) ?? '';
  if (certain !== '') return { name: certain, isCertain: true };
  return check.suggestion === undefined ? undefined : { name: check.suggestion, isCertain: false };
}

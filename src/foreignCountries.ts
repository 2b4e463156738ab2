import { findCountryByAlias, checkCountry } from './countries.js';
import { normalizeText } from './spelling.js';
import { foreignCountryNames } from './foreignCountryNames.js';

/** Common short names that `foreignCountryNames` lacks, by the first English name of the country. */
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

/** Called only for the first unknown country, because most programs never meet one. */
function readNames(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [english = '', ...translations] of foreignCountryNames.map((line) =>
    line.split('|'),
  )) {
    for (const name of [...translations, ...(furtherNames[english] ?? [])]) {
      const other = names.get(normalizeText(name));
      // If a name means different countries in two languages, it suggests neither.
      names.set(normalizeText(name), other === undefined || other === english ? english : '');
    }
  }
  return names;
}

/** Does not guess at typing errors. */
export function findCountryInAnyLanguage(text: string): string | undefined {
  const name = findCountryByAlias(text);
  if (name !== undefined) return name;
  byPlainName ??= readNames();
  const foreign = byPlainName.get(normalizeText(text));
  return foreign === '' ? undefined : foreign;
}

interface SuggestedCountry {
  readonly name: string;
  /** False for a guess at a typing error. */
  readonly isCertain: boolean;
}

/** Returns undefined for a correct name, too. */
export function suggestEnglishName(text: string): SuggestedCountry | undefined {
  const check = checkCountry(text);
  if (check.known) return undefined;
  const certain = findCountryInAnyLanguage(text);
  if (certain !== undefined) return { name: certain, isCertain: true };
  return check.suggestion === undefined ? undefined : { name: check.suggestion, isCertain: false };
}

import { findCountryByAlias, toFirstName } from './countries.js';
import { countryNames } from './countryNames.js';
import { suggestEnglishName } from './foreignCountries.js';
import { normalizeText } from './spelling.js';

/**
 * Returns the countries for a search text: first the country with this abbreviation, alias, foreign
 * or misspelt name (UK, England, Alemania), then those whose names contain the text. An empty text
 * matches all countries.
 */
export function searchCountries(text: string): readonly string[] {
  const wanted = normalizeText(text);
  const containing = countryNames
    .filter((names) => names.some((name) => normalizeText(name).includes(wanted)))
    .flatMap(([first]) => first ?? []);
  if (wanted === '') return containing;
  const suggested = suggestEnglishName(text);
  // A guess at a typing error only distracts if some names contain the text typed so far.
  const isUseful = suggested?.isCertain === true || containing.length === 0;
  const meant = (isUseful ? suggested?.name : undefined) ?? findCountryByAlias(text);
  if (meant === undefined) return containing;
  const name = toFirstName(meant);
  return [name, ...containing.filter((other) => other !== name)];
}

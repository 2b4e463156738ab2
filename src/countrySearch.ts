import { findCountryByAlias, toPrimaryName } from './countries.js';
import { countryNames } from './countryNames.js';
import { suggestEnglishName } from './foreignCountries.js';
import { normalizeText } from './spelling.js';

/** A country with this alias, foreign or misspelt name comes before names that contain the text. */
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
  const name = toPrimaryName(meant);
  return [name, ...containing.filter((other) => other !== name)];
}

import { countryByAlias } from './countries.js';
import { countryNames } from './countryNames.js';
import { suggestedCountry } from './foreignCountries.js';
import { normalizeText } from './spelling.js';

/**
 * The countries that a person may look for by a text: first what it means as an abbreviation, an
 * alias, a name in another language or one with a slip, as the warnings know it (UK, England,
 * Alemania), then those of which a name holds the text. All of them for no text.
 */
export function countriesLike(text: string): readonly string[] {
  const wanted = normalizeText(text);
  const containing = countryNames
    .filter((names) => names.some((name) => normalizeText(name).includes(wanted)))
    .flatMap(([first]) => first ?? []);
  if (wanted === '') return containing;
  const suggested = suggestedCountry(text);
  // A guess at a slip is of no use beside names that hold what was typed so far.
  const isOfUse = suggested?.isCertain === true || containing.length === 0;
  const meant = (isOfUse ? suggested?.name : undefined) ?? countryByAlias(text);
  if (meant === undefined) return containing;
  const name = firstNameOf(meant);
  return [name, ...containing.filter((other) => other !== name)];
}

/** The name by which the list has a country: each stands in it once. */
function firstNameOf(name: string): string {
  return countryNames.find((names) => names.includes(name))?.[0] ?? name;
}

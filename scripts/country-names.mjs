// Run it after an update of i18n-iso-countries. The packages contain the names, so that they need
// no dependency.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const readNames = (language) =>
  Object.entries(
    JSON.parse(readFileSync(require.resolve(`i18n-iso-countries/langs/${language}.json`), 'utf8'))
      .countries,
  ).map(([code, names]) => [code, [names].flat()]);
const quote = (text) => (text.includes("'") ? JSON.stringify(text) : `'${text}'`);
const write = (file, text) => writeFileSync(new URL(file, import.meta.url), text);

const english = readNames('en').sort(([, [a]], [, [b]]) => a.localeCompare(b, 'en'));
write(
  '../src/countryNames.ts',
  `/**
 * The English names of each country in i18n-iso-countries (MIT), in their order there. Made by
 * scripts/country-names.mjs; do not edit.
 */
export const countryNames: readonly (readonly string[])[] = [
${english.map(([, names]) => `  [${names.map(quote).join(', ')}],`).join('\n')}
];
`,
);

const foreignNames = new Map();
for (const language of ['de', 'fr', 'es', 'nl', 'pt', 'it']) {
  for (const [code, names] of readNames(language)) {
    foreignNames.set(code, [...(foreignNames.get(code) ?? []), ...names]);
  }
}
// i18n-iso-countries swaps the two Congos in some languages: a wrong suggestion is worse than none.
for (const code of ['CD', 'CG']) foreignNames.delete(code);
const rows = english.map(([code, [name, ...others]]) => {
  const known = new Set([name, ...others]);
  return [
    name,
    ...new Set((foreignNames.get(code) ?? []).filter((foreignName) => !known.has(foreignName))),
  ];
});
write(
  '../src/foreignCountryNames.ts',
  `/**
 * The first English name of a country, then its names in German, French, Spanish, Dutch, Portuguese
 * and Italian that differ from its English names: \`Spain|Spanien|Espagne|…\`. Made by
 * scripts/country-names.mjs from i18n-iso-countries (MIT); do not edit.
 */
export const foreignCountryNames: readonly string[] = [
${rows
  .filter((names) => names.length > 1)
  .map((names) => `  ${quote(names.join('|'))},`)
  .join('\n')}
];
`,
);

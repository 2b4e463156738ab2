// Writes src/countryNames.ts from i18n-iso-countries, so that the core carries the list without a
// dependency. A test compares the two. Run after an update of i18n-iso-countries.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const locale = JSON.parse(readFileSync(require.resolve('i18n-iso-countries/langs/en.json')));
const names = Object.values(locale.countries).map((name) => [name].flat());
names.sort(([a], [b]) => a.localeCompare(b, 'en'));

const quote = (text) => (text.includes("'") ? JSON.stringify(text) : `'${text}'`);
writeFileSync(
  new URL('../src/countryNames.ts', import.meta.url),
  `/**
 * English country names of ISO 3166-1, each country's other English names behind its first.
 * Made by scripts/country-names.mjs from i18n-iso-countries (MIT); do not edit.
 */
export const countryNames: readonly (readonly string[])[] = [
${names.map((all) => `  [${all.map(quote).join(', ')}],`).join('\n')}
];
`,
);

// The parts that bench/limits.mjs and bench/sheetsKept.mjs import.
export { openXlsx } from '../sheets/files/openXlsx.js';
export { checkCountry } from '../src/countries.js';
export { buildZip, unzip, buildZipBomb } from '../test/sheets/xlsx/zipFixture.js';

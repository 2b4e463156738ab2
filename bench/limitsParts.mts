// What bench/limits.mjs needs of the sources, in one bundle.
export { openXlsx } from '../sheets/files/openXlsx.js';
export { checkCountry } from '../src/countries.js';
export { buildZip, unzip, zipBomb } from '../test/sheets/xlsx/zipFixture.js';

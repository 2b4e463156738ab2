import { describe, expect, test } from 'vitest';
import { foreignCountryNames } from '../../../src/foreignCountryNames.js';
import { suggestedCountry } from '../../../src/foreignCountries.js';
import { remarkText } from '../../../batch/cli/wording/remarks.js';
import { meaningOfWord } from '../../../src/yesNoWords.js';
import { checkCountry } from '../../../src/countries.js';
import { inWords, problemsOf, read, readOne, tableOf, trip } from './tables.js';

const accepting = { acceptSuggestions: true };

describe('a word of another language', () => {
  test.each([
    ['German', 'Ja', 'Nein', 'unsicher'],
    ['French', 'oui', 'NON', 'pas sûr'],
    ['Spanish', 'Sí', 'no', 'no sé'],
    ['Dutch', 'ja', 'nee', 'weet niet'],
    ['Portuguese', 'Sim', 'Não', 'não sei'],
    ['Italian', 'sì', 'No', 'non so'],
  ])('for yes, no and unsure is understood in %s', (_, yes, no, unsure) => {
    const values = ['Yes', 'No', 'Unsure'];
    const meant = [yes, no, unsure].map((word) => meaningOfWord(word, values) ?? 'No');
    expect(meant).toEqual(values);
  });

  test('means nothing where its value is not in the list', () => {
    expect(meaningOfWord('unsicher', ['Yes', 'No'])).toBeUndefined();
    expect(meaningOfWord('ja', ['Low', 'Mid', 'Senior'])).toBeUndefined();
  });

  test('makes its row invalid until suggestions are accepted', async () => {
    const row = { ...trip, 'Sales contracts': 'Nein', 'Legal right to work': 'unsicher' };
    const problems = await problemsOf(tableOf(row));
    expect(problems.map(remarkText)).toEqual([
      'H2, Sales contracts "Nein": unsupported value; did you mean "No"? Use Yes or No. Or add --accept-suggestions.',
      'J2, Legal right to work "unsicher": unsupported value; did you mean "Unsure"? Use Yes, No or Unsure. Or add --accept-suggestions.',
    ]);
    expect(await readOne(row, accepting)).toMatchObject({
      salesContracts: 'No',
      legalRight: 'Unsure',
    });
  });
});

describe('a country in another language', () => {
  test.each([
    ['Deutschland', 'Germany'],
    ['Allemagne', 'Germany'],
    ['Alemania', 'Germany'],
    ['Duitsland', 'Germany'],
    ['Alemanha', 'Germany'],
    ['Germania', 'Germany'],
    ['Griechenland', 'Greece'],
    ['ÉTATS-UNIS', 'United States of America'],
    ['Olanda', 'Netherlands'],
    ['UK', 'United Kingdom'],
  ])('%s is %s for certain', (text, name) => {
    expect(suggestedCountry(text)).toEqual({ name, isCertain: true });
  });

  test.each([
    ['a slip is a guess', 'Germnay', { name: 'Germany', isCertain: false }],
    ['a name of two countries is neither', 'São Martinho', undefined],
    ['a city is none', 'Lissabon', undefined],
  ])('%s', (_, text, suggested) => {
    const found = suggestedCountry(text);
    if (suggested === undefined) expect(found?.isCertain ?? false).toBe(false);
    else expect(found).toEqual(suggested);
  });

  test('never suggests a name that is not known itself', () => {
    const suggested = foreignCountryNames.flatMap((line) =>
      line.split('|').flatMap((name) => suggestedCountry(name)?.name ?? []),
    );
    expect(suggested.length).toBeGreaterThan(900);
    expect(suggested.filter((name) => !checkCountry(name).known)).toEqual([]);
  });

  test('is sent as it stands with a warning, and in English when suggestions are accepted', async () => {
    const row = { ...trip, Citizenship: 'Deutschland', Residency: 'Germnay' };
    expect(await readOne(row)).toMatchObject({ citizenship: 'Deutschland', residency: 'Germnay' });
    expect((await read(tableOf(row))).warnings.map(({ message }) => message)).toEqual([
      'Citizenship: "Deutschland" is not a known English country name; did you mean "Germany"?',
      'Residency: "Germnay" is not a known English country name; did you mean "Germany"?',
    ]);
    const accepted = await read(tableOf(row), accepting);
    // A guess is never sent.
    expect(accepted.warnings.map(({ value }) => value)).toEqual(['Germnay']);
    expect(await readOne(row, accepting)).toMatchObject({
      citizenship: 'Germany',
      residency: 'Germnay',
    });
  });
});

test('what is read as something else is listed once for each value of a column', async () => {
  const rows = [
    { ...trip, Citizenship: 'Deutschland', 'Sales contracts': 'Ja' },
    { ...trip, Citizenship: 'Deutschland', Residency: 'Österreich' },
  ];
  const { notes } = await read(tableOf(...rows), { ...accepting, set: { destination: 'España' } });
  expect(inWords(notes).filter((note) => note.includes('is read as'))).toEqual([
    'Column E: "Deutschland" is read as Germany (2 rows).',
    'Column F: "España" is read as Spain (2 rows).',
    'Column H: "Ja" is read as Yes (1 row).',
    'Column G: "Österreich" is read as Austria (1 row).',
  ]);
  const asIs = await read(tableOf(...rows));
  expect(asIs.notes).toEqual([
    { code: 'valuesSuggested', cells: 4, value: 'Deutschland', suggestion: 'Germany' },
  ]);
});

import { describe, expect, test } from 'vitest';
import { foreignCountryNames } from '../../../src/foreignCountryNames.js';
import { suggestEnglishName } from '../../../src/foreignCountries.js';
import { matchForeignWord } from '../../../src/yesNoWords.js';
import { valueText } from '../../../batch/cli/wording/values.js';
import { checkCountry } from '../../../src/countries.js';
import { inWords, readProblems, read, readOne, toTable, trip } from './tables.js';

const acceptSuggestions = { acceptSuggestions: true };

describe('a word of another language', () => {
  test.each([
    ['German', 'Ja', 'Nein', 'unsicher'],
    ['French', 'oui', 'NON', 'pas sûr'],
    ['Spanish', 'Sí', 'no', 'no sé'],
    ['Dutch', 'ja', 'nee', 'weet niet'],
    ['Portuguese', 'Sim', 'Não', 'não sei'],
    ['Italian', 'sì', 'No', 'non so'],
  ])('is recognised for yes, no and unsure in %s', (_, yes, no, unsure) => {
    const values = ['Yes', 'No', 'Unsure'];
    const isEnglish = (word: string) => word.toLowerCase() === 'no';
    const found = [yes, no, unsure].map((word) =>
      isEnglish(word) ? 'No' : matchForeignWord(word, values),
    );
    expect(found).toEqual(values);
  });

  test('is not recognised if the list lacks its English value', () => {
    expect(matchForeignWord('unsicher', ['Yes', 'No'])).toBeUndefined();
    expect(matchForeignWord('ja', ['Low', 'Mid', 'Senior'])).toBeUndefined();
  });

  test('makes its row invalid until suggestions are accepted', async () => {
    const row = { ...trip, 'Sales contracts': 'Nein', 'Legal right to work': 'unsicher' };
    const problems = await readProblems(toTable(row));
    expect(problems).toMatchObject([
      { column: 'H', value: 'Nein', suggestion: 'No' },
      { column: 'J', value: 'unsicher', suggestion: 'Unsure' },
    ]);
    expect(await readOne(row, acceptSuggestions)).toMatchObject({
      salesContracts: 'No',
      legalRight: 'Unsure',
    });
  });
});

describe('a country name that the service does not accept', () => {
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
  ])('is recognised: %s as %s', (text, name) => {
    expect(suggestEnglishName(text)).toEqual({ name, isCertain: true });
  });

  test.each([
    ['a typing mistake gets a guess', 'Germnay', { name: 'Germany', isCertain: false }],
    ['a name of two countries has no certain suggestion', 'São Martinho', undefined],
    ['a city has no certain suggestion', 'Lissabon', undefined],
  ])('%s', (_, text, suggested) => {
    const found = suggestEnglishName(text);
    if (suggested === undefined) expect(found?.isCertain ?? false).toBe(false);
    else expect(found).toEqual(suggested);
  });

  test('gets only suggestions that the service accepts', () => {
    const suggested = foreignCountryNames.flatMap((line) =>
      line.split('|').flatMap((name) => suggestEnglishName(name)?.name ?? []),
    );
    expect(suggested.length).toBeGreaterThan(900);
    expect(suggested.filter((name) => !checkCountry(name).known)).toEqual([]);
  });

  test('is sent unchanged with a warning unless suggestions are accepted, and a guess is never sent', async () => {
    const row = { ...trip, Citizenship: 'Deutschland', Residency: 'Germnay' };
    expect(await readOne(row)).toMatchObject({ citizenship: 'Deutschland', residency: 'Germnay' });
    expect(
      (await read(toTable(row))).warnings.map(({ message, label }) => valueText(message, label)),
    ).toEqual([
      'Citizenship: "Deutschland" is not a known English country name; did you mean "Germany"?',
      'Residency: "Germnay" is not a known English country name; did you mean "Germany"?',
    ]);
    const accepted = await read(toTable(row), acceptSuggestions);
    expect(accepted.warnings.map(({ value }) => value)).toEqual(['Germnay']);
    expect(await readOne(row, acceptSuggestions)).toMatchObject({
      citizenship: 'Germany',
      residency: 'Germnay',
    });
  });
});

test('lists each replaced value of a column once, and counts suggestions that are not accepted', async () => {
  const rows = [
    { ...trip, Citizenship: 'Deutschland', 'Sales contracts': 'Ja' },
    { ...trip, Citizenship: 'Deutschland', Residency: 'Österreich' },
  ];
  const { notes } = await read(toTable(...rows), {
    ...acceptSuggestions,
    set: { destination: 'España' },
  });
  expect(inWords(notes).filter((note) => note.includes('is read as'))).toEqual([
    'Column E: "Deutschland" is read as Germany (2 rows).',
    'Column F: "España" is read as Spain (2 rows).',
    'Column H: "Ja" is read as Yes (1 row).',
    'Column G: "Österreich" is read as Austria (1 row).',
  ]);
  const notAccepted = await read(toTable(...rows));
  expect(notAccepted.notes).toEqual([
    { code: 'valuesSuggested', cells: 4, value: 'Deutschland', suggestion: 'Germany' },
  ]);
});

import { expect, test } from 'vitest';
import { decide } from '../../../batch/engine/operations/decide.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import { invite } from '../../../batch/engine/operations/invite.js';
import { removeAccess } from '../../../batch/engine/operations/removeAccess.js';
import { fields as frenchLabels } from '../../../batch/server/page/browser/language/fr/fields.js';
import { fields as germanLabels } from '../../../batch/server/page/browser/language/de/fields.js';
import { foreignHeadings } from '../../../src/headingWords.js';

const operations = [assess, decide, invite, removeAccess];

test.each(operations)('finds the input of each foreign heading for $name', (operation) => {
  const { fields, headings } = operation;
  const wrong = foreignHeadings.filter(([input, heading]) => {
    if (fields[input] === undefined) return false;
    const found = headings.findField(heading) ?? headings.guessField(heading);
    return found !== input;
  });
  expect(wrong).toEqual([]);
});

test.each(operations)(
  'no foreign heading is the heading of a result column of $name',
  (operation) => {
    const ours = new Set(operation.headings.columns.map(({ heading }) => heading.toLowerCase()));
    const same = foreignHeadings.filter(([, heading]) => ours.has(heading.toLowerCase()));
    expect(same).toEqual([]);
  },
);

test.each(operations)(
  'finds the input of each German and French label of the page for $name',
  (operation) => {
    const { fields, headings } = operation;
    const labels = [germanLabels, frenchLabels].flatMap((texts) => Object.entries(texts));
    const wrong = labels.filter(([input, label]) => {
      if (fields[input] === undefined) return false;
      return (headings.findField(label) ?? headings.guessField(label)) !== input;
    });
    expect(wrong).toEqual([]);
  },
);

test('each input of each operation has foreign headings', () => {
  const known = new Set(foreignHeadings.map(([input]) => input));
  const inputs = operations.flatMap(({ fields }) => Object.keys(fields));
  expect(inputs.filter((input) => !known.has(input))).toEqual([]);
});

test('no foreign heading is also an English heading', () => {
  const english = foreignHeadings.filter(([input, heading]) =>
    operations.some(
      ({ fields, headings }) => fields[input] && headings.findField(heading) !== undefined,
    ),
  );
  expect(english).toEqual([]);
});

test.each([
  ['Personalnr.', 'employeeId'],
  ['PERSONAL-NR', 'employeeId'],
  ['Mitarbeiter-ID', 'employeeId'],
  ['N° matricule', 'employeeId'],
  ['Nº de empleado', 'employeeId'],
  ["Matricule de l'employé (obligatoire)", 'employeeId'],
  ['Personeelsnr.', 'employeeId'],
  ['Número de funcionário', 'employeeId'],
  ['Staatsangehoerigkeit', 'citizenship'],
  ['Fuehrungskraft', 'managerId'],
  ['Personalnr. der Führungskraft', 'managerId'],
  ['Vorgesetzte/r', 'managerId'],
  ['Pays destination', 'destination'],
  ['Zielland (Pflicht)', 'destination'],
  ['Verkaufsverträge (ja/nein)', 'salesContracts'],
  ['Dauer bisheriger Reisen [in Tagen]', 'pastTripsDuration'],
  ['Beginn (TT.MM.JJJJ)', 'startDate'],
  ['Date de début (jj/mm/aaaa)', 'startDate'],
  ["Data d'inizio (gg/mm/aaaa)", 'startDate'],
  ['Einddatum (dd-mm-jjjj)', 'endDate'],
])('guesses that %s means %s', (heading, input) => {
  expect(assess.headings.findField(heading)).toBeUndefined();
  expect(assess.headings.guessField(heading)).toBe(input);
});

test.each([
  'Land',
  'Datum',
  'Typ',
  'Von',
  'Ort',
  'Status',
  'Manager',
  'Position',
  'Droit du travail',
  'Arbeitsrecht',
  'Ancienneté',
  'Heimatland',
  'Wohnort',
  'Eintrittsdatum',
  'Annullato',
  'Name',
  'Dauer bisheriger Reisen (Wochen)',
  'Nein',
  '',
  'de',
])('guesses no input from %j', (heading) => {
  for (const { headings } of operations) expect(headings.guessField(heading)).toBeUndefined();
});

test('findField finds only English headings, and guessField only foreign headings', () => {
  expect(assess.headings.findField('Destination')).toBe('destination');
  expect(assess.headings.guessField('Destination')).toBeUndefined();
  expect(assess.headings.findField('Zielland')).toBeUndefined();
});

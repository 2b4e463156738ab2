import { expect, test } from 'vitest';
import type {
  CorrectedSheet,
  Matching,
  Problems,
  RowList,
  Sheet,
} from '../../../../batch/server/contract/shapes.js';
import { messyColumns, messyHeaderRow, createMessySheet } from '../messySheet.js';
import { testSheets } from './testSheets.js';

const choice = { worksheet: 'Daten', columns: messyColumns };

test('a person matches the columns of a messy workbook and corrects its values, and the server remembers the columns', async () => {
  const { upload, json, ask, read } = await testSheets();
  const uploaded = await upload('Einstellungen.xlsx', await createMessySheet());
  expect(uploaded).toMatchObject({ stage: 'match', rows: 0 });
  const path = `/api/sheets/${uploaded.id}`;
  const matching = await json<Matching>('GET', `${path}/match`);
  expect(matching.worksheets.map(({ name }) => name)).toEqual(['Hinweise', 'Daten']);
  expect(matching).toMatchObject({ worksheet: 'Daten', headerRow: messyHeaderRow });
  expect(matching.columns[5]).toMatchObject({ letter: 'F', heading: 'Zielland' });
  expect(matching.misfit).toContain('Missing:');

  // A field whose list of values is not published has no choices: any text is accepted.
  const withChoices = matching.fields.filter(({ choices }) => choices !== undefined);
  const fieldsWithoutList = ['roleType', 'urgency'];
  expect(
    withChoices.map(({ name }) => name).filter((name) => fieldsWithoutList.includes(name)),
  ).toEqual([]);
  expect(withChoices.map(({ name }) => name)).toContain('seniority');

  const preview = await json<Matching>('POST', `${path}/match/preview`, choice);
  expect(preview.misfit).toBeNull();
  expect(
    preview.unrecognizedValues.map(({ value, rows, suggestion }) => [value, rows, suggestion]),
  ).toEqual([
    ['UK', 2, 'United Kingdom'],
    ['Holland', 2, 'Netherlands'],
    ['Ja', 1, 'Yes'],
  ]);
  expect((await json<Sheet>('GET', path)).stage).toBe('match');

  await json<Sheet>('PUT', `${path}/match`, choice);
  const matched = await read(uploaded.id);
  expect(matched).toMatchObject({ stage: 'check', rows: 6, worksheet: 'Daten', problems: 2 });
  const { kinds, problems } = await json<Problems>('GET', `${path}/problems`);
  expect(kinds.map(({ label, rows }) => [label, rows])).toEqual([
    ['Not a known choice', 1],
    ['End before start', 1],
    ['Unusual, but it can be sent', 4],
  ]);
  expect(problems.find(({ value }) => value === 'Ja')).toMatchObject({
    row: 7,
    cell: 'H7',
    employeeId: '00702',
    suggestion: 'Yes',
    choices: ['Yes', 'No'],
  });
  expect(problems.find(({ kind }) => kind === 'unusual')).toMatchObject({
    value: 'UK',
    suggestion: 'United Kingdom',
    rowsAlike: 2,
  });

  const banana = { field: 'endDate', value: '2026-10-01', to: 'banana', row: 9 };
  const refused = await ask('POST', `${path}/corrections`, [banana]);
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({
    error: {
      field: 'to',
      message:
        '"banana" is not a date that can be read. Write the date like 2026-11-30 or 30 November 2026.',
    },
  });
  expect((await json<Sheet>('GET', path)).corrections).toBe(0);

  const corrected = await json<Sheet>('POST', `${path}/corrections`, [
    { field: 'destination', value: 'UK', to: 'United Kingdom' },
    { field: 'destination', value: 'Holland', to: 'Netherlands' },
    { field: 'salesContracts', value: 'Ja', to: 'Yes' },
    { field: 'endDate', value: '2026-10-01', to: '2027-10-01', row: 9 },
  ]);
  expect(corrected).toMatchObject({ stage: 'check', problems: 0, corrections: 4 });
  const after = await json<Problems>('GET', `${path}/problems`);
  expect(after.problems).toEqual([]);
  expect(after.corrections.map(({ rows, by }) => [rows, by])).toEqual(
    [2, 2, 1, 1].map((rows) => [rows, 'Ana']),
  );
  const { rows } = await json<RowList>('GET', `${path}/rows`);
  expect(rows.map(({ destination, isCorrected }) => [destination, isCorrected])).toEqual([
    ['United Kingdom', true],
    ['Netherlands', true],
    ['Portugal', true],
    ['United Kingdom', true],
    ['Spain', true],
    ['Netherlands', true],
  ]);
  // The text of a correction is interpreted like a cell, so Rumänien becomes Romania. But Spanien would become the corrected value Spain again, so it is sent as typed.
  const correct = async (value: string, to: string) => {
    const correction = { field: 'destination', value, to };
    const { sentInstead, notes } = await json<CorrectedSheet>('POST', `${path}/corrections`, [
      correction,
    ]);
    return { sentInstead, note: notes.find((note) => note.text.includes('as suggested'))?.text };
  };
  const listDestinations = async () =>
    (await json<RowList>('GET', `${path}/rows`)).rows.map(({ destination }) => destination);
  const romania = { sentInstead: ['Romania'], note: undefined };
  expect(await correct('Portugal', 'Rumänien')).toEqual(romania);
  expect(await correct('Spain', 'Spanien')).toEqual({ sentInstead: ['Spanien'], note: undefined });
  expect(await listDestinations()).toEqual(expect.arrayContaining(['Romania', 'Spanien']));
  const [first] = after.corrections;
  const undone = await json<Sheet>('DELETE', `${path}/corrections/${first?.id ?? ''}`);
  expect(undone.corrections).toBe(5);

  const next = await upload('Q2.xlsx', await createMessySheet('Zweites Quartal'));
  expect(next).toMatchObject({ stage: 'check', rows: 6 });
  const remembered = await json<Matching>('GET', `/api/sheets/${next.id}/match`);
  expect(remembered).toMatchObject({ isRemembered: true, misfit: null });
});

test.each([
  { above: [], worksheet: 'Tabelle1' },
  { above: [['Reisen Januar']], worksheet: 'Reisen' },
  { above: [['Reisen'], ['Stand'], ['Version'], ['intern'], []], worksheet: 'Daten' },
])(
  'remembered columns are found in a new file with a heading row at another position in the worksheet $worksheet',
  async (position) => {
    const { upload, json, read } = await testSheets();
    const { id } = await upload('Einstellungen.xlsx', await createMessySheet());
    const choiceWithRow = { ...choice, headerRow: messyHeaderRow };
    await json<Sheet>('PUT', `/api/sheets/${id}/match`, choiceWithRow);
    expect(await read(id)).toMatchObject({ stage: 'check', rows: 6 });

    const next = await upload('Q2.xlsx', await createMessySheet('', position));
    const headerRow = position.above.length + 1;
    const { worksheet } = position;
    expect(next).toMatchObject({ stage: 'check', rows: 6, worksheet, headerRow });
    expect(next.refused).toBeUndefined();
    expect(await json<Matching>('GET', `/api/sheets/${next.id}/match`)).toMatchObject({
      isRemembered: true,
      misfit: null,
      worksheet,
      headerRow,
    });
    const { rows } = await json<RowList>('GET', `/api/sheets/${next.id}/rows`);
    expect(rows.map(({ employeeId }) => employeeId)).toEqual(
      [0, 1, 2, 3, 4, 5].map((last) => `0070${last}`),
    );
  },
);

test('the order of dates and the choice to skip hidden rows are not remembered', async () => {
  const { upload, json, read } = await testSheets();
  const { id } = await upload('Einstellungen.xlsx', await createMessySheet());
  await json<Sheet>('PUT', `/api/sheets/${id}/match`, {
    ...choice,
    dateOrder: 'mdy',
    skipHidden: true,
  });
  await read(id);
  const next = await upload('Q2.xlsx', await createMessySheet('Zweites Quartal'));
  expect(await json<Matching>('GET', `/api/sheets/${next.id}/match`)).toMatchObject({
    isRemembered: true,
    dateOrder: null,
    skipHidden: false,
  });
});

test('columns that a person chose for another heading row are not applied to the heading row that the server finds', async () => {
  const { upload, json, read } = await testSheets();
  const { id } = await upload('Einstellungen.xlsx', await createMessySheet());
  // Row 6 contains a person. The choice belongs to the texts in row 6, not to the headings in row 4.
  await json<Sheet>('PUT', `/api/sheets/${id}/match`, { ...choice, headerRow: 6 });
  expect(await read(id)).toMatchObject({ stage: 'check', rows: 4 });
  const next = await upload('Q2.xlsx', await createMessySheet('Zweites Quartal'));
  expect(next).toMatchObject({ stage: 'match' });
  expect(await json<Matching>('GET', `/api/sheets/${next.id}/match`)).toMatchObject({
    isRemembered: false,
    headerRow: messyHeaderRow,
  });
});

test('guessed columns are shown, but used only after a person has confirmed them', async () => {
  const { upload, json, read } = await testSheets();
  const uploaded = await upload('Einstellungen.xlsx', await createMessySheet());
  expect(uploaded).toMatchObject({ stage: 'match', rows: 0 });
  expect(uploaded.refused).toContain(
    'Guessed, but not used until somebody confirms it: Employee ID',
  );
  const path = `/api/sheets/${uploaded.id}`;
  const guessed = await json<Matching>('GET', `${path}/match`);
  expect(toGuesses(guessed)).toMatchObject({
    employeeId: ['A', 'Personalnummer'],
    destination: ['F', 'Zielland'],
    endDate: ['N', 'Ende'],
  });
  expect(guessed.fields.find(({ name }) => name === 'salesContracts')?.column).toBeNull();

  // A choice that does not name the guessed columns confirms none of them.
  const values = { salesContracts: 'No' };
  await json<Sheet>('PUT', `${path}/match`, { values });
  const matched = await read(uploaded.id);
  expect(matched).toMatchObject({ stage: 'match', rows: 0 });
  const complete = await json<Matching>('GET', `${path}/match`);
  expect(complete.misfit).toBeNull();
  expect(Object.keys(toGuesses(complete))).toHaveLength(13);

  const columns = Object.fromEntries(complete.fields.map(({ name, column }) => [name, column]));
  const preview = await json<Matching>('POST', `${path}/match/preview`, {
    ...complete,
    columns,
    values,
  });
  expect(toGuesses(preview)).toEqual(toGuesses(complete));
  const { worksheet, headerRow } = complete;
  const choice = { worksheet, headerRow, columns, values };
  await json<Sheet>('PUT', `${path}/match`, choice);
  const confirmed = await read(uploaded.id);
  expect(confirmed).toMatchObject({ stage: 'check', rows: 6 });
  expect(toGuesses(await json<Matching>('GET', `${path}/match`))).toEqual({});
});

/** Returns the guessed column of each field, with the heading that led to the guess. */
function toGuesses({ fields }: Matching): Record<string, [string | null, string]> {
  return Object.fromEntries(
    fields.flatMap(({ name, column, guessedFrom }) =>
      guessedFrom === undefined ? [] : [[name, [column, guessedFrom]]],
    ),
  );
}

import { describe, expect, test } from 'vitest';
import { readSheet } from '../../../batch/engine/intake/readSheet.js';
import { operationWords } from '../../../batch/cli/operations/operations.js';
import { sheetOperations } from '../../../batch/engine/operations/operations.js';
import { date, fileOf, inWords, refusalOf, type Table, type Value } from './tables.js';

describe.each(Object.values(sheetOperations))('of the template of rwa $command', (inputs) => {
  const exampleRows = operationWords[inputs.command].example.values;
  const columns = Object.entries(exampleRows).map(([name, [first, second]]) => {
    const { label = '', kind = 'text' } = inputs.fields[name] ?? {};
    const cell = (text: string): Value =>
      kind === 'integer' && text !== '' ? Number(text) : kind === 'dateTime' ? date(text) : text;
    return { name, label, cells: [cell(first), cell(second)] };
  });
  const table = (touched: Readonly<Record<string, Value>> = {}): Table => [
    columns.map(({ label }) => label),
    columns.map(({ label, cells }) => (label in touched ? touched[label] : cells[0])),
    columns.map(({ cells }) => cells[1]),
  ];
  const reading = (rows: Table) => readSheet(fileOf({ Cases: rows }), { inputs, exampleRows });
  const [identity = ''] = columns.map(({ label }) => label);

  test('the examples are left out while nobody has touched them', async () => {
    expect(await refusalOf(reading(table()))).toContain(
      'Rows 2, 3 are examples of the template and are skipped.',
    );
  });

  test('one that was typed over is a case', async () => {
    const { rows, notes } = await reading(table({ [identity]: 'S-1' }));
    expect(rows.map(({ number }) => number)).toEqual([2]);
    expect(inWords(notes)).toEqual(['Row 3 is an example of the template and is skipped.']);
  });

  test('one with something beside it is a case', async () => {
    const [head = [], first = [], second = []] = table();
    const { rows } = await reading([[...head, 'Remark'], [...first, 'mine'], second]);
    expect(rows.map(({ number }) => number)).toEqual([2]);
  });
});

test('a row of a sheet with fewer columns than the template is a case', async () => {
  const inputs = sheetOperations.assess;
  const exampleRows = operationWords[inputs.command].example.values;
  const table = [['Employee ID'], ['00123']];
  const set = Object.fromEntries(
    Object.entries(exampleRows).flatMap(([name, [trip]]) =>
      name === 'employeeId' || trip === '' ? [] : [[name, trip]],
    ),
  );
  const { rows } = await readSheet(fileOf({ Cases: table }), { inputs, set, exampleRows });
  expect(rows.map(({ problems }) => problems)).toEqual([undefined]);
});

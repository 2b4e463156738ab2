import { describe, expect, test } from 'vitest';
import { readSheet } from '../../../batch/engine/intake/readSheet.js';
import { operationWords } from '../../../batch/cli/operations/operations.js';
import { sheetOperations } from '../../../batch/engine/operations/operations.js';
import { date, toFile, inWords, readRefusal, type Table, type Value } from './tables.js';

describe.each(Object.values(sheetOperations))('the template of rwa $command', (inputs) => {
  const exampleRows = operationWords[inputs.command].example.values;
  const columns = Object.entries(exampleRows).map(([name, [first, second]]) => {
    const { label = '', kind = 'text' } = inputs.fields[name] ?? {};
    const createCell = (text: string): Value =>
      kind === 'integer' && text !== '' ? Number(text) : kind === 'dateTime' ? date(text) : text;
    return { name, label, cells: [createCell(first), createCell(second)] };
  });
  const createTable = (edited: Readonly<Record<string, Value>> = {}): Table => [
    columns.map(({ label }) => label),
    columns.map(({ label, cells }) => (label in edited ? edited[label] : cells[0])),
    columns.map(({ cells }) => cells[1]),
  ];
  const readTemplate = (rows: Table) => readSheet(toFile({ Cases: rows }), { inputs, exampleRows });
  const [identity = ''] = columns.map(({ label }) => label);

  test('has examples that are skipped while they are unchanged', async () => {
    expect(await readRefusal(readTemplate(createTable()))).toContain(
      'Rows 2 and 3 are examples of the template and are skipped.',
    );
  });

  test('has an example that is read after an edit', async () => {
    const { rows, notes } = await readTemplate(createTable({ [identity]: 'S-1' }));
    expect(rows.map(({ number }) => number)).toEqual([2]);
    expect(inWords(notes)).toEqual(['Row 3 is an example of the template and is skipped.']);
  });

  test('has an example that is read if another cell in its row is filled', async () => {
    const [head = [], first = [], second = []] = createTable();
    const { rows } = await readTemplate([[...head, 'Remark'], [...first, 'mine'], second]);
    expect(rows.map(({ number }) => number)).toEqual([2]);
  });
});

test('reads a row in a sheet with fewer columns than the template', async () => {
  const inputs = sheetOperations.assess;
  const exampleRows = operationWords[inputs.command].example.values;
  const table = [['Employee ID'], ['00123']];
  const set = Object.fromEntries(
    Object.entries(exampleRows).flatMap(([name, [trip]]) =>
      name === 'employeeId' || trip === '' ? [] : [[name, trip]],
    ),
  );
  const { rows } = await readSheet(toFile({ Cases: table }), { inputs, set, exampleRows });
  expect(rows.map(({ problems }) => problems)).toEqual([undefined]);
});

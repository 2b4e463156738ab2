import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { IntakeOptions } from '../../../batch/engine/intake/intakeOptions.js';
import type { IntakeRow } from '../../../batch/engine/intake/intakeRow.js';
import { RowKeys, type SheetRequest } from '../../../batch/engine/intake/rowKey.js';
import type { RowState } from '../../../batch/engine/journal/rowState.js';
import { assess, reassess, createReassessment } from '../../../batch/engine/operations/assess.js';
import { planRows } from '../../../batch/engine/rows/planRows.js';
import { startTestSandbox, type SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import { cellsByHeading, headings, readCells, runOn, writeHires } from './testRun.js';

const accepting = { intake: { inputs: assess, acceptSuggestions: true } };
const edit = (path: string, before: string, after: string) => {
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(before, after));
};
const countCreated = async (sandbox: SandboxUnderTest) =>
  (await sandbox.readLedger()).commits.rwa_create;

// If the results are in a copy, only the journal prevents a second request for the same row.
describe.each([
  ['into the sheet itself', false],
  ['into a copy', true],
])('with results written %s', (_, isCopied) => {
  const writeEditedSheet = (employee: string, before: string, after: string) => {
    const folder = testFolder();
    const path = writeHires(folder, [employee]);
    edit(path, before, after);
    return { path, output: isCopied ? join(folder, 'scored.csv') : path };
  };

  test('a row that was sent with an accepted country stays Scored without --accept-suggestions', async () => {
    const service = await startTestSandbox();
    const { path, output } = writeEditedSheet('E-1', ',France,', ',Frankreich,');
    await runOn(path, service.sandbox, { output, ...accepting });
    const { reports } = await runOn(path, service.sandbox, { output });
    expect(reports).toMatchObject([{ status: 'Scored', message: '' }]);
    expect(await countCreated(service)).toBe(1);
  });

  test('a row whose answer was lost is not sent again, with or without --accept-suggestions', async () => {
    const service = await startTestSandbox();
    const { path, output } = writeEditedSheet('SANDBOX-LOST-ANSWER', ',France,', ',Frankreich,');
    await runOn(path, service.sandbox, { output, ...accepting });
    for (const settings of [{}, accepting]) {
      const { reports } = await runOn(path, service.sandbox, { output, ...settings });
      expect(reports).toMatchObject([{ status: 'Unconfirmed' }]);
    }
    expect(await countCreated(service)).toBe(1);
  });

  test.each<[what: string, before: string, after: string, intake: Partial<IntakeOptions>]>([
    [
      'a value that only a suggestion makes valid',
      ',No,Yes,No,',
      ',Nein,Yes,No,',
      { acceptSuggestions: true },
    ],
    ['an ambiguous date', ',2026-11-03,', ',03.11.2026,', { dateOrder: 'dmy' }],
  ])(
    'a row that was sent with an option for %s keeps its scores without the option',
    async (_, before, after, intake) => {
      const service = await startTestSandbox();
      const { path, output } = writeEditedSheet('E-1', before, after);
      const first = await runOn(path, service.sandbox, { output });
      expect(first.reports).toMatchObject([{ status: 'Invalid' }]);
      await runOn(path, service.sandbox, { output, intake: { inputs: assess, ...intake } });
      const { reports } = await runOn(path, service.sandbox, { output });
      expect(reports).toMatchObject([{ status: 'Scored', message: '' }]);
      expect(cellsByHeading(output)[0]?.['Overall trip risk']).not.toBe('');
      expect(await countCreated(service)).toBe(1);
    },
  );

  test.each([
    ['a country that can also be sent without the suggestion', ',France,', ',Frankreich,'],
    ['a value that cannot be sent without the suggestion', ',No,Yes,No,', ',Nein,Yes,No,'],
  ])(
    '%s is reassessed with the accepted suggestion, even without --accept-suggestions',
    async (_, before, after) => {
      const service = await startTestSandbox();
      const { path, output } = writeEditedSheet('E-1', before, after);
      await runOn(path, service.sandbox, { output, ...accepting });
      const { reports } = await runOn(path, service.sandbox, {
        output,
        operation: createReassessment({}),
      });
      expect(reports).toMatchObject([{ status: 'Scored', message: '' }]);
      expect(await countCreated(service)).toBe(2);
    },
  );

  test('a row that the service rejected is sent after its suggestion is accepted', async () => {
    const service = await startTestSandbox();
    const { path, output } = writeEditedSheet('E-1', ',France,', ',Frankreich,');
    const before = await runOn(path, service.sandbox, { output });
    expect(before.reports).toMatchObject([{ status: 'Rejected' }]);
    const { reports } = await runOn(path, service.sandbox, { output, ...accepting });
    expect(reports).toMatchObject([{ status: 'Scored' }]);
    expect(await countCreated(service)).toBe(1);
  });
});

test('a row that was reassessed with an accepted suggestion counts as unchanged without --accept-suggestions', async () => {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), ['E-1']);
  edit(path, ',France,', ',Frankreich,');
  await runOn(path, service.sandbox, accepting);
  await runOn(path, service.sandbox, {
    operation: reassess,
    intake: { inputs: reassess, acceptSuggestions: true },
    newRound: true,
  });
  const { reports } = await runOn(path, service.sandbox);
  expect(reports).toMatchObject([{ status: 'Scored', message: '' }]);
});

describe('a row with an accepted suggestion uses the key', () => {
  const createKeys = () => new RowKeys({});
  const toRows = (
    ...rows: readonly (readonly [inputs: SheetRequest, other?: SheetRequest])[]
  ): IntakeRow[] => {
    const keys = createKeys();
    return rows.map(([inputs, other], index) => {
      const others = other === undefined ? [] : [other];
      return { number: index + 2, inputs, ...keys.next(inputs, index + 2, others) };
    });
  };
  const toKey = (inputs: SheetRequest) => createKeys().next(inputs, 1).key;
  const createState = (name: RowState['state']): RowState => ({
    state: name,
    at: '',
    assessmentId: 'A',
  });
  const [german, english] = [{ c: 'Deutschland' }, { c: 'Germany' }];
  const [cellKey, suggestionKey] = [toKey(german), toKey(english)];

  test.each<[string, RowState['state'], RowState['state'] | undefined, string]>([
    ['of the cell value if its request was scored', 'Scored', undefined, cellKey],
    ['of the cell value if its request is pending', 'Pending', undefined, cellKey],
    ['of the cell value if its request is unconfirmed', 'Unconfirmed', undefined, cellKey],
    [
      'of the suggestion if the request with the cell value was rejected',
      'Rejected',
      undefined,
      suggestionKey,
    ],
    [
      'of the suggestion if the request with the cell value had no effect',
      'Ready',
      undefined,
      suggestionKey,
    ],
    ['of the suggestion if both requests were scored', 'Scored', 'Scored', suggestionKey],
    [
      'of the cell value if its request was scored and the request with the suggestion was rejected',
      'Scored',
      'Rejected',
      cellKey,
    ],
  ])('%s', (_, cellState, suggestionState, expected) => {
    const states = new Map([[cellKey, createState(cellState)]]);
    if (suggestionState !== undefined) states.set(suggestionKey, createState(suggestionState));
    expect(planRows(toRows([english, german]), states)[0]?.key).toBe(expected);
  });

  test('of the cell value if other rows contain the suggestion', () => {
    const states = new Map([[cellKey, createState('Scored')]]);
    const rows = planRows(toRows([english, german], [english], [english]), states);
    expect(rows.map(({ key, sameAs }) => [key, sameAs])).toEqual([
      [cellKey, undefined],
      [suggestionKey, undefined],
      [`${suggestionKey}:2`, 3],
    ]);
  });

  test('of the cell value, even if there are two such rows', () => {
    const states = new Map([
      [cellKey, createState('Scored')],
      [`${cellKey}:2`, createState('Scored')],
    ]);
    const rows = planRows(toRows([english, german], [english, german]), states);
    expect(rows.map(({ key }) => key)).toEqual([cellKey, `${cellKey}:2`]);
  });
});

test('without the journal, rows with accepted suggestions keep their scores after only the inputs are sorted', async () => {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), ['E-2', 'E-1']);
  edit(path, ',No,Yes,No,', ',Nein,Yes,No,');
  await runOn(path, service.sandbox, accepting);
  const readScores = (file: string) =>
    new Map(cellsByHeading(file).map((row) => [row['Employee ID'], row['Overall trip risk']]));
  const scores = readScores(path);
  const [head = [], second = [], first = []] = readCells(path);
  const inputCount = headings.split(',').length;
  const sorted = [
    [...first.slice(0, inputCount), ...second.slice(inputCount)],
    [...second.slice(0, inputCount), ...first.slice(inputCount)],
  ];
  writeFileSync(path, [head, ...sorted].map((cells) => `${cells.join(',')}\r\n`).join(''));
  rmSync(`${path}.rwa-journal.jsonl`);
  // The runs write to another file, so the sheet does not change. The first run finds the assessments
  // by the references in the sheet, and the second run finds them in the journal.
  const output = `${path}.scored.csv`;
  for (const run of ['first', 'second']) {
    const { summary } = await runOn(path, service.sandbox, { output });
    expect(summary.counts.Scored, run).toBe(2);
    expect(readScores(output)).toEqual(scores);
  }
  expect(await countCreated(service)).toBe(2);
});

test('without the journal, earlier scores do not stay beside another person after only the inputs are sorted', async () => {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), ['E-1', 'E-2']);
  await runOn(path, service.sandbox);
  await runOn(path, service.sandbox, { operation: createReassessment({}) });
  const [head = [], first = [], second = []] = readCells(path);
  const inputCount = headings.split(',').length;
  const sorted = [
    [...second.slice(0, inputCount), ...first.slice(inputCount)],
    [...first.slice(0, inputCount), ...second.slice(inputCount)],
  ];
  writeFileSync(path, [head, ...sorted].map((cells) => `${cells.join(',')}\r\n`).join(''));
  rmSync(`${path}.rwa-journal.jsonl`);
  await runOn(path, service.sandbox);
  const written = cellsByHeading(path).map((row) => [
    row['Assessment status'],
    row['Previous overall risk'],
    row.Change,
  ]);
  expect(written).toEqual([
    ['Scored', '', ''],
    ['Scored', '', ''],
  ]);
});

import { beforeAll, expect, test } from 'vitest';
import type { Problems, Sheet } from '../../../../batch/server/contract/shapes.js';
import { cleanUpAfterFile } from '../../../cleanUpAfterFile.js';
import { headings, hireRow } from '../../run/testRun.js';
import { Page } from '../advice/pageOfAdvice.js';

/** Rows without a person. They follow two people, so they are rows 4 and 5 of their sheet. */
const totalRow = 'Total,,,,,,,,,,4,,,';
const legendRow = 'Legend,Hire From Anywhere,,,,,,,,,,,,';
/** Values for the inputs that are empty in the legend. */
const legendInputs = [
  ['seniority', 'Mid'],
  ['roleType', 'Other'],
  ['citizenship', 'France'],
  ['destination', 'Spain'],
  ['residency', 'France'],
  ['salesContracts', 'No'],
  ['legalRight', 'Yes'],
  ['benefitLocalMarket', 'No'],
  ['numberHires', '1'],
  ['urgency', '1-3 months'],
  ['startDate', '2026-11-03'],
  ['endDate', '2027-11-02'],
] as const;

// All tests share one server, so each test uses its own employees.
let page: Page;
const onFinished = cleanUpAfterFile();

beforeAll(async () => {
  page = await Page.open({}, onFinished);
});

let testCount = 0;
async function uploadWithTotals() {
  testCount++;
  const employees = [`E-${testCount}-1`, `E-${testCount}-2`];
  const rows = [headings, ...employees.map(hireRow), totalRow, legendRow];
  const sheet = await page.upload(rows);
  const { server } = page;
  const path = `/api/sheets/${sheet}`;
  const readProblems = () => server.json<Problems>('GET', `${path}/problems`);
  const ignore = (...numbers: number[]) =>
    server.ask('POST', `${path}/ignored-rows`, { rows: numbers });
  const undo = (row: number) => server.json<Sheet>('DELETE', `${path}/ignored-rows/${row}`);
  return { sheet, employees, rows, readProblems, ignore, undo };
}

test('an ignored row has no problems, is not sent, and has no results in the download', async () => {
  const { sheet, employees, rows, readProblems, ignore } = await uploadWithTotals();
  expect((await page.server.sheet(sheet)).problems).toBe(2);
  const before = await readProblems();
  expect(before.problems.every(({ canBeIgnored }) => canBeIgnored)).toBe(true);
  expect((await ignore(4, 5)).status).toBe(200);
  await expect.poll(async () => (await page.server.sheet(sheet)).problems).toBe(0);
  const after = await readProblems();
  expect(after.problems).toEqual([]);
  expect(after.ignoredRows).toMatchObject([
    { row: 4, text: 'Total, 4' },
    { row: 5, text: 'Legend, Hire From Anywhere' },
  ]);
  expect(await page.listSentBy(() => page.assess(sheet))).toEqual(employees);
  const lines = await page.download(sheet);
  expect(lines.slice(3, 5).map((line) => line.replace(/,*$/, ''))).toEqual(
    rows.slice(3).map((line) => line.replace(/,*$/, '')),
  );
});

test('an ignored row is not sent even if corrections make it valid, and a person can include the row again', async () => {
  const { sheet, employees, readProblems, ignore, undo } = await uploadWithTotals();
  await ignore(4, 5);
  await expect.poll(async () => (await page.server.sheet(sheet)).problems).toBe(0);
  // Corrections of all rows make the legend valid, but it remains ignored.
  const corrections = legendInputs.map(([field, to]) => ({ field, value: '', to }));
  await page.server.json('POST', `/api/sheets/${sheet}/corrections`, corrections);
  expect(await page.listSentBy(() => page.assess(sheet))).toEqual(employees);
  await undo(4);
  await expect.poll(async () => (await page.server.sheet(sheet)).problems).toBe(1);
  expect((await readProblems()).ignoredRows).toMatchObject([{ row: 5 }]);
  expect((await page.row(sheet, 4)).status).toBe('Invalid');
  await undo(5);
  await expect.poll(async () => (await page.row(sheet, 5)).status).toBe('Not sent');
});

test('a valid row, an assessed row, a missing row and the only row of a sheet cannot be ignored', async () => {
  const { sheet, ignore } = await uploadWithTotals();
  const refused = expect.stringMatching(/"Row 2 cannot be ignored/) as string;
  expect(await ignore(4, 2)).toMatchObject({ status: 409, text: refused });
  await page.assess(sheet);
  expect(await ignore(2)).toMatchObject({ status: 409, text: refused });
  expect(await ignore(4000)).toMatchObject({ status: 409 });
  const alone = await page.upload([headings, totalRow]);
  const path = `/api/sheets/${alone}`;
  expect(await page.server.ask('POST', `${path}/ignored-rows`, { rows: [2] })).toMatchObject({
    status: 409,
    text: expect.stringContaining('needs a row that is not ignored') as string,
  });
  expect((await page.server.ask('DELETE', path)).status).toBe(204);
});

test('a row that contains results cannot be ignored, even if it has no inputs', async () => {
  const { sheet } = await uploadWithTotals();
  await page.assess(sheet);
  const [head = '', first = '', ...others] = await page.download(sheet);
  const results = first.split(',').map((cell, index) => (index < 14 ? '' : cell));
  const editedSheet = await page.upload([head, results.join(','), ...others]);
  const path = `/api/sheets/${editedSheet}`;
  const { problems } = await page.server.json<Problems>('GET', `${path}/problems?kind=incomplete`);
  expect(problems.map(({ row, canBeIgnored }) => [row, canBeIgnored])).toEqual([
    [2, false],
    [4, true],
  ]);
  const refused = await page.server.ask('POST', `${path}/ignored-rows`, { rows: [2] });
  expect(refused.status).toBe(409);
});

test.each(['seniority', 'employeeId'] as const)(
  'an assessed row cannot be ignored after its correction of %s was undone',
  async (field) => {
    const { employees, rows } = await uploadWithTotals();
    const [, , second = '', ...totals] = rows;
    const others = [headings, hireRow(`${employees[0]}-other`)];
    const [value, to] = field === 'seniority' ? ['Mid', 'Middling'] : [employees[1] ?? '', ''];
    const sheet = await page.upload([...others, second.replace(value, to), ...totals]);
    const path = `/api/sheets/${sheet}`;
    await page.correct(sheet, 3, field, to, value);
    await page.assess(sheet);
    await page.undoCorrection(sheet);
    expect((await page.row(sheet, 3)).status).toBe('Invalid');
    const { problems } = await page.server.json<Problems>('GET', `${path}/problems`);
    expect(problems.map(({ row, canBeIgnored }) => [row, canBeIgnored])).toEqual(
      expect.arrayContaining([
        [3, false],
        [4, true],
      ]),
    );
    const ignore = (row: number) =>
      page.server.ask('POST', `${path}/ignored-rows`, { rows: [row] });
    expect(await ignore(3)).toMatchObject({
      status: 409,
      text: expect.stringContaining('Row 3 cannot be ignored') as string,
    });
    expect((await ignore(4)).status).toBe(200);
  },
);

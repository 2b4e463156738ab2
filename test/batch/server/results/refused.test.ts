import { expect, test } from 'vitest';
import { addCorrections } from '../../../../batch/server/sheets/correctionStore.js';
import { readProblemPage } from '../../../../batch/server/sheets/problemStore.js';
import { findSheet } from '../../../../batch/server/sheets/sheetStore.js';
import { readRowsByNumber } from '../../../../batch/server/results/rowPages.js';
import { readStoredSheet } from '../../../../batch/server/sheets/readStoredSheet.js';
import type { Problems, RowCells } from '../../../../batch/server/contract/shapes.js';
import { findNamedValues } from '../../../../batch/server/words/valueEntry.js';
import { optionLists } from '../../../../sandbox/optionLists.js';
import { serviceMessages } from '../../../serviceMessages.js';
import { headings, hireRow } from '../../run/testRun.js';
import { hires, Page } from '../advice/pageOfAdvice.js';
import { runSheet, testResults, storeSheet } from './testStore.js';

test('rows that the service has rejected are listed under Check, and can be corrected and sent again', async () => {
  const fixture = await testResults();
  const { store } = fixture;
  const [first, second] = ['E-1', 'E-2'].map((id) => hireRow(id).replace('Portugal', ' atlantis '));
  const sheet = await storeSheet(
    fixture,
    'hires.csv',
    [headings, first, second, hireRow('E-3'), ''].join('\r\n'),
  );
  await runSheet(fixture, sheet);
  const readStatuses = async () =>
    (await readRowsByNumber(store, sheet, [2, 3, 4])).map(({ status }) => status);
  const listProblems = async () => {
    const { problems } = await readProblemPage(store, sheet, { limit: 10 });
    // A run and a reading give the same problem different places.
    return problems.map(({ place: _, ...problem }) => problem);
  };
  expect(await readStatuses()).toEqual(['Rejected', 'Rejected', 'Scored']);
  const [refused] = await listProblems();
  expect(refused).toMatchObject({
    row: 2,
    employeeId: 'E-1',
    kind: 'refused',
    field: 'destination',
    value: 'atlantis',
    message: 'Incorrect Country please review documentation.',
    remedy: 'Correct it here, and press "Assess" to send the row again.',
    rows: 2,
    firstRows: [2, 3],
  });
  expect(refused?.cell).toMatch(/^[A-Z]2$/);
  expect((await findSheet(store, sheet))?.problemRows).toBe(2);
  const before = await listProblems();
  expect(before).toHaveLength(1);
  await readStoredSheet(fixture.ports, sheet);
  expect(await listProblems()).toEqual(before);

  const correction = { field: 'destination', value: 'atlantis', to: 'Spain', row: null };
  await addCorrections(store, sheet, [correction], { by: 'ada', at: new Date().toISOString() });
  await readStoredSheet(fixture.ports, sheet);
  expect(await readStatuses()).toEqual(['Not sent', 'Not sent', 'Scored']);
  expect(await listProblems()).toEqual([]);
  await runSheet(fixture, sheet);
  expect(await readStatuses()).toEqual(['Scored', 'Scored', 'Scored']);
  expect((await findSheet(store, sheet))?.problemRows).toBe(0);
});

test('problems of rows that a round does not send remain under Check', async () => {
  const page = await Page.open();
  const refused = hireRow('E-2').replace('Portugal', 'atlantis');
  const sheet = await page.uploadAndAssess([...hires('E-1', 'E-1'), refused, hireRow('E-3')]);
  const listKinds = async () => {
    const path = `/api/sheets/${sheet}/problems`;
    const { problems } = await page.server.json<Problems>('GET', path);
    return problems.map(({ row, kind }) => [row, kind]);
  };
  const before = await listKinds();
  expect(before).toEqual([
    [3, 'duplicate'],
    [4, 'refused'],
  ]);
  await page.reassess(sheet, '5');
  expect(await listKinds()).toEqual(before);
  expect((await page.server.sheet(sheet)).problems).toBe(2);
  // A run replaces the problems of the rows that it has sent.
  await page.correct(sheet, 4, 'destination', 'atlantis', 'Spain');
  await page.assess(sheet);
  expect(await listKinds()).toEqual([[3, 'duplicate']]);
});

test('the message about a wrong or rejected correction names the corrected value, beside the value of the cell', async () => {
  const page = await Page.open();
  const sheet = await page.upload(hires('E-1', 'E-2'));
  const listProblems = async () => {
    const path = `/api/sheets/${sheet}/problems`;
    const { problems } = await page.server.json<Problems>('GET', path);
    return problems.map(({ row, value, message }) => [row, value, message]);
  };
  await page.correct(sheet, 2, 'destination', 'Portugal', 'Lemuria');
  await page.correct(sheet, 3, 'endDate', '2027-11-02', '2020-01-02');
  const endBeforeStart = 'End date is before start date. The value was corrected to "2020-01-02".';
  expect(await listProblems()).toEqual([
    [2, 'Portugal', '"Lemuria" is not a known English country name.'],
    [3, '2027-11-02', endBeforeStart],
  ]);
  await page.assess(sheet);
  const refused = `${serviceMessages.incorrectCountry}. The value was corrected to "Lemuria".`;
  expect(await listProblems()).toEqual([
    [2, 'Portugal', refused],
    [3, '2027-11-02', endBeforeStart],
  ]);
});

test('if the service lists the allowed values in a rejection, they are offered for this input in all rows', async () => {
  const page = await Page.open();
  const refused = hireRow('E-1').replace('Other', 'Coder');
  const sheet = await page.uploadAndAssess([headings, refused, hireRow('E-2')]);
  const path = `/api/sheets/${sheet}`;
  const { problems } = await page.server.json<Problems>('GET', `${path}/problems`);
  const named = optionLists.roleType;
  expect(problems).toMatchObject([{ field: 'roleType', value: 'Coder', namedValues: named }]);
  const { cells } = await page.server.json<RowCells>('GET', `${path}/rows/3/cells`);
  const findInput = (field: string) => cells.find(({ input }) => input?.field === field)?.input;
  expect(findInput('roleType')).toMatchObject({ namedValues: named });
  expect(findInput('urgency')).toEqual({ field: 'urgency', label: 'Hiring urgency' });
  expect(findInput('endDate')).toMatchObject({ isDate: true });
});

test.each([
  ['Role type must be Sales, Legal, or Human Resources.', ['Sales', 'Legal', 'Human Resources']],
  ['Must be Yes or No. The value was corrected to "Si, Si".', ['Yes', 'No']],
  ['Use one of: "1-3 months", "3-6 months"', ['1-3 months', '3-6 months']],
  ['Hiring urgency must be given.', []],
  ['Incorrect Country please review documentation.', []],
])('the message %j names the values %j', (message, values) => {
  expect(findNamedValues(message)).toEqual(values);
});

test('the plan warns of values that the service is likely to reject, and these values are sent unchanged', async () => {
  const page = await Page.open();
  const rowsWithUnknownCountry = ['E-2', 'E-3'].map((id) =>
    hireRow(id).replace('Portugal', 'Holand'),
  );
  const sheet = await page.upload([headings, hireRow('E-1'), ...rowsWithUnknownCountry]);
  expect((await page.server.sheet(sheet)).notes).toEqual([]);
  const warning =
    '2 rows have values that the service is likely to reject. They are sent as they are, unless you correct them under Check first. Rows 3 and 4: Destination country: "Holand" is not a known English country name';
  expect(await page.plan(sheet)).toContain(warning);
  await page.assess(sheet);
  expect((await page.row(sheet, 3)).status).toBe('Rejected');
  expect(await page.plan(sheet)).not.toContain('likely to reject');
  await page.correct(sheet, 3, 'destination', 'Holand', 'Nederland');
  await page.correct(sheet, 4, 'destination', 'Holand', 'Atlantis');
  expect(await page.plan(sheet)).toContain(
    '1 row has a value that the service is likely to reject.',
  );
});

import { beforeAll, expect, test } from 'vitest';
import type {
  DetailedRow,
  Outcomes,
  RiskMap,
  RowList,
  Unconfirmed,
} from '../../../../batch/server/contract/shapes.js';
import { cleanUpAfterFile } from '../../../cleanUpAfterFile.js';
import { headings, hireRow } from '../../run/testRun.js';
import { testFolder } from '../../testFolder.js';
import { createWorkbookParts } from '../../../sheets/xlsx/workbookFixture.js';
import { buildZip } from '../../../sheets/xlsx/zipFixture.js';
import { dataFolder, serve, type ServerUnderTest } from '../serveUnderTest.js';
import { ageInDataFolder } from '../../../ageRequests.mjs';

// All tests share this server; each test has its own employees.
let folder: string;
let server: ServerUnderTest;
const onFinished = cleanUpAfterFile();

beforeAll(async () => {
  folder = testFolder(onFinished);
  server = await serve(folder, {}, [], onFinished);
});

/** The sandbox creates an assessment for this employee, and then loses the answer. */
const lostEmployee = 'SANDBOX-LOST-ANSWER';

test('a real server answers requests for a run, its rows, decisions, settlements, downloads and people', async () => {
  const text = [headings, hireRow('E-1'), hireRow(lostEmployee), hireRow('E-3'), ''].join('\r\n');
  const { id } = await server.upload('hires.csv', text);
  const ended = await server.runToEnd(id);
  expect(ended.counts).toMatchObject({ Scored: 2, Unconfirmed: 1 });

  const sheetPath = `/api/sheets/${id}`;
  const firstPage = await server.json<RowList>('GET', `${sheetPath}/rows?sort=risk&limit=2`);
  expect(firstPage).toMatchObject({ counts: { all: 3, scored: 2, settle: 1, undecided: 2 } });
  const rest = await server.json<RowList>(
    'GET',
    `${sheetPath}/rows?sort=risk&limit=2&after=${firstPage.next}`,
  );
  expect(rest).toMatchObject({ rows: [{ row: 3, status: 'Unconfirmed' }], next: null });
  const wrongCursor = await server.ask(
    'GET',
    `${sheetPath}/rows?sort=person&after=${firstPage.next}`,
  );
  expect(wrongCursor.status).toBe(422);
  expect((await server.ask('GET', `${sheetPath}/rows/99`)).status).toBe(404);

  const row2 = await server.json<DetailedRow>('GET', `${sheetPath}/rows/2`);
  expect(row2.inputs).toContainEqual({
    field: 'destination',
    label: 'Destination country',
    value: 'Portugal',
  });
  expect(row2.history).toMatchObject([{ round: 1, assessmentId: row2.assessmentId }]);
  expect(await server.json<RiskMap>('GET', `${sheetPath}/risks`)).toMatchObject({
    rows: 3,
    scored: 2,
  });

  const decision = { rows: [2, 3, 4], status: 'Manager Approved', managerId: 'M-200' };
  // The assessment of row 4 is not the one that the person saw.
  const assessmentIds = [row2.assessmentId, '', 'an earlier one'];
  const staleDecision = await server.ask('POST', `${sheetPath}/decisions`, {
    ...decision,
    assessmentIds,
  });
  expect([staleDecision.status, staleDecision.text]).toEqual([
    409,
    expect.stringMatching(/^.*Row 4 .*Nothing was recorded\. Load the page again/) as string,
  ]);
  expect(await server.json('GET', `${sheetPath}/rows/2`)).toMatchObject({ decisions: [] });
  const tooFew = await server.ask('POST', `${sheetPath}/decisions`, {
    ...decision,
    assessmentIds: [''],
  });
  expect(tooFew.status).toBe(422);
  const row4 = await server.json<DetailedRow>('GET', `${sheetPath}/rows/4`);
  const { outcomes } = await server.json<Outcomes>('POST', `${sheetPath}/decisions`, {
    ...decision,
    assessmentIds: [row2.assessmentId, '', row4.assessmentId],
  });
  expect(outcomes.map(({ row, ok }) => [row, ok])).toEqual([
    [2, true],
    [3, false],
    [4, true],
  ]);
  expect(await server.json('GET', `${sheetPath}/rows/2`)).toMatchObject({
    decisions: [{ status: 'Manager Approved', state: 'recorded', person: 'M-200' }],
  });

  const list = await server.json<{ unconfirmed: Unconfirmed[] }>('GET', `${sheetPath}/unconfirmed`);
  expect(list.unconfirmed).toMatchObject([{ row: 3 }]);
  const { key, sentAt } = list.unconfirmed[0] ?? {};
  const settlementWithoutTime = await server.ask('POST', `${sheetPath}/settlements`, {
    key,
    exists: false,
  });
  expect([settlementWithoutTime.status, settlementWithoutTime.text]).toEqual([
    422,
    expect.stringContaining('sentAt'),
  ]);
  const settlementWithoutId = await server.ask('POST', `${sheetPath}/settlements`, {
    key,
    sentAt,
    exists: true,
  });
  expect([settlementWithoutId.status, settlementWithoutId.text]).toEqual([
    422,
    expect.stringContaining('assessmentId'),
  ]);
  const typedId = '1700000000000x123456789012345678';
  await server.json('POST', `${sheetPath}/settlements`, {
    key,
    sentAt,
    exists: true,
    assessmentId: typedId,
  });
  // The ID may belong to another row, which would then get the decision.
  const decisionOnTypedId = await server.json<Outcomes>('POST', `${sheetPath}/decisions`, {
    ...decision,
    rows: [3],
  });
  expect(decisionOnTypedId.outcomes).toEqual([
    { row: 3, ok: false, message: expect.stringContaining('It is not certain') as string },
  ]);
  ageInDataFolder(dataFolder(folder));
  await server.json('POST', `${sheetPath}/settlements`, {
    key,
    sentAt: null,
    exists: false,
    insteadOf: typedId,
  });
  expect((await server.rows(id, '&filter=unsent')).map(({ row }) => row)).toEqual([3]);
  expect(await server.sheet(id)).toMatchObject({ unconfirmed: 0, counts: { 'Not sent': 1 } });

  for (const [name, file] of [
    ['workbook', /hires\.scored\.csv/],
    ['results.csv', /hires\.results\.csv/],
    ['report', /hires\.report\.html/],
    ['problems', /hires\.problems\.xlsx/],
  ] as const) {
    const {
      status,
      headers,
      text: content,
    } = await server.ask('GET', `${sheetPath}/downloads/${name}`);
    expect([name, status]).toEqual([name, 200]);
    expect(headers.get('Content-Disposition')).toMatch(file);
    expect(content.length).toBeGreaterThan(100);
  }
  const nia = {
    first_name: 'Nia',
    last_name: 'New',
    email: 'nia@company-1.example',
    staff_id: 'C-300',
  };
  const invited = await server.json<{ actions: unknown[] }>('POST', '/api/people/invitations', {
    people: [nia],
  });
  expect(invited.actions).toMatchObject([
    { action: 'invite', person: 'C-300', email: nia.email, status: 'Invited' },
  ]);
});

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

test.each([
  ['hires.xlsx', workbookType, 'hires.scored.xlsx'],
  ['hires.xlsm', 'application/vnd.ms-excel.sheet.macroEnabled.12', 'hires.scored.xlsm'],
  [
    'hires.xltx',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.template',
    'hires.scored.xltx',
  ],
  // The name of a workbook may have another extension, or none.
  ['hires.csv', workbookType, 'hires.scored.xlsx'],
  ['hires', workbookType, 'hires.scored.xlsx'],
])(
  'the workbook %s is assessed, and downloaded in the same format',
  async (name, type, downloadName) => {
    const toCells = (line: string) =>
      line.split(',').map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`);
    const rows = [headings, hireRow(`Employee in ${name}`)].map(
      (line) => `<row>${toCells(line).join('')}</row>`,
    );
    const { id } = await server.upload(
      name,
      buildZip(createWorkbookParts({ rows: rows.join('') })),
    );
    expect((await server.runToEnd(id)).counts).toEqual({ Scored: 1 });
    const { status, headers } = await server.ask('GET', `/api/sheets/${id}/downloads/workbook`);
    expect([status, headers.get('Content-Type')]).toEqual([200, type]);
    expect(headers.get('Content-Disposition')).toContain(`"${downloadName}"`);
  },
);

test('a CSV file that is named like a workbook is assessed and downloaded as CSV', async () => {
  const { id } = await server.upload('hires.xlsx', `${headings}\r\n${hireRow('E-4')}\r\n`);
  expect((await server.runToEnd(id)).counts).toEqual({ Scored: 1 });
  const { headers } = await server.ask('GET', `/api/sheets/${id}/downloads/workbook`);
  expect(headers.get('Content-Disposition')).toContain('"hires.scored.csv"');
});

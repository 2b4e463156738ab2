import ExcelJS from 'exceljs';
import { beforeAll, expect, test } from 'vitest';
import type { DetailedRow } from '../../../../batch/server/contract/shapes.js';
import { cleanUpAfterFile } from '../../../cleanUpAfterFile.js';
import { readRows, type Rows, toWorkbook } from '../../../editedSheet.js';
import { runSheet } from '../../../nodes/sheets.js';
import { type SandboxUnderTest, startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { CommandProgram } from '../../programs.js';
import { toEnv } from '../../cli/rwaUnderTest.js';
import { headings, hireRow } from '../../run/testRun.js';
import { testFolder } from '../../testFolder.js';
import { serve, ServerUnderTest } from '../serveUnderTest.js';

const decisionHeadings = [
  'Recorded decision',
  'Decided by',
  'Decided at',
  'Decision note',
  'Earlier decision',
];

// All tests share this server; each test has its own employees.
let service: SandboxUnderTest;
let server: ServerUnderTest;
const onFinished = cleanUpAfterFile();

beforeAll(async () => {
  service = await startTestSandbox({}, onFinished);
  server = await serve(testFolder(onFinished), toEnv(service), [], onFinished);
});

let testCount = 0;
function createEmployees(): [string, string] {
  testCount++;
  return [`E-${testCount}-1`, `E-${testCount}-2`];
}

function createWorkbook(employees: readonly string[] = createEmployees()): Promise<Uint8Array> {
  const people = employees.map((id) => [...hireRow(id).split(','), `Name of ${id}`]);
  return toWorkbook([[...headings.split(','), 'Name'], ...people]);
}

async function assess(name: string, bytes: Uint8Array) {
  const { id } = await server.upload(name, bytes);
  expect((await server.runToEnd(id)).run?.state).toBe('ended');
  return id;
}

async function download(id: string): Promise<Buffer> {
  const { text } = await server.ask('GET', `/api/sheets/${id}/downloads/workbook`);
  return Buffer.from(text, 'latin1');
}

async function decide(id: string, row: number, status: string, note = '', by = server) {
  const body = { rows: [row], status, note, managerId: 'M-200', cancelledByStaffId: 'M-200' };
  const { outcomes } = await by.json<{ outcomes: unknown[] }>(
    'POST',
    `/api/sheets/${id}/decisions`,
    body,
  );
  expect(outcomes).toMatchObject([{ row, ok: true }]);
}

function readDecisionCells([first = [], ...rows]: Rows) {
  return rows.map((row) =>
    decisionHeadings.map((heading) => {
      const cell = row[first.indexOf(heading)] ?? '';
      return cell instanceof Date ? 'a time' : cell;
    }),
  );
}

/**
 * Removes the column of row references. They depend on the journal, and each sheet of a server, the command and the node
 * have their own journals.
 */
const removeReferences = (rows: Rows): Rows => rows.map((row) => row.slice(0, -1));

const removeReference = (line: string) => line.replace(/,r1[.][^,]*$/, '');

const noDecision = ['', '', '', '', ''];

test('the workbook has the latest decisions with member, time and note in one set of columns, even after another upload', async () => {
  const id = await assess('hires.xlsx', await createWorkbook());
  const before = await readRows(await download(id));
  // A sheet without decisions gets no empty columns.
  expect(before[0]).not.toContain('Recorded decision');

  await decide(id, 2, 'Manager Approved', 'Short trip');
  const bytes = await download(id);
  const rows = await readRows(bytes);
  expect(rows[0]).toEqual((before[0] ?? []).toSpliced(-1, 0, ...decisionHeadings));
  expect(readDecisionCells(rows)).toEqual([
    ['Manager Approved', 'Administrator', 'a time', 'Short trip', ''],
    noDecision,
  ]);

  const copy = (await server.upload('again.xlsx', bytes)).id;
  await server.sheet(copy);
  const csv = await server.ask('GET', `/api/sheets/${copy}/downloads/results.csv`);
  expect(csv.text).toContain('Row,Employee ID,Name,Purpose,Destination,Seniority,');
  expect(csv.text).toContain(',End date,Assessment status,');
  expect(csv.text.match(/Recorded decision/g)).toHaveLength(1);
  const { columns } = await server.json<{ columns: { heading: string; isOurs: boolean }[] }>(
    'GET',
    `/api/sheets/${copy}/match`,
  );
  const shown = columns.filter(({ heading }) => decisionHeadings.includes(heading));
  expect(shown.map(({ isOurs }) => isOurs)).toEqual(decisionHeadings.map(() => true));
  await decide(copy, 2, 'Canceled');
  await decide(copy, 3, 'Manager Approved');
  const second = await readRows(await download(copy));
  expect(second[0]).toEqual(rows[0]);
  expect(readDecisionCells(second)).toEqual([
    ['Canceled', 'Administrator', 'a time', '', ''],
    ['Manager Approved', 'Administrator', 'a time', '', ''],
  ]);
  const last = decisionHeadings.length + 1;
  expect(second.map((row) => row.slice(0, -last))).toEqual(removeReferences(before));
});

test('after a round, the workbook shows the decision as an earlier one, even if the uploaded file shows it as the current one', async () => {
  const id = await assess('hires.xlsx', await createWorkbook());
  await decide(id, 2, 'Manager Approved');
  const bytes = await download(id);
  const copy = (await server.upload('again.xlsx', bytes)).id;
  for (const sheet of [id, copy]) {
    const body = { operation: 'reassess', rows: '2', round: sheet };
    await server.json('POST', `/api/sheets/${sheet}/runs`, body);
    expect((await server.ended(sheet)).run?.state).toBe('ended');
    const [decided, other] = readDecisionCells(await readRows(await download(sheet)));
    expect(decided?.slice(0, 4)).toEqual(['', '', '', '']);
    expect(decided?.[4]).toMatch(/^Manager Approved,( round 1,)? Administrator, 20/);
    expect(other).toEqual(noDecision);
  }
});

test('a CSV download has the decisions, and only its row references change when it is uploaded and downloaded again', async () => {
  const text = [headings, ...createEmployees().map(hireRow), ''].join('\r\n');
  const id = await assess('hires.csv', Buffer.from(text));
  await decide(id, 2, 'Manager Approved', '=Short, trip');
  const bytes = await download(id);
  const [first = '', decided, other] = bytes.toString().split('\r\n');
  expect(first).toMatch(new RegExp(`,${decisionHeadings.join(',')},Row reference$`));
  expect(decided).toMatch(/,Manager Approved,Administrator,20[^,]+Z,"'=Short, trip",,r1/);
  expect(other).toMatch(/Z,,,,,,r1/);
  const copy = (await server.upload('again.csv', bytes)).id;
  await server.sheet(copy);
  const lines = (await download(copy)).toString().split('\r\n');
  expect(lines.map(removeReference)).toEqual(bytes.toString().split('\r\n').map(removeReference));
});

test('a CSV file in an encoding without a letter of the member and the note gets the next decision', async () => {
  const people = createEmployees().map((id) => `${hireRow(id)},Zoë`);
  const text = [`${headings},Name`, ...people, ''].join('\r\n');
  const id = await assess('hires.csv', Buffer.from(text, 'latin1'));
  const invitation = { name: 'Łukasz Ek', role: 'administrator' };
  const { link } = await server.json<{ link: string }>(
    'POST',
    '/api/members/invitations',
    invitation,
  );
  const member = new ServerUnderTest(server.url, server.running);
  await member.json('POST', '/api/links', { code: new URL(link).hash.slice(1) });
  await decide(id, 2, 'Manager Approved', '500 zł', member);
  const bytes = await download(id);
  const [, decided] = bytes.toString('latin1').split('\r\n');
  expect(decided).toMatch(/,Zoë,.*,Manager Approved,[?]ukasz Ek,20[^,]+Z,500 z[?],,r1/);
  const copy = (await server.upload('again.csv', bytes)).id;
  await server.sheet(copy);
  await decide(copy, 2, 'Canceled');
  const [, next] = (await download(copy)).toString('latin1').split('\r\n');
  expect(next).toMatch(/,Canceled,Administrator,20[^,]+Z,,,r1/);
});

test('after a round in a later sheet, a decision from an earlier sheet is in the row panel, the CSV and the workbook', async () => {
  const { assessments: before } = await service.readLedger();
  const [first, second] = createEmployees();
  const id = await assess('first quarter.xlsx', await createWorkbook([first, second]));
  await decide(id, 2, 'Manager Approved', 'Short trip');
  const next = await assess('second quarter.xlsx', await createWorkbook([second, first]));
  expect((await service.readLedger()).assessments).toHaveLength(before.length + 2);
  const decision = { status: 'Manager Approved', by: 'Administrator' };
  const readRow = (row: number) =>
    server.json<DetailedRow>('GET', `/api/sheets/${next}/rows/${row}`);
  expect(await readRow(3)).toMatchObject({ employeeId: first, decision });

  await server.json('POST', `/api/sheets/${next}/runs`, {
    operation: 'reassess',
    round: '2027-Q1',
  });
  expect((await server.ended(next)).run?.state).toBe('ended');
  const shown = await readRow(3);
  expect(shown).toMatchObject({
    earlierDecision: { ...decision, round: 1 },
    decisions: [{ ...decision, isEarlier: true, round: 1, note: 'Short trip' }],
  });
  expect(shown).not.toHaveProperty('decision');
  expect(await readRow(2)).toMatchObject({ employeeId: second, decisions: [] });
  const earlier = 'Manager Approved, round 1, Administrator, 20';
  const csv = await server.ask('GET', `/api/sheets/${next}/downloads/results.csv`);
  expect(csv.text).toContain(`,"${earlier}`);
  const cells = readDecisionCells(await readRows(await download(next)));
  expect(cells).toEqual([noDecision, ['', '', '', '', expect.stringContaining(earlier)]]);
});

test('a note that a person has edited or added is kept when decisions are written', async () => {
  const id = await assess('hires.xlsx', await createWorkbook());
  await decide(id, 2, 'Manager Approved', 'Short trip');
  const rows = await readRows(await download(id));
  const note = (rows[0] ?? []).indexOf('Decision note');
  const [, first = [], second = []] = rows;
  first[note] = 'Short trip, see the mail of Bo';
  second[note] = 'Ask Bo';
  const copy = (await server.upload('again.xlsx', await toWorkbook(rows))).id;
  await server.sheet(copy);
  await decide(copy, 3, 'Manager Approved', 'Asked');
  expect(readDecisionCells(await readRows(await download(copy)))).toEqual([
    ['Manager Approved', 'Administrator', 'a time', 'Short trip, see the mail of Bo', ''],
    ['Manager Approved', 'Administrator', 'a time', 'Ask Bo', ''],
  ]);
});

async function decideAndEditDownload(edit: (rows: Rows, at: (heading: string) => number) => void) {
  const id = await assess('hires.xlsx', await createWorkbook());
  await decide(id, 2, 'Manager Approved', 'Short trip');
  const rows = await readRows(await download(id));
  edit(rows, (heading) => (rows[0] ?? []).indexOf(heading));
  const copy = (await server.upload('again.xlsx', await toWorkbook(rows))).id;
  await server.sheet(copy);
  return {
    copy,
    decisions: async () => readDecisionCells(await readRows(await download(copy))),
  };
}

test('a decision is written beside its person after the inputs were sorted without the results', async () => {
  const { decisions } = await decideAndEditDownload(([, first = [], second = []], at) => {
    const count = at('Assessment status');
    const inputs = first.splice(0, count, ...second.slice(0, count));
    second.splice(0, count, ...inputs);
  });
  const decided = ['Manager Approved', 'Administrator', 'a time', 'Short trip', ''];
  expect(await decisions()).toEqual([noDecision, decided]);
});

test('a row that is skipped as hidden keeps its decision', async () => {
  const id = await assess('hires.xlsx', await createWorkbook());
  await decide(id, 2, 'Manager Approved');
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load((await download(id)) as unknown as ExcelJS.Buffer);
  const [worksheet] = workbook.worksheets;
  if (worksheet === undefined) throw new Error('There is no worksheet.');
  worksheet.getRow(2).hidden = true;
  const edited = new Uint8Array(await workbook.xlsx.writeBuffer());
  const copy = (await server.upload('again.xlsx', edited)).id;
  await server.json('PUT', `/api/sheets/${copy}/match`, { skipHidden: true });
  await expect.poll(async () => (await server.sheet(copy)).stage).not.toBe('reading');
  const [decided] = readDecisionCells(await readRows(await download(copy)));
  expect(decided?.slice(0, 2)).toEqual(['Manager Approved', 'Administrator']);
});

test('a decision is removed from a row that is now about another person', async () => {
  const { copy, decisions } = await decideAndEditDownload(([, first = []], at) => {
    first[at('Employee ID')] = createEmployees()[0];
    for (let index = at('Assessment status'); index < at('Recorded decision'); index++)
      first[index] = '';
    first[at('Row reference')] = '';
  });
  expect((await server.runToEnd(copy)).run?.state).toBe('ended');
  expect(await decisions()).toEqual([noDecision, noDecision]);
});

test.each([
  ['the decision', 'Recorded decision', 'Rejected'],
  ['the time', 'Decided at', 'yesterday'],
  ['the member', 'Decided by', 'Ada Ek'],
])(
  'no decision cell of a row is changed if a person has typed a text in the cell for %s',
  async (_what, heading, text) => {
    const { copy, decisions } = await decideAndEditDownload(([, first = [], second = []], at) => {
      first[at(heading)] = text;
      second[at(heading)] = text;
    });
    await decide(copy, 2, 'Canceled');
    await decide(copy, 3, 'Manager Approved');
    const cells = ['Manager Approved', 'Administrator', 'a time', 'Short trip', ''];
    const typed = decisionHeadings.indexOf(heading);
    expect(await decisions()).toEqual([cells.with(typed, text), noDecision.with(typed, text)]);
  },
);

test('a deleted decision column is written again', async () => {
  const { decisions } = await decideAndEditDownload((rows, at) => {
    const by = at('Decided by');
    for (const row of rows) row.splice(by, 1);
  });
  const decided = ['Manager Approved', 'Administrator', 'a time', 'Short trip', ''];
  expect(await decisions()).toEqual([decided, noDecision]);
});

test('no decision is written into a column of the user that has the heading of a decision column', async () => {
  const rows = await readRows(await createWorkbook());
  for (const [at, row] of rows.entries()) row.push(at === 0 ? 'Recorded decision' : '');
  const id = await assess('hires.xlsx', await toWorkbook(rows));
  await decide(id, 2, 'Manager Approved');
  const [first = [], decided = []] = await readRows(await download(id));
  expect(first.indexOf('Recorded decision')).toBe(15);
  expect(decided[15] ?? '').toBe('');
  expect(decided[first.indexOf('Decision recorded by the server')]).toBe('Manager Approved');
});

test('the command and the node keep the decision cells, and rwa decide does not send their decisions again', async () => {
  const id = await assess('hires.xlsx', await createWorkbook());
  await decide(id, 2, 'Manager Approved');
  const bytes = await download(id);
  const rows = removeReferences(await readRows(bytes));
  const command = new CommandProgram(service);
  expect(removeReferences(await readRows(await command.assess(bytes)))).toEqual(rows);
  expect(command.code).toBe(0);
  expect(command.message).not.toContain('Decision');
  const node = await runSheet(service, { fileName: 'hires.xlsx', bytes }, {});
  expect(removeReferences(await readRows(node.file.bytes))).toEqual(rows);

  const { requests } = await service.readLedger();
  const token = ['--base-url', service.sandbox.baseUrl, '--token-file', `${command.folder}/token`];
  expect(await command.type('decide', command.path, ...token, '--yes')).toBe(2);
  expect(command.message).toMatch(/Decision/);
  expect((await service.readLedger()).requests).toEqual(requests);
});

import { expect, test } from 'vitest';
import type { DetailedRow } from '../../../../batch/server/contract/shapes.js';
import { readRows, type Rows, toWorkbook } from '../../../editedSheet.js';
import { runSheet } from '../../../nodes/sheets.js';
import { testSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { CommandFace } from '../../faces.js';
import { folderWith, toEnv } from '../../cli/rwaUnderTest.js';
import { headings, hireRow } from '../../run/testRun.js';
import { serve, type ServerUnderTest } from '../serveUnderTest.js';

const decisionHeadings = [
  'Recorded decision',
  'Decided by',
  'Decided at',
  'Decision note',
  'Earlier decision',
];

/** Two people with a name, which is not an input. */
const people: Rows = ['E-1', 'E-2'].map((id) => [...hireRow(id).split(','), `Name of ${id}`]);
const hires = () => toWorkbook([[...headings.split(','), 'Name'], ...people]);

async function testServer() {
  const service = await testSandbox();
  const server = await serve(await folderWith(), toEnv(service));
  return { service, server };
}

async function assessed(server: ServerUnderTest, name: string, bytes: Uint8Array) {
  const { id } = await server.upload(name, bytes);
  await server.start(id);
  expect((await server.ended(id)).run?.state).toBe('ended');
  return id;
}

async function download(server: ServerUnderTest, id: string): Promise<Buffer> {
  const { text } = await server.ask('GET', `/api/sheets/${id}/downloads/workbook`);
  return Buffer.from(text, 'latin1');
}

async function decide(server: ServerUnderTest, id: string, row: number, status: string, note = '') {
  const body = { rows: [row], status, note, managerId: 'M-200', cancelledByStaffId: 'M-200' };
  const { outcomes } = await server.json<{ outcomes: unknown[] }>(
    'POST',
    `/api/sheets/${id}/decisions`,
    body,
  );
  expect(outcomes).toMatchObject([{ row, ok: true }]);
}

/** Returns the decision cells of each row, by their headings. */
function decisionsIn([first = [], ...rows]: Rows) {
  return rows.map((row) =>
    decisionHeadings.map((heading) => {
      const cell = row[first.indexOf(heading)] ?? '';
      return cell instanceof Date ? 'a time' : cell;
    }),
  );
}

/** Removes the references, which depend on the journal: each face has its own. */
const withoutReferences = (rows: Rows): Rows => rows.map((row) => row.slice(0, -1));

const withoutReference = (line: string) => line.replace(/,r1[.][^,]*$/, '');

const none = ['', '', '', '', ''];

test('the workbook has the latest decisions with member, time and note, once even after it is uploaded again', async () => {
  const { server } = await testServer();
  const id = await assessed(server, 'hires.xlsx', await hires());
  const before = await readRows(await download(server, id));
  // A sheet without decisions gets no empty columns.
  expect(before[0]).not.toContain('Recorded decision');

  await decide(server, id, 2, 'Manager Approved', 'Short trip');
  const bytes = await download(server, id);
  const rows = await readRows(bytes);
  expect(rows[0]).toEqual((before[0] ?? []).toSpliced(-1, 0, ...decisionHeadings));
  expect(decisionsIn(rows)).toEqual([
    ['Manager Approved', 'Administrator', 'a time', 'Short trip', ''],
    none,
  ]);

  const again = (await server.upload('again.xlsx', bytes)).id;
  await server.sheet(again);
  const csv = await server.ask('GET', `/api/sheets/${again}/downloads/results.csv`);
  expect(csv.text).toContain('Row,Employee ID,Name,Purpose,Destination,Status,');
  expect(csv.text.match(/Recorded decision/g)).toHaveLength(1);
  const { columns } = await server.json<{ columns: { heading: string; isOurs: boolean }[] }>(
    'GET',
    `/api/sheets/${again}/match`,
  );
  const shown = columns.filter(({ heading }) => decisionHeadings.includes(heading));
  expect(shown.map(({ isOurs }) => isOurs)).toEqual(decisionHeadings.map(() => true));
  await decide(server, again, 2, 'Canceled');
  await decide(server, again, 3, 'Manager Approved');
  const second = await readRows(await download(server, again));
  expect(second[0]).toEqual(rows[0]);
  expect(decisionsIn(second)).toEqual([
    ['Canceled', 'Administrator', 'a time', '', ''],
    ['Manager Approved', 'Administrator', 'a time', '', ''],
  ]);
  const last = decisionHeadings.length + 1;
  const withoutDecisions = (all: Rows) => all.map((row) => row.toSpliced(-last, last - 1));
  expect(withoutDecisions(second)).toEqual(before);
});

test('after a round, the workbook has the decision as an earlier one, even if the uploaded file had it as current', async () => {
  const { server } = await testServer();
  const id = await assessed(server, 'hires.xlsx', await hires());
  await decide(server, id, 2, 'Manager Approved');
  const bytes = await download(server, id);
  const again = (await server.upload('again.xlsx', bytes)).id;
  for (const sheet of [id, again]) {
    const body = { operation: 'reassess', rows: '2', newRound: true };
    await server.json('POST', `/api/sheets/${sheet}/runs`, body);
    expect((await server.ended(sheet)).run?.state).toBe('ended');
    const [decided, other] = decisionsIn(await readRows(await download(server, sheet)));
    expect(decided?.slice(0, 4)).toEqual(['', '', '', '']);
    expect(decided?.[4]).toMatch(/^Manager Approved,( round 1,)? Administrator, 20/);
    expect(other).toEqual(none);
  }
});

test('a CSV file has the decisions, and does not change when it is uploaded and downloaded again', async () => {
  const { server } = await testServer();
  const text = [headings, hireRow('E-1'), hireRow('E-2'), ''].join('\r\n');
  const id = await assessed(server, 'hires.csv', Buffer.from(text));
  await decide(server, id, 2, 'Manager Approved', '=Short, trip');
  const bytes = await download(server, id);
  const [first = '', decided, other] = bytes.toString().split('\r\n');
  expect(first).toMatch(new RegExp(`,${decisionHeadings.join(',')},Row reference$`));
  expect(decided).toMatch(/,Manager Approved,Administrator,20[^,]+Z,"'=Short, trip",,r1/);
  expect(other).toMatch(/Z,,,,,,r1/);
  const again = (await server.upload('again.csv', bytes)).id;
  await server.sheet(again);
  const lines = (await download(server, again)).toString().split('\r\n');
  expect(lines.map(withoutReference)).toEqual(bytes.toString().split('\r\n').map(withoutReference));
});

test('after a round in a later sheet, a decision from an earlier sheet is in its panel, list and workbook', async () => {
  const { server, service } = await testServer();
  const id = await assessed(server, 'first quarter.xlsx', await hires());
  await decide(server, id, 2, 'Manager Approved', 'Short trip');
  const [decided = [], other = []] = people;
  const later = [[...headings.split(','), 'Name'], other, decided];
  const next = await assessed(server, 'second quarter.xlsx', await toWorkbook(later));
  expect((await service.ledger()).assessments).toHaveLength(2);
  const made = { status: 'Manager Approved', by: 'Administrator' };
  const read = (row: number) => server.json<DetailedRow>('GET', `/api/sheets/${next}/rows/${row}`);
  expect(await read(3)).toMatchObject({ employeeId: 'E-1', decision: made });

  await server.json('POST', `/api/sheets/${next}/runs`, { operation: 'reassess', newRound: true });
  expect((await server.ended(next)).run?.state).toBe('ended');
  const shown = await read(3);
  expect(shown).toMatchObject({
    earlierDecision: { ...made, round: 1 },
    decisions: [{ ...made, isEarlier: true, round: 1, note: 'Short trip' }],
  });
  expect(shown).not.toHaveProperty('decision');
  expect(await read(2)).toMatchObject({ employeeId: 'E-2', decisions: [] });
  const earlier = 'Manager Approved, round 1, Administrator, 20';
  const csv = await server.ask('GET', `/api/sheets/${next}/downloads/results.csv`);
  expect(csv.text).toContain(`,"${earlier}`);
  const cells = decisionsIn(await readRows(await download(server, next)));
  expect(cells).toEqual([none, ['', '', '', '', expect.stringContaining(earlier)]]);
});

test('a note that a person has edited or written remains when decisions are written', async () => {
  const { server } = await testServer();
  const id = await assessed(server, 'hires.xlsx', await hires());
  await decide(server, id, 2, 'Manager Approved', 'Short trip');
  const rows = await readRows(await download(server, id));
  const note = (rows[0] ?? []).indexOf('Decision note');
  const [, first = [], second = []] = rows;
  first[note] = 'Short trip, see the mail of Bo';
  second[note] = 'Ask Bo';
  const again = (await server.upload('again.xlsx', await toWorkbook(rows))).id;
  await server.sheet(again);
  await decide(server, again, 3, 'Manager Approved', 'Asked');
  expect(decisionsIn(await readRows(await download(server, again)))).toEqual([
    ['Manager Approved', 'Administrator', 'a time', 'Short trip, see the mail of Bo', ''],
    ['Manager Approved', 'Administrator', 'a time', 'Ask Bo', ''],
  ]);
});

/** Decides the first row of a sheet, and uploads its edited download. */
async function uploadedAgain(edit: (rows: Rows, at: (heading: string) => number) => void) {
  const { server } = await testServer();
  const id = await assessed(server, 'hires.xlsx', await hires());
  await decide(server, id, 2, 'Manager Approved', 'Short trip');
  const rows = await readRows(await download(server, id));
  edit(rows, (heading) => (rows[0] ?? []).indexOf(heading));
  const again = (await server.upload('again.xlsx', await toWorkbook(rows))).id;
  await server.sheet(again);
  return {
    server,
    again,
    decisions: async () => decisionsIn(await readRows(await download(server, again))),
  };
}

test('a decision follows its person after the inputs were sorted without the results', async () => {
  const { decisions } = await uploadedAgain(([, first = [], second = []], at) => {
    const count = at('Assessment status');
    const inputs = first.splice(0, count, ...second.slice(0, count));
    second.splice(0, count, ...inputs);
  });
  const decided = ['Manager Approved', 'Administrator', 'a time', 'Short trip', ''];
  expect(await decisions()).toEqual([none, decided]);
});

test('a decision is removed from a row that has a new person', async () => {
  const { server, again, decisions } = await uploadedAgain(([, first = []], at) => {
    first[at('Employee ID')] = 'E-9';
    for (let index = at('Assessment status'); index < at('Recorded decision'); index++)
      first[index] = '';
    first[at('Row reference')] = '';
  });
  await server.start(again);
  expect((await server.ended(again)).run?.state).toBe('ended');
  expect(await decisions()).toEqual([none, none]);
});

test.each([
  ['a decision', 'Recorded decision', 'Rejected'],
  ['a time', 'Decided at', 'yesterday'],
])(
  'no decision cell of a row is written if a person has typed over %s',
  async (_what, heading, text) => {
    const { server, again, decisions } = await uploadedAgain(([, first = [], second = []], at) => {
      first[at(heading)] = text;
      second[at(heading)] = text;
    });
    await decide(server, again, 2, 'Canceled');
    await decide(server, again, 3, 'Manager Approved');
    const cells = ['Manager Approved', 'Administrator', 'a time', 'Short trip', ''];
    const typed = decisionHeadings.indexOf(heading);
    expect(await decisions()).toEqual([cells.with(typed, text), none.with(typed, text)]);
  },
);

test('a deleted column of the decisions is written again', async () => {
  const { decisions } = await uploadedAgain((rows, at) => {
    const by = at('Decided by');
    for (const row of rows) row.splice(by, 1);
  });
  const decided = ['Manager Approved', 'Administrator', 'a time', 'Short trip', ''];
  expect(await decisions()).toEqual([decided, none]);
});

test('a user’s own column with the heading of a decision column is not written', async () => {
  const { server } = await testServer();
  const rows = await readRows(await hires());
  for (const [at, row] of rows.entries()) row.push(at === 0 ? 'Recorded decision' : '');
  const id = await assessed(server, 'hires.xlsx', await toWorkbook(rows));
  await decide(server, id, 2, 'Manager Approved');
  const [first = [], decided = []] = await readRows(await download(server, id));
  expect(first.indexOf('Recorded decision')).toBe(15);
  expect(decided[15] ?? '').toBe('');
  expect(decided[first.indexOf('Decision recorded by the server')]).toBe('Manager Approved');
});

test('the command and the node keep the decision cells, and record no decision again', async () => {
  const { server, service } = await testServer();
  const id = await assessed(server, 'hires.xlsx', await hires());
  await decide(server, id, 2, 'Manager Approved');
  const bytes = await download(server, id);
  const rows = withoutReferences(await readRows(bytes));
  const command = new CommandFace(service);
  expect(withoutReferences(await readRows(await command.assess(bytes)))).toEqual(rows);
  expect(command.code).toBe(0);
  expect(command.message).not.toContain('Decision');
  const node = await runSheet(service, { fileName: 'hires.xlsx', bytes }, {});
  expect(withoutReferences(await readRows(node.file.bytes))).toEqual(rows);

  const { requests } = await service.ledger();
  const token = ['--base-url', service.sandbox.baseUrl, '--token-file', `${command.folder}/token`];
  expect(await command.type('decide', command.path, ...token, '--yes')).toBe(2);
  expect(command.message).toMatch(/Decision/);
  expect((await service.ledger()).requests).toEqual(requests);
});

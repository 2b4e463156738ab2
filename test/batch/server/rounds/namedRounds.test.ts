import ExcelJS from 'exceljs';
import { beforeAll, expect, test } from 'vitest';
import type { Plan, Round, Sheet, StartRun } from '../../../../batch/server/contract/shapes.js';
import { cleanUpAfterFile } from '../../../cleanUpAfterFile.js';
import { type SandboxUnderTest, startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { toEnv, folderWith } from '../../cli/rwaUnderTest.js';
import { employees, headings, hireRow } from '../../run/testRun.js';
import { testFolder } from '../../testFolder.js';
import { TestWork } from '../runs/testWork.js';
import { serve, type ServerUnderTest } from '../serveUnderTest.js';

const countCreates = async (sandbox: SandboxUnderTest) =>
  (await sandbox.readLedger()).commits.rwa_create;

// Most tests share this server. Each test has its own employees.
let shared: { readonly sandbox: SandboxUnderTest; readonly server: ServerUnderTest };
const onFinished = cleanUpAfterFile();

beforeAll(async () => {
  const sandbox = await startTestSandbox({}, onFinished);
  const server = await serve(testFolder(onFinished), toEnv(sandbox), [], onFinished);
  shared = { sandbox, server };
});

let testCount = 0;
async function assessTwoRows() {
  const { sandbox, server } = shared;
  testCount++;
  const rows = [`E-${testCount}-1`, `E-${testCount}-2`].map(hireRow);
  const sheet = [headings, ...rows, ''].join('\r\n');
  const { id } = await server.upload('hires.csv', sheet);
  await server.runToEnd(id);
  const reassess = (options: Parameters<typeof runRound>[3]) =>
    runRound(server, sandbox, id, options);
  return { sandbox, server, id, rows, reassess };
}

/** Runs a round and returns the number of rows that it sent. Checks that its plan predicted this number. */
async function runRound(
  server: ServerUnderTest,
  sandbox: SandboxUnderTest,
  sheet: string,
  options: Readonly<Record<string, string | boolean>>,
): Promise<number> {
  const before = await countCreates(sandbox);
  const request = { operation: 'reassess', ...options };
  const query = Object.entries(request)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const plan = await server.json<Plan>('GET', `/api/sheets/${sheet}/plan?${query}`);
  await server.json('POST', `/api/sheets/${sheet}/runs`, { ...request, token: plan.token });
  await server.ended(sheet);
  const sent = (await countCreates(sandbox)) - before;
  expect(plan.rowsToSend).toBe(sent);
  return sent;
}

test('a round with a name never sends a row twice, even after other rounds', async () => {
  const { server, id, reassess } = await assessTwoRows();
  expect(await reassess({ round: '2027-Q1' })).toBe(2);
  expect(await reassess({ round: '2027-Q1' })).toBe(0);
  expect(await reassess({ round: '2027-Q2' })).toBe(2);
  expect(await reassess({ round: '2027-q1' })).toBe(0);
  const { rounds } = await server.json<{ rounds: Round[] }>('GET', `/api/sheets/${id}/rounds`);
  expect(rounds.map(({ name }) => name)).toEqual(['2027-Q2', '2027-Q1', undefined]);
});

test('the sheet lists what was chosen for its latest reassessment', async () => {
  const { server, id, reassess } = await assessTwoRows();
  await reassess({ round: '2027-Q1', rows: '2', retryRejected: true });
  const { run } = await server.json<Sheet>('GET', `/api/sheets/${id}`);
  expect(run?.choices).toEqual({ round: '2027-Q1', rows: '2', retryRejected: true });
});

test('on the day of a round, the rows are sent again only if a new round is requested', async () => {
  const { reassess } = await assessTwoRows();
  expect(await reassess({})).toBe(2);
  expect(await reassess({})).toBe(0);
  expect(await reassess({ newRound: true })).toBe(2);
  expect(await reassess({})).toBe(0);
});

test('the plan says which rows continue a round that has ended with chosen rows only', async () => {
  const { server, id, reassess } = await assessTwoRows();
  expect(await reassess({ rows: '2' })).toBe(1);
  const path = `/api/sheets/${id}/plan?operation=reassess`;
  const { messages } = await server.json<Plan>('GET', path);
  expect(messages).toEqual([
    '1 row is assessed again.',
    expect.stringMatching(
      /^Round 2 ended .* UTC, and continues with 1 row that was not assessed in it\.$/,
    ),
    'Left out: 1 already assessed in this round.',
  ]);
  expect(await reassess({})).toBe(1);
});

test('a start is refused if it both names a round and requests a new one, if a new round has no plan, if the name is invalid, and if it has a round without being a reassessment', async () => {
  const { server, id } = await assessTwoRows();
  for (const request of [
    { operation: 'reassess', round: '2027-Q1', newRound: true },
    { operation: 'reassess', newRound: true },
    { operation: 'reassess', round: '2027 Q1' },
    { operation: 'assess', round: '2027-Q1' },
    { operation: 'assess', newRound: true },
  ]) {
    expect((await server.ask('POST', `/api/sheets/${id}/runs`, request)).status).toBe(422);
  }
});

test('for a file with results of another server, a named round is refused, and a schedule is refused until a new round has run', async () => {
  const { sandbox, server, id } = await assessTwoRows();
  const { text } = await server.ask('GET', `/api/sheets/${id}/downloads/workbook`);
  const otherServer = await serve(await folderWith(), toEnv(sandbox));
  const copiedSheet = await otherServer.upload('hires.csv', text);
  const path = `/api/sheets/${copiedSheet.id}/plan?operation=reassess&round=2027-Q1`;
  const { text: planRefusal } = await otherServer.ask('GET', path);
  const advice = 'choose \\"Begin a new one\\" under Round';
  expect(planRefusal).toContain(advice);
  const schedule = { every: 'month', from: '2026-12-31', olderThanDays: 0, maxNew: null };
  const schedulePath = `/api/sheets/${copiedSheet.id}/schedule`;
  const { status, text: scheduleRefusal } = await otherServer.ask('PUT', schedulePath, schedule);
  expect([status, scheduleRefusal]).toEqual([422, expect.stringContaining(advice)]);
  expect(await runRound(otherServer, sandbox, copiedSheet.id, { newRound: true })).toBe(2);
  expect((await otherServer.ask('PUT', schedulePath, schedule)).status).toBe(200);
});

test('a named round is refused for a file with results of this server and of another one', async () => {
  const { sandbox, server, id, reassess } = await assessTwoRows();
  expect(await reassess({ round: '2026-Q4' })).toBe(2);
  const { text } = await server.ask('GET', `/api/sheets/${id}/downloads/workbook`);
  const otherServer = await serve(await folderWith(), toEnv(sandbox));
  const other = await otherServer.upload(
    'other.csv',
    [headings, hireRow('E-other'), ''].join('\r\n'),
  );
  await otherServer.runToEnd(other.id);
  const { text: otherText } = await otherServer.ask(
    'GET',
    `/api/sheets/${other.id}/downloads/workbook`,
  );
  const [otherHead = [], otherRow = []] = otherText.split('\r\n').map((line) => line.split(','));
  const [head = '', ...rows] = text.trimEnd().split('\r\n');
  // After a round, a download has two more columns.
  const added = head.split(',').map((heading) => otherRow[otherHead.indexOf(heading)] ?? '');
  const mixed = [head, ...rows, added.join(','), ''].join('\r\n');
  const { id: mixedId } = await server.upload('mixed.csv', mixed);
  const path = `/api/sheets/${mixedId}/plan?operation=reassess&round=2026-Q4`;
  expect((await server.ask('GET', path)).status).toBe(422);
  await server.runToEnd(mixedId);
  expect((await server.ask('GET', path)).status).toBe(422);
});

test.each([
  { kind: 'a named', options: { round: '2027-Q1' } },
  { kind: 'an unnamed', options: {} },
])(
  '$kind round never sends a row that another sheet has sent in the same round',
  async ({ options }) => {
    const { sandbox, server, reassess, rows } = await assessTwoRows();
    expect(await reassess(options)).toBe(2);
    const added = hireRow(`E-${testCount}-3`);
    const { id } = await server.upload('more.csv', [headings, ...rows, added, ''].join('\r\n'));
    await server.runToEnd(id);
    const reassessOther = () => runRound(server, sandbox, id, options);
    expect(await reassessOther()).toBe(1);
    expect(await reassessOther()).toBe(0);
    expect(await reassessOther()).toBe(0);
    expect(await runRound(server, sandbox, id, { newRound: true })).toBe(3);
  },
);

test('after another worksheet is chosen, a round sends no row that another sheet has sent in a round of the same name', async () => {
  const { sandbox, server, id: otherId, reassess } = await assessTwoRows();
  expect(await reassess({ round: '2027-Q1' })).toBe(2);
  expect(await reassess({ round: '2027-Q2' })).toBe(2);
  const { text } = await server.ask('GET', `/api/sheets/${otherId}/downloads/workbook`);
  const workbook = new ExcelJS.Workbook();
  const lines = {
    One: [headings, hireRow(`E-${testCount}-own`)],
    Two: text.trimEnd().split('\r\n'),
  };
  for (const [name, rows] of Object.entries(lines)) {
    workbook.addWorksheet(name).addRows(rows.map((line) => line.split(',')));
  }
  const { id } = await server.upload(
    'both.xlsx',
    new Uint8Array(await workbook.xlsx.writeBuffer()),
  );
  const chooseWorksheet = async (worksheet: string) => {
    await server.json('PUT', `/api/sheets/${id}/match`, { worksheet });
    await expect.poll(async () => (await server.sheet(id)).worksheet).toBe(worksheet);
  };
  await chooseWorksheet('One');
  await server.runToEnd(id);
  const reassessOwn = (options: Parameters<typeof runRound>[3]) =>
    runRound(server, sandbox, id, options);
  expect(await reassessOwn({ round: '2027-Q1' })).toBe(1);
  await chooseWorksheet('Two');
  expect(await reassessOwn({ round: '2027-q1' })).toBe(0);
  expect(await reassessOwn({ round: '2027-Q2' })).toBe(0);
  expect(await reassessOwn({ round: '2027-Q3' })).toBe(2);
});

test('a resumed round sends no row that another sheet has sent in the same round', async () => {
  const sandbox = await startTestSandbox({ latencyMs: 20, readyAfterMs: 0 });
  const server = await TestWork.open(sandbox);
  const runSheet = async (sheet: string, request?: StartRun) => {
    await server.runToEnd(sheet, request);
  };
  const round: StartRun = { operation: 'reassess', round: '2027-Q1' };
  const firstEmployees = employees(10);
  const firstSheet = await server.addSheet(firstEmployees);
  await runSheet(firstSheet);
  await runSheet(firstSheet, round);
  const addedEmployees = Array.from({ length: 40 }, (_, index) => `added-${index}`);
  const sheet = await server.addSheet([...firstEmployees, ...addedEmployees]);
  await runSheet(sheet);
  const { id } = await server.start(sheet, round);
  await expect.poll(() => countCreates(sandbox), { interval: 5 }).toBeGreaterThan(70);
  await server.work.halt(id, 'paused');
  await server.until(sheet, 'paused');
  expect(await countCreates(sandbox)).toBeLessThan(100);
  await server.resume(sheet);
  await server.until(sheet, 'ended');
  expect(await countCreates(sandbox)).toBe(100);
});

test('a new round continues after a pause, and sends no row twice', async () => {
  const sandbox = await startTestSandbox({ latencyMs: 20, readyAfterMs: 0 });
  const server = await TestWork.open(sandbox);
  const sheet = await server.addSheet(employees(40));
  await server.runToEnd(sheet);
  const request = { operation: 'reassess', newRound: true, round: '2026-11-26T18-00-00' } as const;
  const { id } = await server.start(sheet, request);
  await expect.poll(() => countCreates(sandbox), { interval: 5 }).toBeGreaterThan(50);
  await server.work.halt(id, 'paused');
  await server.until(sheet, 'paused');
  expect(await countCreates(sandbox)).toBeLessThan(80);
  await server.resume(sheet);
  await server.until(sheet, 'ended');
  expect(await countCreates(sandbox)).toBe(80);
});

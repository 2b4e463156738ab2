import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Matching, Plan, Problems, Row } from '../../../batch/server/contract/shapes.js';
import { cleanUpAfterFile } from '../../cleanUpAfterFile.js';
import type { SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { folderWith, rwa, toEnv } from '../cli/rwaUnderTest.js';
import { headings, hireRow } from '../run/testRun.js';
import { createRowLike, hires, Page } from './advice/pageOfAdvice.js';
import type { ServerUnderTest } from './serveUnderTest.js';

// All tests share one server, so each test uses its own employees.
let page: Page;
let sandbox: SandboxUnderTest;
let server: ServerUnderTest;
const onFinished = cleanUpAfterFile();

beforeAll(async () => {
  page = await Page.open({}, onFinished);
  ({ sandbox, server } = page);
});

const createSheet = (ids: readonly string[]): string =>
  [headings, ...ids.map(hireRow), ''].join('\r\n');

async function assess(id: string): Promise<Row[]> {
  expect((await server.runToEnd(id)).run?.state).toBe('ended');
  return server.rows(id);
}

const downloadWorkbook = async (id: string): Promise<string> =>
  (await server.ask('GET', `/api/sheets/${id}/downloads/workbook`)).text;

/** Returns a function that lists what the service has received since `watchService` was called. */
async function watchService() {
  const before = await sandbox.readLedger();
  return async () => {
    const { assessments, requests } = await sandbox.readLedger();
    return {
      assessments: assessments.slice(before.assessments.length),
      creates: requests.rwa_create - before.requests.rwa_create,
    };
  };
}

const toScore = ({ status, overall, assessmentId }: Row) => ({ status, overall, assessmentId });

const changedInputs = 'so its scores no longer apply to this row';

test('an edited row of an uploaded download shows no scores for its earlier inputs', async () => {
  const readReceived = await watchService();
  const { id } = await server.upload('hires.csv', createSheet(['E-1', 'E-2', 'E-3']));
  const before = await assess(id);
  const edited = (await downloadWorkbook(id)).replace(/(E-1,.*?)Portugal/, '$1Spain');
  const again = await server.upload('edited.csv', edited);
  const expectChangedRow = async (rows: Row[]) => {
    const [first, ...others] = rows;
    expect(first).toMatchObject({ employeeId: 'E-1', destination: 'Spain', status: 'Invalid' });
    expect(first?.overall).toBeUndefined();
    expect(first?.message).toContain(changedInputs);
    expect(others.map(toScore)).toEqual(before.slice(1).map(toScore));
    const [, line = ''] = (await downloadWorkbook(again.id)).split('\n');
    expect(line).toMatch(/^E-1,.*,Invalid,,,,,/);
  };
  await expectChangedRow(await server.rows(again.id));
  await expectChangedRow(await assess(again.id));
  expect((await readReceived()).assessments).toHaveLength(3);

  // The message advises this reassessment.
  await server.json('POST', `/api/sheets/${again.id}/runs`, { operation: 'reassess' });
  await server.ended(again.id);
  const [first] = await server.rows(again.id);
  expect(first).toMatchObject({ destination: 'Spain', status: 'Scored' });
  const { assessments } = await readReceived();
  expect(assessments).toContainEqual(
    expect.objectContaining({ assessmentId: first?.assessmentId, destination: 'Spain' }),
  );
});

test('a spelling that was corrected before the download is no problem in the uploaded download, and all rows can be reassessed', async () => {
  const readReceived = await watchService();
  const german = createSheet(['G-1', 'G-2']).replaceAll('Germany,No', 'Germany,Nein');
  const { id } = await server.upload('hires.csv', german);
  await server.json('POST', `/api/sheets/${id}/corrections`, [
    { field: 'salesContracts', value: 'Nein', to: 'No', row: null },
  ]);
  const before = await assess(id);
  const again = await server.upload('again.csv', await downloadWorkbook(id));
  const path = `/api/sheets/${again.id}`;
  expect((await server.rows(again.id)).map(toScore)).toEqual(before.map(toScore));
  expect((await server.json<Problems>('GET', `${path}/problems`)).problems).toEqual([]);
  const { unrecognizedValues } = await server.json<Matching>('GET', `${path}/match`);
  expect(unrecognizedValues).toEqual([]);

  await server.json('POST', `${path}/runs`, { operation: 'reassess' });
  await server.ended(again.id);
  const { assessments } = await readReceived();
  expect(assessments.map(({ employeeId }) => employeeId).sort()).toEqual([
    'G-1',
    'G-1',
    'G-2',
    'G-2',
  ]);
  // In the sandbox, the same inputs get the same scores.
  const after = await server.rows(again.id);
  expect(after.map(({ overall }) => overall)).toEqual(before.map(({ overall }) => overall));
});

test('a run reports a score that a person has typed over a result, and the next download keeps the typed score', async () => {
  const { id } = await server.upload('hires.csv', createSheet(['T-1', 'T-2']));
  const before = await assess(id);
  const score = String(before[0]?.overall);
  const typed = (await downloadWorkbook(id)).replace(`,${score},`, ',9.9,');
  const again = await server.upload('typed.csv', typed);
  expect((await assess(again.id)).map(toScore)).toEqual(before.map(toScore));
  const { run } = await server.sheet(again.id);
  expect(run?.messages).toEqual([
    `Row 2: Overall trip risk contains 9.9, but the assessment is ${score}; clear the cell to have it written again.`,
  ]);
  expect(await downloadWorkbook(again.id)).toContain(',9.9,');
});

test('each person keeps their own score after two people were swapped in a download', async () => {
  const readReceived = await watchService();
  const { id } = await server.upload('hires.csv', createSheet(['S-1', 'S-2', 'S-3']));
  const before = await assess(id);
  const swapped = (await downloadWorkbook(id)).replaceAll(/S-[12](?=,Hire)/g, (name) =>
    name === 'S-1' ? 'S-2' : 'S-1',
  );
  const again = await server.upload('swapped.csv', swapped);
  const swappedRows = await assess(again.id);
  expect(swappedRows.slice(0, 2).map(({ employeeId }) => employeeId)).toEqual(['S-2', 'S-1']);
  expect(before[0]?.overall).not.toBe(before[1]?.overall);
  const [first, second, third] = before.map(toScore);
  expect(swappedRows.map(toScore)).toEqual([second, first, third]);
  expect((await readReceived()).assessments).toHaveLength(3);
});

test('a rejected row is sent again from an uploaded download, and from a copy of it without a journal', async () => {
  const readReceived = await watchService();
  const countRequests = async () => (await readReceived()).creates;
  const { id } = await server.upload('hires.csv', createSheet(['R-1', 'SANDBOX-REJECTED']));
  await assess(id);
  const download = await downloadWorkbook(id);
  expect(await countRequests()).toBe(2);

  const again = await server.upload('again.csv', download);
  expect((await assess(again.id)).map(({ status }) => status)).toEqual(['Scored', 'Rejected']);
  expect(await countRequests()).toBe(3);
  await assess(again.id);
  expect(await countRequests()).toBe(3);

  const folder = await folderWith();
  writeFileSync(join(folder, 'copy.csv'), download);
  const { code } = await rwa(folder, ['assess', 'copy.csv', '--yes'], toEnv(sandbox));
  expect([code, await countRequests()]).toEqual([3, 4]);
});

test('rows that the command has sent are not sent again from a later sheet with the same rows', async () => {
  const folder = await folderWith();
  writeFileSync(join(folder, 'hires.csv'), createSheet(['N-1', 'N-2', 'N-3']));
  await sandbox.loseAnswer('N-3');
  await rwa(folder, ['assess', 'hires.csv', '--yes'], toEnv(sandbox));
  const readReceived = await watchService();
  const results = await server.upload('results.csv', readFileSync(join(folder, 'hires.csv')));
  const sent = await assess(results.id);
  expect(sent.map(({ status }) => status)).toEqual(['Scored', 'Scored', 'Unconfirmed']);

  const { id } = await server.upload('next.csv', createSheet(['N-1', 'N-2', 'N-3', 'N-4']));
  const plan = await server.json<Plan>('GET', `/api/sheets/${id}/plan?operation=assess`);
  expect([plan.rowsToSend, plan.rowsToFetch]).toEqual([1, 3]);
  const rows = await assess(id);
  expect(rows.slice(0, 2).map(toScore)).toEqual(sent.slice(0, 2).map(toScore));
  expect(rows.slice(2).map(({ status }) => status)).toEqual(['Unconfirmed', 'Scored']);
  expect((await readReceived()).creates).toBe(1);

  // The answer to the question of the later sheet also applies to the first one.
  await page.settle(id, 4, await page.findId('N-3'));
  await assess(results.id);
  for (const sheet of [results.id, id]) {
    const readRow = () => page.row(sheet, 4);
    await expect.poll(readRow, { timeout: 10_000 }).toMatchObject({ status: 'Scored' });
  }
  expect((await readReceived()).creates).toBe(1);
});

test('rows that a file shows as sent are not sent from another sheet during the first run of the file', async () => {
  const folder = await folderWith();
  writeFileSync(join(folder, 'hires.csv'), createSheet(['O-1']));
  await rwa(folder, ['assess', 'hires.csv', '--yes'], toEnv(sandbox));
  const lines = readFileSync(join(folder, 'hires.csv'), 'utf8').trim().split('\r\n');
  const file = await page.upload([...lines, createRowLike(lines, 'O-2', 'Status', '')]);
  const other = await page.upload(hires('O-1'));
  const readReceived = await watchService();
  await sandbox.control('POST faults', { operation: 'rwa_create', fault: 'slow', times: 1 });
  await server.start(file);
  await expect.poll(async () => (await readReceived()).creates).toBe(1);
  await page.assess(other);
  expect((await server.sheet(file)).run?.state).toBe('running');
  expect(await page.row(other, 2)).toMatchObject({ status: 'Scored' });
  await server.ended(file);
  expect((await readReceived()).creates).toBe(1);
});

test.each([
  ['that sheet', 'V-1', 'V-2'],
  ['the download', 'W-1', 'W-2'],
])(
  'an unconfirmed row of a download waits for the sheet that has sent it, until a person settles it in %s',
  async (settledIn, lostId, otherId) => {
    const readReceived = await watchService();
    await sandbox.loseAnswer(lostId);
    const sheet = await page.uploadAndAssess(hires(lostId, otherId));
    const copy = await page.upload(await page.download(sheet));
    const expectWaiting = async () => {
      const { status, message } = await page.row(copy, 2);
      expect([status, message]).toEqual([
        'Unconfirmed',
        expect.stringContaining('This row was or may have been sent from another sheet'),
      ]);
    };
    await expectWaiting();
    // The request is less than a minute old, so it may still arrive at the service.
    await expect(page.settleAtOnce(copy, 2)).rejects.toThrow(/Wait \d+ s/);
    if (settledIn === 'the download') await page.assess(copy);
    await expectWaiting();
    await page.settle(settledIn === 'that sheet' ? sheet : copy, 2, await page.findId(lostId));
    await page.assess(sheet);
    for (const id of [sheet, copy]) {
      const readRow = () => page.row(id, 2);
      await expect.poll(readRow, { timeout: 10_000 }).toMatchObject({ status: 'Scored' });
    }
    expect((await readReceived()).creates).toBe(2);
  },
);

test('an unconfirmed row of a download is sent once after a person declares that its assessment does not exist', async () => {
  const readReceived = await watchService();
  await sandbox.loseAnswer('U-1', 'reset-before-commit');
  const sheet = await page.uploadAndAssess(hires('U-1'));
  const copy = await page.upload(await page.download(sheet));
  await page.settle(copy, 2);
  const readStatus = async (id: string) => (await page.row(id, 2)).status;
  await expect.poll(() => readStatus(copy), { timeout: 10_000 }).toBe('Not sent');
  for (const id of [copy, sheet]) {
    await page.assess(id);
    await expect.poll(() => readStatus(id), { timeout: 10_000 }).toBe('Scored');
  }
  expect((await readReceived()).assessments).toHaveLength(1);
});

/** Changes the cells of a CSV download that has no quoted cells. */
function editCells(download: string, edit: (rows: string[][]) => void): string {
  const rows = download
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  edit(rows);
  return [...rows.map((cells) => cells.join(',')), ''].join('\r\n');
}

function findColumn(rows: readonly (readonly string[])[], heading: string): number {
  const index = rows[0]?.indexOf(heading) ?? -1;
  expect(index).toBeGreaterThanOrEqual(0);
  return index;
}

function setCell(rows: string[][], number: number, heading: string, text: string): void {
  const row = rows[number - 1] ?? [];
  row[findColumn(rows, heading)] = text;
}

function removeColumn(rows: string[][], heading: string): void {
  const index = findColumn(rows, heading);
  for (const cells of rows) cells.splice(index, 1);
}

test.each([
  [
    'the column is deleted and an Employee ID is corrected',
    (rows: string[][]) => {
      removeColumn(rows, 'Row reference');
      setCell(rows, 2, 'Employee ID', 'D-1-corrected');
    },
  ],
  [
    'the column is deleted and a destination is corrected',
    (rows: string[][]) => {
      removeColumn(rows, 'Row reference');
      setCell(rows, 2, 'Destination country', 'Spain');
    },
  ],
  [
    'one cell is cleared and the Employee ID beside it is corrected',
    (rows: string[][]) => {
      setCell(rows, 2, 'Row reference', '');
      setCell(rows, 2, 'Employee ID', 'D-1-corrected');
    },
  ],
])(
  'an uploaded download with a missing row reference shows no scores beside changed inputs: %s',
  async (change, edit) => {
    const prefix = `D${change.length}`;
    const { id } = await server.upload(
      'hires.csv',
      createSheet(['D-1', 'D-2', 'D-3'].map((name) => name.replace('D', prefix))),
    );
    const before = await assess(id);
    const readReceived = await watchService();
    const again = await server.upload('again.csv', editCells(await downloadWorkbook(id), edit));
    const expectNoScores = async (rows: Row[]) => {
      const [first, ...others] = rows;
      expect(first).toMatchObject({ status: 'Invalid', assessmentId: before[0]?.assessmentId });
      expect(first?.overall).toBeUndefined();
      expect(first?.message).not.toContain('Nothing shows which inputs');
      expect(others.map(toScore)).toEqual(before.slice(1).map(toScore));
      const [, line = ''] = (await downloadWorkbook(again.id)).split('\n');
      expect(line).toMatch(/,Invalid,,,,,,,,,http/);
    };
    await expectNoScores(await server.rows(again.id));
    await expectNoScores(await assess(again.id));
    expect((await readReceived()).creates).toBe(0);
  },
);

test('rows whose row references were swapped keep their scores', async () => {
  const { id } = await server.upload('hires.csv', createSheet(['X-1', 'X-2', 'X-3']));
  const before = await assess(id);
  const swapped = editCells(await downloadWorkbook(id), (rows) => {
    const column = findColumn(rows, 'Row reference');
    const [first = '', second = ''] = rows.slice(1).map((cells) => cells[column]);
    setCell(rows, 2, 'Row reference', second);
    setCell(rows, 3, 'Row reference', first);
  });
  const again = await server.upload('swapped.csv', swapped);
  expect((await server.rows(again.id)).map(toScore)).toEqual(before.map(toScore));
  expect((await assess(again.id)).map(toScore)).toEqual(before.map(toScore));
});

test('a download that is uploaded again has the rounds of its sheet', async () => {
  const { id } = await server.upload('hires.csv', createSheet(['Q-1', 'Q-2', 'Q-3']));
  await assess(id);
  const reassess = async (sheet: string, round: object) => {
    const readReceived = await watchService();
    const plan = `/api/sheets/${sheet}/plan?operation=reassess&newRound=true`;
    const { token } = 'newRound' in round ? await server.json<Plan>('GET', plan) : {};
    const body = { operation: 'reassess', ...round, token };
    await server.json('POST', `/api/sheets/${sheet}/runs`, body);
    expect((await server.ended(sheet)).run).toMatchObject({ state: 'ended' });
    return (await readReceived()).creates;
  };
  expect(await reassess(id, { round: '2026-Q4' })).toBe(3);
  const download = await downloadWorkbook(id);
  const withSpace = download.replace('Q-1', 'Q-1 ');
  const unassessed = await server.upload('unassessed.csv', withSpace);
  expect(await reassess(unassessed.id, {})).toBe(0);
  const again = await server.upload('again.csv', withSpace.replace('Q-2', 'Q-2 '));
  await assess(again.id);
  const { rounds } = await server.json<{ rounds: unknown[] }>(
    'GET',
    `/api/sheets/${again.id}/rounds`,
  );
  expect(rounds).toHaveLength(1);
  expect(await reassess(again.id, {})).toBe(0);
  expect(await reassess(again.id, { round: '2026-q4' })).toBe(0);
  expect(await reassess(again.id, { round: '2027-Q1' })).toBe(3);
  // The sheet `again` has already sent the assessments of that round.
  expect(await reassess(unassessed.id, { newRound: true })).toBe(0);
});

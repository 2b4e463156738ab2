import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outcomes } from '../../../../batch/server/contract/shapes.js';
import { type SandboxUnderTest, testSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { toEnv } from '../../cli/rwaUnderTest.js';
import { toCsv, type Entry } from '../../cli/sheets.js';
import { testFolder } from '../../testFolder.js';
import { headings, hireRow } from '../../run/testRun.js';
import { sheetEdits } from '../../operations/sheetEdits.js';
import { type ServerUnderTest, serve } from '../serveUnderTest.js';

// All tests share these servers; each test has its own employees.
let sandbox: SandboxUnderTest;
let first: ServerUnderTest;
let other: ServerUnderTest;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  const onFinished = (end: () => unknown) => void ends.unshift(end);
  sandbox = await testSandbox({}, onFinished);
  const started = () => serve(testFolder(onFinished), toEnv(sandbox), [], onFinished);
  [first, other] = await Promise.all([started(), started()]);
});

afterAll(async () => {
  for (const end of ends) await end();
});

let tests = 0;
/** Returns three Employee IDs that no other test has. */
function newEmployees(): string[] {
  tests++;
  return ['1', '2', '3'].map((number) => `E-${tests}-${number}`);
}

describe.each([
  ['with the record of the assessments', false],
  ['on another server', true],
])('%s', (_, isOther) => {
  test.each(sheetEdits)('the page sends no decision for another trip when $what', async (each) => {
    const employees = newEmployees();
    const hires = [headings, ...employees.map(hireRow), ''].join('\r\n');
    const { id } = await first.upload('hires.csv', hires);
    await first.start(id);
    await first.ended(id);
    const { text } = await first.ask('GET', `/api/sheets/${id}/downloads/workbook`);
    const options = { header: true, skipEmptyLines: true } as const;
    const scored = Papa.parse<Entry>(text, options).data;
    const edited = each.edit(scored);
    const server = isOther ? other : first;
    const before = await sandbox.ledger();
    const sheet = (await server.upload('edited.csv', toCsv(edited))).id;

    const order = { rows: [2, 3, 4], status: 'Manager Approved', managerId: 'M-200' };
    const path = `/api/sheets/${sheet}/decisions`;
    const { outcomes } = await server.json<Outcomes>('POST', path, order);

    const { assessments, requests } = await sandbox.ledger();
    const sent = outcomes.filter(({ ok }) => ok).map(({ row }) => row);
    expect(requests.rwa_update - before.requests.rwa_update).toBe(sent.length);
    const decided = assessments.filter(
      ({ employeeId, status }) =>
        employees.includes(employeeId as string) && status === order.status,
    );
    const trip = ({ employeeId, destination }: Record<string, unknown>) => [
      employeeId,
      destination,
    ];
    expect(decided.map(trip).toSorted()).toEqual(
      sent
        .map((row) => edited[row - 2] ?? {})
        .map((row) => [row['Employee ID'], row['Destination country']])
        .toSorted(),
    );
  });
});

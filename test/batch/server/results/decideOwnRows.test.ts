import Papa from 'papaparse';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Outcomes } from '../../../../batch/server/contract/shapes.js';
import { cleanUpAfterFile } from '../../../cleanUpAfterFile.js';
import { type SandboxUnderTest, startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { toEnv } from '../../cli/rwaUnderTest.js';
import { toCsv, type Entry } from '../../cli/sheets.js';
import { testFolder } from '../../testFolder.js';
import { headings, hireRow } from '../../run/testRun.js';
import { sheetEdits } from '../../operations/sheetEdits.js';
import { type ServerUnderTest, serve } from '../serveUnderTest.js';

// All tests share these servers; each test has its own employees.
let sandbox: SandboxUnderTest;
let recordingServer: ServerUnderTest;
let otherServer: ServerUnderTest;
const onFinished = cleanUpAfterFile();

beforeAll(async () => {
  sandbox = await startTestSandbox({}, onFinished);
  const startServer = () => serve(testFolder(onFinished), toEnv(sandbox), [], onFinished);
  [recordingServer, otherServer] = await Promise.all([startServer(), startServer()]);
});

let testCount = 0;
function createEmployees(): string[] {
  testCount++;
  return ['1', '2', '3'].map((number) => `E-${testCount}-${number}`);
}

describe.each([
  ['on the server that has assessed the rows', false],
  ['on another server', true],
])('%s', (_, isOther) => {
  test.each(sheetEdits)(
    'each decision is sent for the person and the destination in its row if $what',
    async (sheetEdit) => {
      const employees = createEmployees();
      const hires = [headings, ...employees.map(hireRow), ''].join('\r\n');
      const { id } = await recordingServer.upload('hires.csv', hires);
      await recordingServer.runToEnd(id);
      const { text } = await recordingServer.ask('GET', `/api/sheets/${id}/downloads/workbook`);
      const options = { header: true, skipEmptyLines: true } as const;
      const scored = Papa.parse<Entry>(text, options).data;
      const edited = sheetEdit.edit(scored);
      const server = isOther ? otherServer : recordingServer;
      const before = await sandbox.readLedger();
      const sheet = (await server.upload('edited.csv', toCsv(edited))).id;

      const request = { rows: [2, 3, 4], status: 'Manager Approved', managerId: 'M-200' };
      const path = `/api/sheets/${sheet}/decisions`;
      const { outcomes } = await server.json<Outcomes>('POST', path, request);

      const { assessments, requests } = await sandbox.readLedger();
      const sent = outcomes.filter(({ ok }) => ok).map(({ row }) => row);
      const ownRows = request.rows.filter((row) => !sheetEdit.foreignRows.includes(row));
      if (!isOther) expect(sent).toEqual(expect.arrayContaining(ownRows));
      expect(requests.rwa_update - before.requests.rwa_update).toBe(sent.length);
      const decided = assessments.filter(
        ({ employeeId, status }) =>
          employees.includes(employeeId as string) && status === request.status,
      );
      const toTrip = ({ employeeId, destination }: Record<string, unknown>) => [
        employeeId,
        destination,
      ];
      expect(decided.map(toTrip).toSorted()).toEqual(
        sent
          .map((row) => edited[row - 2] ?? {})
          .map((row) => [row['Employee ID'], row['Destination country']])
          .toSorted(),
      );
    },
  );
});

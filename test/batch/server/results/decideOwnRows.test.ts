import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import type { Outcomes } from '../../../../batch/server/contract/shapes.js';
import { sandboxOfTest } from '../../../sandbox/sandboxUnderTest.js';
import { toEnv, folderWith } from '../../cli/rwaUnderTest.js';
import { toCsv, type Entry } from '../../cli/sheets.js';
import { headings, hireRow } from '../../run/runOfTest.js';
import { sheetEdits } from '../../operations/sheetEdits.js';
import { serve } from '../serveUnderTest.js';

describe.each([
  ['with the record of the assessments', false],
  ['on another server', true],
])('%s', (_, isOther) => {
  test.each(sheetEdits)('the page sends no decision for another trip when $what', async (each) => {
    const sandbox = await sandboxOfTest();
    const first = await serve(await folderWith(), toEnv(sandbox));
    const hires = [headings, ...['E-1', 'E-2', 'E-3'].map(hireRow), ''].join('\r\n');
    const { id } = await first.upload('hires.csv', hires);
    await first.start(id);
    await first.ended(id);
    const { text } = await first.ask('GET', `/api/sheets/${id}/downloads/workbook`);
    const options = { header: true, skipEmptyLines: true } as const;
    const scored = Papa.parse<Entry>(text, options).data;
    const edited = each.edit(scored);
    const server = isOther ? await serve(await folderWith(), toEnv(sandbox)) : first;
    const sheet = (await server.upload('edited.csv', toCsv(edited))).id;

    const order = { rows: [2, 3, 4], status: 'Manager Approved', managerId: 'M-200' };
    const path = `/api/sheets/${sheet}/decisions`;
    const { outcomes } = await server.json<Outcomes>('POST', path, order);

    const { assessments, requests } = await sandbox.ledger();
    const sent = outcomes.filter(({ ok }) => ok).map(({ row }) => row);
    expect(requests.rwa_update).toBe(sent.length);
    const decided = assessments.filter(({ status }) => status === order.status);
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

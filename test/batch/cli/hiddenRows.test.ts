import { expect, test } from 'vitest';
import { inWords } from '../../../batch/cli/wording/wording.js';
import { createWorkbookParts } from '../../sheets/xlsx/workbookFixture.js';
import { buildZip } from '../../sheets/xlsx/zipFixture.js';
import { folderWith, rwa } from './rwaUnderTest.js';
import { hire } from './sheets.js';

const cells = (values: readonly string[]) =>
  values.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
const row = (employeeId: string, attributes = '') =>
  `<row${attributes}>${cells(Object.values({ ...hire, 'Employee ID': employeeId }))}</row>`;
const rows = [
  `<row>${cells(Object.keys(hire))}</row>`,
  row('E-1'),
  row('E-2', ' hidden="1"'),
  row('', ' hidden="1"'),
];
const hires = buildZip(createWorkbookParts({ rows: rows.join('') }));

test('check and the plan count hidden rows, and suggestions repeat --visible-only', async () => {
  const folder = await folderWith({ 'hires.xlsx': hires });
  const all = await rwa(folder, ['check', 'hires.xlsx']);
  expect(all.code).toBe(3);
  expect(all.out).toContain(
    'hires.xlsx, sheet "Hires", headings in row 1: 3 rows, 2 of them hidden',
  );
  const visibleOnly = await rwa(folder, ['check', 'hires.xlsx', '--visible-only']);
  expect(visibleOnly.code).toBe(0);
  expect(visibleOnly.out).not.toContain('Row 4');
  expect(visibleOnly.out).toContain('Note: 2 hidden rows are skipped (--visible-only).');
  expect(visibleOnly.out).toContain('The row can be assessed.');
  expect(visibleOnly.out).toContain('rwa assess hires.xlsx --visible-only');

  const plan = await rwa(folder, ['assess', 'hires.xlsx', '--sandbox', '--yes']);
  expect(plan.out).toContain('2 to assess, 1 of them hidden\n');
});

test('status and history omit hidden rows with --visible-only', async () => {
  const folder = await folderWith({ 'hires.xlsx': hires });
  expect((await rwa(folder, ['assess', 'hires.xlsx', '--sandbox', '--yes'])).code).toBe(3);
  const only = ['hires.xlsx', '--sandbox', '--visible-only'];
  const status = await rwa(folder, ['status', ...only]);
  expect(status.out).toContain('headings in row 1: 1 row\n');
  expect(status.out).toContain(inWords({ code: 'hiddenRowsSkipped', rows: 2 }));
  const json = await rwa(folder, ['status', 'hires.xlsx', '--sandbox', '--json']);
  expect(JSON.parse(json.out.trim().split('\n').at(-1) ?? '')).toMatchObject({
    hidden: { rows: 2, new: 0, skipped: 0 },
  });
  const history = await rwa(folder, ['history', ...only, '--json']);
  expect(history.out.trim().split('\n')).toHaveLength(1);
});

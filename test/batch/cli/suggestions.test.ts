import { expect, test } from 'vitest';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { toEnv, folderWith, rwa } from './rwaUnderTest.js';
import { toCsv, hire, people } from './sheets.js';

const germanRows = people(6).map((person) => ({
  ...person,
  Citizenship: 'Deutschland',
  'Sales contracts': 'Nein',
}));

test('rwa check reports a problem of a whole column once, and with --json for each row', async () => {
  const folder = await folderWith({
    'a.csv': toCsv([...germanRows, { ...hire, Seniority: 'Junior' }]),
  });
  const { code, out } = await rwa(folder, ['check', 'a.csv']);
  expect(code).toBe(3);
  expect(out).toBe(
    [
      'Row 8',
      '  D8, Seniority "Junior": unsupported value. Use Low, Mid or Senior.',
      'Column I, 6 of 7 rows, first row 2: Sales contracts: unsupported value ("Nein"). Use Yes or No. Or add --accept-suggestions.',
      'Warning, rows 2, 3, 4, 5, 6 and 1 more: Citizenship: "Deutschland" is not a known English country name; did you mean "Germany"?',
      'Note: 12 cells can be read as suggested, such as "Deutschland" as Germany: add --accept-suggestions.',
      'a.csv, sheet "a", headings in row 1: 7 rows',
      'Results go to columns Q to AD.',
      '7 of 7 rows cannot be assessed: 7 problems.',
      'Next:',
      '  Correct the sheet and check it again:',
      '    rwa check a.csv',
      '',
    ].join('\n'),
  );
  const json = await rwa(folder, ['check', 'a.csv', '--json']);
  const lines = json.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string });
  expect(lines.filter(({ type }) => type === 'problem')).toHaveLength(7);
  expect(lines[0]).toMatchObject({ row: 2, column: 'I', value: 'Nein', suggestion: 'No' });
});

test('the plan and the status report a problem of a whole column once', async () => {
  const folder = await folderWith({ 'a.csv': toCsv([...germanRows, hire]) });
  const sandbox = await startTestSandbox();
  const args = ['a.csv', '--yes', '--poll-interval', '50ms', '--verbose'];
  const { out } = await rwa(folder, ['assess', ...args], toEnv(sandbox));
  const status = await rwa(folder, ['status', 'a.csv']);
  for (const text of [out, status.out]) {
    expect(text.match(/unsupported value/g)).toHaveLength(1);
    expect(text).toContain('Column I, 6 of 7 rows, first row 2: Sales contracts: unsupported');
    expect(text).not.toContain('Row 2: Invalid');
  }
});

test('accepted suggestions are listed in the plan and sent, and suggested commands repeat the option', async () => {
  const folder = await folderWith({ 'a.csv': toCsv(germanRows) });
  const sandbox = await startTestSandbox();
  const check = await rwa(folder, ['check', 'a.csv', '--accept-suggestions']);
  expect(check.code).toBe(0);
  expect(check.out).toContain('\n    rwa assess a.csv --accept-suggestions\n');
  const args = ['a.csv', '--accept-suggestions', '--yes', '--poll-interval', '50ms'];
  const { code, out } = await rwa(folder, ['assess', ...args, '--verbose'], toEnv(sandbox));
  expect(code).toBe(0);
  expect(out).toContain('\nNote: Column F: "Deutschland" is read as Germany (6 rows).\n');
  expect(out).toContain('\nNote: Column I: "Nein" is read as No (6 rows).\n');

  const secondRun = await rwa(folder, ['assess', ...args], toEnv(sandbox));
  expect([secondRun.code, secondRun.out]).toEqual([0, expect.stringContaining('Nothing to do')]);
  const status = await rwa(folder, ['status', 'a.csv', '--accept-suggestions']);
  expect(status.out).toMatch(/^ +6 scored$/m);
  expect((await sandbox.readLedger()).commits.rwa_create).toBe(6);
});

test('a value in --set is read like a value in a cell', async () => {
  const folder = await folderWith({ 'a.csv': toCsv([hire]) });
  const set = ['check', 'a.csv', '--set', 'legalRight=Ja'];
  const refused = await rwa(folder, set);
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringMatching(
      /^rwa: --set legalRight="Ja" cannot be used\. .* Or add --accept-suggestions\.\n$/,
    ),
  ]);
  const { code, out } = await rwa(folder, [...set, '--accept-suggestions']);
  expect([code, out]).toEqual([0, expect.stringContaining('is "Ja" in every row (--set)')]);
});

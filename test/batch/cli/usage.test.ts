import { expect, test } from 'vitest';
import { readFiles, folderWith, rwa, rwaProcess } from './rwaUnderTest.js';
import { toCsv, trip } from './sheets.js';

test.each<[string, args: string | readonly string[], string]>([
  ['an unknown command', 'chek hires.csv', "Unknown command 'chek'.\n(Did you mean check?)"],
  ['an unknown option', 'check hires.csv --shet x', "Unknown option '--shet'."],
  ['a missing argument', 'check', "Missing required argument 'file'."],
  ['one argument too many', 'check hires.csv b.csv', 'Too many arguments'],
  ['an option without its value', 'check hires.csv --sheet', "Option '--sheet <name>'"],
  ['a token on the command line', 'assess hires.csv --token x', "Unknown option '--token'"],
  [
    'an option with an empty value',
    ['assess', 'hires.csv', '--sandbox', '--trace', ''],
    '--trace has no value. Give it one, or leave it out.',
  ],
  ['a missing file', 'check none.csv', 'none.csv does not exist.'],
  ['a folder', 'check .', '. is a folder. Use the file in it that contains the sheet.'],
  ['a header row of 0', 'check hires.csv --header-row 0', 'It must be a whole number from 1.'],
  [
    'a rate without a unit',
    'assess hires.csv --rate 10',
    'It must be a rate such as 10/s or 100/m.',
  ],
  [
    'a rate of less than one request an hour',
    'assess hires.csv --rate 0.5/h',
    'It must be 1/h or more.',
  ],
  ['a request timeout of 0', 'decide hires.csv --request-timeout 0s', 'It must be 100ms or more.'],
  [
    'a request timeout of 1 ms',
    'invite hires.csv --request-timeout 0.001s',
    'It must be 100ms or more.',
  ],
  ['a poll interval of 0', 'assess hires.csv --poll-interval 0ms', 'It must be 50ms or more.'],
  ['a poll timeout of 0', 'reassess hires.csv --poll-timeout 0s', 'It must be 50ms or more.'],
  [
    'a time without a unit',
    'assess hires.csv --poll-timeout 10',
    'It must be a time such as 500ms, 2s or 10m.',
  ],
  [
    'a time of more than 24 days',
    'assess hires.csv --poll-timeout 600h',
    'It must be at most 576h (24 days).',
  ],
  ['an unknown date format', 'check hires.csv --date-format ymd', 'Allowed choices are dmy, mdy.'],
  [
    '--sandbox with --base-url',
    'assess hires.csv --sandbox --base-url https://example.com/version-test',
    '--sandbox cannot be combined with --base-url',
  ],
  [
    '--sandbox with --token-file',
    'assess hires.csv --sandbox --token-file token.txt',
    '--sandbox cannot be combined with --token-file',
  ],
  ['--set without a value', 'check hires.csv --set purpose', '--set purpose is incomplete.'],
  [
    '--set with an unknown input',
    'check hires.csv --set Senority=Low',
    'did you mean seniority? The inputs are employeeId,',
  ],
  [
    '--set __proto__',
    'check hires.csv --set __proto__=x',
    '--set names "__proto__", which is not an input',
  ],
  [
    '--set with an invalid value',
    'check hires.csv --set seniority=Junior',
    '--set seniority="Junior" cannot be used. Seniority: unsupported value.',
  ],
  [
    '--set with an ambiguous date',
    ['check', 'hires.csv', '--set', 'start date=3/11/2026'],
    'Use --date-format dmy',
  ],
  [
    '--set with the same input twice',
    'check hires.csv --set purpose=x --set Purpose=y',
    '--set names purpose twice.',
  ],
  [
    'a missing column map',
    'check hires.csv --columns no.json',
    '--columns no.json: the file does not exist.',
  ],
  [
    'a column map that is not JSON',
    'check hires.csv --columns hires.csv',
    'must contain a JSON object such as',
  ],
  [
    'a column map that is a list',
    'check hires.csv --columns list.json',
    'must contain a JSON object such as',
  ],
  [
    'a column map with an unknown input',
    'check hires.csv --columns odd.json',
    '--columns names "Salary", which is not an input',
  ],
  [
    '--row without a decision',
    'resolve hires.csv --row 2',
    'With --row, use exactly one of --exists ID,',
  ],
  ['a decision without --row', 'resolve hires.csv --exists x', 'Name the row with --row.'],
  [
    'a template with an extension other than .xlsx',
    'template x.csv',
    'choose a name that ends in .xlsx',
  ],
  [
    'a template in a missing folder',
    'template no/x.xlsx',
    'The template no/x.xlsx cannot be written: its folder does not exist.',
  ],
  ['a port above 65,535', 'sandbox --port 70000', 'It must be a whole number from 0 to 65535.'],
])('%s is refused with exit code 2', async (_, args, message) => {
  const folder = await folderWith({
    'hires.csv': toCsv([trip]),
    'list.json': '["Employee ID"]',
    'odd.json': '{"Salary": "Employee ID"}',
  });
  const before = await readFiles(folder);
  const { code, out, err } = await rwa(folder, typeof args === 'string' ? args.split(' ') : args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/^(rwa \S+ hires.csv begins[.]\n)?rwa: [^a-z]/);
  expect(err).toContain(message);
  expect(err).not.toMatch(/undefined|\[object|\n +at |\.\.\n|\?\./);
  expect(await readFiles(folder)).toEqual(before);
});

test('rwa without arguments prints its help and exits with 2, and rwa --help exits with 0', async () => {
  const folder = await folderWith();
  const alone = await rwa(folder, []);
  const help = await rwa(folder, ['--help']);
  expect([alone.code, alone.out, help.code, help.err]).toEqual([2, '', 0, '']);
  expect(alone.err).toBe(help.out);
});

test('output to a pipe has colours only with FORCE_COLOR', async () => {
  const folder = await folderWith({ 'hires.csv': toCsv([{ ...trip, Seniority: 'x' }]) });
  const { out } = await rwaProcess(folder, ['check', 'hires.csv']);
  expect(out).not.toContain('\u001B');
  const forced = await rwaProcess(folder, ['check', 'hires.csv'], { FORCE_COLOR: '1' });
  expect(forced.out).toContain('\u001B[31m');
});

import { expect, test } from 'vitest';
import { cannotRun } from '../../skips.js';
import { commandLine, quoteForShell } from '../../../batch/cli/output/commandLine.js';

test.each([
  [['check', 'hires.csv'], 'rwa check hires.csv'],
  [['check', 'my hires.csv'], 'rwa check "my hires.csv"'],
  [['check', 'Übersicht/élan.csv'], 'rwa check Übersicht/élan.csv'],
  [['check', "Anna's.csv"], `rwa check "Anna's.csv"`],
  [['check', ''], 'rwa check ""'],
  [['assess', 'a.csv', '--yes'], 'rwa assess a.csv --yes'],
])('the words %j become the command %s', (words, expected) => {
  expect(commandLine(words)).toBe(expected);
});

test('words that a shell would change are quoted', ({ skip }) => {
  if (process.platform === 'win32') cannotRun(skip, 'This is about the shells of Unix.');
  expect(commandLine(['check', '$(rm -r *).csv'])).toBe("rwa check '$(rm -r *).csv'");
  expect(commandLine(['check', `"it's".csv`])).toBe(String.raw`rwa check '"it'\''s".csv'`);
  expect(commandLine(['assess', String.raw`Q1\final.csv`])).toBe(
    String.raw`rwa assess 'Q1\final.csv'`,
  );
  expect(commandLine(['check', '~budget.csv'])).toBe('rwa check "~budget.csv"');
});

test.each([
  ['hires.csv', 'hires.csv'],
  [String.raw`C:\HR\hires.csv`, String.raw`C:\HR\hires.csv`],
  ['C:\\my sheets\\', String.raw`"C:\my sheets\\"`],
  ['role=5" & x', '"role=5"" & x"'],
  [String.raw`a\"b`, String.raw`"a\\""b"`],
  ['it$', '"it$"'],
  ['a\u001Bb c', String.raw`"a\u001bb c"`],
])('on Windows, the word %j is written as %s', (word, expected) => {
  expect(quoteForShell(word, 'win32')).toBe(expected);
});

test('the command contains its options, except those that are false or undefined', () => {
  const flags = { headerRow: 3, sandbox: true, json: false, sheet: undefined, set: ['a=b', 'c=d'] };
  expect(commandLine(['assess', 'a.csv'], flags)).toBe(
    'rwa assess a.csv --header-row 3 --sandbox --set a=b --set c=d',
  );
});

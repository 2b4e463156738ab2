import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startScriptedService } from '../../http/scriptedService.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { type Environment, toEnv, folderWith, rwa } from './rwaUnderTest.js';
import { toCsv, type Entry, hire, trip } from './sheets.js';

/**
 * Control characters that clear the screen, set the title, move the cursor, and reverse or hide
 * text.
 */
const attack = 'x\u001B[2J\u001B]0;owned\u0007\u009B1A\u202Eevil\u2066\u200F\u061C\u007F\u{E0041}';
const breaks = ['\n', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'];
/** The attack and an imitated message of rwa, once for each kind of line break. */
const hostile = breaks.map((mark) => `${attack}${mark}rwa: INJECTED`).join('');

const forbidden = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u{E0000}-\u{E007F}]/u;

/** Runs a command, and checks that its output contains no control character and no injected line. */
async function runChecked(folder: string, args: readonly string[], env: Environment = {}) {
  const result = await rwa(folder, args, env);
  const message = result.out + result.err;
  const index = forbidden.exec(message)?.index;
  const context = index === undefined ? '' : message.slice(Math.max(0, index - 60), index + 20);
  expect(context, args.join(' ')).toBe('');
  const injected = message.split(/[\n\r]/).filter((line) => /^\W*(rwa: )?INJECTED/.test(line));
  expect(injected, args.join(' ')).toEqual([]);
  return result;
}

const person: Entry = { ...hire, 'Employee ID': 'E1', Name: hostile };
const hostileId: Entry = { ...trip, 'Employee ID': `E2 ${attack}` };
const invalid: Entry = {
  ...trip,
  'Employee ID': `E3 ${hostile}`,
  Seniority: hostile,
  Citizenship: hostile,
};
const entries = [person, hostileId, invalid, invalid].map((entry) => ({
  ...entry,
  [`Seniorty ${hostile}`]: hostile,
}));
const quick = ['--yes', '--poll-interval', '50ms'];

test('control characters in cells and file names are escaped in all output', async () => {
  const sandbox = await startTestSandbox();
  const env = toEnv(sandbox);
  // On Linux, a file name may contain all characters except slash and NUL.
  const file = `hi\u001B[2J\u202E\nrwa: INJECTED\u2028INJECTED.csv`;
  const folder = await folderWith({ [file]: toCsv(entries) });
  await runChecked(folder, ['check', file]);
  await runChecked(folder, ['check', file, '--json']);
  await runChecked(folder, ['assess', file], env);
  const { out } = await runChecked(
    folder,
    ['assess', file, ...quick, '--report', `${file}.html`],
    env,
  );
  expect(out).toContain('2 scored');
  await runChecked(folder, ['assess', file, ...quick, '--json'], env);
  for (const command of ['status', 'history', 'resolve', 'report']) {
    await runChecked(folder, [command, file]);
    if (command !== 'report') await runChecked(folder, [command, file, '--json']);
  }
  await runChecked(folder, ['history', file, '--csv']);
  await runChecked(folder, ['reassess', file, ...quick], env);
  const page = await readFile(join(folder, `${file}.html`), 'utf8');
  expect(forbidden.exec(page)).toBeNull();
});

test('JSON lines and notices escape control characters and keep the values', async () => {
  const folder = await folderWith({ 'hires.csv': toCsv(entries) });
  const { out } = await runChecked(folder, ['check', 'hires.csv', '--json']);
  const problems = out
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { field?: string; value?: string })
    .filter(({ field }) => field === 'seniority');
  expect(problems.map(({ value = '' }) => value.startsWith('x\u001B[2J'))).toEqual([true, true]);

  const notice = `cat > notice.json`;
  const file = 'a\u202Eb\u009B\n.csv';
  const other = await folderWith({ [file]: toCsv([hire]) });
  await runChecked(other, ['assess', file, '--sandbox', ...quick, '--on-finish', notice]);
  const text = await readFile(join(other, 'notice.json'), 'utf8');
  expect(forbidden.exec(text)).toBeNull();
  expect(JSON.parse(text)).toMatchObject({ file });
});

test('control characters in errors and options are escaped', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({
    'hires.csv': toCsv([hire]),
    'map.json': JSON.stringify({ [hostile]: hostile }),
    'map2.json': JSON.stringify({ employeeId: hostile }),
    'hires.csv.rwa-journal.jsonl': [
      { fact: 'journal', version: 1, service: hostile, salt: hostile, at: hostile },
      { fact: 'intent', row: hostile, attempt: 1, at: hostile },
    ]
      .map((fact) => `${JSON.stringify(fact)}\n`)
      .join(''),
  });
  const typed: string[][] = [
    ['check', `none ${hostile}`],
    ['check', `none ${hostile}.csv`],
    ['check', 'hires.csv', `--${hostile}`],
    [hostile],
    ['check', 'hires.csv', '--for', hostile],
    ['check', 'hires.csv', '--header-row', hostile],
    ['check', 'hires.csv', '--sheet', hostile],
    ['check', 'hires.csv', '--set', `seniority=${hostile}`],
    ['check', 'hires.csv', '--set', `${hostile}=1`],
    ['check', 'hires.csv', '--columns', 'map.json'],
    ['check', 'hires.csv', '--columns', 'map2.json'],
    ['check', 'hires.csv', '--columns', hostile],
    ['assess', 'hires.csv', '--token-file', hostile],
    ['assess', 'hires.csv', '--base-url', hostile],
    ['assess', 'hires.csv', '--output', `${hostile}.pdf`],
    ['assess', 'hires.csv', '--report', hostile],
    ['assess', 'hires.csv', ...quick],
    ['status', 'hires.csv', '--journal', `${hostile}/j`],
    ['resolve', 'hires.csv', '--row', hostile, '--exists', 'x'],
    ['template', hostile],
  ];
  for (const args of typed) {
    const { code } = await runChecked(folder, args, toEnv(sandbox));
    expect(code, args.join(' ')).toBe(2);
  }
});

test('control characters from the service are escaped in the terminal, the log and the sheet', async () => {
  const body = JSON.stringify({ status: 'error', success: false, message: hostile });
  const fields = JSON.stringify({
    status: 'error',
    success: false,
    errors: [{ field: hostile, message: hostile }],
  });
  const created = JSON.stringify({
    status: 'success',
    response: { assessment_id: `1${hostile}`, redirect_url: `https://x.example/${hostile}` },
  });
  const notFound = JSON.stringify({ status: 'error', success: false, message: 'Not Found' });
  for (const reply of [body, fields, created, hostile]) {
    const replies = [notFound, reply, ...Array.from({ length: 30 }, () => reply)];
    const service = await startScriptedService(replies.map((body) => ({ body })));
    onTestFinished(() => service.close());
    const env = { RWA_BASE_URL: service.url, RWA_TOKEN: 'token-of-test' };
    const folder = await folderWith({ 'hires.csv': toCsv([hire]) });
    const args = ['assess', 'hires.csv', ...quick, '--poll-timeout', '300ms'];
    const { code } = await runChecked(folder, args, env);
    expect([3, 4, 5, 75]).toContain(code);
    for (const command of ['status', 'history', 'resolve'])
      await runChecked(folder, [command, 'hires.csv']);
    await runChecked(folder, ['status', 'hires.csv', '--json'], env);
    const sheet = await readFile(join(folder, 'hires.csv'), 'utf8');
    expect(forbidden.exec(sheet.replaceAll('\r\n', '\n'))).toBeNull();
  }
});

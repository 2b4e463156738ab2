import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ageJournals } from '../../ageRequests.mjs';
import { startScriptedService } from '../../http/scriptedService.js';
import { type SandboxUnderTest, startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { folderWith, readFiles, rwa, start } from './rwaUnderTest.js';
import { people, toCsv, trip } from './sheets.js';

interface TestSetup {
  readonly service: SandboxUnderTest;
  readonly folder: string;
  /** Runs `rwa run` without the environment variables for the service. */
  readonly run: (...words: string[]) => ReturnType<typeof rwa>;
}

/**
 * Configures two companies: the first has the sheets `one/hires.csv` and `one/trips.csv`, the
 * second `two/hires.csv`.
 */
async function setUpTwoCompanies({
  latencyMs = 0,
  rows = 3,
  config = {},
  tokens = {},
}: {
  readonly latencyMs?: number;
  readonly rows?: number;
  readonly config?: object;
  /** Contents of token files by company, in place of valid tokens. */
  readonly tokens?: Readonly<Record<string, string>>;
} = {}): Promise<TestSetup> {
  const service = await startTestSandbox({ latencyMs });
  const folder = await folderWith();
  const trips = [1, 2].map((at) => ({ ...trip, 'Employee ID': `T-${at}` }));
  const companies = ['one', 'two'].map((name) => ({
    name,
    baseUrl: service.sandbox.baseUrl,
    tokenFile: `${name}/token`,
    sheets: [{ file: `${name}/hires.csv`, reassess: { every: 'quarter' } }],
  }));
  const [firstCompany, secondCompany] = companies;
  const withTrips = {
    ...firstCompany,
    sheets: [...(firstCompany?.sheets ?? []), { file: 'one/trips.csv' }],
  };
  for (const [index, name] of ['one', 'two'].entries()) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'hires.csv'), toCsv(people(rows)));
    const token = tokens[name] ?? service.sandbox.tokens[index] ?? '';
    await writeFile(join(folder, name, 'token'), token, { mode: 0o600 });
  }
  await writeFile(join(folder, 'one', 'trips.csv'), toCsv(trips));
  const options = { pollInterval: '50ms' };
  const text = JSON.stringify({ options, companies: [withTrips, secondCompany], ...config });
  await writeFile(join(folder, 'rwa.config.json'), text);
  return { service, folder, run: (...words) => rwa(folder, ['run', ...words]) };
}

const readExitLines = (out: string) => out.split('Exit codes:\n')[1]?.trimEnd().split('\n') ?? [];

async function countAssessments({ service }: TestSetup): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { company, employeeId } of (await service.readLedger()).assessments) {
    const key = `${String(company)} ${String(employeeId)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

test('all sheets of two companies are assessed, and a second run in the same night sends nothing', async () => {
  const setup = await setUpTwoCompanies();
  const { service, run } = setup;
  const first = await run();
  expect(first.code).toBe(0);
  expect(readExitLines(first.out)).toEqual([
    expect.stringMatching(
      /^ {4}0 {2}one: rwa assess hires[.]csv finished after .*: sent 3, 3 scored[.]$/,
    ),
    expect.stringMatching(/^ {4}0 {2}one: rwa reassess hires[.]csv finished after .*: sent 0, /),
    expect.stringMatching(
      /^ {4}0 {2}one: rwa assess trips[.]csv finished after .*: sent 2, 2 scored[.]$/,
    ),
    expect.stringMatching(
      /^ {4}0 {2}two: rwa assess hires[.]csv finished after .*: sent 3, 3 scored[.]$/,
    ),
    expect.stringMatching(/^ {4}0 {2}two: rwa reassess hires[.]csv finished after .*: sent 0, /),
  ]);
  expect((await service.readLedger()).commits.rwa_create).toBe(8);
  expect((await run()).code).toBe(0);
  expect((await service.readLedger()).requests.rwa_create).toBe(8);
});

test('in a new quarter, each row of a sheet with rounds is reassessed once', async () => {
  const setup = await setUpTwoCompanies();
  await setup.run();
  ageFacts(setup.folder);
  const second = await setup.run();
  expect(second.code).toBe(0);
  await setup.run();
  const counts = await countAssessments(setup);
  expect([...counts.values()].toSorted()).toEqual([1, 1, 2, 2, 2, 2, 2, 2]);
});

test('a missing sheet or a sheet in use stops only itself, and a refused token stops only its company', async () => {
  const setup = await setUpTwoCompanies({ latencyMs: 100, tokens: { two: 'it-has-expired' } });
  const { folder, service, run } = setup;
  const config = JSON.parse(await readFile(join(folder, 'rwa.config.json'), 'utf8')) as {
    companies: { sheets: object[] }[];
  };
  config.companies[0]?.sheets.unshift({ file: 'one/missing.csv' });
  await writeFile(join(folder, 'rwa.config.json'), JSON.stringify(config));
  await writeFile(join(folder, 'one', 'hires.csv'), toCsv(people(60)));
  const env = { RWA_BASE_URL: service.sandbox.baseUrl, RWA_TOKEN: service.sandbox.tokens[0] ?? '' };
  const other = start(folder, ['assess', 'one/hires.csv', '--yes', '--concurrency', '1'], env);
  await other.waitForText(' of 60 rows finished');

  const { code, out, err } = await run();
  expect(code).toBe(2);
  expect(readExitLines(out).map((line) => line.trim())).toEqual([
    expect.stringMatching(/^2 {2}one: rwa assess missing[.]csv did not begin[.] .*missing[.]csv/),
    expect.stringMatching(/^7 {2}one: rwa assess hires[.]csv did not begin/),
    expect.stringMatching(/^7 {2}one: rwa reassess hires[.]csv did not begin/),
    expect.stringMatching(
      /^0 {2}one: rwa assess trips[.]csv finished after .*: sent 2, 2 scored[.]$/,
    ),
    expect.stringMatching(/^5 {2}two: rwa assess hires[.]csv did not begin/),
    expect.stringMatching(
      /^- {2}two: rwa reassess two.hires[.]csv did not begin: the service refused the company token[.]$/,
    ),
  ]);
  expect(out + err).not.toContain('it-has-expired');
  other.kill('SIGTERM');
  await other.ended;
});

test('once the token file that the message names is corrected, the same command sends each row once', async () => {
  const setup = await setUpTwoCompanies({ tokens: { two: 'it-has-expired' } });
  const { folder, service, run } = setup;
  const refused = await run();
  expect(refused.code).toBe(5);
  expect(refused.out).toContain('tokenFile in rwa.config.json');
  await writeFile(join(folder, 'two', 'token'), service.sandbox.tokens[1] ?? '');
  expect((await run()).code).toBe(0);
  expect([...(await countAssessments(setup)).values()]).toEqual(Array(8).fill(1));
});

test('a dry run shows all plans, changes no file and sends no heartbeat', async () => {
  const receiver = await startScriptedService([]);
  onTestFinished(() => receiver.close());
  const { folder, service, run } = await setUpTwoCompanies({
    config: { heartbeat: `${receiver.url}/all` },
  });
  const before = await readFiles(folder);
  const { code, out } = await run('--dry-run');
  expect(code).toBe(8);
  expect(out.match(/^ +\d to assess$/gm)?.map((line) => line.trim())).toEqual([
    '3 to assess',
    '2 to assess',
    '3 to assess',
  ]);
  expect(readExitLines(out)[0]).toBe('    8  one: rwa assess hires.csv would send 3 rows.');
  expect(await readFiles(folder)).toEqual(before);
  expect((await service.readLedger()).requests.rwa_create).toBe(0);
  expect(receiver.requests).toEqual([]);
});

test('--company and file names select the sheets to run', async () => {
  const { run } = await setUpTwoCompanies();
  expect(readExitLines((await run('--company', 'two')).out)).toHaveLength(2);
  expect(readExitLines((await run('one/trips.csv')).out)).toHaveLength(1);
  for (const [words, problem] of [
    [
      ['--company', 'three'],
      'rwa.config.json has no company three. It has one, two. Nothing was sent.',
    ],
    [['one/trip.csv'], 'rwa.config.json has no sheet one/trip.csv. Did you mean one/trips.csv?'],
  ] as const) {
    const { code, err } = await run(...words);
    expect([code, err]).toEqual([2, expect.stringContaining(problem)]);
  }
});

test('the paths in a configuration are relative to its folder', async () => {
  const { folder } = await setUpTwoCompanies();
  const elsewhere = await folderWith();
  const config = join(folder, 'rwa.config.json');
  const { code, out } = await rwa(elsewhere, ['run', '--config', config, 'one/trips.csv']);
  expect([code, out]).toEqual([0, expect.stringMatching(/ 2 scored$/m)]);
});

test('the commands that status and resolve suggest for a configured sheet work unchanged', async () => {
  const { service, folder, run } = await setUpTwoCompanies();
  const elsewhere = await folderWith();
  const config = ['--config', join(folder, 'rwa.config.json')];
  /** Runs the last command that an output suggests, with --yes, and returns its exit code. */
  const follow = async (currentFolder: string, out: string) => {
    const [, command = ''] = /.*^ +rwa (.*)$/ms.exec(out) ?? [];
    const words = command.trim().match(/"[^"]*"|\S+/g) ?? [];
    const { code } = await rwa(currentFolder, [
      ...words.map((word) => word.replaceAll('"', '')),
      '--yes',
    ]);
    return code;
  };
  const [hires, trips] = [join(folder, 'one/hires.csv'), 'one/trips.csv'];
  expect(await follow(folder, (await rwa(folder, ['status', trips])).out)).toBe(0);
  expect(await follow(elsewhere, (await rwa(elsewhere, ['status', hires, ...config])).out)).toBe(0);
  await service.loseAnswer('00001', 'reset-before-commit');
  await run('--company', 'two');
  const listed = await rwa(folder, ['status', 'two/hires.csv']);
  expect(listed.out).toContain('rwa resolve two/hires.csv\n');
  ageJournals(join(folder, 'two'));
  const answer = ['--row', '2', '--send-again'];
  expect(
    await follow(folder, (await rwa(folder, ['resolve', 'two/hires.csv', ...answer])).out),
  ).toBe(0);
  expect((await service.readLedger()).commits.rwa_create).toBe(8);
  const unlisted = await rwa(folder, ['status', 'other.csv', '--config', 'rwa.config.json']);
  expect([unlisted.code, unlisted.err]).toEqual([
    2,
    'rwa: rwa.config.json does not list the sheet other.csv.\n',
  ]);
  // Without the settings, the rows would be read with other inputs.
  await writeFile(join(elsewhere, 'rwa.config.json'), '{');
  for (const command of ['status', 'resolve'])
    expect((await rwa(elsewhere, [command, hires])).code).toBe(2);
});

test('with --json, a line that names the sheet precedes the other lines of each sheet', async () => {
  const { run } = await setUpTwoCompanies();
  const { code, out, err } = await run('--json', '--company', 'one');
  expect([code, err]).toEqual([0, '']);
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map(({ type }) => type).filter((type) => type !== 'row')).toEqual([
    'sheet',
    'plan',
    'summary',
    'sheet',
    'plan',
    'summary',
    'sheet',
    'plan',
    'summary',
    'sheetEnd',
    'sheetEnd',
    'sheetEnd',
    'end',
  ]);
  const [first] = lines;
  expect(first).toMatchObject({ company: 'one', command: 'assess' });
  expect(lines.at(-2)).toMatchObject({ company: 'one', command: 'assess', exitCode: 0 });
  expect(lines.at(-1)).toEqual({ type: 'end', exitCode: 0 });
});

test('a failed company reports a failure to its heartbeat and to the heartbeat of the run', async () => {
  const receiver = await startScriptedService(Array.from({ length: 6 }, () => ({ body: 'OK' })));
  onTestFinished(() => receiver.close());
  const setup = await setUpTwoCompanies({ tokens: { one: 'it-has-expired' } });
  const { folder, run } = setup;
  const config = JSON.parse(await readFile(join(folder, 'rwa.config.json'), 'utf8')) as {
    heartbeat?: string;
    companies: { name: string; heartbeat?: string }[];
  };
  config.heartbeat = `${receiver.url}/all`;
  for (const company of config.companies) company.heartbeat = `${receiver.url}/${company.name}`;
  await writeFile(join(folder, 'rwa.config.json'), JSON.stringify(config));
  expect((await run()).code).toBe(5);
  expect(receiver.operations().filter((name) => name !== 'start')).toEqual(['fail', 'two', 'fail']);
  const bodies = JSON.stringify(receiver.requests.map(({ body }) => body));
  expect(bodies).toMatch(/two: rwa assess .*3 scored/);
  for (const secret of ['00001', 'Portugal', 'it-has-expired'])
    expect(bodies).not.toContain(secret);
  const partial = receiver.requests.length;
  await run('one/trips.csv');
  expect(receiver.requests).toHaveLength(partial);
});

test('after a kill, the same command continues, and no row is assessed twice', async () => {
  const setup = await setUpTwoCompanies({ rows: 40, latencyMs: 20 });
  const { folder, service, run } = setup;
  const countCreated = async () => (await service.readLedger()).commits.rwa_create;
  for (const until of [10, 50]) {
    const running = start(folder, ['run']);
    await expect.poll(countCreated, { interval: 5 }).toBeGreaterThanOrEqual(until);
    running.kill('SIGKILL');
    await running.ended;
  }
  // A request in flight at the kill may have taken effect, so its row is unconfirmed.
  expect([0, 4]).toContain((await run()).code);
  const counts = await countAssessments(setup);
  expect(new Set(counts.values())).toEqual(new Set([1]));
});

test('a signal interrupts the active sheet, and no other sheet begins', async () => {
  const { folder, service } = await setUpTwoCompanies({ rows: 40, latencyMs: 50 });
  const running = start(folder, ['run']);
  await running.waitForText(' of 40 rows finished');
  running.kill('SIGTERM');
  const { code, out } = await running.ended;
  expect(code).toBe(130);
  const [first, ...others] = readExitLines(out);
  expect(first).toMatch(/^ {2}130 {2}one: rwa assess hires[.]csv was interrupted/);
  expect(others).toHaveLength(4);
  for (const line of others)
    expect(line).toMatch(/^ {4}- .* did not begin: the run was interrupted[.]$/);
  expect((await service.readLedger()).requests.rwa_create).toBeLessThan(40);
});

/** Dates all facts in the journals of a folder 120 days back, to another quarter. */
function ageFacts(folder: string): void {
  const age = (_: string, at: string) =>
    `"at":"${new Date(Date.parse(at) - 120 * 86_400_000).toISOString()}"`;
  for (const { name, parentPath } of readdirSync(folder, {
    recursive: true,
    withFileTypes: true,
  })) {
    if (!name.endsWith('.rwa-journal.jsonl')) continue;
    const path = join(parentPath, name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/"at":"([^"]+)"/g, age));
  }
}

test('the doctor checks each company and sheet of the configuration, and changes nothing', async () => {
  const { folder, service } = await setUpTwoCompanies({ tokens: { two: 'wrong' } });
  const before = await readFiles(folder);
  const { code, out } = await rwa(folder, ['doctor', '--config', 'rwa.config.json', '--json']);
  const findings = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>)
    .filter(({ check }) => check === 'Token' || check === 'Lock');
  expect(findings.map(({ company, sheet, state }) => [company, sheet, state])).toEqual([
    ['one', undefined, 'ok'],
    // This finding is about operations that cannot be checked without an effect.
    ['one', undefined, 'unknown'],
    ['one', 'hires.csv', 'ok'],
    ['one', 'trips.csv', 'ok'],
    ['two', undefined, 'problem'],
    ['two', undefined, 'unknown'],
    ['two', 'hires.csv', 'ok'],
  ]);
  expect(code).toBe(5);
  expect((await service.readLedger()).requests.rwa_create).toBe(0);
  expect(await readFiles(folder)).toEqual(before);
});

test.each([
  [['hires.csv'], '--config names the sheets'],
  [['--token-file', 'token'], 'cannot be used with option'],
])('the doctor refuses %j together with --config', async (words, message) => {
  const { folder } = await setUpTwoCompanies();
  const { code, err } = await rwa(folder, ['doctor', '--config', 'rwa.config.json', ...words]);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});

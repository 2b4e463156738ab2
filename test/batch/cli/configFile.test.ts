import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { expect, test } from 'vitest';
import { configJsonSchema, readRunConfig } from '../../../batch/cli/config/runConfig.js';
import { createTasks } from '../../../batch/cli/config/sheetTasks.js';
import { folderWith } from './rwaUnderTest.js';

const sheet = { file: 'hires.xlsx' };
const company = {
  name: 'Example Ltd',
  baseUrl: 'https://example.com/api/1.1/wf',
  tokenFile: 'token',
  sheets: [sheet],
};
const configureSheet = (more: object) => ({
  companies: [{ ...company, sheets: [{ ...sheet, ...more }] }],
});
const configureOptions = (options: object) => ({ options, companies: [company] });

async function writeConfig(config: unknown) {
  const text = typeof config === 'string' ? config : JSON.stringify(config);
  const folder = await folderWith({ 'rwa.config.json': text });
  return { path: join(folder, 'rwa.config.json'), folder };
}

/** Returns the commands of a configuration on a day, with relative paths. */
async function readTasks(config: object, now = new Date(2027, 1, 3)) {
  const { path, folder } = await writeConfig(config);
  const selection = { companies: [], files: [] };
  const all = createTasks(await readRunConfig(path), selection, { config: path, now, words: [] });
  return all.flatMap(({ tasks }) =>
    tasks.map(({ args: words }) => words.map((word) => word.replace(`${folder}/`, '')).join(' ')),
  );
}

const service = '--base-url https://example.com/api/1.1/wf --token-file token';

test('a sheet is assessed unless its entry has "assess": false', async () => {
  expect(await readTasks({ companies: [company] })).toEqual([`assess hires.xlsx ${service}`]);
  expect(await readTasks(configureSheet({ assess: false, reassess: { round: 'audit' } }))).toEqual([
    `reassess hires.xlsx --round audit ${service}`,
  ]);
});

const rounds: [reassess: object, day: Date, options: string][] = [
  [{ every: 'quarter' }, new Date(2027, 0, 1), '--round 2027-Q1 --scored-before 2027-01-01'],
  [{ every: 'quarter' }, new Date(2027, 11, 31), '--round 2027-Q4 --scored-before 2027-10-01'],
  [{ every: 'month' }, new Date(2027, 8, 30), '--round 2027-09 --scored-before 2027-09-01'],
  [{ every: 'year' }, new Date(2027, 5, 1), '--round 2027 --scored-before 2027-01-01'],
  [{ every: 'month', olderThan: '90d' }, new Date(2027, 1, 3), '--round 2027-02 --older-than 90d'],
  [{ every: 'month', onlyChanged: true }, new Date(2027, 1, 3), '--round 2027-02 --only-changed'],
  [
    { every: 'year', where: ['destination=Spain', 'destination=Peru'] },
    new Date(2027, 1, 3),
    '--round 2027 --scored-before 2027-01-01 --where destination=Spain --where destination=Peru',
  ],
];
test.each(rounds)('the round %j on %s has the options %s', async (reassess, day, options) => {
  const [, words] = await readTasks(configureSheet({ reassess }), day);
  expect(words).toBe(`reassess hires.xlsx ${options} ${service}`);
});

test('options of a sheet override those of its company, which override the general options', async () => {
  const config = {
    options: { maxNew: 1, log: 'rwa.log', rate: '1/s' },
    companies: [
      {
        ...company,
        options: { maxNew: 2, rate: '2/s' },
        sheets: [{ ...sheet, options: { maxNew: 3, colourScale: false, retryRejected: true } }],
      },
    ],
  };
  const [words = ''] = await readTasks(config);
  const options = words.replace(`assess hires.xlsx ${service} `, '').split(' --').toSorted();
  expect(options).toEqual([
    '--no-colour-scale',
    'log rwa.log',
    'max-new 3',
    'rate 2/s',
    'retry-rejected',
  ]);
});

async function readRefusal(path: string): Promise<string> {
  const error: unknown = await readRunConfig(path).catch((thrown: unknown) => thrown);
  return error instanceof Error ? error.message : 'not refused';
}

const mistakes: [title: string, config: unknown, problems: (string | RegExp)[]][] = [
  [
    'a misspelt setting',
    configureSheet({ reasses: { every: 'month' } }),
    ['companies[0].sheets[0].reasses: There is no such setting. Did you mean reassess?'],
  ],
  [
    'an unknown setting',
    { companies: [{ ...company, colour: 'red' }] },
    [/^companies\[0\][.]colour: There is no such setting[.] The names are name, baseUrl, /],
  ],
  [
    'a misspelt option',
    configureOptions({ maxNow: 500 }),
    ['options.maxNow: There is no such setting. Did you mean maxNew?'],
  ],
  [
    'an option that only a person may give',
    configureOptions({ sendKnown: true }),
    [/^options[.]sendKnown: There is no such setting[.]/],
  ],
  [
    'a wrong value',
    configureOptions({ maxNew: 'many' }),
    [/^options[.]maxNew: It must be a whole number/],
  ],
  [
    'a wrong type',
    configureOptions({ retryRejected: 'yes' }),
    [/^options[.]retryRejected: .* true or false/],
  ],
  [
    'a wrong choice',
    configureOptions({ dateFormat: 'ymd' }),
    [/^options[.]dateFormat: .* one of dmy, mdy/],
  ],
  ['an empty option', configureOptions({ log: '' }), ['options.log: It must not be empty.']],
  [
    'missing settings',
    { companies: [{ name: 'Example Ltd' }] },
    ['baseUrl', 'tokenFile', 'sheets'].map((name) => `companies[0].${name}: It is missing.`),
  ],
  ['no companies', { companies: [] }, ['companies: It must not be empty.']],
  ['a list instead of an object', [], ['the file: It must be an object.']],
  [
    'a round without a name',
    configureSheet({ reassess: { olderThan: '90d' } }),
    ['companies[0].sheets[0].reassess: It must have either "every" or "round".'],
  ],
  [
    'a sheet without work',
    configureSheet({ assess: false }),
    ['companies[0].sheets[0]: There is nothing to do: it has neither "assess" nor "reassess".'],
  ],
  [
    'a sheet and a company that are listed twice',
    { companies: [company, company] },
    [
      'companies[1].name: Another company has this name.',
      'companies[1].sheets[0].file: The sheet is listed twice.',
    ],
  ],
  [
    'a heartbeat without https',
    { heartbeat: 'http://example.com/its-secret', companies: [company] },
    [/^heartbeat: It uses http/],
  ],
  [
    'a base URL without https',
    { companies: [{ ...company, baseUrl: 'ftp://example.com/its-secret' }] },
    [/^companies\[0\][.]baseUrl: /],
  ],
];
test.each(mistakes)(
  'the refusal contains the place of the problem and no secret: %s',
  async (_, config, problems) => {
    const { path } = await writeConfig(config);
    const refusal = await readRefusal(path);
    const [first, ...lines] = refusal.split('\n');
    expect(first).toContain('rwa.config.json cannot be used. Nothing was sent.');
    expect(lines.map((line) => line.trim())).toEqual(
      problems.map((problem) =>
        typeof problem === 'string' ? problem : (expect.stringMatching(problem) as string),
      ),
    );
    expect(refusal).not.toContain('its-secret');
  },
);

test('a sheet listed twice is refused, also if its absolute path or a link is listed', async () => {
  const { path, folder } = await writeConfig({ companies: [company] });
  await writeFile(join(folder, 'hires.xlsx'), '');
  await symlink('hires.xlsx', join(folder, 'link.xlsx'));
  const sheets = ['hires.xlsx', join(folder, 'hires.xlsx'), 'link.xlsx'].map((file) => ({ file }));
  await writeFile(path, JSON.stringify({ companies: [{ ...company, sheets }] }));
  const refusal = await readRefusal(path);
  expect(refusal.match(/sheets\[[12]\][.]file: The sheet is listed twice/g)).toHaveLength(2);
});

test('a file that is not JSON is refused with a line and a column, and is not quoted', async () => {
  const { path } = await writeConfig(
    '{\n  "heartbeat": "https://example.com/its-secret"\n  "x": 1}',
  );
  const refusal = await readRefusal(path);
  expect(refusal).toMatch(
    /rwa[.]config[.]json is not valid JSON: see line 3, column 3[.] Nothing was sent[.]$/,
  );
  expect(refusal).not.toContain('its-secret');
});

test('a missing configuration is refused', async () => {
  const folder = await folderWith();
  expect(await readRefusal(join(folder, 'rwa.config.json'))).toMatch(
    /does not exist[.] Name the configuration with --config FILE/,
  );
});

// `npx vitest run FILE --update` writes the schema.
test('the JSON schema in the package matches the settings that rwa run reads', async () => {
  const path = join(import.meta.dirname, '../../../batch/rwa.config.schema.json');
  const { code } = await format(path, JSON.stringify(configJsonSchema()), { printWidth: 100 });
  await expect(code).toMatchFileSnapshot(path);
});

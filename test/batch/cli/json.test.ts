import { expect, test } from 'vitest';
import { z } from 'zod/v4';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { readFiles, toEnv, folderWith, rwa } from './rwaUnderTest.js';
import { toCsv, hire, trip } from './sheets.js';
import { serviceMessages } from '../../serviceMessages.js';

const status = z.enum([
  'Not sent',
  'Pending',
  'Scored',
  'Rejected',
  'Unconfirmed',
  'Invalid',
  'Duplicate',
]);
const scores = z.looseObject({ overallTrip: z.number(), workingRights: z.number() });
const warning = z.strictObject({
  field: z.string(),
  label: z.string(),
  value: z.string(),
  message: z.string(),
  column: z.string(),
  count: z.int(),
  rows: z.array(z.int()),
});
const plan = z.strictObject({
  type: z.literal('plan'),
  command: z.literal('assess'),
  file: z.string(),
  sheet: z.string(),
  headerRow: z.int(),
  service: z.url(),
  rows: z.int(),
  expectedMs: z.number(),
  resultColumns: z
    .strictObject({
      from: z.string(),
      to: z.string(),
      existing: z.array(z.strictObject({ from: z.string(), to: z.string() })),
      added: z.array(z.strictObject({ from: z.string(), to: z.string() })),
    })
    .optional(),
  new: z.int(),
  pending: z.int(),
  done: z.int(),
  invalid: z.int(),
  duplicates: z.int(),
  rejected: z.int(),
  rejectedToSend: z.int().optional(),
  unconfirmed: z.int(),
  warnings: z.array(warning),
  notes: z.array(z.string()),
});
const row = z.strictObject({
  type: z.literal('row'),
  row: z.int(),
  status,
  message: z.string(),
  assessmentId: z.string().optional(),
  redirectUrl: z.url().optional(),
  scores: scores.optional(),
  assessedAt: z.iso.datetime().optional(),
});
const summary = z.strictObject({
  type: z.literal('summary'),
  counts: z.record(status, z.int()),
  sent: z.number(),
  doneBefore: z.number(),
  exitCode: z.int(),
  tookMs: z.number(),
  output: z.string().optional(),
  backup: z.string().optional(),
  journal: z.string(),
  missing: z.int(),
  blocked: z.int(),
  changed: z.int().optional(),
  refusedInRound: z.int().optional(),
  interrupted: z.boolean(),
  notes: z.array(z.string()),
});
const parseLines = (out: string): unknown[] =>
  out
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

const sheet = toCsv([
  trip,
  { ...hire, 'Employee ID': 'SANDBOX-LOST-ANSWER' },
  { ...hire, 'Employee ID': 'SANDBOX-REJECTED' },
  { ...trip, Seniority: 'Junior' },
  trip,
  { ...trip, Citizenship: 'Atlantis' },
]);

test('assess --json prints a plan, a line for each row, and a summary', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': sheet });
  const args = ['assess', 'hires.csv', '--yes', '--json', '--poll-interval', '50ms'];
  const { code, out } = await rwa(folder, args, toEnv(service));
  const [first, ...others] = parseLines(out);
  expect(plan.parse(first)).toMatchObject({
    rows: 6,
    new: 4,
    invalid: 1,
    duplicates: 1,
    warnings: [{ value: 'Atlantis', count: 1, rows: [7] }],
  });
  const rows = others.slice(0, -1).map((line) => row.parse(line));
  expect(rows.map((line) => [line.row, line.status])).toEqual([
    [2, 'Scored'],
    [3, 'Unconfirmed'],
    [4, 'Rejected'],
    [5, 'Invalid'],
    [6, 'Duplicate'],
    [7, 'Rejected'],
  ]);
  expect(rows[0]?.assessmentId).toBeDefined();
  expect(rows[0]?.scores).toBeDefined();
  expect(rows[5]?.message).toContain(serviceMessages.incorrectCountry);
  expect(summary.parse(others.at(-1))).toMatchObject({ exitCode: 4, interrupted: false });
  expect(code).toBe(4);
});

test('a second run prints the same rows, and a plan without rows to send', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv([trip, hire]) });
  const args = ['assess', 'hires.csv', '--yes', '--json', '--poll-interval', '50ms'];
  const first = parseLines((await rwa(folder, args, toEnv(service))).out);
  const { code, out } = await rwa(folder, args, toEnv(service));
  const second = parseLines(out);
  expect(code).toBe(0);
  expect(plan.parse(second[0])).toMatchObject({ new: 0, done: 2, expectedMs: 0 });
  expect(second.slice(1, -1)).toEqual(first.slice(1, -1));
  expect(summary.parse(second.at(-1))).not.toHaveProperty('output');
});

test('check --json prints every problem with its cell', async () => {
  const folder = await folderWith({ 'hires.csv': sheet });
  const { code, out } = await rwa(folder, ['check', 'hires.csv', '--json']);
  expect(code).toBe(3);
  expect(parseLines(out)).toEqual([
    {
      type: 'problem',
      row: 5,
      column: 'D',
      field: 'seniority',
      label: 'Seniority',
      value: 'Junior',
      message: 'Seniority: unsupported value',
      remedy: 'Use Low, Mid or Senior.',
    },
    { type: 'duplicate', row: 6, sameAs: 2 },
    {
      type: 'warning',
      row: 7,
      column: 'F',
      field: 'citizenship',
      label: 'Citizenship',
      value: 'Atlantis',
      message: 'Citizenship: "Atlantis" is not a known English country name',
      remedy: '',
    },
    {
      type: 'summary',
      file: 'hires.csv',
      sheet: 'hires',
      headerRow: 1,
      rows: 6,
      good: 4,
      bad: 2,
      problems: 1,
      duplicates: 1,
      warnings: 1,
      notes: [],
      resultColumns: {
        from: 'Q',
        to: 'AD',
        existing: [],
        added: [{ from: 'Q', to: 'AD' }],
      },
      exitCode: 3,
    },
  ]);
});

test('status --json lists every row, and resolve --json lists the unconfirmed row', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': sheet });
  await rwa(folder, ['assess', 'hires.csv', '--yes', '--poll-interval', '50ms'], toEnv(service));
  const status = await rwa(folder, ['status', 'hires.csv', '--json']);
  const [first, ...others] = parseLines(status.out).toReversed();
  expect(first).toMatchObject({ type: 'summary', service: service.sandbox.baseUrl });
  expect(others.map((line) => row.parse(line).row).toReversed()).toEqual([2, 3, 4, 5, 6, 7]);
  const resolve = await rwa(folder, ['resolve', 'hires.csv', '--json']);
  expect(resolve.code).toBe(4);
  expect(parseLines(resolve.out)).toEqual([
    {
      type: 'unconfirmed',
      key: expect.any(String) as string,
      row: 3,
      sentAt: expect.any(String) as string,
      reason: expect.any(String) as string,
      request: expect.objectContaining({ employeeId: 'SANDBOX-LOST-ANSWER' }) as object,
    },
  ]);
});

test('no output and no file contains the token, and the journal contains no inputs', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': sheet });
  const args = ['assess', 'hires.csv', '--yes', '--json', '--poll-interval', '50ms'];
  const { out, err } = await rwa(folder, args, toEnv(service));
  const files = await readFiles(folder);
  expect(Object.keys(files)).toEqual([
    expect.stringMatching(/^hires\.backup-/),
    'hires.csv',
    'hires.csv.rwa-journal.jsonl',
  ]);
  for (const text of [out, err, ...Object.values(files)]) {
    expect(text).not.toContain(service.sandbox.tokens[0]);
  }
  const journal = files['hires.csv.rwa-journal.jsonl'];
  expect(journal).not.toMatch(/Smith|Apfel|00123|SANDBOX|Germany|Portugal/);
});

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import {
  hashAssessment,
  noJournal,
  parseReference,
  hashPerson,
} from '../../../batch/engine/identity/reference.js';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { createReassessment } from '../../../batch/engine/operations/assess.js';
import type { RunEvent } from '../../../batch/engine/run/events.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import {
  allInWords,
  cellsByHeading,
  readFacts,
  runOn,
  type RunSettings,
  writeHires,
} from './testRun.js';

type Row = Record<string, string>;

const heading = 'Row reference';
const person = 'Employee ID';
const reassessAll = createReassessment({ olderThanMs: 0 });
const newRound = { operation: reassessAll, intake: { inputs: reassessAll }, newRound: true };

const createTestSheet = async (ids: readonly string[]) => {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), ids);
  const rows = () => cellsByHeading(path);
  return {
    service,
    path,
    rows,
    url: service.sandbox.baseUrl,
    run: (settings: RunSettings = {}) =>
      runOn(path, service.sandbox, { pollTimeoutMs: 500, maxErrors: 100, ...settings }),
    statuses: () => rows().map((row) => row['Assessment status']),
    references: () => rows().map((row) => parseReference(row[heading] ?? '')),
    save: (changed: readonly Row[], options: Papa.UnparseConfig = {}) => {
      const columns = Object.keys(changed[0] ?? {});
      writeFileSync(path, Papa.unparse([...changed], { columns, newline: '\r\n', ...options }));
    },
    commits: async () => (await service.readLedger()).commits.rwa_create,
  };
};

test('only rows with a request that may have taken effect have a reference', async () => {
  const ids = ['E-1', 'E-1', 'SANDBOX-REJECTED', 'SANDBOX-LOST-ANSWER', 'SANDBOX-ALWAYS-PENDING'];
  const { path, run, rows, statuses, references, url } = await createTestSheet(ids);
  writeFileSync(path, readFileSync(path, 'utf8').replace(/(LOST.*)$/m, '$1\r\nE-9,Hire'));
  await run();
  expect(statuses()).toEqual([
    'Scored',
    'Duplicate',
    'Rejected',
    'Unconfirmed',
    'Invalid',
    'Pending',
  ]);
  expect(Object.keys(rows()[0] ?? {}).at(-1)).toBe(heading);
  const toShown = (id: string, assessment: string | undefined) => ({
    person: hashPerson(id),
    assessment: assessment === undefined ? undefined : hashAssessment(url, assessment),
  });
  const [first, , , , , last] = rows().map((row) => row['Assessment ID']);
  const shown = references().map(
    (reference) => reference && { person: reference.person, assessment: reference.assessment },
  );
  expect(shown).toEqual([
    toShown('E-1', first),
    undefined,
    undefined,
    toShown('SANDBOX-LOST-ANSWER', undefined),
    undefined,
    toShown('SANDBOX-ALWAYS-PENDING', last),
  ]);
  expect(new Set(references().flatMap((reference) => reference?.journal ?? [])).size).toBe(1);
  expect(references()[0]?.journal).not.toBe(noJournal);
});

test('a row keeps its reference while its inputs differ, and gets a new reference in the next round', async () => {
  const { run, rows, save, statuses, references } = await createTestSheet(['E-1']);
  await run();
  const [before] = references();
  const [text] = rows().map((row) => row[heading]);
  for (const [column, value] of [
    ['Destination country', 'Spain'],
    ['Seniority', 'Middling'],
    [person, 'E-2'],
  ] as const) {
    const [row = {}] = rows();
    const original = row[column] ?? '';
    save([{ ...row, [column]: value }]);
    await run();
    expect(statuses(), column).toEqual(['Invalid']);
    expect(references()).toEqual([before]);
    save(rows().map((now) => ({ ...now, [column]: original })));
    await run();
    expect([statuses(), rows()[0]?.[heading]], column).toEqual([['Scored'], text]);
  }
  save(rows().map((row) => ({ ...row, 'Destination country': 'Spain' })));
  await run(newRound);
  expect(statuses()).toEqual(['Scored']);
  const [after] = references();
  expect(after?.person).toBe(before?.person);
  expect(after?.inputs).not.toBe(before?.inputs);
  expect(after?.assessment).not.toBe(before?.assessment);
});

const edits: [string, (rows: readonly Row[]) => readonly Row[], Papa.UnparseConfig?][] = [
  ['sorts the sheet', (rows) => rows.toReversed()],
  ['saves the sheet with semicolons', (rows) => rows, { delimiter: ';' }],
  [
    'writes scores with a comma, and shortens times and links',
    (rows) =>
      rows.map((row) => ({
        ...row,
        'Overall trip risk': (row['Overall trip risk'] ?? '').replace('.', ','),
        'Assessed at': `${row['Assessed at']?.slice(0, 16) ?? ''}Z`,
        'Report link': 'Open report',
      })),
    { delimiter: ';' },
  ],
];

test.each(edits)(
  'no result cell counts as edited by a person after a program %s',
  async (_how, change, options) => {
    const { run, rows, save, references, commits } = await createTestSheet(['E-1', 'E-2']);
    await run();
    const before = new Map(rows().map((row) => [row[person], row[heading]]));
    save(change(rows()), options);
    const { summary } = await run();
    expect(summary).toMatchObject({ sent: 0, notes: [] });
    expect(new Map(rows().map((row) => [row[person], row[heading]]))).toEqual(before);
    expect(references()).not.toContain(undefined);
    expect(await commits()).toBe(2);
  },
);

test('a row without status and ID that still has its reference is not sent', async () => {
  const { path, run, rows, save, statuses, commits } = await createTestSheet(['E-1']);
  await run();
  rmSync(toSheetFiles(path, {}).journal);
  save(rows().map((row) => ({ ...row, 'Assessment status': '', 'Assessment ID': '' })));
  await run();
  expect(statuses()).toEqual(['Unconfirmed']);
  expect(rows()[0]?.['Assessment message']).toContain(
    'The Row reference shows that the row was sent, but its Assessment ID is missing',
  );
  expect(await commits()).toBe(1);
});

test('an unconfirmed row that lost its reference and its journal gets a new reference', async () => {
  const { path, run, rows, save, statuses, commits } = await createTestSheet([
    'SANDBOX-LOST-ANSWER',
  ]);
  await run();
  for (const lostCell of [heading, 'Assessment status']) {
    rmSync(toSheetFiles(path, {}).journal);
    save(rows().map((row) => ({ ...row, [lostCell]: '' })));
    await run();
    expect(statuses(), lostCell).toEqual(['Unconfirmed']);
  }
  expect(await commits()).toBe(1);
});

test('a run that has lost its lock to another run does not write into the sheet', async () => {
  const { path, run, statuses, commits } = await createTestSheet(['E-1', 'E-2']);
  const before = readFileSync(path, 'utf8');
  const { lock } = toSheetFiles(path, {});
  let isTaken = false;
  let doneRows = 0;
  const onEvent = (event: RunEvent) => {
    if (event.type !== 'progress' || !event.done || ++doneRows < 2) return;
    isTaken = true;
    writeFileSync(lock, 'another run');
  };
  const { summary } = await run({ onEvent });
  expect(isTaken).toBe(true);
  expect(summary).toMatchObject({ stopped: [{ code: 'lockLost' }] });
  expect(allInWords(summary.notInPlace)).toContain('run the same command again');
  expect(readFileSync(path, 'utf8')).toBe(before);
  expect(readdirSync(dirname(path)).filter((name) => /results|backup/.test(name))).toEqual([]);
  rmSync(lock);
  await run();
  expect(statuses()).toEqual(['Scored', 'Scored']);
  expect(await commits()).toBe(2);
});

test('the journal has one trip hash for two employees with the same other inputs', async () => {
  const { path, run } = await createTestSheet(['E-1', 'E-2']);
  await run();
  const trips = readFacts(path).filter(({ fact }) => fact === 'intent') as unknown as {
    trip: string;
  }[];
  expect(trips).toHaveLength(2);
  expect(trips[0]?.trip).toMatch(/^[\w-]+$/);
  expect(new Set(trips.map(({ trip }) => trip)).size).toBe(1);
});

import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { decide } from '../../../batch/engine/operations/decide.js';
import type { Entry } from '../cli/sheets.js';
import { SheetStory } from '../cli/sheetStory.js';
import { cellsByHeading } from '../run/testRun.js';
import { isId, isOurs, moveCells, sheetEdits, swapFirstTwo } from './sheetEdits.js';
import { runOperationOn } from './testSheets.js';

const decisions = ['Pending', 'Manager Approved', 'Rejected'];

/** Begins with three scored rows, and with decisions in columns before or after ours. */
async function beginWithDecisions(isBefore: boolean): Promise<SheetStory> {
  const story = await SheetStory.begin();
  const decide = (rows: readonly Entry[]) =>
    rows.map((row, index): Entry => ({
      ...row,
      Decision: decisions[index] ?? '',
      'Manager ID': 'M-200',
    }));
  if (isBefore) story.save(decide(story.rows));
  await story.run('assess');
  if (!isBefore) story.save(decide(story.rows));
  story.command = 'decide';
  // `rwa status` has no option for the base URL.
  vi.stubEnv('RWA_BASE_URL', story.service.sandbox.baseUrl);
  return story;
}

/** Returns the decision in the service for each row's employee, in the order of the sheet. */
async function readDecisions(story: SheetStory): Promise<unknown[]> {
  const { assessments } = await story.service.readLedger();
  return story.rows.map((row) => {
    const assessment = assessments.find(({ employeeId }) => employeeId === row['Employee ID']);
    return assessment?.status;
  });
}

async function readStatuses(story: SheetStory): Promise<string[]> {
  await story.type('status', story.path, '--for', 'decide', '--json');
  const lines = story.message.split('\n').filter((line) => line.startsWith('{'));
  return lines
    .map((line) => JSON.parse(line) as { type: string; status: string })
    .flatMap(({ type, status }) => (type === 'row' ? [status] : []));
}

describe.each([
  ['with the journal of the assessments', false],
  ['without the journal of the assessments', true],
])('%s', (_, isLost) => {
  test.each(sheetEdits)(
    'rwa decide sends no decision for another trip if $what',
    async ({ what, edit, foreignRows }) => {
      const story = await beginWithDecisions(what.includes('sorted'));
      story.save(edit(story.rows));
      if (isLost) rmSync(toSheetFiles(story.path, {}).journal);
      const before = await readDecisions(story);
      const planned = await readStatuses(story);
      await story.startCounting();
      expect(await story.run('decide')).toBe(3);
      const { requests } = await story.stopCounting();
      const { rows } = story;
      const isSent = rows.map((row) => row['Decision status'] === 'Decided');
      expect(requests).toBe(isSent.filter(Boolean).length);
      expect(await readDecisions(story)).toEqual(
        rows.map((row, index) => (isSent[index] === true ? row.Decision : before[index])),
      );
      for (const row of foreignRows) {
        expect(rows[row - 2]).toMatchObject({
          'Decision status': 'Invalid',
          'Decision message': expect.stringContaining(`is not this row's`) as string,
        });
      }
      // All other rows are sent unless they have no ID.
      expect(isSent).toEqual(
        rows.map((row, index) => !foreignRows.includes(index + 2) && row['Assessment ID'] !== ''),
      );
      // `rwa status` reports the rows to send before the run, and the sheet's statuses after it.
      expect(planned.map((status) => status === 'Not sent')).toEqual(isSent);
      expect(await readStatuses(story)).toEqual(rows.map((row) => row['Decision status']));
    },
  );
});

test.each(sheetEdits.filter(({ what }) => what !== 'the inputs were edited'))(
  'rwa assess corrects the IDs, and rwa decide then sends the remaining decisions, if $what',
  async ({ what, edit }) => {
    const story = await beginWithDecisions(what.includes('sorted'));
    story.save(edit(story.rows));
    await story.run('decide');
    story.command = 'assess';
    await story.startCounting();
    expect(await story.run('assess')).toBe(0);
    expect(await story.stopCounting()).toMatchObject({ requests: 0 });
    expect(await story.run('decide')).toBe(0);
    expect(await readDecisions(story)).toEqual(story.rows.map((row) => row.Decision));
  },
);

test('results in a sheet that changed during the run show no decision beside another trip', async () => {
  const story = await beginWithDecisions(false);
  const [first, second, third] = story.rows;
  if (first === undefined || second === undefined || third === undefined)
    throw new Error('The sheet has fewer than three rows.');
  story.save([{ ...first, 'Assessment ID': third['Assessment ID'] ?? '' }, second, third]);
  await runOperationOn(story.path, decide, story.service, {
    beforeStart: () => {
      story.save(story.rows.map((row) => ({ ...row, Remark: 'edited' })));
      return Promise.resolve();
    },
  });
  const name = readdirSync(story.folder).find((file) => file.includes('.results-')) ?? '';
  const results = cellsByHeading(join(story.folder, name));
  expect(results.map((row) => row['Decision status'])).toEqual(['Invalid', 'Decided', 'Decided']);
});

test('rwa decide sends a decision even if nothing proves the Assessment ID of its row', async () => {
  const story = await beginWithDecisions(false);
  rmSync(toSheetFiles(story.path, {}).journal);
  story.save(
    moveCells(
      story.rows,
      (heading) => heading === 'Row reference',
      () => decisions.length,
    ),
  );
  story.save(moveCells(story.rows, isId, swapFirstTwo));
  expect(await readStatuses(story)).toEqual(['Not sent', 'Not sent', 'Not sent']);
  await story.startCounting();
  expect(await story.run('decide')).toBe(0);
  expect(await story.stopCounting()).toMatchObject({ requests: 3 });
});

test('rwa decide sends a decision after a person accepted the Assessment ID of its row', async () => {
  const story = await beginWithDecisions(false);
  rmSync(toSheetFiles(story.path, {}).journal);
  story.save(
    moveCells(
      story.rows,
      (heading) => isOurs(heading) && !isId(heading),
      () => decisions.length,
    ),
  );
  story.command = 'assess';
  await story.run('assess');
  await story.resolve('--accept-sheet');
  await story.run('assess');
  story.command = 'decide';
  expect(await story.run('decide')).toBe(0);
  expect(await readDecisions(story)).toEqual(decisions);
});

test('rwa decide sends the decision of a row with its own ID, even if other rows show the ID', async () => {
  const story = await beginWithDecisions(false);
  const [, second = ''] = story.rows.map((row) => row['Assessment ID']);
  story.write(2, { 'Assessment ID': second });
  expect(await story.run('decide')).toBe(3);
  const statuses = story.rows.map((row) => row['Decision status']);
  expect(statuses).toEqual(['Invalid', 'Decided', 'Decided']);
  expect((await readDecisions(story)).slice(1)).toEqual(decisions.slice(1));
});

test('rwa decide sends no decision on an assessment that was replaced in a round', async () => {
  const story = await beginWithDecisions(false);
  const before = story.rows;
  await story.run('reassess', '--new-round');
  story.save(before);
  await story.startCounting();
  expect(await story.run('decide')).toBe(3);
  expect(await story.stopCounting()).toMatchObject({ requests: 0 });
});

test('a row that is reused for another trip is no longer Decided', async () => {
  const story = await beginWithDecisions(false);
  await story.run('decide');
  const [, decided = {}] = story.rows;
  const results = Object.keys(decided).slice(Object.keys(decided).indexOf('Assessment status'));
  const isOfDecision = (heading: string) => /^Decision|^Decided/.test(heading);
  const cleared = results.filter((heading) => !isOfDecision(heading));
  story.write(3, {
    ...Object.fromEntries(cleared.map((heading) => [heading, ''] as const)),
    'Start date': '2027-03-01',
    'End date': '2027-03-12',
  });
  await story.run('assess', '--max-new', '1');
  await story.resolve('--row', '3', '--new-row');
  expect(await story.run('assess')).toBe(0);
  expect(story.rows[1]).toMatchObject({
    'Assessment status': 'Scored',
    'Decision status': 'Invalid',
  });
  expect(story.rows[0]).toMatchObject({ 'Decision status': 'Decided' });
});

describe('a row whose Decision was cleared is skipped and keeps its results', () => {
  async function expectSkipped(story: SheetStory, note: string): Promise<void> {
    const before = story.rows;
    await story.startCounting();
    expect(await story.run('decide'), story.message).toBe(0);
    expect(story.message).toContain(note);
    expect(await story.type('check', story.path, '--for', 'decide'), story.message).toBe(0);
    expect(story.message).toContain(note);
    expect(await story.type('status', story.path, '--for', 'decide'), story.message).toBe(0);
    expect(await story.stopCounting()).toMatchObject({ requests: 0 });
    expect(story.rows).toEqual(before);
  }

  test('after its decision was recorded', async () => {
    const story = await beginWithDecisions(false);
    await story.run('decide');
    const decided = story.rows;
    story.write(3, { Decision: '' });
    await expectSkipped(story, '1 row has no Decision and is skipped.');

    story.save(decided);
    await story.startCounting();
    expect(await story.run('decide')).toBe(0);
    expect(await story.stopCounting()).toMatchObject({ requests: 0 });
    expect(story.rows).toEqual(decided);
  });

  test('after a new round assessed it again', async () => {
    const story = await beginWithDecisions(false);
    await story.run('decide');
    await story.run('reassess', '--new-round');
    story.save(story.rows.map((row) => ({ ...row, Decision: '' })));
    story.write(2, { Decision: 'Pending', 'Decision status': '' });
    expect(await story.run('decide'), story.message).toBe(0);
    await expectSkipped(story, '2 rows have no Decision and are skipped.');
    const statuses = story.rows.map((row) => row['Decision status']);
    expect(statuses).toEqual(['Decided', 'Invalid', 'Invalid']);
  });
});

test('a copy of a decided row without a Decision does not keep the results of the decision', async () => {
  const story = await beginWithDecisions(false);
  await story.run('decide');
  const trip = { 'Start date': '2027-03-01', 'End date': '2027-03-12', Decision: '' };
  story.save([...story.rows, { ...story.rows[1], ...trip }]);
  await story.runToEnd();
  const before = story.rows.slice(0, 3);
  await story.startCounting();
  expect(await story.run('decide'), story.message).toBe(0);
  expect(await story.stopCounting()).toMatchObject({ requests: 0 });
  expect(story.rows.slice(0, 3)).toEqual(before);
  const cleared = { 'Decision status': '', 'Decided at': '', 'Decision reference': '' };
  expect(story.rows[3]).toMatchObject(cleared);
});

describe('a sheet that was assessed with --columns and --set', () => {
  async function assessMapped(): Promise<{ story: SheetStory; options: string[] }> {
    const story = await SheetStory.begin();
    const rows = story.rows.map(({ 'Employee ID': id, Purpose: _, ...row }, at) => ({
      Who: id,
      ...row,
      Decision: decisions[at] ?? '',
      'Manager ID': 'M-200',
    }));
    story.save(rows as Entry[]);
    const map = join(story.folder, 'map.json');
    writeFileSync(map, JSON.stringify({ employeeId: 'Who' }));
    const options = ['--columns', map, '--set', 'purpose=Hire From Anywhere'];
    expect(await story.run('assess', ...options)).toBe(0);
    story.command = 'decide';
    story.save(moveCells(story.rows, isId, swapFirstTwo));
    return { story, options };
  }

  test('is checked for swapped IDs with these options', async () => {
    const { story, options } = await assessMapped();
    await story.startCounting();
    expect(await story.run('decide', ...options)).toBe(3);
    expect(await story.stopCounting()).toMatchObject({ requests: 1 });
    const statuses = story.rows.map((row) => row['Decision status']);
    expect(statuses).toEqual(['Invalid', 'Invalid', 'Decided']);
  });

  test('is refused without these options', async () => {
    const { story } = await assessMapped();
    await story.startCounting();
    expect(await story.run('decide')).toBe(2);
    expect(story.visibleText).toContain('If rwa assess was run with --columns or --set');
    expect(await story.stopCounting()).toMatchObject({ requests: 0 });
  });
});

describe('rwa decide with --columns or --set for the managers', () => {
  /** Assesses rows with managers under this heading; `options` are the options of `rwa assess`. */
  async function assessWithManagers(
    heading: string,
    options: (story: SheetStory) => readonly string[],
  ): Promise<SheetStory> {
    const story = await SheetStory.begin();
    story.save(
      story.rows.map((row, at): Entry => ({
        ...row,
        Decision: decisions[at] ?? '',
        [heading]: 'M-200',
        'Decided by': 'M-200',
      })),
    );
    expect(await story.run('assess', ...options(story)), story.message).toBe(0);
    story.command = 'decide';
    return story;
  }

  const useMap = (map: Entry) => (story: SheetStory) => {
    const file = join(story.folder, 'map.json');
    writeFileSync(file, JSON.stringify(map));
    return ['--columns', file];
  };
  const useNoOptions = () => [];
  const mapManagers = useMap({ managerId: 'Boss' });
  const approverOption = ['--set', 'complianceTeamMemberId=C-100'];
  const managerOption = ['--set', 'managerId=M-200'];

  test.each([
    {
      what: 'both commands use the same file',
      heading: 'Boss',
      assess: mapManagers,
      decide: mapManagers,
    },
    {
      what: 'only rwa decide uses the file',
      heading: 'Boss',
      assess: useNoOptions,
      decide: mapManagers,
    },
    {
      what: 'rwa decide reads the managers from another column than rwa assess',
      heading: 'Manager ID',
      assess: useNoOptions,
      decide: useMap({ managerId: 'Decided by' }),
    },
    {
      what: 'rwa decide also sets an approver',
      heading: 'Boss',
      assess: mapManagers,
      decide: (story: SheetStory) => [...mapManagers(story), ...approverOption],
    },
    {
      what: 'both commands set the manager',
      heading: 'Boss',
      assess: () => managerOption,
      decide: () => managerOption,
    },
  ])('records the decisions if $what', async ({ heading, assess, decide }) => {
    const story = await assessWithManagers(heading, assess);
    const options = decide(story);
    expect(await story.run('decide', ...options), story.message).toBe(0);
    expect(await readDecisions(story)).toEqual(decisions);
  });

  test('sends no decision of a row with a swapped ID', async () => {
    const story = await assessWithManagers('Boss', mapManagers);
    story.save(moveCells(story.rows, isId, swapFirstTwo));
    expect(await story.run('decide', ...mapManagers(story))).toBe(3);
    const statuses = story.rows.map((row) => row['Decision status']);
    expect(statuses).toEqual(['Invalid', 'Invalid', 'Decided']);
  });
});

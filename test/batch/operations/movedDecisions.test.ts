import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { SheetStory } from '../cli/sheetStory.js';
import { isOurs, moveCells } from './sheetEdits.js';

const employees = ['E-1', 'E-2', 'E-3', 'E-4', 'E-5'];

/** Begins with five scored rows, of which the first two have a recorded decision. */
async function beginWithTwoDecided(): Promise<SheetStory> {
  const story = await SheetStory.begin(employees);
  story.save(
    story.rows.map((row, index) => ({
      ...row,
      Decision: index < 2 ? 'Manager Approved' : '',
      'Manager ID': 'M-200',
    })),
  );
  await story.run('assess');
  story.command = 'decide';
  vi.stubEnv('RWA_BASE_URL', story.service.sandbox.baseUrl);
  expect(await story.run('decide'), story.message).toBe(0);
  return story;
}

const isResult = (heading: string) =>
  isOurs(heading) || heading === 'Change' || /^(?:Decision .|Decided)/.test(heading);

/** Reverses the user's own columns and leaves all result columns in place. */
function sortOwnColumns(story: SheetStory): void {
  const { rows } = story;
  story.save(
    moveCells(
      rows,
      (heading) => !isResult(heading),
      (index) => rows.length - 1 - index,
    ),
  );
}

async function countDecisions(story: SheetStory, ...options: string[]): Promise<number> {
  await story.startCounting();
  await story.run('decide', ...options);
  const { requests } = await story.stopCounting();
  return requests;
}

function findRow(story: SheetStory, employee: string): Record<string, string> {
  return story.rows.find((row) => row['Employee ID'] === employee) ?? {};
}

function rowNumber(story: SheetStory, employee: string): number {
  return story.rows.findIndex((row) => row['Employee ID'] === employee) + 2;
}

const resultsOfDecision = ['Decision status', 'Decision message', 'Decided at'];

describe('a decision on an earlier assessment', () => {
  test('is held after the rows were moved away from their decision results', async () => {
    const story = await beginWithTwoDecided();
    await story.run('reassess', '--rows', '2');
    expect(findRow(story, 'E-1')).toMatchObject({ 'Decision status': 'Invalid' });
    sortOwnColumns(story);
    await story.run('decide');
    story.command = 'assess';
    await story.run('assess');
    story.command = 'decide';
    for (const run of ['first', 'second']) {
      expect(await countDecisions(story), run).toBe(0);
      expect(findRow(story, 'E-1')).toMatchObject({
        'Decision status': 'Invalid',
        'Decision message': expect.stringContaining('clear its Decision status') as string,
      });
    }
    // The hold moves with the row only if its results do.
    sortOwnColumns(story);
    story.command = 'assess';
    await story.run('assess');
    story.command = 'decide';
    expect(await countDecisions(story)).toBe(0);

    story.write(rowNumber(story, 'E-1'), { 'Decision status': '' });
    expect(await countDecisions(story)).toBe(1);
    expect(findRow(story, 'E-1')).toMatchObject({ 'Decision status': 'Decided' });
    expect(await countDecisions(story)).toBe(0);
  });

  test('is held after the rows were moved and the journal of decisions was lost', async () => {
    const story = await beginWithTwoDecided();
    await story.run('reassess', '--rows', '2');
    sortOwnColumns(story);
    story.loseJournal();
    story.command = 'assess';
    await story.run('assess');
    story.command = 'decide';
    expect(await countDecisions(story)).toBe(0);
    expect(findRow(story, 'E-1')).toMatchObject({ 'Decision status': 'Invalid' });
    expect(findRow(story, 'E-2')).toMatchObject({ 'Decision status': 'Decided' });
  });

  test('is sent after its Decision status was cleared', async () => {
    const story = await beginWithTwoDecided();
    await story.run('reassess', '--rows', '2');
    story.write(2, { 'Decision status': '' });
    expect(await countDecisions(story)).toBe(1);
  });

  test('is sent by the next run if the run after the Decision status was cleared is refused', async () => {
    const story = await beginWithTwoDecided();
    await story.run('reassess', '--rows', '2');
    story.write(2, { 'Decision status': '' });
    const token = join(story.folder, 'token');
    const valid = readFileSync(token);
    writeFileSync(token, 'wrong');
    expect(await countDecisions(story)).toBe(0);
    writeFileSync(token, valid);
    expect(await countDecisions(story)).toBe(1);
  });

  test('is held without its result cells until its Decision status was cleared', async () => {
    const story = await beginWithTwoDecided();
    await story.run('reassess', '--rows', '2');
    story.clear(2, [...resultsOfDecision, 'Decision reference']);
    expect(await countDecisions(story)).toBe(0);
    expect(story.rows[0]).toMatchObject({ 'Decision status': 'Invalid', 'Decided at': '' });
    story.write(2, { 'Decision status': '' });
    expect(await countDecisions(story)).toBe(1);
  });
});

describe('after the rows were moved away from their decision results', () => {
  test('the results are cleared beside a row without a Decision', async () => {
    const story = await beginWithTwoDecided();
    sortOwnColumns(story);
    story.command = 'assess';
    await story.run('assess');
    story.command = 'decide';
    story.write(rowNumber(story, 'E-4'), { 'Decision message': 'ask Bo' });
    expect(await countDecisions(story)).toBe(0);
    for (const employee of ['E-1', 'E-2']) {
      expect(findRow(story, employee)).toMatchObject({ 'Decision status': 'Decided' });
    }
    for (const [employee, text] of [
      ['E-4', 'ask Bo'],
      ['E-5', ''],
    ] as const) {
      const row = findRow(story, employee);
      expect(resultsOfDecision.map((heading) => row[heading])).toEqual(['', text, '']);
      expect(row).toMatchObject({ 'Decision reference': '' });
    }
  });

  test('references prove recorded decisions without the journal', async () => {
    const story = await beginWithTwoDecided();
    sortOwnColumns(story);
    story.command = 'assess';
    await story.run('assess');
    rmSync(toSheetFiles(story.path, { command: 'decide' }).journal);
    story.command = 'decide';
    expect(await countDecisions(story)).toBe(0);
    expect(findRow(story, 'E-1')).toMatchObject({ 'Decision status': 'Decided' });
    expect(await countDecisions(story)).toBe(0);
  });

  test('rwa assess and rwa status ask for no decision in rows that were not assessed again', async () => {
    const story = await beginWithTwoDecided();
    sortOwnColumns(story);
    story.command = 'assess';
    await story.run('assess');
    expect(story.message).not.toContain('decision');
    await story.type('status', story.path);
    expect(story.message).not.toContain('decision');
  });

  test('rwa status names only rows with a decision on their own earlier assessment', async () => {
    const story = await beginWithTwoDecided();
    await story.run('reassess', '--new-round');
    story.command = 'assess';
    await story.type('status', story.path);
    expect(story.message).toContain('Rows 2 and 3 have decisions on other assessments');
    sortOwnColumns(story);
    await story.run('assess');
    await story.type('status', story.path);
    expect(story.message).not.toContain('decision');
  });
});

test('rwa assess names a copied row whose decision results are those of the original', async () => {
  const story = await beginWithTwoDecided();
  story.save([...story.rows, { ...story.rows[0], 'End date': '2027-03-12' }]);
  story.command = 'assess';
  await story.run('assess');
  expect(story.message).toContain('Row 7 has a decision on another assessment');
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { encodeSingleByte } from '../../sheets/csv/sheets.js';
import { SheetStory } from './sheetStory.js';

const windows1250 = ['--encoding', 'windows-1250'];

async function createPolishSheet(employees = ['Ł-1', 'E-2', 'Ż-3']): Promise<SheetStory> {
  const story = await SheetStory.begin(employees);
  writeFileSync(story.path, encodeSingleByte('windows-1250', readFileSync(story.path, 'utf8')));
  return story;
}

function readRows(path: string): Record<string, string>[] {
  const text = new TextDecoder('windows-1250').decode(readFileSync(path));
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
}

const readColumn = (path: string, heading: string) => readRows(path).map((row) => row[heading]);

test('IDs are decoded with --encoding, and no byte of the user’s cells changes', async () => {
  const story = await createPolishSheet();
  const before = readFileSync(story.path).toString('latin1').split('\r\n');
  expect(await story.run('assess', ...windows1250)).toBe(0);
  expect(story.message).not.toContain('Note:');
  const { assessments } = await story.service.readLedger();
  expect(assessments.map(({ employeeId }) => employeeId).toSorted()).toEqual(['E-2', 'Ł-1', 'Ż-3']);
  const after = readFileSync(story.path).toString('latin1').split('\r\n');
  expect(after.map((line, row) => line.startsWith(before[row] ?? '?'))).not.toContain(false);
  expect(readColumn(story.path, 'Assessment status')).toEqual(['Scored', 'Scored', 'Scored']);
});

test('the commands for assessments accept --encoding, and rwa check suggests a command with it', async () => {
  const story = await createPolishSheet();
  expect(await story.type('check', story.path, ...windows1250)).toBe(0);
  expect(story.message).toContain('--encoding windows-1250');
  await story.run('assess', ...windows1250);
  expect(await story.type('status', story.path, '--exit-code', ...windows1250)).toBe(0);
  await story.type('history', story.path, '--employee', 'Ż-3', ...windows1250);
  expect(story.message).toContain('Ż-3');
  expect(await story.type('resolve', story.path, ...windows1250)).toBe(0);
  const report = join(story.folder, 'report.html');
  expect(await story.type('report', story.path, '--output', report, ...windows1250)).toBe(0);
  expect(readFileSync(report, 'utf8')).toContain('Ż-3');
  await story.startCounting();
  await story.run('reassess', '--rows', '2', ...windows1250);
  expect(await story.stopCounting()).toEqual({ requests: 1, people: ['Ł-1'] });
  expect(await story.type('forget', story.path, '--employee', 'Ł-1', '--yes', ...windows1250)).toBe(
    0,
  );
  expect(story.message).toMatch(/backup/);
});

test('a later run without --encoding keeps the IDs in the sheet and sends nothing twice', async () => {
  const story = await createPolishSheet();
  await story.run('assess', ...windows1250);
  const scored = readFileSync(story.path);
  await story.startCounting();
  await story.run('assess');
  expect(await story.stopCounting()).toEqual({ requests: 0, people: [] });
  const ids = readColumn(story.path, 'Assessment ID');
  expect(ids).not.toContain('');
  await story.run('assess', ...windows1250);
  expect(await story.stopCounting()).toEqual({ requests: 0, people: [] });
  expect(readFileSync(story.path)).toEqual(scored);
});

test('rows whose results were never written are not sent again, with or without --encoding', async () => {
  const story = await createPolishSheet();
  const before = readFileSync(story.path);
  await story.run('assess', ...windows1250);
  writeFileSync(story.path, before);
  story.removeWrittenFacts();
  await story.startCounting();
  expect(await story.run('assess')).toBe(3);
  expect(readColumn(story.path, 'Assessment status')).toEqual(['Invalid', 'Scored', 'Invalid']);
  expect(await story.run('assess', ...windows1250)).toBe(0);
  expect(readColumn(story.path, 'Assessment status')).toEqual(['Scored', 'Scored', 'Scored']);
  expect(await story.stopCounting()).toEqual({ requests: 0, people: [] });
});

test('nobody is invited under a name whose letters depend on a guess', async () => {
  const story = await SheetStory.beginInvitations(['C-300', 'C-301']);
  story.write(2, { 'First name': 'Łucja' });
  story.write(3, { 'First name': 'Ada' });
  writeFileSync(story.path, encodeSingleByte('windows-1250', readFileSync(story.path, 'utf8')));
  expect(await story.run('invite')).toBe(3);
  expect(readColumn(story.path, 'Invitation status')).toEqual(['Invalid', 'Invited']);
  expect((await story.service.readLedger()).requests.create_pending_user).toBe(1);
  expect(await story.run('invite', ...windows1250)).toBe(0);
  expect(readColumn(story.path, 'Invitation status')).toEqual(['Invited', 'Invited']);
  expect((await story.service.readLedger()).requests.create_pending_user).toBe(2);
});

test('no decision is recorded with a note whose letters depend on a guess', async () => {
  const story = await SheetStory.beginDecisions();
  story.write(3, { Note: 'zgłoszone' });
  writeFileSync(story.path, encodeSingleByte('windows-1250', readFileSync(story.path, 'utf8')));
  expect(await story.run('decide')).toBe(3);
  expect(readColumn(story.path, 'Decision status')).toEqual(['Decided', 'Invalid', 'Decided']);
  expect(await story.run('decide', ...windows1250)).toBe(0);
  expect(readColumn(story.path, 'Decision status')).toEqual(['Decided', 'Decided', 'Decided']);
  expect((await story.service.readLedger()).commits.rwa_update).toBe(3);
});

test('rwa forget without --encoding lists the backups that it could not search', async () => {
  const story = await createPolishSheet();
  await story.run('assess', ...windows1250);
  await story.type('forget', story.path, '--employee', 'Ł-1', '--yes');
  expect(story.message).toMatch(/hires\.backup-\S+ could not be read\. Check it yourself/);
});

test.each(['written', 'not written'])(
  'without --encoding, a row with a misread country is not sent again if the sheet was %s',
  async (state) => {
    const story = await SheetStory.begin(['E-1', 'E-2', 'E-3']);
    story.write(3, { 'Destination country': 'Türkiye' });
    const mac = ['--encoding', 'macintosh'];
    writeFileSync(story.path, encodeSingleByte('macintosh', readFileSync(story.path, 'utf8')));
    const before = readFileSync(story.path);
    await story.run('assess', ...mac);
    if (state === 'not written') {
      writeFileSync(story.path, before);
      story.removeWrittenFacts();
    }
    await story.startCounting();
    await story.run('assess');
    await story.run('assess', ...mac);
    expect(await story.stopCounting()).toEqual({ requests: 0, people: [] });
    expect(readColumn(story.path, 'Assessment status')).toEqual(['Scored', 'Scored', 'Scored']);
  },
);

test('--encoding is refused for a workbook, for a UTF-8 file, and with an unknown name', async () => {
  const story = await SheetStory.begin(['É-1']);
  const runRefused = async (...args: string[]) => {
    expect(await story.run('assess', ...args)).toBe(2);
    return story.message;
  };
  expect(await runRefused(...windows1250)).toMatch(
    /is UTF-8, not Windows-1250. Remove the encoding option/,
  );
  expect(await runRefused('--encoding', 'utf-32')).toContain('Use utf-8, windows-1250 to');
  const output = join(story.folder, 'scored.xlsx');
  await story.run('assess', '--output', output);
  expect(await story.type('check', output, ...windows1250)).toBe(2);
  expect(story.message).toMatch(
    /is a workbook, and only CSV files can have different\s+encodings\./,
  );
});

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { EditedSheet, separatingEdits, readRows } from '../editedSheet.js';
import { cannotRun } from '../skips.js';
import { CommandProgram } from './programs.js';
import { testFolder } from './testFolder.js';

const edits = Object.entries(separatingEdits);

async function expectStatuses(sheet: EditedSheet, statuses: readonly string[]): Promise<void> {
  const { headings } = sheet;
  await sheet.assess();
  expect(sheet.readColumn('Assessment status')).toEqual(statuses);
  expect(sheet.headings).toEqual(headings);
  await sheet.expectOwnScores();
}

describe('with the journal, rwa assess gives no person the scores of another person:', () => {
  test.each(edits)('%s', async (_what, { edit, statuses }) => {
    const sheet = await EditedSheet.createScored(await CommandProgram.begin());
    edit(sheet);
    await expectStatuses(sheet, statuses);
  });
});

describe('without the journal, rwa assess gives no person the scores of another person:', () => {
  test.each(edits)('%s', async (_what, { edit, statuses, statusesWithoutJournal }) => {
    const program = await CommandProgram.begin();
    const sheet = await EditedSheet.createScored(program);
    edit(sheet);
    program.loseJournal();
    await expectStatuses(sheet, statusesWithoutJournal ?? statuses);
    const before = sheet.rows;
    await sheet.assess();
    expect(sheet.rows).toEqual(before);
  });
});

describe('after a kill before the columns were recorded, rwa assess gives no person the scores of another person:', () => {
  test.each(edits)('%s', async (_what, { edit, statuses }) => {
    const program = await CommandProgram.begin();
    const sheet = await EditedSheet.createScored(program);
    program.forgetColumns();
    edit(sheet);
    await expectStatuses(sheet, statuses);
  });
});

test('rwa status reports no row as not sent after all results were moved down', async () => {
  const program = await CommandProgram.begin();
  const sheet = await EditedSheet.createScored(program);
  separatingEdits['all results moved down by one row']?.edit(sheet);
  await program.write(sheet.rows);
  program.loseJournal();
  await program.type('status', program.path);
  expect(program.message).toMatch(/1 (row )?invalid/i);
  expect(program.message).not.toMatch(/to assess|not sent/i);
});

test('a score that a person overwrote is kept and reported in a note until the cell is cleared', async () => {
  const program = await CommandProgram.begin();
  const sheet = await EditedSheet.createScored(program);
  const [own] = sheet.readColumn('Overall trip risk');
  for (const isLost of [false, true]) {
    sheet.write(2, 'Overall trip risk', 9.9);
    if (isLost) program.loseJournal();
    await sheet.assess();
    expect(sheet.readColumn('Overall trip risk')[0]).toBe('9.9');
    expect(program.message.replaceAll(/\s+/g, ' ')).toContain(
      `Row 2: Overall trip risk contains 9.9, but the assessment is ${own}`,
    );
  }
  sheet.write(2, 'Overall trip risk', null);
  await sheet.assess();
  await sheet.expectOwnScores();
});

/**
 * Edits of the column Row reference. Without the journal, `unproven` rows have no proof afterwards,
 * so a person must accept them.
 */
const referenceEdits: [string, (sheet: EditedSheet) => void, unproven: number][] = [
  [
    'contains a text from a person',
    (sheet) => {
      sheet.write(2, 'Row reference', 'ask Bo');
    },
    1,
  ],
  [
    'is deleted',
    (sheet) => {
      sheet.deleteColumn('Row reference');
    },
    4,
  ],
  [
    'is moved to the front',
    (sheet) => {
      const at = sheet.findColumn('Row reference');
      sheet.rows = sheet.rows.map((row) => [row[at], ...row.toSpliced(at, 1)]);
    },
    0,
  ],
];

describe('rows keep their scores, with and without the journal, if the Row reference', () => {
  test.each(referenceEdits)('%s', async (what, edit, unproven) => {
    for (const isLost of [false, true]) {
      const program = await CommandProgram.begin();
      const sheet = await EditedSheet.createScored(program);
      edit(sheet);
      if (isLost) program.loseJournal();
      await sheet.assess();
      const blocked = isLost ? unproven : 0;
      expect(sheet.readColumn('Assessment status')).toEqual(
        sheet.employees.map((_, index) => (index < blocked ? 'Invalid' : 'Scored')),
      );
      if (blocked > 0) {
        await program.type('resolve', program.path, '--accept-sheet');
        await sheet.assess();
      }
      expect(sheet.readColumn('Assessment status')).toEqual(sheet.employees.map(() => 'Scored'));
      await sheet.expectOwnScores();
      if (what === 'contains a text from a person') {
        expect(sheet.readColumn('Row reference')[0]).toBe('ask Bo');
      }
    }
  });
});

test('rwa assess continues a workbook that LibreOffice saved, even without the journal', async ({
  skip,
}) => {
  const program = await CommandProgram.begin();
  const sheet = await EditedSheet.createScored(program);
  const saved = await saveByLibreOffice(program.path);
  if (saved === undefined) return cannotRun(skip, 'LibreOffice is not installed.');
  sheet.rows = await readRows(saved);
  sheet.write(2, 'Destination country', 'Spain');
  program.loseJournal();
  await sheet.assess();
  expect(sheet.readColumn('Assessment status')).toEqual(['Invalid', 'Scored', 'Scored', 'Scored']);
  await sheet.expectOwnScores();
});

/** Returns the workbook as LibreOffice saves it; undefined if LibreOffice is not installed. */
async function saveByLibreOffice(path: string): Promise<Uint8Array | undefined> {
  const folder = testFolder();
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  const options = ['--headless', '--convert-to', 'xlsx', '--outdir', folder, path];
  try {
    await promisify(execFile)('soffice', [profile, ...options]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return readFileSync(join(folder, basename(path)));
}

/** Our headings that users also choose for their own columns. */
const sharedHeadings = ['Row reference', 'Overall trip risk', 'Assessment status'];

test.each(sharedHeadings)('a user’s column "%s" keeps its cells', async (heading) => {
  for (const isLost of [false, true]) {
    const program = await CommandProgram.begin();
    const sheet = new EditedSheet(program, ['E-1', 'E-2']);
    sheet.rows[0]?.push(heading);
    const userValues = heading === 'Overall trip risk' ? [3, 4] : ['IC-7', 'done'];
    sheet.rows.slice(1).forEach((row, index) => row.push(userValues[index]));
    await sheet.assess();
    const toOurHeading = (name: string) => (name === heading ? `${name} (assessment)` : name);
    expect(sheet.readColumn(heading)).toEqual(userValues.map(String));
    expect(sheet.readColumn(toOurHeading('Assessment status'))).toEqual(['Scored', 'Scored']);
    const width = sheet.findColumn(heading) + 1;
    sheet.rows = sheet.rows.map((row) => row.slice(0, width));
    if (isLost) program.loseJournal();
    await sheet.assess();
    expect(sheet.readColumn(heading)).toEqual(userValues.map(String));
    expect(sheet.readColumn(toOurHeading('Assessment status'))).toEqual(['Scored', 'Scored']);
    // Without our columns and the journal, there is no evidence that the rows were sent.
    const { requests } = await program.service.readLedger();
    expect(requests.rwa_create).toBe(isLost ? 4 : 2);
  }
});

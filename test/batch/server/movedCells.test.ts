import { expect, test } from 'vitest';
import { EditedSheet, separatingEdits } from '../../editedSheet.js';
import { startPageProgram } from '../programs.js';

test('on a server without the journal of a workbook, edits that separate results from inputs give no row the scores of another person', async () => {
  const program = await startPageProgram();
  const sheet = await EditedSheet.createScored(program);
  const before = sheet.rows.map((row) => [...row]);
  await program.moveToOtherServer();
  for (const [what, { edit, statuses, statusesWithoutJournal }] of Object.entries(
    separatingEdits,
  )) {
    sheet.rows = before.map((row) => [...row]);
    edit(sheet);
    const { headings } = sheet;
    await sheet.assess();
    const wanted = statusesWithoutJournal ?? statuses;
    expect([what, sheet.readColumn('Assessment status')]).toEqual([what, wanted]);
    expect([what, sheet.headings]).toEqual([what, headings]);
    await sheet.expectOwnScores();
  }
});

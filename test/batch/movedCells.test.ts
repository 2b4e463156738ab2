import { describe, expect, test } from 'vitest';
import { EditedSheet, moves } from '../editedSheet.js';
import { CommandFace } from './faces.js';

const cases = Object.entries(moves);

describe('with its journal, the command gives nobody the scores of others after', () => {
  test.each(cases)('%s', async (_what, { edit, statuses }) => {
    const sheet = await EditedSheet.scored(await CommandFace.begin());
    edit(sheet);
    const { headings } = sheet;
    await sheet.assess();
    expect(sheet.column('Assessment status')).toEqual(statuses);
    expect(sheet.headings).toEqual(headings);
    await sheet.expectOwnScores();
  });
});

describe('without its journal, the command gives nobody the scores of others after', () => {
  test.each(cases)('%s', async (_what, { edit, statuses, statusesWithoutJournal }) => {
    const face = await CommandFace.begin();
    const sheet = await EditedSheet.scored(face);
    edit(sheet);
    const { headings } = sheet;
    face.loseJournal();
    await sheet.assess();
    expect(sheet.column('Assessment status')).toEqual(statusesWithoutJournal ?? statuses);
    expect(sheet.headings).toEqual(headings);
    await sheet.expectOwnScores();
    // The next run finds nothing to change.
    const before = sheet.rows;
    await sheet.assess();
    expect(sheet.rows).toEqual(before);
  });
});

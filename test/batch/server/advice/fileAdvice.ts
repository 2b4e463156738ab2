import { expect } from 'vitest';
import type { Matching, Problems } from '../../../../batch/server/contract/shapes.js';
import { headings, hireRow } from '../../run/testRun.js';
import { createWorkbookParts } from '../../../sheets/xlsx/workbookFixture.js';
import { unzip } from '../../../sheets/xlsx/zipFixture.js';
import { createRowLike, type Follow, hires, toRows } from './pageOfAdvice.js';

const sheet1 = 'xl/worksheets/sheet1.xml';

/** Functions that do exactly what messages about files and their values advise, and check what was sent. */
export const fileAdvice: Readonly<Record<string, Follow>> = {
  async statusColumnMixed(page) {
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2'));
    const lines = await page.download(sheet);
    const other = await page.openOther();
    const mixed = await other.upload([
      ...lines,
      createRowLike(lines, 'E-3', 'Assessment status', 'later'),
    ]);
    expect((await other.server.sheet(mixed)).refused).toContain('or clear the cell if it was not');
    const cleared = await other.upload([
      ...lines,
      createRowLike(lines, 'E-3', 'Assessment status', ''),
    ]);
    expect(await other.listSentBy(() => other.assess(cleared))).toEqual(['E-3']);
  },

  async rowInvalid(page) {
    const wrong = hireRow('E-1').replace('Germany,No', 'Germany,Ja');
    const sheet = await page.uploadAndAssess([headings, wrong, hireRow('E-2')]);
    expect((await page.row(sheet, 2)).message).toContain(
      'Use Yes or No. Or accept the suggestion.',
    );
    expect(
      await page.assessAfter(sheet, () => page.correct(sheet, 2, 'salesContracts', 'Ja', 'Yes')),
    ).toEqual(['E-1']);
    // "And 1 more: Check lists them."
    const fourWrong = wrong.replace('Mid,', 'Middle,').replace('No,2,', 'Nein,two,');
    const other = await page.uploadAndAssess([headings, fourWrong.replace('2026-11-03', 'soon')]);
    expect((await page.row(other, 2)).message).toContain('And 1 more: Check lists them.');
    const right: Record<string, string> = { Middle: 'Mid', Nein: 'No', two: '2', Ja: 'No' };
    const listed = await page.server.json<Problems>('GET', `/api/sheets/${other}/problems`);
    expect(
      await page.assessAfter(other, async () => {
        for (const { row, field, value } of listed.problems)
          await page.correct(other, row, field, value, right[value] ?? '2026-11-03');
      }),
    ).toEqual(['E-1']);
  },

  async allRowsHidden(page) {
    const sheet = await page.uploadHidden(hires('E-1', 'E-2'), hires('E-1', 'E-2').slice(1));
    await page.match(sheet, { skipHidden: true });
    const { misfit } = await page.server.json<Matching>('GET', `/api/sheets/${sheet}/match`);
    expect(misfit ?? (await page.server.sheet(sheet)).refused).toContain('Untick it under Match.');
    await page.match(sheet, { skipHidden: false });
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-1', 'E-2']);
  },

  async hiddenRowsSkipped(page) {
    const sheet = await page.uploadHidden(hires('E-1', 'E-2', 'E-3'), hires('E-1').slice(1));
    await page.match(sheet, { skipHidden: true });
    expect(await page.plan(sheet)).toContain('1 hidden row is skipped ("Skip hidden rows" under');
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-2', 'E-3']);
    await page.match(sheet, { skipHidden: false });
    expect(await page.plan(sheet)).toContain('"Skip hidden rows" under Match skips them');
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-1']);
  },

  async columnsAlike(page) {
    const lines = hires('E-1', 'E-2').map(
      (line, at) => `${line},${at === 0 ? 'Staff ID' : `S-${at}`}`,
    );
    const sheet = await page.upload(lines);
    expect((await page.server.sheet(sheet)).refused).toContain('Choose one of them under Match');
    await page.match(sheet, { columns: { employeeId: 'A' } });
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-1', 'E-2']);
  },

  async headingsDoNotFit(page) {
    const lines = [headings.replace('Destination country', 'Ziel'), hireRow('E-1')];
    const sheet = await page.upload(lines);
    expect((await page.server.sheet(sheet)).refused).toContain('Choose a column under Match');
    await page.match(sheet, { columns: { destination: 'F' } });
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-1']);
    // "Check this under Match, and press "Check the rows"."
    const german = await page.upload([
      headings.replace('Destination country', 'Zielland'),
      hireRow('E-4'),
    ]);
    expect((await page.server.sheet(german)).refused).toContain(
      'Guessed, but not used until somebody confirms it: Destination country from "Zielland" (column F)',
    );
    await page.confirmMatch(german);
    expect(await page.listSentBy(() => page.assess(german))).toEqual(['E-4']);
    // "… or one value for all rows."
    const other = await page.upload([lines[0] ?? '', hireRow('E-2')]);
    await page.match(other, { columns: { destination: null }, values: { destination: 'Spain' } });
    expect(await page.listSentBy(() => page.assess(other))).toEqual(['E-2']);
    // "If the headings are in another row, choose that one."
    const below = await page.upload(['Hires', ...hires('E-3')]);
    await page.match(below, { headerRow: 1 });
    expect((await page.server.sheet(below)).refused).toContain('If the headings are in another');
    await page.match(below, { headerRow: 2 });
    expect(await page.listSentBy(() => page.assess(below))).toEqual(['E-3']);
  },

  async headerRowEmpty(page) {
    const sheet = await page.upload(hires('E-1'));
    await page.match(sheet, { headerRow: 40 });
    expect((await page.server.sheet(sheet)).refused).toContain('given with "Heading row" under');
    await page.match(sheet, { headerRow: 1 });
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-1']);
  },

  async sheetEmpty(page) {
    const empty = await page.upload(['']);
    expect((await page.server.sheet(empty)).refused).toContain('and upload the file again');
    const sheet = await page.upload(hires('E-1'));
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-1']);
  },

  async csvHidesNoRows(page) {
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.match(sheet, { skipHidden: true });
    expect(await page.plan(sheet)).toContain('"Skip hidden rows" under Match has no effect');
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-1', 'E-2']);
  },

  async hiddenRowsCount(page) {
    const sheet = await page.uploadHidden(hires('E-1', 'E-2'), hires('E-1').slice(1));
    expect(await page.plan(sheet)).toContain('"Skip hidden rows" under Match skips them');
    await page.match(sheet, { skipHidden: true });
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-2']);
  },

  async valuesSuggested(page) {
    const sheet = await page.upload([
      ...hires('E-1', 'E-2').map((line) => line.replace('Germany,No', 'Germany,Nein')),
      hireRow('E-3'),
    ]);
    expect(await page.plan(sheet)).toContain(
      'such as "Nein" as No: accept them under Match, one by one or with "Use all … known spellings".',
    );
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-3']);
    const path = `/api/sheets/${sheet}`;
    const { unrecognizedValues } = await page.server.json<Matching>('GET', `${path}/match`);
    const accepted = unrecognizedValues.map(({ field, value, suggestion: to }) => ({
      field,
      value,
      to,
    }));
    await page.server.json('POST', `${path}/corrections`, accepted);
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-1', 'E-2']);
  },

  async sayDateOrder(page) {
    const createAmbiguousRow = (id: string) => hireRow(id).replace('2026-11-03', '03/04/2026');
    const sheet = await page.upload([
      headings,
      createAmbiguousRow('E-1'),
      createAmbiguousRow('E-2'),
    ]);
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual([]);
    expect((await page.row(sheet, 2)).message).toContain('Choose under Match whether 03/04/2026');
    expect(
      await page.assessAfter(sheet, () =>
        page.correct(sheet, 2, 'startDate', '03/04/2026', '30 November 2026'),
      ),
    ).toEqual(['E-1']);
    await page.match(sheet, { dateOrder: 'dmy' });
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-2']);
  },

  async datesOfColumn(page) {
    const lines = [['E-1', '13/11/2026'] as const, ['E-2', '03/11/2026'] as const].map(
      ([id, date]) => hireRow(id).replace('2026-11-03', date),
    );
    const sheet = await page.upload([headings, ...lines]);
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-1']);
    expect((await page.row(sheet, 3)).message).toContain(
      'choose "3 April (day first)" under Match',
    );
    await page.match(sheet, { dateOrder: 'dmy' });
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-2']);
  },

  async datesOfOtherColumns(page) {
    const createRow = (id: string, from: string, to: string) =>
      hireRow(id).replace('2026-11-03', from).replace('2027-11-02', to);
    const sheet = await page.upload([
      headings,
      createRow('E-1', '2026-11-03', '11/13/2027'),
      createRow('E-2', '03/04/2026', '2027-11-02'),
    ]);
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-1']);
    expect((await page.row(sheet, 3)).message).toContain('if this one is too, choose "4 March');
    await page.match(sheet, { dateOrder: 'mdy' });
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-2']);
  },

  async checkHeading(page) {
    const long = hireRow('E-1').replace('Other', 'x'.repeat(33_000));
    const sheet = await page.uploadAndAssess([headings, long]);
    expect((await page.row(sheet, 2)).message).toContain('Check under Match that the right column');
    await page.match(sheet, { columns: { roleType: null }, values: { roleType: 'Other' } });
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-1']);
  },

  async encodingGuessed(page) {
    const text = [headings, hireRow('É-1'), hireRow('E-2'), ''].join('\r\n');
    const { id } = await page.server.upload('hires.csv', Buffer.from(text, 'latin1'));
    expect(await page.plan(id)).toContain('save it again as UTF-8');
    expect(await page.listSentBy(() => page.assess(id))).toEqual(['E-2']);
    const sheet = await page.upload(hires('É-1', 'E-2'));
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['É-1']);
  },

  async saveAsUtf8(page) {
    const text = [headings, hireRow('É-1'), ''].join('\r\n');
    const { id } = await page.server.upload('hires.csv', Buffer.from(text, 'latin1'));
    expect(await page.listSentBy(() => page.assess(id))).toEqual([]);
    expect((await page.row(id, 2)).message).toContain('Save the file again as UTF-8');
    const sheet = await page.upload(hires('É-1'));
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['É-1']);
  },

  async allSheetsHidden(page) {
    const parts = createWorkbookParts({ rows: toRows(hires('E-1')) });
    const list = String(parts['xl/workbook.xml']).replace('<sheet ', '<sheet state="hidden" ');
    const sheet = await page.uploadParts({ ...parts, 'xl/workbook.xml': list });
    expect((await page.server.sheet(sheet)).refused).toContain('with the list of worksheets under');
    await page.match(sheet, { worksheet: 'Hires' });
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-1']);
  },

  async otherSheetsFit(page) {
    const parts = createWorkbookParts({ rows: toRows(hires('E-1')) });
    const [book, links] = ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels'];
    const [link = ''] = /<Relationship [^>]*sheet1[.]xml"[^>]*>/.exec(String(parts[links])) ?? [];
    const sheet = await page.uploadParts({
      ...parts,
      [book]: String(parts[book]).replace(
        '</sheets>',
        '<sheet name="Trips" sheetId="8" r:id="s2"/></sheets>',
      ),
      [links]: String(parts[links]).replace(
        link,
        link + link.replace('"s1"', '"s2"').replace('sheet1', 'sheet2'),
      ),
      'xl/worksheets/sheet2.xml': String(
        createWorkbookParts({ rows: toRows(hires('E-9')) })[sheet1],
      ),
    });
    const { notes } = await page.server.sheet(sheet);
    expect(notes.map(({ text }) => text).join(' ')).toContain(
      'use the list of worksheets under Match to choose it',
    );
    await page.match(sheet, { worksheet: 'Trips' });
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-9']);
  },

  async calculateFormula(page) {
    const formula = hireRow('E-1').replace('Portugal', '<c><f>A1</f></c>');
    const sheet = await page.uploadHidden([headings, formula, hireRow('E-2')], []);
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-2']);
    expect((await page.row(sheet, 2)).message).toContain(
      'Enter the value here, or open the file of',
    );
    // Excel would save the value beside the formula in the downloaded file.
    const { text } = await page.server.ask('GET', `/api/sheets/${sheet}/downloads/workbook`);
    const parts = Object.fromEntries(
      [...unzip(Buffer.from(text, 'latin1'))].map(([name, { content }]) => [name, content]),
    );
    const value = '<c t="str"><f>A1</f><v>Portugal</v></c>';
    const saved = String(parts[sheet1]).replace('<c><f>A1</f></c>', value);
    const again = await page.uploadParts({ ...parts, [sheet1]: saved });
    expect(await page.listSentBy(() => page.assess(again))).toEqual(['E-1']);
  },
};

import ExcelJS from 'exceljs';
import { expect, test } from 'vitest';
import type { Matching, Sheet } from '../../../../batch/server/contract/shapes.js';
import { folderWith } from '../../cli/rwaUnderTest.js';
import { serve } from '../serveUnderTest.js';

test.for([
  ['de', 'Personalnummer', 'Hilfe', /^Die Personalnummer der Person.*\n\nErforderlich: immer\./],
  ['fr', 'Matricule', 'Aide', /\n\nObligatoire\u00A0: toujours\./],
] as const)(
  'the template for a reader of "%s" has headings in this language, which are recognized when it is uploaded',
  async ([language, heading, helpSheet, note]) => {
    const server = await serve(await folderWith());
    await server.json('PUT', '/api/profile', { language });
    const { text } = await server.ask('GET', '/api/template');
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(Buffer.from(text, 'latin1').buffer);
    const [sheet] = workbook.worksheets;
    if (sheet === undefined) throw new Error('The template has a worksheet.');
    expect(sheet.getCell('A1').text).toBe(heading);
    expect(sheet.getCell('A1').note).toMatch(note);
    expect(workbook.worksheets.map(({ name }) => name)).toContain(helpSheet);

    // A filled in row is read. The two example rows are skipped.
    sheet.addRow(sheet.getRow(2).values).getCell(1).value = '00999';
    const file = Buffer.from(await workbook.xlsx.writeBuffer());
    const { id } = await server.upload('filled.xlsx', file);
    const path = `/api/sheets/${id}/match`;
    const { fields } = await server.json<Matching>('GET', path);
    const inputs = fields.filter(({ isContext }) => isContext !== true);
    const headings = inputs.map((_, index) => sheet.getCell(1, index + 1).text);
    expect(inputs.map(({ guessedFrom }) => guessedFrom)).toEqual(headings);
    const columns = Object.fromEntries(inputs.map(({ name, column }) => [name, column]));
    await server.json('PUT', path, { columns });
    await expect
      .poll(() => server.json<Sheet>('GET', `/api/sheets/${id}`))
      .toMatchObject({ stage: 'check', rows: 1, problems: 0 });
  },
);

import path from 'node:path';
import { expect, test } from 'vitest';
import { reportNamesPerson } from '../../../batch/engine/forget/filesBeside.js';
import { renderReport } from '../../../batch/report/renderReport.js';
import { languages } from '../../../batch/server/contract/languages.js';
import { wordsIn } from '../../../batch/server/words/wording.js';
import { folderWith } from '../cli/rwaUnderTest.js';
import { createReport, createScoredRow } from './testReport.js';

test.each(languages)(
  'rwa forget finds the person in a report in the language %s',
  async (language) => {
    const { reportWords, reportAdvice } = wordsIn(language);
    const report = createReport([createScoredRow(2, 5)], { file: 'hires "new" & old.xlsx' });
    const page = await renderReport(report, reportWords, reportAdvice);
    const file = path.join(await folderWith({ 'report.html': page }), 'report.html');
    const findsPerson = (sheet: string, employeeId: string) =>
      reportNamesPerson(file, new Set([sheet]), { employeeId, ids: [] });
    expect(await findsPerson(report.file, '00002')).toBe(true);
    expect(await findsPerson(report.file, '00003')).toBe(false);
    expect(await findsPerson('other.xlsx', '00002')).toBe(false);
  },
);

import { assess } from '../../engine/operations/assess.js';
import { assessmentExample } from '../../template/assessmentExample.js';
import { createTemplateFields } from '../../template/fields.js';
import { getLanguage } from '../http/requestLanguage.js';
import { wordsIn } from '../words/wording.js';
import { answerWithFile } from '../results/downloads/temporaryFile.js';
import { route } from '../http/route.js';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const templateRoute = route({
  method: 'GET',
  path: '/api/template',
  requires: 'look',
  topic: 'Sheets',
  summary: 'Download a workbook to fill in, with the headings, drop-downs and two example rows',
  answersWith: xlsx,
  async handle({ context }, { store }) {
    // Import this late, because exceljs takes long to load.
    const { writeTemplate } = await import('../../template/write.js');
    const { file, sheet } = assessmentExample;
    const { templateWords } = wordsIn(getLanguage(context));
    const fields = createTemplateFields(assess.fields, assessmentExample, templateWords);
    const write = (path: string) => writeTemplate(path, sheet, fields, templateWords);
    return answerWithFile(store.folder, '.xlsx', write, { name: file, type: xlsx });
  },
});

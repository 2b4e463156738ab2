import { rm } from 'node:fs/promises';
import { assess } from '../../engine/operations/assess.js';
import { assessmentExample } from '../../template/assessmentExample.js';
import { templateFieldsOf } from '../../template/fields.js';
import {
  attachmentHeaders,
  contentOnce,
  temporaryFile,
} from '../results/downloads/temporaryFile.js';
import { route } from '../http/route.js';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The workbook to fill in, as `rwa template` makes it. */
export const templateRoute = route({
  method: 'GET',
  path: '/api/template',
  needs: 'look',
  topic: 'Sheets',
  summary: 'Download a workbook to fill in, with the headings, drop-downs and two example rows',
  answersWith: xlsx,
  async handle(_asked, { store }) {
    // exceljs takes longer to load than the server takes to start.
    const { writeTemplate } = await import('../../template/write.js');
    const path = temporaryFile(store.folder, '.xlsx');
    const { file, sheet } = assessmentExample;
    try {
      await writeTemplate(path, sheet, templateFieldsOf(assess.fields, assessmentExample));
      const { body, bytes } = await contentOnce(path);
      return new Response(body, {
        headers: { ...attachmentHeaders(file, xlsx), 'Content-Length': String(bytes) },
      });
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  },
});

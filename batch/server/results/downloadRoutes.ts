import { extname } from 'node:path';
import { workbookExtensions } from '../../../sheets/extensions.js';
import { answerWithFile } from './downloads/temporaryFile.js';
import type { Download } from '../contract/shapes.js';
import { type Route, route } from '../http/route.js';
import { selectionQuery, toSelection } from './rowRoutes.js';
import { requireSheet } from '../sheets/liveSheet.js';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const csv = 'text/csv; charset=utf-8';
/** Excel opens a template only with its own media type. */
const types: Readonly<Record<string, string>> = {
  '.csv': csv,
  '.xlsx': xlsx,
  '.xlsm': 'application/vnd.ms-excel.sheet.macroEnabled.12',
  '.xltx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.template',
  '.xltm': 'application/vnd.ms-excel.template.macroEnabled.12',
};

function createDownloadRoute(
  kind: Download,
  summary: string,
  answersWith: string,
  {
    suffix,
    extension,
    query,
  }: {
    readonly suffix: string;
    readonly extension?: string;
    readonly query?: typeof selectionQuery;
  },
): Route {
  return route({
    method: 'GET',
    path: `/api/sheets/:id/downloads/${kind}`,
    requires: 'look',
    topic: 'Downloads',
    summary,
    answersWith,
    ...(query && { query }),
    async handle(request, services) {
      const { id, name, format } = await requireSheet(request, services);
      const shownExtension = extension ?? chooseExtension(name, format);
      const write = async (path: string) => {
        const rows = query && toSelection(request.query);
        await services.work.renderDownload(id, kind, path, rows);
        await services.access.log(request.caller.name, { code: 'downloaded', file: kind }, id);
      };
      // The temporary file has the extension of its format, which can differ from the shown extension.
      return answerWithFile(services.store.folder, extension ?? `.${format}`, write, {
        name: `${removeExtension(name)}${suffix}${shownExtension}`,
        type: types[shownExtension] ?? answersWith,
      });
    },
  });
}

function chooseExtension(name: string, format: 'xlsx' | 'csv'): string {
  const own = extname(name).toLowerCase();
  if (format === 'csv') return '.csv';
  return workbookExtensions.includes(own) ? own : '.xlsx';
}

/** Also removes the suffix of an earlier download. */
function removeExtension(name: string): string {
  return name.slice(0, name.length - extname(name).length).replace(/\.scored$/i, '');
}

export const downloadRoutes: readonly Route[] = [
  createDownloadRoute(
    'workbook',
    'Download the uploaded file with the results in it; everything else stays as it was',
    xlsx,
    {
      suffix: '.scored',
    },
  ),
  createDownloadRoute(
    'results.csv',
    'Download the rows, or a selection of them, with their inputs, results and decisions, and with the other columns of the file, as CSV',
    csv,
    { suffix: '.results', extension: '.csv', query: selectionQuery },
  ),
  createDownloadRoute(
    'report',
    'Download the report as one HTML file',
    'text/html; charset=utf-8',
    {
      suffix: '.report',
      extension: '.html',
    },
  ),
  createDownloadRoute('problems', 'Download the problems as a workbook to pass on', xlsx, {
    suffix: '.problems',
    extension: '.xlsx',
  }),
];

import { build } from 'esbuild';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scoreStyle } from '../../../batch/engine/operations/assess.js';
import { exceljsWriter } from '../../../batch/exceljs/bundled.mjs';
import { openCsv } from '../../../sheets/csv/open.js';
import type { ResultSheet } from '../../../sheets/sheet.js';
import { nodeCompression } from '../../../sheets/files/nodeCompression.js';
import { decodeUtf8 } from '../../../sheets/xlsx/bytes.js';
import { memorySource } from '../../../sheets/xlsx/memory.js';
import { ZipArchive } from '../../../sheets/xlsx/zip/archive.js';
import type { TemplateField } from '../../../batch/template/field.js';
import { writeTemplate } from '../../../batch/template/write.js';

// Other tests use the installed exceljs. The published package bundles a part of exceljs with our own
// zip stream, and must write the same workbooks.
interface Writers {
  openCsv: typeof openCsv;
  writeTemplate: typeof writeTemplate;
}

const root = new URL('../../../', import.meta.url).pathname;
let folder: string;
let bundled: Writers;

beforeAll(async () => {
  // The folder is inside the checkout, so that Node finds the packages that are not bundled.
  await mkdir(join(root, 'out'), { recursive: true });
  folder = await mkdtemp(join(root, 'out/exceljs-'));
  const outfile = join(folder, 'writers.mjs');
  await build({
    stdin: {
      contents: `export { openCsv } from './sheets/csv/open.ts';
        export { writeTemplate } from './batch/template/write.ts';`,
      resolveDir: root,
    },
    outfile,
    bundle: true,
    external: ['papaparse'],
    plugins: [exceljsWriter],
    platform: 'node',
    format: 'esm',
  });
  bundled = (await import(/* @vite-ignore */ outfile)) as Writers;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns the parts of a workbook by name, without the times in its properties. */
async function readParts(path: string): Promise<Record<string, string>> {
  const archive = await ZipArchive.open({
    source: memorySource(await readFile(path)),
    compression: nodeCompression,
    fileName: path,
  });
  // Ignore folders, which only JSZip writes.
  const files = archive.entries.filter(({ name }) => !name.endsWith('/'));
  const parts = files.map(async (entry) => {
    const text = decodeUtf8(await archive.readWhole(entry));
    return [entry.name, text.replace(/(<dcterms:\w+ [^>]*>)[^<]+/g, '$1')] as const;
  });
  return Object.fromEntries(await Promise.all(parts));
}

test('the bundled exceljs writes the same template as the complete exceljs', async () => {
  const field = { label: 'Purpose', help: 'Why.', requiredWhen: 'always' } as const;
  const fields: TemplateField[] = [
    { ...field, name: 'purpose', kind: 'choice', values: ['A', 'B & C'], examples: ['A', 'B & C'] },
    { ...field, name: 'startDate', kind: 'date', examples: ['2026-11-03', '2026-12-01'] },
    { ...field, name: 'numberHires', kind: 'integer', examples: ['', '3'] },
  ];
  const [ours, theirs] = [join(folder, 'ours.xlsx'), join(folder, 'theirs.xlsx')];
  await bundled.writeTemplate(ours, 'Hires', fields);
  await writeTemplate(theirs, 'Hires', fields);
  const parts = await readParts(ours);
  expect(parts).toEqual(await readParts(theirs));
  expect(Object.keys(parts)).toContain('xl/comments1.xml');
});

test('the bundled exceljs writes the same workbook from a CSV file as the complete exceljs', async () => {
  const rows = Array.from({ length: 3_000 }, (_, row) => `${row},Zoë & "Söhne",=1+1`);
  const file = join(folder, 'hires.csv');
  await writeFile(file, `ID,Name,Note\n${rows.join('\n')}\n`);
  const write = async (open: typeof openCsv, output: string) => {
    const sheet = await open(file);
    const target: ResultSheet = {
      sheet: sheet.sheets[0]?.name ?? '',
      headerRow: 1,
      columns: [
        { heading: 'Report link', kind: 'link' },
        { heading: 'Overall trip risk', ...scoreStyle },
        { heading: 'Assessed at', kind: 'dateTime' },
      ],
      results: (row) => ['https://x.example/1', row % 10, '2026-11-21T09:30:00.000Z'],
      output: join(folder, output),
      colourScale: true,
    };
    return readParts((await sheet.write(target)).path);
  };
  const parts = await write(bundled.openCsv, 'ours-scored.xlsx');
  expect(parts).toEqual(await write(openCsv, 'theirs-scored.xlsx'));
  expect(parts['xl/worksheets/sheet1.xml']).toContain('colorScale');
});

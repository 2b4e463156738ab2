import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openXlsx } from '../../sheets/files/openXlsx.js';
import { createTemporaryFolder, root, unpackPackage } from '../batch/package/tarball.js';
import { createWorkbookParts } from './xlsx/workbookFixture.js';
import { buildZip } from './xlsx/zipFixture.js';

const examples = Array.from(
  readFileSync(join(root, 'sheets/README.md'), 'utf8').matchAll(/```js\n([^]*?)```/g),
  ([, code = '']) => code,
);

/** A project with the published package, which `npm test` builds first. */
const project = createTemporaryFolder();
const { folder } = project;
const workbook = join(folder, 'people.xlsx');

beforeAll(() => {
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  cpSync(unpackPackage(join(root, 'sheets'), folder), join(modules, 'sheet-splice'), {
    recursive: true,
  });
  const papaparse = createRequire(import.meta.url).resolve('papaparse/package.json');
  cpSync(dirname(papaparse), join(modules, 'papaparse'), { recursive: true });
  const rows = ['Name', 'Ada', 'Grace'].map(
    (name) => `<row><c t="inlineStr"><is><t>${name}</t></is></c></row>`,
  );
  writeFileSync(workbook, buildZip(createWorkbookParts({ rows: rows.join('') })));
});
afterAll(() => {
  project[Symbol.dispose]();
});

function run(name: string, code: string): string {
  writeFileSync(join(folder, name), code);
  return execFileSync(process.execPath, [name], { cwd: folder, encoding: 'utf8' });
}

async function readTexts(file: string): Promise<unknown[][]> {
  const book = await openXlsx(file);
  try {
    const all: unknown[][] = [];
    for await (const rows of book.rows('Hires')) {
      all.push(
        ...rows.map(({ cells }) => cells.map((cell) => cell && 'text' in cell && cell.text)),
      );
    }
    return all;
  } finally {
    await book.close();
  }
}

test('the example for files writes a column and prints the name of the backup', async () => {
  expect(run('files.mjs', examples[0] ?? '')).toMatch(
    /^The backup is .*people\.backup-.*\.xlsx\.\n$/,
  );
  expect(await readTexts(workbook)).toEqual([
    ['Name', 'Length of name'],
    ['Ada', '3'],
    ['Grace', '5'],
  ]);
  expect(readdirSync(folder).filter((name) => name.includes('backup'))).toHaveLength(1);
});

test('the example without Node writes a column in memory', async () => {
  writeFileSync(join(folder, 'totals.mjs'), examples[1] ?? '');
  run(
    'memory.mjs',
    `import { readFileSync, writeFileSync } from 'node:fs';
     import { addTotals } from './totals.mjs';
     writeFileSync('totals.xlsx', await addTotals(readFileSync('people.xlsx'), { 3: 7 }));`,
  );
  expect((await readTexts(join(folder, 'totals.xlsx'))).at(-1)?.at(-1)).toBe('7');
});

test('writing the results of a CSV file as a workbook reports a missing package', () => {
  writeFileSync(join(folder, 'people.csv'), 'Name\nAda\n');
  const code = `import { openSheet } from 'sheet-splice';
    const sheet = await openSheet('people.csv');
    const target = { sheet: 'people', headerRow: 1, columns: [{ heading: 'a', kind: 'text' }] };
    await sheet.write({ ...target, results: () => ['b'], colourScale: false, output: 'new.xlsx' })
      .catch(({ name, message }) => console.log(name, message));`;
  expect(run('csv.mjs', code)).toMatch(/SheetError .*the package exceljs, which is not installed/);
});

// Measures one task in a separate process: node sheetsTask.mjs <task> <input> <output> <bundle>.
import { readFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createDeflateRaw, createInflateRaw } from 'node:zlib';

/** Chunks are larger than the default, so that `floor` is as fast as possible. */
const CHUNK_OPTIONS = { chunkSize: 64 * 1024 };
const [, , task, input, output, bundle] = process.argv;
const COLOURS = [
  { value: 0, colour: '63BE7B' },
  { value: 5, colour: 'FFEB84' },
  { value: 10, colour: 'F8696B' },
];
const COLUMNS = [
  { heading: 'Assessment', kind: 'text' },
  ...['Overall', 'Payroll', 'Social', 'Corporate', 'Law', 'Rights'].map((heading) => {
    return { heading, kind: 'number', format: '0.0', colours: COLOURS };
  }),
  { heading: 'Report', kind: 'link' },
];

function createResults(row) {
  const scores = COLUMNS.slice(1, 7).map((_, index) => ((row * 7 + index * 3) % 101) / 10);
  return [`1700000000x${row}`, ...scores, `https://example.com/redirect/1700000000x${row}`];
}

/** Each task loads what it needs before the measurement. */
const TASKS = {
  async ours() {
    const { openXlsx } = await import(bundle);
    return async () => {
      const book = await openXlsx(input);
      const sheet = book.sheets[0].name;
      let cells = 0;
      for await (const rows of book.rows(sheet)) for (const row of rows) cells += row.cells.length;
      const { notes } = await book.write({
        sheet,
        headerRow: 1,
        columns: COLUMNS,
        results: createResults,
        output,
        colourScale: true,
      });
      await book.close();
      if (cells === 0 || notes.length > 0) throw new Error(JSON.stringify(notes));
    };
  },

  async exceljs() {
    const { default: ExcelJS } = await import('exceljs');
    return async () => {
      const book = new ExcelJS.Workbook();
      await book.xlsx.readFile(input);
      const sheet = book.worksheets[0];
      let cells = 0;
      sheet.eachRow((row, number) => {
        row.eachCell((cell) => (cells += cell.value === null ? 0 : 1));
        const values = number === 1 ? COLUMNS.map(({ heading }) => heading) : createResults(number);
        values.forEach((value, index) => {
          const cell = row.getCell(21 + index);
          cell.value = COLUMNS[index].kind === 'link' ? { text: value, hyperlink: value } : value;
          if (COLUMNS[index].kind === 'number') cell.numFmt = '0.0';
        });
      });
      await book.xlsx.writeFile(output);
      if (cells === 0) throw new Error('nothing read');
    };
  },

  async sheetjs() {
    const { default: XLSX } = await import('xlsx');
    return () => {
      const book = XLSX.readFile(input, { cellStyles: true });
      const sheet = book.Sheets[book.SheetNames[0]];
      const rows = XLSX.utils.sheet_to_json(sheet, { header: 1 });
      const results = rows.map((_row, index) =>
        index === 0 ? COLUMNS.map(({ heading }) => heading) : createResults(index + 1),
      );
      XLSX.utils.sheet_add_aoa(sheet, results, { origin: { r: 0, c: 20 } });
      XLSX.writeFile(book, output, { compression: true });
      if (rows.length === 0) throw new Error('nothing read');
    };
  },

  async floor() {
    const packed = readWorksheetBytes(readFileSync(input));
    return async () => {
      await pipeline(
        [packed],
        createInflateRaw(CHUNK_OPTIONS),
        createDeflateRaw(CHUNK_OPTIONS),
        async (chunks) => {
          for await (const _ of chunks);
        },
      );
    };
  },
};

function readWorksheetBytes(archive) {
  const end = archive.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  let at = archive.readUInt32LE(end + 16);
  for (;;) {
    const nameBytes = archive.readUInt16LE(at + 28);
    if (archive.toString('latin1', at + 46, at + 46 + nameBytes).endsWith('sheet1.xml')) break;
    at += 46 + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  const local = archive.readUInt32LE(at + 42);
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  return archive.subarray(start, start + archive.readUInt32LE(at + 20));
}

const run = await TASKS[task]();
const started = performance.now();
await run();
const ms = performance.now() - started;
console.log(JSON.stringify({ ms, maxRssKb: process.resourceUsage().maxRSS }));

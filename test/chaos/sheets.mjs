import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import ExcelJS from 'exceljs';
import Papa from 'papaparse';
import { inputHeadings } from '../inputHeadings.mjs';

const headings = ['Remarks', ...inputHeadings, 'Cost centre'];
const resultHeadings = {
  status: 'Assessment status',
  id: 'Assessment ID',
  overall: 'Overall trip risk',
};

function createRecords(count) {
  return Array.from({ length: count }, (_, index) => {
    const isTrip = index % 3 === 0;
    return [
      index % 7 === 0 ? `Zoë said "yes",\nthen; no ${index}` : `remark ${index}`,
      `E-${String(index + 1).padStart(4, '0')}`,
      isTrip ? 'Work From Anywhere' : 'hire from anywhere ',
      ['Low', 'Mid', 'Senior'][index % 3],
      'Other',
      'France',
      ['Portugal', 'Spain', 'germany'][index % 3],
      'Germany',
      'No',
      isTrip ? String(index % 50) : '',
      'Yes',
      'No',
      isTrip ? '' : String((index % 5) + 1),
      isTrip ? '' : '1-3 months',
      '2026-11-03',
      '2027-01-31',
      `00${index}`,
    ];
  });
}

/**
 * Writes a CSV file in a random dialect. `read` returns the results, and checks that the bytes of the records
 * have not changed.
 */
export async function makeCsv(path, rows, random) {
  const delimiter = random.pick([',', ';', '\t']);
  const newline = random.pick(['\n', '\r\n']);
  const byteOrderMark = random.chance(0.5) ? '\uFEFF' : '';
  const quote = (value) =>
    /["\n\t,;]/.test(value) || random.chance(0.05) ? `"${value.replaceAll('"', '""')}"` : value;
  const formatRecord = (record) => record.map(quote).join(delimiter);
  const records = createRecords(rows).map(formatRecord);
  const head = headings.join(delimiter);
  await writeFile(path, byteOrderMark + [head, ...records, ''].join(newline));

  const parse = (content) =>
    Papa.parse(content.replace(/^\uFEFF/, ''), { delimiter, newline, skipEmptyLines: true }).data;
  return {
    async read() {
      const content = await readFile(path, 'utf8');
      assert.ok(content.startsWith(byteOrderMark + head), 'the heading row was altered');
      const body = content.slice(content.indexOf(newline) + newline.length);
      for (const record of records) {
        // The record begins a line. The result columns or the end of the line follow it.
        const at = `${newline}${body}`.indexOf(newline + record);
        assert.notEqual(at, -1, `a record was altered: ${record}`);
        assert.ok([delimiter, newline].some((next) => body.startsWith(next, at + record.length)));
      }
      return readResults(parse(content));
    },
    /** Reorders the rows, as if a person had sorted them between two runs. */
    async shuffle() {
      const content = await readFile(path, 'utf8');
      const [first, ...others] = parse(content);
      const recordsByEmployee = new Map(
        records.map((record, index) => [`E-${String(index + 1).padStart(4, '0')}`, record]),
      );
      const lines = random.shuffle(others).map((cells) => {
        const rest = cells.slice(headings.length).map(quote).join(delimiter);
        return recordsByEmployee.get(cells[1]) + (rest === '' ? '' : delimiter + rest);
      });
      const top = first.map((cell) => (headings.includes(cell) ? cell : quote(cell)));
      await writeFile(path, byteOrderMark + [top.join(delimiter), ...lines, ''].join(newline));
    },
  };
}

/**
 * Writes a workbook with a second sheet, a formula and date columns. `read` returns the results, and checks that
 * everything else is unchanged.
 */
export async function makeXlsx(path, rows) {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Hires');
  sheet.addRow(headings);
  for (const record of createRecords(rows)) {
    const row = sheet.addRow(record);
    // The start date and the end date.
    row.getCell(15).value = new Date('2026-11-03T00:00:00Z');
    row.getCell(15).numFmt = 'yyyy-mm-dd';
    row.getCell(16).value = new Date('2027-01-31T00:00:00Z');
    row.getCell(16).numFmt = 'yyyy-mm-dd';
  }
  const notes = workbook.addWorksheet('Notes');
  notes.getCell('A1').value = { formula: '1+1', result: 2 };
  await workbook.xlsx.writeFile(path);
  const before = await readCells(path);
  return {
    async read() {
      const after = await readCells(path);
      assert.equal(after.notes, before.notes, 'another sheet was altered');
      assert.equal(after.rows.length, before.rows.length);
      for (const [index, row] of before.rows.entries()) {
        assert.deepEqual(after.rows[index].slice(0, headings.length), row, `row ${index + 1}`);
      }
      return readResults(after.rows);
    },
    shuffle: () => Promise.resolve(),
  };
}

async function readCells(path) {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(path);
  const rows = [];
  workbook.getWorksheet('Hires').eachRow((row) => {
    const values = Array.from({ length: headings.length + 15 }, (_, index) =>
      row.getCell(index + 1),
    );
    rows.push(values.map(({ value }) => (value === null ? '' : (value.text ?? value))));
  });
  const width = rows[0].findLastIndex((value) => value !== '') + 1;
  const { value } = workbook.getWorksheet('Notes').getCell('A1');
  return { rows: rows.map((row) => row.slice(0, width)), notes: JSON.stringify(value) };
}

/** Returns the results in the sheet, by employee. */
function readResults([top, ...rows]) {
  const findColumn = (heading) => top.indexOf(heading);
  return new Map(
    rows.map((row) => {
      const readCell = (heading) =>
        findColumn(heading) === -1 ? '' : String(row[findColumn(heading)] ?? '');
      return [
        String(row[1]),
        {
          status: readCell(resultHeadings.status),
          id: readCell(resultHeadings.id),
          overall: readCell(resultHeadings.overall),
        },
      ];
    }),
  );
}

// The Assess Sheet node on 10,000 rows of 20 columns, in a process of its own: time, and how much memory
// it needs besides what the process has before. Needs npm run build.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import ExcelJS from 'exceljs';
import { startSandbox } from '../test/chaos/processes.mjs';

const run = promisify(execFile);
const ROWS = 10_000;
const targetMegabytes = 300;

export default async function benchSheetNode() {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-sheet-node-'));
  const sandbox = await startSandbox(['--ready-after', '0s']);
  try {
    const file = path.join(folder, 'people.xlsx');
    await makeWorkbook(file);
    const script = path.join(import.meta.dirname, 'sheetNodeRun.mjs');
    const { RWA_BASE_URL: baseUrl, RWA_TOKEN: token } = sandbox.env;
    const { stdout } = await run(process.execPath, [script, file, baseUrl, token]);
    const { scored, seconds, beforeMegabytes, peakMegabytes } = JSON.parse(stdout);
    if (scored !== ROWS) throw new Error(`${scored} of ${ROWS} rows were scored: ${stdout}`);
    // What Node and n8n-workflow need before it is there whatever is done.
    const added = peakMegabytes - beforeMegabytes;
    const met = added < targetMegabytes;
    console.log(
      `${ROWS.toLocaleString('en')} rows × 20: ${seconds.toFixed(1)} s, ${added.toFixed(0)} MB more than before ` +
        `(peak ${peakMegabytes.toFixed(0)} MB), target under ${targetMegabytes} MB: ${met ? 'met' : 'NOT MET'}`,
    );
    return { reached: met };
  } finally {
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeWorkbook(file) {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Hires');
  sheet.addRow([
    ...['Employee ID', 'Purpose', 'Seniority', 'Role type', 'Citizenship', 'Destination country'],
    ...['Residency', 'Sales contracts', 'Legal right to work', 'Benefits the local market'],
    ...['Number of hires', 'Hiring urgency', 'Start date', 'End date'],
    ...['Name', 'Team', 'Cost centre', 'Office', 'Grade', 'Comment'],
  ]);
  const start = new Date('2026-12-01T00:00:00Z');
  const end = new Date('2027-11-30T00:00:00Z');
  for (let row = 1; row <= ROWS; row++) {
    sheet.addRow([
      ...[`E-${row}`, 'Hire From Anywhere', 'Mid', 'Other', 'France', 'Portugal', 'Germany'],
      ...['No', 'Yes', 'No', 2, '1-3 months', start, end],
      ...[`Person ${row}`, `Team ${row % 50}`, row % 300, 'Lisbon', row % 12, `Comment on ${row}`],
    ]);
  }
  await book.xlsx.writeFile(file);
}

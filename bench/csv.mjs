import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { bundle } from './bundle.mjs';

const ROWS = 1_000_000;
const COLUMNS = 20;
const MEMORY_LIMIT_MEGABYTES = 300;

/** Compares with the floor, which only copies the bytes. */
export default async function benchCsv() {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-csv-'));
  const { file, dispose } = await bundle('bench/csvRun.mts');
  try {
    const input = path.join(folder, 'hires.csv');
    await writeHires(input);
    const megabytes = (await stat(input)).size / 1e6;
    console.log(`CSV: ${ROWS} rows × ${COLUMNS} columns, ${megabytes.toFixed(0)} MB`);
    const runs = {};
    for (const what of ['floor', 'read', 'write']) {
      const output = path.join(folder, `${what}.csv`);
      const { stdout } = await promisify(execFile)(process.execPath, [file, what, input, output]);
      runs[what] = JSON.parse(stdout);
      await rm(output, { force: true });
    }
    console.table(
      Object.fromEntries(
        Object.entries(runs).map(([what, { seconds, peakMegabytes }]) => [
          LABELS[what],
          {
            seconds: Number(seconds.toFixed(2)),
            'times the floor': Number((seconds / runs.floor.seconds).toFixed(1)),
            'peak MB': Math.round(peakMegabytes),
          },
        ]),
      ),
    );
    const reached =
      runs.write.rows === ROWS + 1 && runs.write.peakMegabytes < MEMORY_LIMIT_MEGABYTES;
    console.log(`Target: under ${MEMORY_LIMIT_MEGABYTES} MB. ${reached ? 'Reached.' : 'MISSED.'}`);
    return { reached, ...runs };
  } finally {
    await dispose();
    await rm(folder, { recursive: true });
  }
}

const LABELS = {
  floor: 'the bytes read and written',
  read: 'rows read',
  write: 'rows read, results written, compared',
};

/**
 * Writes rows as an HR system exports them: some cells are quoted, or contain line breaks or
 * accents.
 */
async function writeHires(file) {
  const handle = await open(file, 'w');
  let text =
    Array.from({ length: COLUMNS }, (_, index) => `Column ${index + 1}`).join(',') + '\r\n';
  for (let row = 1; row <= ROWS; row++) {
    const id = String(row).padStart(7, '0');
    text += `${id},Hire From Anywhere,Senior,"Other, ""special""",Germany,Côte d'Ivoire,Spain,Yes,`;
    text += `${row % 90},Yes,No,1-3 months,${row % 7},2026-11-03,2027-01-31,${row % 60},M-100,`;
    text += row % 10 === 0 ? '"two\nlines",' : 'one line,';
    text += `Zoë Example ${row},x${row * 7919}\r\n`;
    if (row % 5000 === 0 || row === ROWS) {
      await handle.writeFile(text);
      text = '';
    }
  }
  await handle.close();
}

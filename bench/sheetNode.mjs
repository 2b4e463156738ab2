// Measures the memory that the Assess Sheet node adds to a separate process. Needs npm run build.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startSandbox } from '../test/chaos/processes.mjs';
import { makeWorkbook, ROWS } from './sheetNodeWorkbook.mjs';

const run = promisify(execFile);
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
    const addedMegabytes = peakMegabytes - beforeMegabytes;
    const isMet = addedMegabytes < targetMegabytes;
    console.log(
      `${ROWS.toLocaleString('en')} rows × 20: ${seconds.toFixed(1)} s, ${addedMegabytes.toFixed(0)} MB more than before ` +
        `(peak ${peakMegabytes.toFixed(0)} MB), target under ${targetMegabytes} MB: ${isMet ? 'met' : 'NOT MET'}`,
    );
    return { reached: isMet };
  } finally {
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

// Measures the real `rwa serve` through its API. Needs npm run build.
// BENCH_ROWS=20000 for another number of rows; 20,000 also have limits of the processor time
// BENCH_FOLDER=/dev/shm for a disk without delays
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../test/chaos/processes.mjs';
import { readCpuSeconds, readPeakMegabytes } from './processUsage.mjs';
import { signIn, startServe, until } from './serveClient.mjs';
import { createHires, findSlowest, measureLists } from './serveSheets.mjs';

const rows = Number(process.env.BENCH_ROWS ?? 100_000);
/** `peakMegabytes` does not apply to the second round, which keeps two assessments of each row. */
const targets = { listMs: 100, peakMegabytes: 400 };
/** The number of rows for which {@link limitsS} are set. */
const timedRows = 20_000;
/**
 * Limits in seconds of processor time, because elapsed time depends on other work. `correct` also
 * limits the time until the corrections are listed, for any number of rows.
 */
const limitsS = { read: 5, correct: 0.3, plan: 2, download: 4 };
/**
 * The number of requests for each list. The fastest one counts, because other work slows the
 * machine. During a run, each list is requested once.
 */
const requestsPerList = 5;

export default async function benchServe() {
  const folder = await mkdtemp(join(process.env.BENCH_FOLDER ?? tmpdir(), 'bench-serve-'));
  const sandbox = await startSandbox(['--ready-after', '0ms']);
  const server = await startServe(join(folder, 'data'), [], sandbox.env);
  try {
    const table = await measureSteps(server, await signIn(server));
    console.table(table, ['what', 'measured', 'beside', 'ratio', 'target', 'met']);
    return { reached: table.every(({ met }) => met !== 'NO'), rows: table };
  } finally {
    await server.stop();
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureSteps(server, { ask, json }) {
  const table = [];
  const step = async (what, work, maxMegabytes, limitS) => {
    const startMs = performance.now();
    const startCpuS = await readCpuSeconds(server.pid);
    const { result, peak } = await measurePeak(server.pid, work);
    const seconds = (performance.now() - startMs) / 1000;
    table.push({
      what,
      measured: `${peak.toFixed(0)} MB`,
      beside: `${seconds.toFixed(1)} s`,
      ...(maxMegabytes && {
        ratio: Number((peak / maxMegabytes).toFixed(2)),
        ...compareWithTarget(peak, maxMegabytes, 'MB'),
      }),
    });
    console.log(`${what}: ${table.at(-1).measured}, ${table.at(-1).beside}`);
    const cpuS = (await readCpuSeconds(server.pid)) - startCpuS;
    table.push({
      what: `${what}: processor time`,
      measured: `${cpuS.toFixed(2)} s`,
      beside: `${seconds.toFixed(1)} s`,
      ...(limitS !== undefined &&
        rows === timedRows && {
          ratio: Number((cpuS / limitS).toFixed(2)),
          ...compareWithTarget(cpuS, limitS, 's'),
        }),
    });
    return result;
  };
  const firstRoundStep = (what, work, limitS) => step(what, work, targets.peakMegabytes, limitS);
  const addTime = (what, ms, limitMs, beside = '') => {
    const ratio = Number((ms / limitMs).toFixed(2));
    table.push({
      what,
      measured: `${ms.toFixed(0)} ms`,
      beside,
      ratio,
      ...compareWithTarget(ms, limitMs, 'ms'),
    });
    console.log(`${what}: ${table.at(-1).measured}, ${beside}`);
  };
  const addList = (what, { ms, query }) => {
    addTime(what, ms, targets.listMs, query);
  };

  const uploadSheet = async (name, citizenship) => {
    const csv = Buffer.from(createHires(rows, { citizenship }));
    const { sheet } = await firstRoundStep(`upload of ${rows} rows`, () =>
      json('PUT', `/api/sheets?name=${name}.csv`, csv),
    );
    const path = `/api/sheets/${sheet.id}`;
    await firstRoundStep('read and checked', () => untilRead(json, path), limitsS.read);
    return path;
  };
  // This country does not exist, so each row has a warning.
  const sheetWithWarnings = await uploadSheet('remarks', 'Ruritania');
  addList(
    'slowest list, a remark on each row',
    await measureLists(ask, sheetWithWarnings, requestsPerList),
  );
  await firstRoundStep('download: problems of each row', async () =>
    (await ask('GET', `${sheetWithWarnings}/downloads/problems`)).arrayBuffer(),
  );
  await ask('DELETE', sheetWithWarnings);
  const path = await uploadSheet('hires', 'France');
  const corrections = Array.from({ length: 20 }, (_, index) => {
    return { field: 'seniority', value: 'Mid', to: 'Senior', row: index + 2 };
  });
  let listedMs = 0;
  const correct = async () => {
    const startMs = performance.now();
    const answer = json('POST', `${path}/corrections`, corrections);
    await until('the corrections in the list', async () => {
      const listed = (await json('GET', `${path}/problems`)).corrections;
      return listed.length === corrections.length;
    });
    listedMs = performance.now() - startMs;
    await answer;
    await untilRead(json, path);
  };
  await firstRoundStep('correction of 20 rows', correct, limitsS.correct);
  addTime('correction of 20 rows: listed', listedMs, limitsS.correct * 1000);
  const run = async (operation, plan) => {
    await json('POST', `${path}/runs`, { operation, token: plan.token });
    await until(
      'the end of the run',
      async () => (await json('GET', path)).run?.state === 'ended',
      3_600_000,
    );
  };
  const fetchPlan = () => json('GET', `${path}/plan?operation=assess`);
  const plan = await firstRoundStep('plan', fetchPlan, limitsS.plan);
  let slowestDuringRun;
  await firstRoundStep('run', async () => {
    const measureListsDuringRun = async () => {
      await until('the first scores', async () => (await json('GET', path)).counts.Scored > 0);
      slowestDuringRun = await measureLists(ask, path, 1);
    };
    await Promise.all([run('assess', plan), measureListsDuringRun()]);
  });
  addList('slowest list during the run', slowestDuringRun);
  const measureDownloads = async (measureStep, suffix = '') => {
    for (const download of ['results.csv', 'workbook', 'report']) {
      const load = async () => (await ask('GET', `${path}/downloads/${download}`)).arrayBuffer();
      await measureStep(`download: ${download}${suffix}`, load);
    }
  };
  await measureDownloads((what, work) => firstRoundStep(what, work, limitsS.download));
  await assertScored(json, path);
  addList('slowest list', await measureLists(ask, path, requestsPerList));

  const secondPlan = await step('round 2: plan', () =>
    json('GET', `${path}/plan?operation=reassess`),
  );
  await step('round 2: run', () => run('reassess', secondPlan));
  await assertScored(json, path);
  addList('what round 2 has changed', await findSlowest(ask, [`${path}/rounds`], requestsPerList));
  await measureDownloads(step, ' of round 2');
  addList('slowest list after round 2', await measureLists(ask, path, requestsPerList));
  return table;
}

function untilRead(json, path) {
  return until('the reading', async () => (await json('GET', path)).stage === 'check', 600_000);
}

async function assertScored(json, path) {
  const { counts } = await json('GET', path);
  if (counts.Scored !== rows) throw new Error(`Not all are scored: ${JSON.stringify(counts)}`);
}

const compareWithTarget = (value, limit, unit) => ({
  target: `< ${limit} ${unit}`,
  met: value < limit ? 'yes' : 'NO',
});

async function measurePeak(pid, work) {
  // Resets the peak that the kernel records.
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  const result = await work();
  return { result, peak: await readPeakMegabytes(pid) };
}

import { chmodSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { countsAsSuccess } from '../output/exitCodes.js';
import type { RunNotice } from './notice.js';

/**
 * Names must differ from those of a server's metrics, because the same Prometheus may scrape both.
 */
const metrics = {
  rwa_sheet_last_run_timestamp_seconds: 'When the last run on the sheet ended',
  rwa_sheet_last_success_timestamp_seconds: 'When the last run that needed no administrator ended',
  rwa_sheet_last_exit_code: 'Exit code of the last run on the sheet',
  rwa_sheet_rows: 'Rows of the sheet by status, after the last run that could read it',
} as const;

type Metric = keyof typeof metrics;

export type MeasuredRun = Pick<
  RunNotice,
  'command' | 'file' | 'exitCode' | 'counts' | 'finishedAt'
>;

/**
 * Writes a file for the textfile collector of node_exporter. Keeps the metrics of other sheets and
 * commands. Throws if the file cannot be written or contains other metrics.
 */
export function writeMetrics(path: string, run: MeasuredRun): void {
  const { command, file, exitCode, counts, finishedAt } = run;
  const labels = `sheet="${escapeLabel(resolve(file))}",command="${command}"`;
  const seconds = Date.parse(finishedAt) / 1_000;
  const rows = Object.entries(counts);
  const samples = readSamples(path).filter(
    ({ metric, labels: others }) =>
      metric !== 'rwa_sheet_rows' || rows.length === 0 || !others.startsWith(`${labels},`),
  );
  const values = new Map(samples.map((sample) => [toKey(sample), sample.value]));
  const set = (metric: Metric, value: number, more = '') =>
    values.set(toKey({ metric, labels: labels + more }), String(value));
  set('rwa_sheet_last_run_timestamp_seconds', seconds);
  set('rwa_sheet_last_exit_code', exitCode);
  const success = 'rwa_sheet_last_success_timestamp_seconds';
  if (countsAsSuccess(exitCode)) set(success, seconds);
  // With 0, an alert on the age of the last success also fires if no run has ever succeeded.
  else if (!values.has(toKey({ metric: success, labels }))) set(success, 0);
  for (const [status, count] of rows) set('rwa_sheet_rows', count, `,status="${status}"`);
  replaceFile(path, toText(values));
}

interface Sample {
  readonly metric: string;
  /** Without braces. */
  readonly labels: string;
  readonly value: string;
}

function toKey({ metric, labels }: Omit<Sample, 'value'>): string {
  return `${metric}{${labels}}`;
}

function readSamples(path: string): Sample[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  // Reading a pipe would wait for its writer.
  if (!stats.isFile()) throw new Error('it is not a file. Name another one.');
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, metric = '', labels = '', value = ''] = /^(\w+)[{](.*)[}] (\S+)$/.exec(line) ?? [];
      if (metric in metrics) return { metric, labels, value };
      throw new Error('it contains other metrics, which would be lost. Name another file.');
    });
}

function toText(values: ReadonlyMap<string, string>): string {
  const families = Object.entries(metrics).flatMap(([metric, help]) => {
    const lines = [...values].filter(([key]) => key.startsWith(`${metric}{`));
    if (lines.length === 0) return [];
    const samples = lines.map(([key, value]) => `${key} ${value}`).toSorted();
    return [`# HELP ${metric} ${help}`, `# TYPE ${metric} gauge`, ...samples];
  });
  return `${families.join('\n')}\n`;
}

/** Makes the file readable for every account, because node_exporter uses its own account. */
function replaceFile(path: string, text: string): void {
  // node_exporter ignores files with other extensions than .prom.
  const draft = `${path}.${process.pid}.draft`;
  try {
    writeFileSync(draft, text);
    chmodSync(draft, 0o644);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Escapes as the text format of Prometheus requires. */
function escapeLabel(value: string): string {
  return value.replaceAll(/[\\"]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);
}

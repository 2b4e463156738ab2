import { readdirSync } from 'node:fs';
import { SettingsError } from './settingsError.js';

/**
 * Files that a run opens besides connections: the sheet, its backup and copy, the journal, DNS
 * lookups, the command of `--on-finish`, and a reserve.
 */
const otherFiles = 24;
/** The assumption if the open files of the process cannot be counted. */
const usualFiles = 24;

/**
 * Throws a SettingsError if files and connections would fail in the middle of the run. Each request
 * has a connection; in a sandbox run, its other end is in this process too. Windows has no limit.
 */
export function refuseTooFewFiles(concurrency: number, isSandboxRun: boolean): void {
  const limit = readOpenFilesLimit();
  if (limit === undefined) return;
  const filesPerRequest = isSandboxRun ? 2 : 1;
  const filesBesideConnections = countOpenFiles() + otherFiles;
  const needed = filesBesideConnections + filesPerRequest * concurrency;
  if (needed <= limit) return;
  const maxConcurrency = Math.floor((limit - filesBesideConnections) / filesPerRequest);
  throw new SettingsError({
    code: 'tooFewFiles',
    concurrency,
    needed,
    limit,
    maxConcurrency: maxConcurrency < 1 ? undefined : maxConcurrency,
    sufficientLimit: suggestLimit(needed),
  });
}

function readOpenFilesLimit(): number | undefined {
  // Without this setting, the report would look up host names of network addresses, which is slow.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft?: unknown } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : undefined;
}

/** Includes files that were inherited from the parent process. */
function countOpenFiles(): number {
  try {
    return readdirSync('/dev/fd').length;
  } catch {
    return usualFiles;
  }
}

function suggestLimit(files: number): number {
  return 2 ** Math.ceil(Math.log2(files));
}

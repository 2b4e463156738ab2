import { readdirSync } from 'node:fs';
import { SettingsError } from './settingsError.js';

/**
 * For the sheet, its backup and its copy, the journal, DNS, the command at the end, and some spare
 * ones.
 */
const filesBesides = 24;
/** What a Node process has open by itself, if the open files cannot be counted. */
const usualFiles = 24;

/**
 * Refuses a run that would need more open files than this process may have: in the middle of it,
 * every file and every connection would fail. Each request has a connection; in a sandbox run the
 * other end is in this process too. Without such a limit (Windows), nothing is refused.
 */
export function refuseTooFewFiles(concurrency: number, isSandboxRun: boolean): void {
  const limit = openFilesLimit();
  if (limit === undefined) return;
  const each = isSandboxRun ? 2 : 1;
  const besides = openNow() + filesBesides;
  const needed = besides + each * concurrency;
  if (needed <= limit) return;
  const most = Math.floor((limit - besides) / each);
  throw new SettingsError({
    code: 'tooFewFiles',
    ...{ concurrency, needed, limit, most: most < 1 ? undefined : most },
    enough: roomFor(needed),
  });
}

/** The soft limit of this process; undefined if there is none. */
function openFilesLimit(): number | undefined {
  // Looking up the machine's network addresses takes a while, and they are not needed.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft?: unknown } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : undefined;
}

/** The number of open files, including those that the parent process left open. */
function openNow(): number {
  try {
    return readdirSync('/dev/fd').length;
  } catch {
    return usualFiles;
  }
}

/** Limits are usually powers of two, and rounding up leaves some room. */
function roomFor(files: number): number {
  return 2 ** Math.ceil(Math.log2(files));
}

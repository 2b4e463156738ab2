import { readdirSync } from 'node:fs';
import { SettingsError } from './settingsError.js';

/** The sheet, its backup and its copy, the journal, name look-ups, a command at the end, some air. */
const filesBesides = 24;
/** What a Node process has open by itself, where nobody can count it. */
const usualFiles = 24;

/**
 * Refuses a run that would need more open files than this process may have: in the middle of it, every
 * file and every connection would fail. Each request has a connection; in a sandbox run the sandbox
 * holds the other end as well. Where there is no such limit (Windows), nothing is refused.
 */
export function refuseTooFewFiles(concurrency: number, isSandboxRun: boolean): void {
  const limit = openFilesLimit();
  if (limit === undefined) return;
  const each = isSandboxRun ? 2 : 1;
  const besides = openNow() + filesBesides;
  const needed = besides + each * concurrency;
  if (needed <= limit) return;
  const most = Math.floor((limit - besides) / each);
  const lower = most < 1 ? '' : `Lower --concurrency to ${most}, or raise the limit: `;
  const raise = lower === '' ? 'Raise the limit: ' : '';
  throw new SettingsError(
    `--concurrency ${concurrency} needs ${needed} open files, and this process may have ${limit}. ${lower}${raise}ulimit -n ${roomFor(needed)}. Nothing was sent.`,
  );
}

/** The soft limit of this process; nothing where there is none. */
function openFilesLimit(): number | undefined {
  // The addresses of the machine are of no use here, and take a while to be looked up.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft?: unknown } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : undefined;
}

/** Files that are open already, those that the caller left open included. */
function openNow(): number {
  try {
    return readdirSync('/dev/fd').length;
  } catch {
    return usualFiles;
  }
}

/** The usual sizes of this limit are powers of two; a round number also leaves some room. */
function roomFor(files: number): number {
  return 2 ** Math.ceil(Math.log2(files));
}

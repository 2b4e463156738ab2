import { filesOf, type FilesOptions, isSamePath } from '../../engine/journal/files.js';
import { UsageError } from '../../engine/errors.js';

/** What a run writes or reads, besides the file that is asked about. */
export interface UsedFiles extends FilesOptions {
  readonly sheet?: string | undefined;
  /** Named by other options, or made by the run. */
  readonly others: readonly (string | undefined)[];
}

/** Lines of a log at the end of a workbook or a journal would damage it. */
export function refuseUsedFile(option: '--log' | '--trace', path: string, used: UsedFiles): void {
  const { sheet, others, ...choice } = used;
  const all = [...others, choice.journal];
  if (sheet !== undefined) {
    const files = filesOf(sheet, choice);
    all.push(sheet, files.journal, files.lock, files.journalLock, files.sandboxData);
  }
  if (!all.some((other) => other !== undefined && isSamePath(other, path))) return;
  throw new UsageError(
    `${option} ${path} is a file that this run uses for something else. Choose another name. Nothing was sent.`,
  );
}

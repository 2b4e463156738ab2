import { filesOf, type FilesOptions, isSamePath } from '../../engine/journal/files.js';
import { CommandError } from '../output/commandError.js';

/** The other files that a run writes or reads. */
export interface UsedFiles extends FilesOptions {
  readonly sheet?: string | undefined;
  /** Named by other options, or made by the run. */
  readonly others: readonly (string | undefined)[];
}

/** Refuses a log or trace file that is also a sheet or journal: appending lines would damage it. */
export function refuseUsedFile(option: '--log' | '--trace', path: string, used: UsedFiles): void {
  const { sheet, others, ...choice } = used;
  const all = [...others, choice.journal];
  if (sheet !== undefined) {
    const files = filesOf(sheet, choice);
    all.push(sheet, files.journal, files.lock, files.journalLock, files.sandboxData);
  }
  if (!all.some((other) => other !== undefined && isSamePath(other, path))) return;
  throw new CommandError(
    `${option} ${path}: this run uses that file for something else. Choose another name. Nothing was sent.`,
  );
}

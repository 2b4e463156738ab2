import { realpathSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';

/** The files that belong to a sheet, beside it. */
export interface SheetFiles {
  readonly journal: string;
  /** The journal beside the sheet, which is the same unless another one was named. */
  readonly ownJournal: string;
  /** The value of `--journal` for this journal. */
  readonly common: string;
  /** The file that contains where the journal is, if a person has named it. */
  readonly location: string;
  /** The lock of the sheet, whatever its journal. */
  readonly lock: string;
  /** The lock of the journal, whatever sheet uses it; the sheet's own for the journal beside it. */
  readonly journalLock: string;
  /** The data of the built-in sandbox between sandbox runs. */
  readonly sandboxData: string;
}

/** Which of the files of a sheet are meant. */
export interface FilesOptions {
  readonly journal?: string | undefined;
  readonly sandbox?: boolean | undefined;
  /** The command that the journal belongs to, default assess. */
  readonly command?: string | undefined;
}

/** Commands about the same cases: each must know what the other has sent. */
const ofCases = ['assess', 'reassess'];

/**
 * The files of a sheet, the same for every link and spelling of its path: two journals of one sheet
 * would each contain half of what was sent. Each command has its own journal, except assess and
 * reassess, which share one. All share the locks, because they write into the same sheet. A run
 * with the built-in sandbox has its own files, apart from the real ones; the sheet that it wrote
 * shares them, so that the next command with `--sandbox` uses the same service.
 */
export function toSheetFiles(sheet: string, options: FilesOptions): SheetFiles {
  const { command = 'assess' } = options;
  const kind = options.sandbox === true ? 'rwa-sandbox' : 'rwa-journal';
  const own = realPath(sheet);
  const family = options.sandbox === true ? sheetOfSandbox(own) : own;
  const beside = `${family}.${kind}.jsonl`;
  const common = realPath(options.journal ?? beside);
  const lock = `${beside}.lock`;
  const bare = withoutEnding(common);
  const ofCommand = (path: string) =>
    ofCases.includes(command) ? path : `${withoutEnding(path)}-${command}.jsonl`;
  const ownJournal = ofCommand(realPath(beside));
  return {
    journal: ofCommand(common),
    ownJournal,
    common,
    location: `${withoutEnding(ownJournal)}-location.json`,
    lock,
    journalLock: resolve(common) === resolve(beside) ? lock : `${common}.lock`,
    sandboxData: `${bare}.sqlite`,
  };
}

/** True for a journal that is not the sheet's own. */
export function isJournalNamed({
  journal,
  ownJournal,
}: Pick<SheetFiles, 'journal' | 'ownJournal'>): boolean {
  return resolve(journal) !== resolve(ownJournal);
}

function withoutEnding(journal: string): string {
  return journal.replace(/[.]jsonl$/, '');
}

/** The part that a sandbox run adds to the name of its sheet: `hires.sandbox.xlsx`. */
const sandboxName = /[.]sandbox([.][^./\\]+)$/i;

/** True for a sheet that a sandbox run wrote. */
export function isSandboxSheet(sheet: string): boolean {
  return sandboxName.test(sheet);
}

/** The sheet that a sandbox run of this one writes: made-up scores must not end up among real ones. */
export function toSandboxSheet(sheet: string): string {
  if (isSandboxSheet(sheet)) return sheet;
  const extension = extname(sheet);
  return join(dirname(sheet), `${basename(sheet, extension)}.sandbox${extension}`);
}

/** The sheet of which a sandbox run wrote this one. */
export function sheetOfSandbox(sandboxSheet: string): string {
  return sandboxSheet.replace(sandboxName, '$1');
}

/** True for two spellings of one path, whether there is such a file or not. */
export function isSamePath(one: string, other: string): boolean {
  return resolve(realPath(one)) === resolve(realPath(other));
}

/** The path without links, as it was given where there are none. */
export function realPath(path: string): string {
  const whole = resolve(path);
  const real = join(realOr(dirname(whole)), basename(whole));
  const target = realOr(real);
  return target === whole ? path : target;
}

function realOr(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path; // does not exist yet
  }
}

/** True for the journal of runs with the built-in sandbox. The name of its folder does not count. */
export function isSandboxJournal(ownJournal: string): boolean {
  return basename(ownJournal).includes('.rwa-sandbox');
}

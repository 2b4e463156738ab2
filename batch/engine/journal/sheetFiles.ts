import { realpathSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';

/** The end of the names of files that identify a row that `rwa mcp` is adding to a sheet. */
export const addingMarkEnding = '.adding';

export interface SheetFiles {
  readonly journal: string;
  /** The journal beside the sheet; the same as `journal` unless a person named another journal. */
  readonly ownJournal: string;
  /** The value of `--journal` for this journal. */
  readonly journalOption: string;
  /** The file that contains the path of the journal, if a person named a journal. */
  readonly location: string;
  readonly lock: string;
  /** Equal to `lock` for the journal beside the sheet. */
  readonly journalLock: string;
  /** The state of the built-in sandbox between runs. */
  readonly sandboxData: string;
}

export interface FilesOptions {
  readonly journal?: string | undefined;
  readonly sandbox?: boolean | undefined;
  readonly command?: string | undefined;
}

const locationEnd = '-location.json';

/** Commands that share a journal, because each must know what the other has sent. */
const sharingCommands = ['assess', 'reassess'];

/**
 * All links and spellings of a path share the files, because two journals of a sheet would each
 * lack requests. The files of a sandbox run also belong to the sheet that it wrote, so that the
 * next command with `--sandbox` uses the same service.
 */
export function toSheetFiles(sheet: string, options: FilesOptions): SheetFiles {
  const { command = 'assess' } = options;
  const kind = options.sandbox === true ? 'rwa-sandbox' : 'rwa-journal';
  const own = resolveRealPath(sheet);
  const baseSheet = options.sandbox === true ? toRealSheet(own) : own;
  const defaultJournal = `${baseSheet}.${kind}.jsonl`;
  const journalOption = resolveRealPath(options.journal ?? defaultJournal);
  const lock = `${defaultJournal}.lock`;
  const toCommandJournal = (path: string) =>
    sharingCommands.includes(command) ? path : `${removeEnding(path)}-${command}.jsonl`;
  const ownJournal = toCommandJournal(resolveRealPath(defaultJournal));
  return {
    journal: toCommandJournal(journalOption),
    ownJournal,
    journalOption,
    location: `${removeEnding(ownJournal)}${locationEnd}`,
    lock,
    journalLock:
      resolve(journalOption) === resolve(defaultJournal) ? lock : `${journalOption}.lock`,
    sandboxData: `${removeEnding(journalOption)}.sqlite`,
  };
}

/** Returns undefined for a file that is no location file. */
export function toOwnJournal(location: string): string | undefined {
  return location.endsWith(locationEnd)
    ? `${location.slice(0, -locationEnd.length)}.jsonl`
    : undefined;
}

export function isJournalNamed({
  journal,
  ownJournal,
}: Pick<SheetFiles, 'journal' | 'ownJournal'>): boolean {
  return resolve(journal) !== resolve(ownJournal);
}

function removeEnding(journal: string): string {
  return journal.replace(/[.]jsonl$/, '');
}

/** Matches the end of the name of a sheet that a sandbox run wrote: `hires.sandbox.xlsx`. */
const sandboxName = /[.]sandbox([.][^./\\]+)$/i;

export function isSandboxSheet(sheet: string): boolean {
  return sandboxName.test(sheet);
}

/** Returns a separate file, so that made-up scores never mix with real scores. */
export function toSandboxSheet(sheet: string): string {
  if (isSandboxSheet(sheet)) return sheet;
  const extension = extname(sheet);
  return join(dirname(sheet), `${basename(sheet, extension)}.sandbox${extension}`);
}

export function toRealSheet(sandboxSheet: string): string {
  return sandboxSheet.replace(sandboxName, '$1');
}

export function isSamePath(one: string, other: string): boolean {
  return resolve(resolveRealPath(one)) === resolve(resolveRealPath(other));
}

/** If the file does not exist, follows only the links of its folder. */
export function resolveRealPath(path: string): string {
  const whole = resolve(path);
  const real = join(resolveLinks(dirname(whole)), basename(whole));
  const target = resolveLinks(real);
  return target === whole ? path : target;
}

function resolveLinks(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // The file does not exist yet.
    return path;
  }
}

export function isSandboxJournal(ownJournal: string): boolean {
  return basename(ownJournal).includes('.rwa-sandbox');
}

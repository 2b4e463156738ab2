import { existsSync, statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { workbookExtensions } from '../../../sheets/extensions.js';
import { isSameFile, statIfThere } from '../../engine/files/fileSystem.js';
import {
  toSheetFiles,
  type FilesOptions,
  isSamePath,
  realPath,
} from '../../engine/journal/sheetFiles.js';
import { beginsAsJournal } from '../../engine/journal/readJournal.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { CommandError } from '../output/commandError.js';
import type { RunFlags } from './runFlags.js';

/** An option that names a file which a command will write. */
type Option = '--journal' | '--output' | '--report' | '--log' | '--trace';

/** The other files that a command writes or reads. */
export interface UsedFiles extends FilesOptions {
  readonly sheet?: string | undefined;
  /** Named by other options, or created by the command. */
  readonly others: readonly (string | undefined)[];
}

/** Lines are added to what these name; everything else is replaced. */
const appending: ReadonlySet<Option> = new Set(['--log', '--trace']);

/** The journals of any sheet, and the files beside them. */
const ownName = /[.]rwa-(?:journal|sandbox)\b/;
const documents: ReadonlySet<string> = new Set([
  ...workbookExtensions,
  ...['.csv', '.tsv', '.html', '.htm', '.sqlite'],
]);

/**
 * Refuses to write a file that is something else already: a journal, the sheet, the token, a file
 * that another option names. A link counts as the file that it leads to.
 */
export function refuseUsedFile(option: Option, path: string, used: UsedFiles): void {
  refuseUnusable(option, path);
  const { sheet, others, ...choice } = used;
  const all = [...others, sheet];
  if (option !== '--journal') {
    all.push(
      choice.journal,
      ...(sheet === undefined ? [] : Object.values<string>({ ...toSheetFiles(sheet, choice) })),
    );
  }
  if (all.some((other) => other !== undefined && isSame(other, path))) {
    throw refusal(option, path, 'this run uses that file for something else');
  }
  if (option === '--journal') return;
  if (ownName.test(basename(realPath(path))) || beginsAsJournal(path)) {
    throw refusal(option, path, 'that file is a journal, or belongs to one');
  }
  if (appending.has(option) && documents.has(extname(path).toLowerCase()) && existsSync(path)) {
    throw refusal(option, path, 'that file is no log');
  }
}

/** Refuses options of a run that name one file for two things. */
export function refuseUsedFiles(
  { command }: SheetOperation,
  input: string,
  output: string,
  { trace, journal, sandbox, report, columns, tokenFile, log }: RunFlags,
): void {
  const isInPlace = isSamePath(input, output);
  const written = [
    ['--journal', journal],
    ['--output', isInPlace ? undefined : output],
    ['--report', report],
    ['--trace', trace],
  ] as const;
  for (const [option, path] of written) {
    if (path === undefined) continue;
    const named = written.flatMap(([each, other]) => (each === option ? [] : [other]));
    const others = [...named, columns, tokenFile, log];
    refuseUsedFile(option, path, { command, sheet: input, journal, sandbox, others });
  }
}

/** A name that nothing can be written to: too long, a folder, or links in a circle. */
function refuseUnusable(option: Option, path: string): void {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENAMETOOLONG') throw refusal(option, path, 'the name is too long');
    if (code === 'ELOOP') throw refusal(option, path, 'that link leads back to itself');
    return;
  }
  throw refusal(option, path, 'that is a folder');
}

function refusal(option: Option, path: string, why: string): CommandError {
  return new CommandError(`${option} ${path}: ${why}. Choose another name. Nothing was sent.`);
}

function isSame(one: string, other: string): boolean {
  return isSamePath(one, other) || isSameFile(statIfThere(one), statIfThere(other));
}

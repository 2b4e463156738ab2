import { existsSync, statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { workbookExtensions } from '../../../sheets/extensions.js';
import { isSameFile, statIfThere } from '../../engine/files/fileSystem.js';
import {
  toSheetFiles,
  type FilesOptions,
  isSamePath,
  resolveRealPath,
} from '../../engine/journal/sheetFiles.js';
import { beginsAsJournal } from '../../engine/journal/readJournal.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { CommandError } from '../output/commandError.js';
import type { RunFlags } from './runFlags.js';

type FileOption = '--journal' | '--output' | '--report' | '--metrics-file' | '--log' | '--trace';

export interface UsedFiles extends FilesOptions {
  readonly sheet?: string | undefined;
  readonly others: readonly (string | undefined)[];
}

const logOptions: ReadonlySet<FileOption> = new Set(['--log', '--trace']);

/** Matches the default names of journals, and of the files beside them. */
const journalName = /[.]rwa-(?:journal|sandbox)\b/;
/** Existing files with these extensions must not become logs. */
const documentExtensions: ReadonlySet<string> = new Set([
  ...workbookExtensions,
  '.csv',
  '.tsv',
  '.html',
  '.htm',
  '.sqlite',
]);

/** Follows links. Refuses to write a log into an existing document. */
export function refuseFileInUse(option: FileOption, path: string, used: UsedFiles): void {
  assertUsableFile(option, path);
  const { sheet, others, ...filesOptions } = used;
  const all = [...others, sheet];
  if (option !== '--journal') {
    all.push(
      filesOptions.journal,
      ...(sheet === undefined
        ? []
        : Object.values<string>({ ...toSheetFiles(sheet, filesOptions) })),
    );
  }
  if (all.some((other) => other !== undefined && isSame(other, path))) {
    throw createUsedFileError(option, path, 'this run uses that file for something else');
  }
  if (option === '--journal') return;
  if (journalName.test(basename(resolveRealPath(path))) || beginsAsJournal(path)) {
    throw createUsedFileError(option, path, 'that file is a journal, or belongs to one');
  }
  if (
    logOptions.has(option) &&
    documentExtensions.has(extname(path).toLowerCase()) &&
    existsSync(path)
  ) {
    throw createUsedFileError(option, path, 'that file is not a log');
  }
}

export function refuseFilesInUse(
  { command }: SheetOperation,
  input: string,
  output: string,
  { trace, journal, sandbox, report, metricsFile, columns, tokenFile, log }: RunFlags,
): void {
  const isInPlace = isSamePath(input, output);
  const written = [
    ['--journal', journal],
    ['--output', isInPlace ? undefined : output],
    ['--report', report],
    ['--metrics-file', metricsFile],
    ['--trace', trace],
  ] as const;
  for (const [option, path] of written) {
    if (path === undefined) continue;
    const named = written.flatMap(([each, other]) => (each === option ? [] : [other]));
    const others = [...named, columns, tokenFile, log];
    refuseFileInUse(option, path, { command, sheet: input, journal, sandbox, others });
  }
}

function assertUsableFile(option: FileOption, path: string): void {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENAMETOOLONG') throw createUsedFileError(option, path, 'the name is too long');
    if (code === 'ELOOP') throw createUsedFileError(option, path, 'that link leads back to itself');
    return;
  }
  throw createUsedFileError(option, path, 'that is a folder');
}

function createUsedFileError(option: FileOption, path: string, why: string): CommandError {
  return new CommandError(`${option} ${path}: ${why}. Choose another name. Nothing was sent.`);
}

function isSame(one: string, other: string): boolean {
  return isSamePath(one, other) || isSameFile(statIfThere(one), statIfThere(other));
}

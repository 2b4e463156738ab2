import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { sheetOperations } from '../operations/operations.js';
import { toSandboxSheet } from '../journal/files.js';
import { csvExtensions, workbookExtensions } from '../../../sheets/extensions.js';
import { draftsOf, isAbandoned } from '../../../sheets/files/draft.js';
import { parseBackupName } from '../files/backupName.js';

/** The kind of a file beside a sheet. */
export type FileKind =
  'backup' | 'results' | 'draft' | 'sandboxRun' | 'sandboxRunData' | 'recovered' | 'page' | 'sheet';

/** A file in the folder of a sheet that may contain data of the sheet. */
export interface FileBeside {
  readonly path: string;
  readonly kind: FileKind;
}

const sheetEndings = new Set([...workbookExtensions, ...csvExtensions]);

/**
 * Returns the files in a sheet's folder that rwa made for it, by their exact names, and the pages
 * and other sheets, because only their content shows whether they are copies. `sheet` is the real
 * path. The recovered copies and drafts of a journal are beside that journal. Drafts of other files
 * count too, because they contain everything if their process was killed.
 */
export function filesBeside(sheet: string, journals: readonly string[]): FileBeside[] {
  const folder = dirname(sheet);
  const sandboxSheet = toSandboxSheet(sheet);
  const drafts = new Set([sheet, sandboxSheet, ...journals].flatMap(draftsOf));
  for (const path of filesIn(folder)) if (isAbandoned(path)) drafts.add(path);
  const beside = filesIn(folder).flatMap((path): FileBeside[] => {
    if (drafts.has(path)) return [];
    const kind = classifyFile(path, sheet, sandboxSheet);
    return kind === undefined ? [] : [{ path, kind }];
  });
  const recovered = [...new Set(journals.map((path) => dirname(path)))].flatMap((each) =>
    filesIn(each).filter((path) => journals.some((journal) => isRecoveredFrom(path, journal))),
  );
  return [
    ...beside,
    ...[...drafts].map((path) => ({ path, kind: 'draft' as const })),
    ...recovered.map((path) => ({ path, kind: 'recovered' as const })),
  ];
}

function classifyFile(path: string, sheet: string, sandboxSheet: string): FileKind | undefined {
  if (path === sheet) return undefined;
  const made = parseBackupName(path);
  if (made?.file === sheet) return made.kind;
  if (path === sandboxSheet || made?.file === sandboxSheet) return 'sandboxRun';
  if (isSandboxData(path, sheet)) return 'sandboxRunData';
  const extension = extname(path).toLowerCase();
  if (/^[.]html?$/.test(extension)) return 'page';
  const isHidden = /^(?:[.]|~[$])/.test(basename(path));
  return sheetEndings.has(extension) && !isHidden ? 'sheet' : undefined;
}

/**
 * Returns true for journals of sandbox runs, and for the sandbox's database with the files that
 * SQLite creates beside it.
 */
function isSandboxData(path: string, sheet: string): boolean {
  const start = `${sheet}.rwa-sandbox`;
  if (!path.startsWith(start)) return false;
  const command = `(?:-(?:${Object.keys(sheetOperations).join('|')}))?`;
  const journal = `${command}(?:[.]recovered-[-0-9T]+)?[.]jsonl`;
  return new RegExp(`^(?:${journal}|[.]sqlite(?:-wal|-shm|-journal)?)$`).test(
    path.slice(start.length),
  );
}

/** Returns true for a recovered copy of this journal, from a run that lost the journal. */
export function isRecoveredFrom(path: string, journal: string): boolean {
  const end = extname(journal);
  const start = `${journal.slice(0, journal.length - end.length)}.recovered-`;
  if (!path.startsWith(start)) return false;
  return /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:-\d+)?$/.test(
    path.slice(start.length, path.length - end.length),
  );
}

function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    .toSorted();
}

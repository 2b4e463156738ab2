import { readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, extname, isAbsolute, join } from 'node:path';
import { csvExtensions, workbookExtensions } from '../../../sheets/extensions.js';
import { parseCopyName } from '../../engine/files/backups.js';
import { CommandError } from '../output/commandError.js';

const sheetExtensions: ReadonlySet<string> = new Set([...workbookExtensions, ...csvExtensions]);

/**
 * Sheets must be directly in one of these folders, because a run looks for rows that were sent from
 * other sheets in exactly these folders.
 */
export class SheetFolders {
  readonly own: string;
  /** Links are resolved. {@link own} is the first. */
  readonly all: readonly string[];

  constructor(own: string, allowed: readonly string[]) {
    this.own = resolveFolder(own);
    this.all = [...new Set([this.own, ...allowed.map(resolveFolder)])];
  }

  /**
   * Throws the same CommandError for missing files and for files in other folders: a model must not
   * learn which files exist there.
   */
  find(name: string): string {
    const paths = isAbsolute(name) ? [name] : this.all.map((folder) => join(folder, name));
    const found = new Set(paths.map(resolveFile).filter((path) => this.#contains(path)));
    const [sheet, other] = found;
    if (sheet !== undefined && other === undefined) return sheet;
    throw new CommandError(
      sheet === undefined
        ? `There is no sheet ${name} in the folders of this server. list_sheets lists its sheets. To use another folder, a person adds --allow FOLDER to the command that starts this server.`
        : `There are several sheets ${name}. Use the path of one of them, which list_sheets returns.`,
    );
  }

  /** Leaves out backups and results files. */
  list(): string[] {
    return this.all.flatMap((folder) =>
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile() && isSheet(entry.name))
        .map((entry) => join(folder, entry.name))
        .filter((path) => parseCopyName(path) === undefined),
    );
  }

  #contains(path: string | undefined): path is string {
    return path !== undefined && isSheet(path) && this.all.includes(dirname(path));
  }
}

function isSheet(name: string): boolean {
  return sheetExtensions.has(extname(name).toLowerCase()) && !name.startsWith('.');
}

function resolveFolder(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) return realpathSync.native(path);
  throw new CommandError(`${path} is not a folder. Create it, or name another one.`);
}

function resolveFile(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

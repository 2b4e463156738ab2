import { basename } from 'node:path';
import { openSheet } from '../../../../sheets/files/open.js';
import { SheetError, type SheetFile, type SheetRow } from '../../../../sheets/sheet.js';

/**
 * Opens a stored file under the name that people know: messages name it so, and the one sheet of a CSV file
 * is called after it. Throws a SheetError when it cannot be read.
 */
export async function openUnderName(path: string, name: string): Promise<SheetFile> {
  const naming = withoutPath(path, name);
  const file = await openSheet(path).catch(naming);
  const [first] = file.sheets;
  const isCsv = file.format === 'csv' && first !== undefined;
  const own = isCsv ? name.replace(/\.\w{1,5}$/, '') : '';
  const stored = (sheet: string) => (isCsv && sheet === own ? first.name : sheet);
  return {
    path: name,
    format: file.format,
    sheets: isCsv ? [{ ...first, name: own }] : file.sheets,
    ...(file.guessedEncoding === undefined ? {} : { guessedEncoding: file.guessedEncoding }),
    notes: file.notes.map((note) => named(note, path, name)),
    rows: (sheet) => readRows(file, stored(sheet), naming),
    place: (target, rows) =>
      file.place({ ...target, sheet: stored(target.sheet) }, rows).catch(naming),
    write: (results) => file.write({ ...results, sheet: stored(results.sheet) }).catch(naming),
    isCurrent: () => file.isCurrent(),
    close: () => file.close(),
  };
}

async function* readRows(
  file: SheetFile,
  sheet: string,
  naming: (error: unknown) => never,
): AsyncGenerator<readonly SheetRow[]> {
  try {
    yield* file.rows(sheet);
  } catch (error) {
    naming(error);
  }
}

function withoutPath(path: string, name: string) {
  return (error: unknown): never => {
    if (!(error instanceof SheetError)) throw error;
    throw new SheetError(named(error.message, path, name), { cause: error });
  };
}

/** A message that names the stored file, by its path or by its name alone, with the name that people know. */
function named(message: string, path: string, name: string): string {
  const quoted = `"${name}"`;
  return message.replaceAll(path, () => quoted).replaceAll(basename(path), () => quoted);
}

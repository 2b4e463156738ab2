import type { Cell, SheetFile } from '../../../sheets/sheet.js';
import { guessHeadingRow } from './headingGuess.js';
import { bestCandidate } from './headings.js';
import type { IntakeOptions } from './intakeOptions.js';

/** A row with fewer known headings counts as the heading row only if it looks like one. */
const minKnown = 2;

/** A worksheet and its heading row; `cells` is empty if the row has none. */
export interface Located {
  readonly sheet: string;
  readonly headerRow: number;
  readonly cells: readonly (Cell | undefined)[];
}

/**
 * Finds the heading row: the one that reading would use, the chosen one, or the one that looks
 * like headings.
 */
export async function locateHeadings(file: SheetFile, options: IntakeOptions): Promise<Located> {
  const { best } = await bestCandidate(file, options);
  const isFound = best !== undefined && (best.count >= minKnown || best.missing?.length === 0);
  if (best !== undefined && (isFound || options.headerRow !== undefined)) {
    return { sheet: best.sheet, headerRow: best.row.number, cells: best.row.cells };
  }
  const [first] = [...file.sheets].sort((a, b) => Number(b.visible) - Number(a.visible));
  const sheet = best?.sheet ?? options.sheet ?? first?.name ?? '';
  if (options.headerRow !== undefined) return { sheet, headerRow: options.headerRow, cells: [] };
  const guessed = await guessIn(file, options.sheet);
  if (guessed === undefined) {
    return { sheet, headerRow: best?.row.number ?? 1, cells: best?.row.cells ?? [] };
  }
  const again = await bestCandidate(file, {
    ...{ ...options, sheet: guessed.sheet, headerRow: guessed.number },
  });
  const { number = guessed.number, cells = [] } = again.best?.row ?? {};
  return { sheet: guessed.sheet, headerRow: number, cells };
}

/**
 * Returns the row that looks like headings in this sheet, or the widest such row of all visible
 * sheets.
 */
async function guessIn(file: SheetFile, sheet: string | undefined) {
  const sheets =
    sheet === undefined
      ? file.sheets.filter(({ visible }) => visible).map(({ name }) => name)
      : [sheet];
  let widest:
    { readonly sheet: string; readonly number: number; readonly cells: number } | undefined;
  for (const name of sheets) {
    const guessed = await guessHeadingRow(file, name);
    if (guessed !== undefined && guessed.cells > (widest?.cells ?? 0)) {
      widest = { sheet: name, ...guessed };
    }
  }
  return widest;
}

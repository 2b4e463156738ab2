import type { Cell, SheetRow } from '../../../sheets/sheet.js';
import { countHeadings, headingText } from './columns.js';
import { normalizeHeading } from './headingNames.js';
import { isBlank } from './readRows.js';
import type { IntakeOptions } from './intakeOptions.js';

/** A row of headings, or two rows that are read as one: then `number` is the lower one. */
export interface HeadingRow extends Pick<SheetRow, 'number' | 'cells'> {
  /** The upper one of two rows. */
  readonly upper?: number;
}

/**
 * The row that names most inputs; the first one with values when none names any. Two rows that follow
 * each other are taken together when each names inputs: headings merged over two rows, with a group
 * such as "Trip" above "Start date" and "End date".
 */
export function findHeadingRow(
  rows: readonly SheetRow[],
  options: IntakeOptions,
): HeadingRow | undefined {
  const { headerRow } = options;
  const singles = rows.filter(({ number }) => headerRow === undefined || number === headerRow);
  let best: HeadingRow | undefined = singles[0];
  let most = 0;
  for (const row of singles) {
    const count = countNamed(row, options);
    if (count > most) [best, most] = [row, count];
  }
  if (best === undefined) return undefined;
  for (const [index, lower] of rows.entries()) {
    const upper = rows[index - 1];
    if (upper?.number !== lower.number - 1) continue;
    if (headerRow !== undefined && headerRow !== upper.number && headerRow !== lower.number)
      continue;
    const both = joined(upper, lower, options);
    if (both === undefined) continue;
    const count = countNamed(both, options);
    // A row of data below headings adds none, so that two rows with as many are no worse than one.
    if (count >= most) [best, most] = [both, count];
  }
  return best;
}

/** How many inputs a row names. */
export function countNamed({ cells }: HeadingRow, { inputs, columns = {} }: IntakeOptions): number {
  const mapped = Object.values(columns).map((heading = '') => heading);
  if (mapped.length === 0) return countHeadings(inputs, cells);
  const texts = new Set(cells.map((cell) => normalizeHeading(headingText(cell))));
  const found = mapped.filter((heading) => texts.has(normalizeHeading(heading)));
  return countHeadings(inputs, cells) + found.length;
}

/**
 * Two rows as one: what the lower one says, or the upper one where the lower is blank, or both, as in
 * "Destination" above "Country". Nothing when one of them adds no heading that is known.
 */
function joined(upper: SheetRow, lower: SheetRow, options: IntakeOptions): HeadingRow | undefined {
  const known = knownHeadings(options);
  const namedIn = ({ cells }: SheetRow) =>
    new Set(cells.flatMap((cell) => known(headingText(cell)) ?? []));
  const [inUpper, inLower] = [namedIn(upper), namedIn(lower)];
  const cells: (Cell | undefined)[] = [];
  let [upperAdds, lowerAdds] = [false, false];
  // A cell that is merged over several columns has its text in the first of them.
  let group = '';
  for (let column = 0; column < Math.max(upper.cells.length, lower.cells.length); column++) {
    const [above, below] = [upper.cells[column], lower.cells[column]];
    if (!isBlank(above)) group = headingText(above);
    const [name, both] = [headingText(below), `${group} ${headingText(below)}`];
    cells[column] = isBlank(below) ? above : below;
    if (isBlank(below)) {
      const meaning = known(headingText(above));
      upperAdds ||= meaning !== undefined && !inLower.has(meaning);
    } else if (known(name) !== undefined) {
      lowerAdds ||= !inUpper.has(known(name) ?? '');
    } else if (name !== '' && known(both) !== undefined) {
      [upperAdds, lowerAdds] = [true, true];
      cells[column] = { kind: 'text', text: both };
    }
  }
  if (!upperAdds || !lowerAdds) return undefined;
  return { number: lower.number, upper: upper.number, cells };
}

/** What a heading means; nothing for one that is of no use to us. */
function knownHeadings({ inputs: { headings }, columns = {} }: IntakeOptions) {
  const mapped = new Set(Object.values(columns).map((heading = '') => normalizeHeading(heading)));
  return (text: string): string | undefined => {
    if (text === '') return undefined;
    const isOther = mapped.has(normalizeHeading(text)) || headings.isContext(text);
    return headings.fieldOf(text) ?? (isOther ? normalizeHeading(text) : undefined);
  };
}

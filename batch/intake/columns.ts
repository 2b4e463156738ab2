import { type AssessmentField, assessmentFields } from '../../src/assessment.js';
import { nearest, plain } from '../../src/spelling.js';
import { UsageError } from '../output/errors.js';
import type { Cell } from '../sheets/sheet.js';
import { resultColumns, type ResultName } from './resultColumns.js';

/** Which column holds what; columns are counted from 0. */
export interface Columns {
  readonly fields: ReadonlyMap<AssessmentField, number>;
  readonly results: ReadonlyMap<ResultName, number>;
  /** Headings that nearly match an input, with what was probably meant. */
  readonly nearMisses: readonly NearMiss[];
}

export interface NearMiss {
  readonly column: number;
  readonly heading: string;
  readonly label: string;
}

/** `--columns`: headings of the sheet by the contract's names of the inputs. */
export type ColumnMap = Readonly<Partial<Record<AssessmentField, string>>>;

const fieldNames = Object.keys(assessmentFields) as AssessmentField[];
const fieldByHeading = new Map<string, AssessmentField>();
for (const name of fieldNames.toReversed()) {
  const { label, aliases }: { label: string; aliases: readonly string[] } = assessmentFields[name];
  for (const heading of [...aliases, label, name]) fieldByHeading.set(squash(heading), name);
}
const resultByHeading = new Map(
  Object.entries(resultColumns).map(([name, { heading }]) => [squash(heading), name as ResultName]),
);

/** The input that a heading or a name on the command line means, without regard to case or spaces. */
export function fieldOfHeading(heading: string): AssessmentField | undefined {
  return fieldByHeading.get(squash(heading));
}

/** The label of the input that a text nearly matches. */
export function nearestFieldLabel(text: string): string | undefined {
  const inputOf = (heading: string) => fieldByHeading.get(heading);
  const field = inputOf(nearest(squash(text), fieldByHeading.keys(), inputOf) ?? '');
  return field === undefined ? undefined : assessmentFields[field].label;
}

/**
 * Finds the columns of a heading row. A heading of `map` wins over what headings look like. Throws
 * a UsageError when two columns claim the same input, or a mapped heading is not there.
 */
export function readColumns(headings: readonly (Cell | undefined)[], map: ColumnMap = {}): Columns {
  const texts = headings.map(headingText);
  const fields = new Map<AssessmentField, number>();
  const results = new Map<ResultName, number>();
  const nearMisses: NearMiss[] = [];

  for (const [field, heading] of Object.entries(map) as [AssessmentField, string][]) {
    const column = texts.findIndex((text) => squash(text) === squash(heading));
    if (column === -1) {
      throw new UsageError(
        `--columns names the heading "${heading}" for ${field}, which the sheet does not have. Its headings are: ${texts.filter((text) => text !== '').join(', ')}.`,
      );
    }
    fields.set(field, column);
  }
  const mapped = new Set(fields.values());
  for (const [column, text] of texts.entries()) {
    if (text === '' || mapped.has(column)) continue;
    const result = resultByHeading.get(squash(text));
    const field = fieldOfHeading(text);
    if (result !== undefined) {
      if (!results.has(result)) results.set(result, column);
    } else if (field === undefined) {
      const label = nearestFieldLabel(text);
      if (label !== undefined) nearMisses.push({ column, heading: text, label });
    } else if (!(field in map)) {
      claim(fields, field, column, texts);
    }
  }
  return { fields, results, nearMisses };
}

/** How many inputs a row would name if it were the heading row. */
export function countHeadings(cells: readonly (Cell | undefined)[]): number {
  const found = cells.flatMap((cell) => fieldOfHeading(headingText(cell)) ?? []);
  return new Set(found).size;
}

/** A column's letters, as Excel shows them: 0 is A. */
export function columnLetters(column: number): string {
  const last = String.fromCodePoint(65 + (column % 26));
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}

export function headingText(cell: Cell | undefined): string {
  return cell?.kind === 'text' ? cell.text.replaceAll(/\s+/g, ' ').trim() : '';
}

function claim(
  fields: Map<AssessmentField, number>,
  field: AssessmentField,
  column: number,
  texts: readonly string[],
): void {
  const first = fields.get(field);
  if (first === undefined) {
    fields.set(field, column);
    return;
  }
  const both = [first, column].map((at) => `${columnLetters(at)} ("${texts[at] ?? ''}")`);
  throw new UsageError(
    `Columns ${both.join(' and ')} both look like ${assessmentFields[field].label}. Rename one of them, or say which one counts with --columns.`,
  );
}

function squash(heading: string): string {
  return plain(heading).replaceAll(' ', '');
}

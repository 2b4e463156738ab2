import { type OwnColumn, normalizeHeading } from './headingNames.js';

/** Returns the first free heading for one of our columns. */
export function freeHeading(
  column: OwnColumn,
  columns: readonly OwnColumn[],
  taken: ReadonlySet<string>,
): string {
  const beside = toAlternativeHeading(column, columns);
  if (!taken.has(normalizeHeading(column.heading))) return column.heading;
  let heading = beside;
  for (let number = 2; taken.has(normalizeHeading(heading)); number++)
    heading = `${beside} ${number}`;
  return heading;
}

/** Returns the heading for our column when the user has a column with the usual heading. */
export function toAlternativeHeading(
  { heading, headingBeside }: OwnColumn,
  columns: readonly OwnColumn[],
): string {
  if (headingBeside !== undefined) return headingBeside;
  const status = columns.find(({ name }) => name === 'status')?.heading ?? '';
  // Takes "assessment" from "Assessment status".
  const [what = ''] = status.toLowerCase().split(' ');
  return `${heading} (${what})`;
}

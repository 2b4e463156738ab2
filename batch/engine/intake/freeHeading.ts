import { type OwnColumn, normalizeHeading } from './headingNames.js';

/** The first free heading for a column of ours. */
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

/** The heading of a column of ours where the user has the usual one. */
export function toAlternativeHeading(
  { heading, headingBeside }: OwnColumn,
  columns: readonly OwnColumn[],
): string {
  if (headingBeside !== undefined) return headingBeside;
  const status = columns.find(({ name }) => name === 'status')?.heading ?? '';
  // The "Assessment" of "Assessment status".
  const [what = ''] = status.toLowerCase().split(' ');
  return `${heading} (${what})`;
}

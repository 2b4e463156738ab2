import type { Columns } from './columns.js';
import type { OwnColumn } from './headingNames.js';
import { findOwnColumns, type OwnColumns } from './ownColumns.js';

/**
 * The columns for recorded decisions that `rwa serve` adds to downloaded sheets. Their headings
 * differ from the inputs of `rwa decide`, which would otherwise record the decisions again.
 */
export const decisionHeadings = [
  {
    name: 'status',
    heading: 'Recorded decision',
    alternativeHeading: 'Decision recorded by the server',
  },
  { name: 'by', heading: 'Decided by' },
  { name: 'doneAt', heading: 'Decided at' },
  { name: 'note', heading: 'Decision note' },
  { name: 'earlier', heading: 'Earlier decision' },
] as const satisfies readonly OwnColumn[];

/**
 * The columns are ours only if both of these exist, because a person may use one such heading, too.
 */
const requiredColumns = ['status', 'doneAt'] as const;

/** Returns the columns of results and of recorded decisions. */
export function findOurColumns(columns: Columns): ReadonlySet<number> {
  return new Set([...columns.results.values(), ...findRecordedDecisions(columns).at.values()]);
}

/**
 * Finds the columns of recorded decisions in a sheet, and the heading of each: the current one, or
 * the one to write.
 */
export function findRecordedDecisions({
  headings,
  fields,
  results,
}: Pick<Columns, 'headings' | 'fields' | 'results'>): Pick<OwnColumns, 'at' | 'headings'> {
  const inputs = new Set([...fields.values(), ...results.values()]);
  const found = findOwnColumns(decisionHeadings, headings, { inputs });
  if (found.at.size === 0 || requiredColumns.every((name) => found.at.has(name))) return found;
  return findOwnColumns(decisionHeadings, headings, { inputs, users: found.named });
}

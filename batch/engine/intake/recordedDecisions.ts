import type { Columns } from './columns.js';
import type { OwnColumn } from './headingNames.js';
import { findOwnColumns, type OwnColumns } from './ownColumns.js';

/** Headings that differ from the inputs of `rwa decide`, which would record the decisions again. */
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

/** Both columns must exist, because a person may use one of these headings, too. */
const requiredColumns = ['status', 'doneAt'] as const;

export function findOurColumns(columns: Columns): ReadonlySet<number> {
  return new Set([
    ...columns.results.values(),
    ...findRecordedDecisions(columns).positions.values(),
  ]);
}

export function findRecordedDecisions({
  headings,
  fields,
  results,
}: Pick<Columns, 'headings' | 'fields' | 'results'>): Pick<OwnColumns, 'positions' | 'headings'> {
  const inputs = new Set([...fields.values(), ...results.values()]);
  const found = findOwnColumns(decisionHeadings, headings, { inputs });
  if (found.positions.size === 0 || requiredColumns.every((name) => found.positions.has(name)))
    return found;
  return findOwnColumns(decisionHeadings, headings, { inputs, users: found.named });
}

import { t } from '../language/language.js';

/** A column of the table of results. */
export interface ResultColumn {
  /** The name of the column, and of the order of the rows by this column in the API. */
  readonly name: string;
  readonly heading: string;
  /** The CSS class of the heading. */
  readonly kind?: string;
  /** True if the default order is from A to Z. */
  readonly isAscending?: boolean;
  readonly canHide: boolean;
}

/** The names and labels of all risks except the overall risk. */
export type Risks = readonly (readonly [name: string, label: string])[];

/** Returns the columns of the results, without the column of checkboxes. */
export function listColumns(risks: Risks): readonly ResultColumn[] {
  return [
    {
      name: 'person',
      heading: t(($) => $.results.columns.person),
      kind: 'person-head',
      isAscending: true,
      canHide: false,
    },
    // For a row without a score, this column shows the status.
    { name: 'risk', heading: t(($) => $.results.columns.overall), kind: 'number', canHide: false },
    { name: 'change', heading: t(($) => $.results.columns.change), kind: 'number', canHide: true },
    ...risks.map(([name, heading]) => ({ name, heading, kind: 'heat-head', canHide: true })),
    {
      name: 'decision',
      heading: t(($) => $.results.columns.decision),
      isAscending: true,
      canHide: true,
    },
  ];
}

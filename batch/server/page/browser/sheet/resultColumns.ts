import { t } from '../language/language.js';

/** A column of the table of results. */
export interface ResultColumn {
  /** The order of the rows by this column, as the server names it. */
  readonly name: string;
  readonly heading: string;
  /** The CSS class of the heading. */
  readonly kind?: string;
  /** True if the usual order is from A to Z. */
  readonly isAscending?: boolean;
  readonly canHide: boolean;
}

/** The risks by kind, besides the overall one. */
export type Risks = readonly (readonly [name: string, label: string])[];

/** Lists the columns of the results, without that of the checkboxes. */
export function listColumns(risks: Risks): readonly ResultColumn[] {
  return [
    {
      name: 'person',
      heading: t(($) => $.results.columns.person),
      kind: 'person-head',
      isAscending: true,
      canHide: false,
    },
    // For a row that is not scored, this column has its status.
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

import { t } from '../language/language.js';

export interface ResultColumn {
  /** The API uses this name for the order by this column. */
  readonly name: string;
  readonly heading: string;
  readonly kind?: string;
  readonly isAscending?: boolean;
  readonly canHide: boolean;
}

/** All risks except the overall risk. */
export type Risks = readonly (readonly [name: string, label: string])[];

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

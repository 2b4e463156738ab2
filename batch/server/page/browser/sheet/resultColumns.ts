export interface ResultColumn {
  /** The order of the rows by this column, as the server names it. */
  readonly name: string;
  readonly words: string;
  readonly kind?: string;
  /** True if the usual order is from A to Z. */
  readonly isAscending?: boolean;
  readonly canHide: boolean;
}

/** The risks by kind, besides the overall one. */
export type Risks = readonly (readonly [name: string, label: string])[];

/** Lists the columns of the results, after the boxes that select rows. */
export function listColumns(risks: Risks): readonly ResultColumn[] {
  return [
    { name: 'person', words: 'Person', kind: 'person-head', isAscending: true, canHide: false },
    // It also has the status of a row without a score.
    { name: 'risk', words: 'Overall', kind: 'number', canHide: false },
    { name: 'change', words: 'Change', kind: 'number', canHide: true },
    ...risks.map(([name, words]) => ({ name, words, kind: 'heat-head', canHide: true })),
    { name: 'decision', words: 'Decision', isAscending: true, canHide: true },
  ];
}

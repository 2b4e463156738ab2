/** What a person can say of a row. */
export const rowChoices = [
  /** Whether what was sent of it exists; if not, it is sent again. */
  'settle',
  /** That it is a new case, and not one that was assessed before with other inputs: it is sent. */
  'newCase',
  /** That its assessment is another row's. */
  'notItsAssessment',
] as const;
/** One of these. */
export type RowChoice = (typeof rowChoices)[number];

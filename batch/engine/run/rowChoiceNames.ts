/** The decisions that a person can make about a row. */
export const rowChoices = [
  /** Whether the request that was sent exists; if not, it is sent again. */
  'settle',
  /** The row is a new assessment, and not one that was made before with other inputs, so it is sent. */
  'newCase',
  /** The row's assessment belongs to another row. */
  'notItsAssessment',
] as const;
/** A decision that a person can make about a row. */
export type RowChoice = (typeof rowChoices)[number];

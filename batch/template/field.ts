/** A column of the template. */
export interface TemplateField {
  /** The name of the input in the contract. */
  readonly name: string;
  /** The heading. */
  readonly label: string;
  readonly help: string;
  /** All allowed values, for a drop-down that accepts no other values. */
  readonly values?: readonly string[];
  /** Suggested values, for a drop-down that also accepts other values. */
  readonly suggestions?: readonly string[];
  readonly kind: 'text' | 'choice' | 'integer' | 'date';
  /** A text such as "always" or "for Work From Anywhere". */
  readonly requiredWhen: string;
  /** The values of the two example rows, with ISO dates; '' for an empty cell. */
  readonly examples: readonly [string, string];
}

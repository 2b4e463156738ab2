export interface TemplateField {
  /** The name of the input in the contract. */
  readonly name: string;
  readonly label: string;
  readonly help: string;
  /** For a drop-down that accepts no other values. */
  readonly values?: readonly string[];
  /** For a drop-down that also accepts other values. */
  readonly suggestions?: readonly string[];
  readonly kind: 'text' | 'choice' | 'integer' | 'date';
  /** For example, "always" or "for Work From Anywhere". */
  readonly requiredWhen: string;
  /** ISO dates; '' for an empty cell. */
  readonly examples: readonly [string, string];
}

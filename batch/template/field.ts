/** One input field in the template, from the field table of the core. */
export interface TemplateField {
  /** The contract's name. */
  readonly name: string;
  /** The heading. */
  readonly label: string;
  readonly help: string;
  /** All allowed values: a drop-down that accepts nothing else. */
  readonly values?: readonly string[];
  /** Values that are offered in a drop-down; others are accepted too. */
  readonly suggestions?: readonly string[];
  readonly kind: 'text' | 'choice' | 'integer' | 'date';
  /** In words: "always", "for Work From Anywhere". */
  readonly requiredWhen: string;
  /** A value for each of the two example rows, empty where the field does not apply; ISO dates. */
  readonly examples: readonly [string, string];
}

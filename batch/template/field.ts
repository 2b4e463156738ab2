export interface TemplateField {
  /** The name of the input in the contract. */
  readonly name: string;
  readonly label: string;
  readonly help: string;
  /** The values of a drop-down that accepts no other values. */
  readonly values?: readonly string[];
  /** The values of a drop-down that also accepts other values. */
  readonly suggestions?: readonly string[];
  readonly kind: 'text' | 'choice' | 'integer' | 'date';
  /** For example, "always" or "for Work From Anywhere". */
  readonly requiredWhen: string;
  /** Dates are in ISO 8601. An empty text leaves the cell empty. */
  readonly examples: readonly [string, string];
}

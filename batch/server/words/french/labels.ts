import { fields as english } from '../../page/browser/language/en/fields.js';
import { fields as french } from '../../page/browser/language/fr/fields.js';

type FieldName = keyof typeof english;

const labels = new Map<string, string>(
  (Object.keys(english) as FieldName[]).map((name) => [english[name], french[name]]),
);

/** Returns the French label of an input, from its English one; an unknown label stays as it is. */
export function toFrenchLabel(label: string): string {
  return labels.get(label) ?? label;
}

/** Returns the French label in quotation marks, so that it needs no article. */
export function quoteLabel(label: string): string {
  return `« ${toFrenchLabel(label)} »`;
}

/** Returns the label of an input in quotation marks, from its name in the contract. */
export function quoteField(field: string): string {
  return `« ${nameInput(field)} »`;
}

/** Returns the label of an input, from its name in the contract; an unknown name stays as it is. */
export function nameInput(field: string): string {
  return Object.hasOwn(french, field) ? french[field as FieldName] : field;
}

/** Returns the message about a missing input, by its English label. */
export function missingInput(label: string): string {
  return `${toFrenchLabel(label)} : valeur manquante`;
}

import { fields as english } from '../../page/browser/language/en/fields.js';
import { fields as french } from '../../page/browser/language/fr/fields.js';

type FieldName = keyof typeof english;

const labels = new Map<string, string>(
  (Object.keys(english) as FieldName[]).map((name) => [english[name], french[name]]),
);

export function toFrenchLabel(label: string): string {
  return labels.get(label) ?? label;
}

/** In quotation marks, a label needs no article. */
export function quoteLabel(label: string): string {
  return `« ${toFrenchLabel(label)} »`;
}

export function quoteField(field: string): string {
  return `« ${nameInput(field)} »`;
}

export function nameInput(field: string): string {
  return Object.hasOwn(french, field) ? french[field as FieldName] : field;
}

export function missingInput(label: string): string {
  return `${toFrenchLabel(label)} : valeur manquante`;
}

import { fields as german } from '../../page/browser/language/de/fields.js';
import { fields as english } from '../../page/browser/language/en/fields.js';

type FieldName = keyof typeof english;

const names = Object.keys(english) as FieldName[];

const labels: ReadonlyMap<string, string> = new Map(
  names.map((name) => [english[name], german[name]]),
);

/** The labels that are plurals. */
const pluralLabels: ReadonlySet<string> = new Set([german.salesContracts, german.workingDays]);

/** Returns the German label of an input, from its English label; an unknown label stays as it is. */
export function toGermanLabel(label: string): string {
  return labels.get(label) ?? label;
}

/** Returns the label of an input, from its name in the contract; an unknown name stays as it is. */
export function nameInput(field: string): string {
  return Object.hasOwn(german, field) ? german[field as FieldName] : field;
}

/** Returns the message about a missing input, by its German label. */
export function missingInput(label: string): string {
  return `${label} ${pluralLabels.has(label) ? 'fehlen' : 'fehlt'}`;
}

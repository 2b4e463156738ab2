import { fields as german } from '../../page/browser/language/de/fields.js';
import { fields as english } from '../../page/browser/language/en/fields.js';

type FieldName = keyof typeof english;

const names = Object.keys(english) as FieldName[];

const labels: ReadonlyMap<string, string> = new Map(
  names.map((name) => [english[name], german[name]]),
);

const pluralLabels: ReadonlySet<string> = new Set([german.salesContracts, german.workingDays]);

export function toGermanLabel(label: string): string {
  return labels.get(label) ?? label;
}

export function nameInput(field: string): string {
  return Object.hasOwn(german, field) ? german[field as FieldName] : field;
}

export function missingInput(germanLabel: string): string {
  return `${germanLabel} ${pluralLabels.has(germanLabel) ? 'fehlen' : 'fehlt'}`;
}

import { type AssessmentField, assessmentFields } from './assessmentFields.js';
import { checkCountry } from './countries.js';
import type { InputMessage } from './inputMessages.js';

/** An input that is accepted although the service may refuse it. */
export interface Warning {
  readonly field: AssessmentField;
  readonly label: string;
  readonly message: InputMessage;
  readonly suggestion?: string;
}

const countryFields = (Object.keys(assessmentFields) as AssessmentField[]).filter(
  (field) => assessmentFields[field].kind === 'country',
);

/** Finds countries that are not known English names. `suggest` replaces the usual suggestion. */
export function findWarnings(
  request: Readonly<Partial<Record<AssessmentField, unknown>>>,
  suggest?: (country: string) => string | undefined,
): Warning[] {
  return countryFields.flatMap((field): Warning[] => {
    const { label } = assessmentFields[field];
    const value = request[field];
    if (typeof value !== 'string' || value === '') return [];
    const check = checkCountry(value);
    if (check.known) return [];
    const composed = value.normalize('NFC');
    if (checkCountry(composed).known) {
      const message = { code: 'separateAccents', text: composed } as const;
      return [{ field, label, message, suggestion: composed }];
    }
    const suggestion = suggest === undefined ? check.suggestion : suggest(value);
    const unknown = { code: 'unknownCountry', text: value } as const;
    return suggestion === undefined
      ? [{ field, label, message: unknown }]
      : [{ field, label, message: { ...unknown, suggestion }, suggestion }];
  });
}

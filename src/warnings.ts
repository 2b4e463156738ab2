import { type AssessmentField, assessmentFields } from './assessmentFields.js';
import { checkCountry } from './countries.js';

/** An input that is accepted although the service may refuse it. */
export interface Warning {
  readonly field: AssessmentField;
  readonly label: string;
  readonly message: string;
  readonly suggestion?: string;
}

const countryFields = (Object.keys(assessmentFields) as AssessmentField[]).filter(
  (field) => assessmentFields[field].kind === 'country',
);

/**
 * Finds countries that are not known English country names. `suggest` replaces the usual suggestion,
 * for example with names in other languages.
 */
export function findWarnings(
  request: Readonly<Partial<Record<AssessmentField, unknown>>>,
  suggest?: (country: string) => string | undefined,
): Warning[] {
  return countryFields.flatMap((field) => {
    const { label } = assessmentFields[field];
    const value = request[field];
    if (typeof value !== 'string' || value === '') return [];
    const check = checkCountry(value);
    if (check.known) return [];
    const composed = value.normalize('NFC');
    if (checkCountry(composed).known) {
      const message = `${label}: "${composed}" contains separate accent characters; use the suggested spelling`;
      return [{ field, label, message, suggestion: composed }];
    }
    const suggestion = suggest === undefined ? check.suggestion : suggest(value);
    const message = `${label}: "${value}" is not a known English country name`;
    return suggestion === undefined
      ? [{ field, label, message }]
      : [{ field, label, message: `${message}; did you mean "${suggestion}"?`, suggestion }];
  });
}

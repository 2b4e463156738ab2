import { type AssessmentField, assessmentFields } from './assessment.js';
import { opinionOnCountry } from './countries.js';

/** Something about a request that the service may refuse, and that we let pass. */
export interface Warning {
  readonly field: AssessmentField;
  readonly label: string;
  readonly message: string;
  readonly suggestion?: string;
}

/** Countries that are not known English country names, with what was probably meant. */
export function warningsOf(
  request: Readonly<Partial<Record<AssessmentField, unknown>>>,
): Warning[] {
  return (Object.keys(assessmentFields) as AssessmentField[]).flatMap((field) => {
    const { kind, label } = assessmentFields[field];
    const value = request[field];
    if (kind !== 'country' || typeof value !== 'string' || value === '') return [];
    const opinion = opinionOnCountry(value);
    if (opinion.known) return [];
    const { suggestion } = opinion;
    const message = `${label}: "${value}" is not a known English country name`;
    return suggestion === undefined
      ? [{ field, label, message }]
      : [{ field, label, message: `${message}; did you mean "${suggestion}"?`, suggestion }];
  });
}

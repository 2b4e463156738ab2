import { z } from 'zod/v4';
import {
  applies,
  type AssessmentField,
  assessmentFields,
  type Purpose,
} from './assessmentFields.js';
import {
  type Field,
  type Flat,
  type FieldInputs,
  inputCode,
  type RequiredKeys,
  type RetypedKeys,
  toZodShape,
  whenFieldsValid,
  type WithoutKeys,
} from './field.js';
import { findIdFault } from './id.js';
import { toVisibleText } from './toVisibleText.js';

const conditionalFields = (Object.keys(assessmentFields) as AssessmentField[]).filter(
  (name) => 'purpose' in assessmentFields[name],
);

/** Keeps unknown names, and all inputs if the purpose is unknown. */
export function pickApplicable(
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const inapplicable: readonly string[] = conditionalFields.filter(
    (name) => Object.hasOwn(input, name) && !applies(assessmentFields[name], input.purpose),
  );
  if (inapplicable.length === 0) return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !inapplicable.includes(name)));
}

type Draft = Partial<Record<AssessmentField, unknown>>;

function endsOnOrAfterStart({ startDate, endDate }: Draft): boolean {
  const [start, end] = [Date.parse(String(startDate)), Date.parse(String(endDate))];
  return end >= start;
}

function getRequiredPurpose(name: AssessmentField): string | undefined {
  const { purpose }: Field = assessmentFields[name];
  return purpose;
}

type Inputs = FieldInputs<typeof assessmentFields>;

/** Expects that `pickApplicable` has left out the inputs of the other purpose. */
export const assessmentSchema = conditionalFields
  .reduce(
    (schema, name) =>
      schema.refine(
        (draft: Draft) => draft[name] !== undefined || draft.purpose !== getRequiredPurpose(name),
        { when: whenFieldsValid(name), path: [name], message: inputCode('inputMissing') },
      ),
    z.strictObject(toZodShape(assessmentFields)),
  )
  .refine(endsOnOrAfterStart, {
    when: whenFieldsValid('startDate', 'endDate'),
    path: ['endDate'],
    message: inputCode('endBeforeStart'),
  }) as z.ZodType<NewAssessment>;

type PurposeInput<P extends Purpose> = {
  [K in AssessmentField]: (typeof assessmentFields)[K] extends { readonly purpose: P } ? K : never;
}[AssessmentField];

/** The inputs of an assessment with this purpose. */
export type AssessmentFor<P extends Purpose> = Flat<
  WithoutKeys<Inputs, 'purpose' | PurposeInput<Purpose>> &
    RetypedKeys<Inputs, 'purpose', P> &
    RequiredKeys<Inputs, PurposeInput<P>>
>;

/** A new assessment: one type for each purpose. */
export type NewAssessment = { [P in Purpose]: AssessmentFor<P> }[Purpose];

/** The answer of rwa_create. */
export interface CreatedAssessment {
  /** Save this ID: rwa_retrieve finds the assessment only by it. Contract, "rwa_retrieve". */
  assessmentId: string;
  /** Link to the report; missing if the answer has no usable one. */
  redirectUrl?: string | undefined;
}

/** About the longest link that Excel opens. */
const maxLinkLength = 2_000;
// An unusable link is ignored, so that the ID is not lost.
const usableLink = z
  .string()
  .max(maxLinkLength)
  .refine((link) => toVisibleText(link) !== '')
  .optional()
  .catch(undefined);
const createdFields = { assessment_id: z.unknown().optional(), redirect_url: usableLink };

/** The contract marks the nesting as unverified, so the ID is accepted inside `response` and beside it. */
export const createdSchema = z
  .looseObject({
    ...createdFields,
    response: z.looseObject(createdFields).optional().catch(undefined),
  })
  .transform((answer, context): CreatedAssessment => {
    const ids = [answer.response?.assessment_id, answer.assessment_id];
    const assessmentId = ids.find((id) => findIdFault(id) === undefined);
    if (typeof assessmentId !== 'string') {
      const breach = explainMissingId(ids.find((id) => findIdFault(id) !== 'missing'));
      context.addIssue({ code: 'custom', path: ['response', 'assessment_id'], ...breach });
      return z.NEVER;
    }
    const redirectUrl = answer.response?.redirect_url ?? answer.redirect_url;
    return { assessmentId, redirectUrl };
  });

// Quotes a numeric ID, which may help a person to find the assessment, unless parsing has rounded it.
function explainMissingId(id: unknown) {
  return {
    message: findIdFault(id) ?? 'missing',
    ...(Number.isSafeInteger(id) ? { params: { number: id } } : {}),
  };
}

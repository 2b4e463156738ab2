import { z } from 'zod/v4';
import {
  type Fields,
  inputCode,
  type Flat,
  type FieldInputs,
  type RequiredKeys,
  type RetypedKeys,
  toZodShape,
  text,
  whenFieldsValid,
  type WithoutKeys,
} from './field.js';
import { assessmentFields } from './assessmentFields.js';
import {
  type Actor,
  decisionStatuses,
  type DecisionStatus,
  requiredActors,
} from './decisionStatus.js';

export { decisionStatuses, type DecisionStatus, requiredActors };

/** The old name, which the service accepts in place of `Compliance Approved`. */
const legacyApproved = 'Approved' as const;

export function toCanonicalStatus(status: string): DecisionStatus | undefined {
  const wanted = status === legacyApproved ? 'Compliance Approved' : status;
  return decisionStatuses.find((candidate) => candidate === wanted);
}

export const assessmentIdField = {
  kind: 'text',
  label: 'Assessment ID',
  help: 'The ID that was returned when the assessment was created.',
  remedy: { code: 'useAssessmentId' },
  required: 'always',
  // The heading that rwa uses in a sheet that already has an Assessment ID column.
  aliases: ['Assessment ID (assessment)'],
  schema: text(),
} as const satisfies Fields[string];

export const decisionFields = {
  /** The ID that `createAssessment` returned. Contract, "rwa_update". */
  assessmentId: assessmentIdField,
  /** `Approved` is the old name of `Compliance Approved`. Contract, "rwa_update". */
  status: {
    kind: 'choice',
    label: 'Decision',
    help: 'The decision to record. Approved means Compliance Approved.',
    remedy: { code: 'useOneOf', values: [...decisionStatuses, legacyApproved] },
    required: 'always',
    values: decisionStatuses,
    synonyms: { approved: 'Compliance Approved', cancelled: 'Canceled' },
    schema: z.enum([...decisionStatuses, legacyApproved], {
      error: inputCode('unsupportedStatus'),
    }),
  },
  /** Staff ID of an activated account; some statuses require it. Contract, "rwa_update". */
  complianceTeamMemberId: {
    ...assessmentFields.complianceTeamMemberId,
    help: 'Staff ID of a compliance team member with an activated account. Required for Compliance Approved.',
  },
  /** Any text. Contract, "rwa_update". */
  note: {
    kind: 'text',
    label: 'Note',
    help: 'A note on the decision.',
    remedy: { code: 'useText' },
    required: 'never',
    schema: z.string(inputCode('notText')).optional(),
  },
  /** Your own ID for this event, by default made from the decision. Contract, "rwa_update". */
  externalEventId: {
    kind: 'text',
    label: 'External event ID',
    help: 'Your own ID for this event. If empty, it is made from the decision.',
    remedy: { code: 'useText' },
    required: 'never',
    schema: text().optional(),
  },
  /** Staff ID; some statuses require it. Contract, "rwa_update". */
  managerId: {
    ...assessmentFields.managerId,
    help: 'Staff ID of the manager. Required for Manager Approved.',
  },
  /** Staff ID of the person who cancels. Required for `Canceled`. Contract, "rwa_update". */
  cancelledByStaffId: {
    kind: 'staffId',
    label: 'Cancelled by staff ID',
    help: 'Staff ID of the person who cancels. Required for Canceled.',
    remedy: assessmentFields.managerId.remedy,
    required: 'never',
    aliases: ['Cancelled by', 'Canceled by'],
    schema: text().optional(),
  },
} as const satisfies Fields;

type Draft = Partial<Record<keyof typeof decisionFields, unknown>>;

function requireActor(status: DecisionStatus, anyOf: readonly Actor[]) {
  return (draft: Draft) =>
    toCanonicalStatus(String(draft.status)) !== status ||
    anyOf.some((name) => draft[name] !== undefined);
}

type Inputs = FieldInputs<typeof decisionFields>;

export const decisionSchema = decisionStatuses.reduce(
  (schema, status) => {
    const actor = requiredActors[status];
    if (actor === null) return schema;
    return schema.refine(requireActor(status, actor.anyOf), {
      when: whenFieldsValid('status', ...actor.anyOf),
      path: [actor.field],
      message: inputCode('approverMissing'),
      params: { status },
    });
  },
  z.strictObject(toZodShape(decisionFields)),
) as z.ZodType<Decision>;

/** `Approved` counts as `Compliance Approved`. */
type ActorFor<S> = S extends DecisionStatus
  ? (typeof requiredActors)[S] extends { readonly anyOf: readonly (infer A)[] }
    ? A
    : never
  : ActorFor<'Compliance Approved'>;

type WithOneOf<A> = [A] extends [never]
  ? unknown
  : A extends Actor
    ? RequiredKeys<Inputs, A>
    : never;

/** A decision with this status and the people that it requires. */
export type DecisionWith<S extends Inputs['status']> = Flat<
  WithoutKeys<Inputs, 'status'> & RetypedKeys<Inputs, 'status', S> & WithOneOf<ActorFor<S>>
>;

/** A decision on an assessment: one type for each status. */
export type Decision = { [S in Inputs['status']]: DecisionWith<S> }[Inputs['status']];

export const decidedSchema = z
  .looseObject({ message: z.string().catch('') })
  .transform(({ message }) => ({ message }));

/**
 * The same decision gives the same ID, so that a service could recognise a repetition. `earlier`
 * counts the recorded decisions with the same values; it distinguishes a decision that is made
 * again.
 */
export function createExternalEventId(decision: Decision, earlier = 0): string {
  const parts = [
    toCanonicalStatus(decision.status),
    decision.managerId,
    decision.complianceTeamMemberId,
    decision.cancelledByStaffId,
    decision.note,
  ];
  const identity = JSON.stringify(parts.map((part) => part ?? ''));
  const id = `${decision.assessmentId}-${fnv1a(identity)}${fnv1a(`#${identity}`)}`;
  return earlier === 0 ? id : `${id}-${earlier + 1}`;
}

// 32-bit FNV-1a, but over characters instead of bytes. The core has no crypto, and an event ID only
// distinguishes the decisions on one assessment.
function fnv1a(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

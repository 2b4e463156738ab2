import { z } from 'zod/v4';
import { emailAddress, type Fields, toZodShape, text } from './field.js';
import { findIdFault } from './id.js';

/** The inputs in the order of docs/contract.md. */
export const invitationFields = {
  /** First name of the compliance team member: text. Contract, "create_pending_user". */
  first_name: {
    kind: 'text',
    label: 'First name',
    help: 'First name of the compliance team member.',
    remedy: { code: 'fillInFirstName' },
    required: 'always',
    aliases: ['Given name', 'Forename'],
    schema: text(),
  },
  /** Last name of the compliance team member: text. Contract, "create_pending_user". */
  last_name: {
    kind: 'text',
    label: 'Last name',
    help: 'Last name of the compliance team member.',
    remedy: { code: 'fillInLastName' },
    required: 'always',
    aliases: ['Surname', 'Family name'],
    schema: text(),
  },
  /** The email of a removed account restores that account. Contract, "create_pending_user". */
  email: {
    kind: 'email',
    label: 'Email',
    help: 'Address that the invitation is sent to. The email of a removed account restores that account.',
    remedy: { code: 'useEmailAddress' },
    required: 'always',
    aliases: ['E-mail', 'Email address', 'Mail'],
    schema: emailAddress(),
  },
  /** The company's own Staff ID, with its leading zeros. Contract, "create_pending_user". */
  staff_id: {
    kind: 'staffId',
    label: 'Staff ID',
    help: "The company's own Staff ID of the person, with its leading zeros.",
    remedy: { code: 'keepIdAsText' },
    required: 'always',
    aliases: ['Employee ID', 'Employee number', 'Personnel number'],
    schema: text(),
  },
} as const satisfies Fields;

export const invitationSchema = z.strictObject(toZodShape(invitationFields));

/** The invitation of a compliance team member. */
export type Invitation = z.infer<typeof invitationSchema>;

const userId = z
  .unknown()
  .optional()
  .transform((id, context): string => {
    const fault = findIdFault(id);
    if (fault === undefined) return id as string;
    context.addIssue({ code: 'custom', message: fault });
    return z.NEVER;
  });

/** `user_id` is not the Staff ID. */
export const invitedSchema = z
  .looseObject({ response: z.looseObject({ user_id: userId }) })
  .transform((answer) => ({ userId: answer.response.user_id }));

export const removalFields = {
  staff_id: {
    ...invitationFields.staff_id,
    help: 'The Staff ID used for the invitation; it must match exactly one user of the company.',
  },
} as const satisfies Fields;

export const removalSchema = z.strictObject(toZodShape(removalFields));

export const removedSchema = z
  .looseObject({ role: z.literal('Remove Access') })
  .transform((answer) => ({ role: answer.role }));

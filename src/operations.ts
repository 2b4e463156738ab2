import { z } from 'zod/v4';
import { assessmentSchema, createdSchema } from './assessment.js';
import { assessmentFields } from './assessmentFields.js';
import { assessmentIdField, decidedSchema, decisionFields, decisionSchema } from './decision.js';
import type { Fields } from './field.js';
import { retrievedSchema } from './riskResult.js';
import {
  invitationFields,
  invitationSchema,
  invitedSchema,
  removalFields,
  removalSchema,
  removedSchema,
} from './staff.js';

/**
 * Sending a request twice changes nothing (`read`), leads to the same state as sending it once
 * (`repeatable`), or creates a second assessment or invitation (`once`).
 */
export type Effect = 'read' | 'repeatable' | 'once';

export interface Operation {
  readonly effect: Effect;
  readonly fields: Fields;
  /** The input that identifies the person or the assessment. */
  readonly subject: string;
  readonly request: z.ZodType;
  readonly response: z.ZodType;
  /** The name of the created ID in the answer. */
  readonly createdId?: string;
  /** Works only below a base URL with a `version-test` segment. */
  readonly testOnly?: boolean;
}

const retrievalFields = { assessmentId: assessmentIdField } as const satisfies Fields;

export const operations = {
  rwa_create: {
    effect: 'once',
    fields: assessmentFields,
    subject: 'employeeId',
    request: assessmentSchema,
    response: createdSchema,
    createdId: 'assessment_id',
  },
  rwa_retrieve: {
    effect: 'read',
    fields: retrievalFields,
    subject: 'assessmentId',
    request: z.strictObject({ assessmentId: assessmentIdField.schema }),
    response: retrievedSchema,
  },
  rwa_update: {
    effect: 'repeatable',
    fields: decisionFields,
    subject: 'assessmentId',
    request: decisionSchema,
    response: decidedSchema,
  },
  create_pending_user: {
    effect: 'once',
    fields: invitationFields,
    subject: 'email',
    request: invitationSchema,
    response: invitedSchema,
    createdId: 'user_id',
  },
  remove_user_access: {
    effect: 'repeatable',
    fields: removalFields,
    subject: 'staff_id',
    request: removalSchema,
    response: removedSchema,
    testOnly: true,
  },
} as const satisfies Record<string, Operation>;

/** An operation of the service, by the contract's name. */
export type OperationName = keyof typeof operations;

export type OnceOperation = {
  [O in OperationName]: (typeof operations)[O]['effect'] extends 'once' ? O : never;
}[OperationName];

export function isOnce(name: OperationName): name is OnceOperation {
  return operations[name].effect === 'once';
}

/** The request body of an operation. */
export type OperationRequest<O extends OperationName> = z.infer<(typeof operations)[O]['request']>;

export type OperationResponse<O extends OperationName> = z.infer<
  (typeof operations)[O]['response']
>;

import { z } from 'zod/v4';

const assessmentId = z.string();
/** The source of the ID: the service's answer, or a person later. */
const by = z.enum(['answer', 'person']);

/** The reason why an answer does not belong to the row, by code. */
const wrongAnswerSchema = z.discriminatedUnion('code', [
  /** The answer for one row has the ID of another. Row numbers are set for rows in the sheet. */
  z.object({
    code: z.literal('idOfOtherAnswer'),
    row: z.number().optional(),
    id: z.string(),
    owner: z.number().optional(),
  }),
  z.object({ code: z.literal('resultOfOtherEmployee'), assessmentId, by }),
  /** The result has no score for the row's purpose, but one for the other. */
  z.object({ code: z.literal('resultOfOtherPurpose'), assessmentId, by, purpose: z.string() }),
  /** The result names another person in this input than the row. */
  z.object({
    code: z.literal('resultOfOtherStaff'),
    ...{ assessmentId, by, field: z.enum(['managerId', 'complianceTeamMemberId']) },
  }),
]);
/** A reason why an answer does not belong to its row. */
export type WrongAnswer = z.infer<typeof wrongAnswerSchema>;

/** A process without a shared journal has sent the row. `isDone`: it received the answer. */
const elsewhereSchema = z.object({ code: z.literal('sentElsewhere'), isDone: z.boolean() });

/** The reason why a row is unconfirmed that only the sheet shows as sent. */
const sheetReasonSchema = z.discriminatedUnion('code', [
  /** According to the sheet, the row was sent and never answered. */
  z.object({ code: z.literal('onlyInSheet') }),
  /** According to its status, the row was sent, but its ID is missing. */
  z.object({ code: z.literal('idMissing'), status: z.string() }),
]);
/** A reason from the sheet alone. */
export type SheetReason = z.infer<typeof sheetReasonSchema>;

/**
 * The reason why a row is unconfirmed or its result was not read: a text from the service or the
 * core, or a code.
 */
export const reasonSchema = z.union([
  z.string(),
  wrongAnswerSchema,
  elsewhereSchema,
  sheetReasonSchema,
]);
/** A reason as a text or a code. */
export type Reason = z.infer<typeof reasonSchema>;

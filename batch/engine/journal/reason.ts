import { z } from 'zod/v4';

const assessmentId = z.string();
/** The source of the ID: the service's answer, or a person since. */
const by = z.enum(['answer', 'person']);

/** Why an answer of the service does not belong to the row, by code. */
const wrongAnswerSchema = z.discriminatedUnion('code', [
  /** The answer for one row has the ID of another; numbers of rows that are in the sheet. */
  z.object({
    code: z.literal('idOfOtherAnswer'),
    row: z.number().optional(),
    id: z.string(),
    owner: z.number().optional(),
  }),
  z.object({ code: z.literal('resultOfOtherEmployee'), assessmentId, by }),
  /** It has no score of the row's purpose, and one of the other. */
  z.object({ code: z.literal('resultOfOtherPurpose'), assessmentId, by, purpose: z.string() }),
  /** It names another person in this input than the row. */
  z.object({
    code: z.literal('resultOfOtherStaff'),
    ...{ assessmentId, by, field: z.enum(['managerId', 'complianceTeamMemberId']) },
  }),
]);
/** A reason why an answer does not belong to its row. */
export type WrongAnswer = z.infer<typeof wrongAnswerSchema>;

/**
 * An execution or machine without a journal in common with this one has sent the row; `isDone`: it had its
 * answer.
 */
const elsewhereSchema = z.object({ code: z.literal('sentElsewhere'), isDone: z.boolean() });

/** Why a row is unconfirmed that only the sheet shows as sent. */
const sheetReasonSchema = z.discriminatedUnion('code', [
  /** According to the sheet, it was sent and never answered. */
  z.object({ code: z.literal('onlyInSheet') }),
  /** According to its status in the sheet, it was sent, and its ID is missing. */
  z.object({ code: z.literal('idMissing'), status: z.string() }),
]);
/** A reason that comes from the sheet alone. */
export type SheetReason = z.infer<typeof sheetReasonSchema>;

/** Why a row is unconfirmed or its result was not read: in the words of the service or of the core, or as a code. */
export const reasonSchema = z.union([
  z.string(),
  wrongAnswerSchema,
  elsewhereSchema,
  sheetReasonSchema,
]);
/** A reason in words or by code. */
export type Reason = z.infer<typeof reasonSchema>;

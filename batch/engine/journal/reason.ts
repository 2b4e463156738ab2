import { z } from 'zod/v4';

const assessmentId = z.string();
/** Who named the assessment: the service, when the row was sent, or a person since. */
const by = z.enum(['answer', 'person']);

/** Why what the service said is not of the row that it was asked about, by its codes. */
const wrongAnswerSchema = z.discriminatedUnion('code', [
  /** The answer for one row has the id of another; rows by their numbers, where they are in the sheet. */
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
/** One of these reasons. */
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
/** One of these reasons. */
export type SheetReason = z.infer<typeof sheetReasonSchema>;

/** Why a row is unconfirmed or its result was not read: in the words of the service or of the core, or as a code. */
export const reasonSchema = z.union([
  z.string(),
  wrongAnswerSchema,
  elsewhereSchema,
  sheetReasonSchema,
]);
/** Such a reason. */
export type Reason = z.infer<typeof reasonSchema>;

import { z } from 'zod/v4';
import { type FailureCode, hints } from '../../../src/failure.js';
import { remedySchema, requestMessageSchema } from '../../../src/requestMessages.js';
import { keptScoresSchema } from '../intake/keptScores.js';

/** The version of the journal format. A program must not read a journal with an unknown version. */
export const journalVersion = 1;

const assessmentId = z.string();
/** The source of the ID: the service's answer, or later a person or the sheet (`person`). */
const by = z.enum(['answer', 'person']);

/** `hint` is set if a result could not be read, and another run is not enough. */
const requestFailedSchema = z.object({
  code: z.literal('requestFailed'),
  message: requestMessageSchema,
  hint: z
    .object({
      code: z.enum(Object.keys(hints) as FailureCode[]),
      remedy: remedySchema.optional(),
    })
    .optional(),
});
export type RequestFailed = z.infer<typeof requestFailedSchema>;

const wrongAnswerSchema = z.discriminatedUnion('code', [
  /** The answer has the ID of the row `owner`. Rows that are not in the sheet have no number. */
  z.object({
    code: z.literal('idOfOtherAnswer'),
    row: z.number().optional(),
    id: z.string(),
    owner: z.number().optional(),
  }),
  z.object({ code: z.literal('resultOfOtherEmployee'), assessmentId, by }),
  /** The result has no score for the row's purpose, but a score for the other purpose. */
  z.object({ code: z.literal('resultOfOtherPurpose'), assessmentId, by, purpose: z.string() }),
  /** The result and the row name different people in the input `field`. */
  z.object({
    code: z.literal('resultOfOtherStaff'),
    assessmentId,
    by,
    field: z.enum(['managerId', 'complianceTeamMemberId']),
  }),
]);
export type WrongAnswer = z.infer<typeof wrongAnswerSchema>;

/**
 * A run with another journal has sent the row. `isDone` is true if that run received the answer.
 */
const elsewhereSchema = z.object({ code: z.literal('sentElsewhere'), isDone: z.boolean() });

const sheetReasonSchema = z.discriminatedUnion('code', [
  /** According to the sheet, the row was sent and received no answer. */
  z.object({ code: z.literal('onlyInSheet') }),
  /** According to its cells, the row was sent, but the ID is missing: see `hasLostId`. */
  z.object({ code: z.literal('idMissing'), status: z.string() }),
]);
export type SheetReason = z.infer<typeof sheetReasonSchema>;

const detachedSchema = z.object({ code: z.literal('detached'), assessmentId: z.string() });

const reasonSchema = z.union([
  requestFailedSchema,
  wrongAnswerSchema,
  elsewhereSchema,
  sheetReasonSchema,
  detachedSchema,
]);
export type Reason = z.infer<typeof reasonSchema>;

const row = z.string();
const at = z.string();
/** Hash of the request, if the row keeps its key when its inputs change. */
const request = z.string().optional();
/** Hash of the Employee ID or another input of one person; finds the row after other changes. */
const employee = z.string().optional();

/** Contains hashes instead of inputs and names, and no tokens. `at` is ISO 8601. */
export const factSchema = z.discriminatedUnion('fact', [
  /** The first line of a journal. */
  z.object({
    fact: z.literal('journal'),
    version: z.literal(journalVersion),
    service: z.string(),
    salt: z.string().min(1),
    at,
  }),
  /** The page and the node do not add this fact, because they have their own lists of runs. */
  z.object({
    fact: z.literal('run'),
    command: z.string(),
    account: z.string().optional(),
    host: z.string(),
    /** The time when the command began. */
    at,
  }),
  /** A request with the effect `once` is about to be sent. This fact is synced to disk first. */
  z.object({
    fact: z.literal('intent'),
    row,
    request,
    employee,
    /** Hash of the request without its employee, for rows whose Employee ID was corrected. */
    trip: z.string().optional(),
    /** The round of a reassessment; missing for a first assessment. */
    round: z.number().optional(),
    attempt: z.number(),
    at,
  }),
  /** A person confirmed this base URL. In a journal without rows, it replaces the earlier URL. */
  z.object({ fact: z.literal('service'), service: z.string(), at }),
  /** A person confirmed that sheets in the folder with other services do not matter. */
  z.object({ fact: z.literal('other_service'), at }),
  /** The request of the last intent certainly did not take effect. */
  z.object({ fact: z.literal('released'), row, reason: z.string(), at }),
  /** The assessment exists: we created it, the sheet shows it, or a person confirmed it. */
  z.object({
    fact: z.literal('created'),
    row,
    assessmentId: z.string(),
    redirectUrl: z.string().optional(),
    /** Empty if it is only known that the sent inputs differ from those of the row. */
    request,
    employee,
    by: z.enum(['answer', 'sheet', 'person']),
    /** Set if another sheet sent the request. */
    sent: z
      .object({
        at,
        /** The round of this journal in which the request was sent. */
        round: z.number().optional(),
        /** The latest round of this journal that had begun by then, if it is later than `round`. */
        afterRound: z.number().optional(),
        /** Names of the other sheet's rounds, if this journal does not contain those rounds. */
        roundNames: z.array(z.string()).optional(),
      })
      .optional(),
    at,
  }),
  z.object({ fact: z.literal('rejected'), row, request, reason: requestFailedSchema, at }),
  /** It is unknown whether the request took effect, or which assessment it created. */
  z.object({
    fact: z.literal('unconfirmed'),
    row,
    request,
    employee,
    /** The round of a reassessment that another run has sent. */
    round: z.number().optional(),
    reason: reasonSchema,
    at,
  }),
  /** A person decided to send the row again, for example because the request had no effect. */
  z.object({ fact: z.literal('send_again'), row, at }),
  /**
   * If `hasNoResult` is set or a person gave the ID, it may be wrong, and a person can correct it.
   */
  z.object({
    fact: z.literal('not_read'),
    row,
    reason: reasonSchema,
    hasNoResult: z.literal(true).optional(),
    at,
  }),
  z.object({ fact: z.literal('scored'), row, scores: keptScoresSchema, at }),
  /** The run begins or continues the round. */
  z.object({
    fact: z.literal('round'),
    round: z.number(),
    name: z.string().optional(),
    /** The run selected only some of the rows that the round can send. */
    isPartial: z.literal(true).optional(),
    at,
  }),
  /** A run ended the round: the results are in the sheet, and no row is unsent or pending. */
  z.object({ fact: z.literal('round_ended'), round: z.number(), at }),
  /**
   * The sheet shows these IDs. An assessment that was never shown may block rows of its employee.
   */
  z.object({ fact: z.literal('written'), ids: z.array(z.string()), at }),
  /** A run is about to replace these IDs, so that they count as never shown. */
  z.object({ fact: z.literal('displaced'), ids: z.array(z.string()), at }),
  /** The headings of our columns. A recorded column is ours, whatever its heading is. */
  z.object({
    fact: z.literal('columns'),
    sheet: z.string(),
    headings: z.record(z.string(), z.string()),
    at,
  }),
  /**
   * Replaces all other facts about a forgotten person's row, so that it is not sent again. `ids`
   * are hashes of the IDs from the service, which a sheet may still show.
   */
  z.object({ fact: z.literal('forgotten'), row, ids: z.array(z.string()), at }),
  /**
   * The answer is the whole result, as for a decision. `by` is `reference` if a row reference
   * proves the request and the sheet shows its time, and `sheet` if the reference or time is missing.
   */
  z.object({
    fact: z.literal('done'),
    row,
    request,
    id: z.string().optional(),
    by: z.enum(['answer', 'reference', 'sheet', 'person']),
    at,
  }),
]);

const newerVersionSchema = z.object({
  fact: z.literal('journal'),
  version: z.number().gt(journalVersion),
});

export function isOfNewerVersion(line: unknown): boolean {
  return newerVersionSchema.safeParse(line).success;
}

export type Fact = z.infer<typeof factSchema>;
export type RowFact = Exclude<
  Fact,
  { fact: 'journal' } | RunFact | RoundFact | SheetFact | ServiceFact
>;
export type RunFact = Extract<Fact, { fact: 'run' }>;
export type RoundFact = Extract<Fact, { fact: 'round' | 'round_ended' }>;
export type SheetFact = Extract<Fact, { fact: 'written' | 'displaced' | 'columns' }>;
export type ServiceFact = Extract<Fact, { fact: 'service' | 'other_service' }>;

import { z } from 'zod/v4';
import { type FailureCode, hints } from '../../../src/failure.js';
import { remedySchema, requestMessageSchema } from '../../../src/requestMessages.js';
import { keptScoresSchema } from '../intake/keptScores.js';

/** The version of the journal format. A program must not read a journal with an unknown version. */
export const journalVersion = 1;

const assessmentId = z.string();
/** The source of the ID: the service's answer, or later a person or the sheet (`person`). */
const by = z.enum(['answer', 'person']);

/** A request failed. `hint` is set if a result could not be read, and another run is not enough. */
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

/** The reason why an answer does not belong to the row, by code. */
const wrongAnswerSchema = z.discriminatedUnion('code', [
  /**
   * The answer for one row has the ID of another row, the `owner`. The row numbers are missing for
   * rows that are not in the sheet.
   */
  z.object({
    code: z.literal('idOfOtherAnswer'),
    row: z.number().optional(),
    id: z.string(),
    owner: z.number().optional(),
  }),
  z.object({ code: z.literal('resultOfOtherEmployee'), assessmentId, by }),
  /** The result has no score for the row's purpose, but one for the other purpose. */
  z.object({ code: z.literal('resultOfOtherPurpose'), assessmentId, by, purpose: z.string() }),
  /** In this input, the result and the row name different people. */
  z.object({
    code: z.literal('resultOfOtherStaff'),
    assessmentId,
    by,
    field: z.enum(['managerId', 'complianceTeamMemberId']),
  }),
]);
export type WrongAnswer = z.infer<typeof wrongAnswerSchema>;

/** A run with another journal has sent the row. `isDone`: that run received the answer. */
const elsewhereSchema = z.object({ code: z.literal('sentElsewhere'), isDone: z.boolean() });

/** The reason why a row is unconfirmed, if only the sheet shows that it was sent. */
const sheetReasonSchema = z.discriminatedUnion('code', [
  /** According to the sheet, the row was sent and received no answer. */
  z.object({ code: z.literal('onlyInSheet') }),
  /** According to its cells, the row was sent, but the ID is missing: see `hasLostId`. */
  z.object({ code: z.literal('idMissing'), status: z.string() }),
]);
export type SheetReason = z.infer<typeof sheetReasonSchema>;

/** A person said that the assessment of the row belongs to another row. */
const detachedSchema = z.object({ code: z.literal('detached'), assessmentId: z.string() });

/** The reason why a row was rejected or is unconfirmed, or why its result was not read. */
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
/**
 * Hash of the Employee ID, or of another input that belongs to one person. It finds the row after
 * its other inputs have changed.
 */
const employee = z.string().optional();

/**
 * The facts of the journal, one per line. They contain hashes of requests and people instead of
 * their inputs and names, and no tokens. `row` is a row key; `at` is ISO 8601.
 */
export const factSchema = z.discriminatedUnion('fact', [
  /** The first line of a journal: its version, the service, and the salt of its hashes. */
  z.object({
    fact: z.literal('journal'),
    version: z.literal(journalVersion),
    service: z.string(),
    salt: z.string().min(1),
    at,
  }),
  /**
   * A command begins to add facts. The page and the node do not add this fact, because they have
   * their own lists of runs. `account` is missing if the system has no name for the account.
   */
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
    /**
     * Hash of the request without its employee. It finds the assessment if only the Employee ID was
     * corrected.
     */
    trip: z.string().optional(),
    /** The round of a reassessment; missing for a first assessment. */
    round: z.number().optional(),
    attempt: z.number(),
    at,
  }),
  /**
   * A person confirmed that this is now the base URL of the journal's service. A journal without
   * rows needs no confirmation: this service then replaces the earlier one.
   */
  z.object({ fact: z.literal('service'), service: z.string(), at }),
  /**
   * A person confirmed that sheets in the same folder with journals of other services do not
   * matter.
   */
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
        /** The latest round of this journal that had begun by then, if it is a later one. */
        afterRound: z.number().optional(),
        /**
         * The named rounds of the other sheet in or after which the request was sent, if this
         * journal does not contain the rounds of that sheet.
         */
        roundNames: z.array(z.string()).optional(),
      })
      .optional(),
    at,
  }),
  /** The service refused the row. */
  z.object({ fact: z.literal('rejected'), row, request, reason: requestFailedSchema, at }),
  /**
   * A request was sent, but it is unknown whether it took effect, or which assessment it created:
   * an assessment that was detached from the row is not its result.
   */
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
  /**
   * A person confirmed that an unconfirmed request did not take effect, or decided to send the row
   * again.
   */
  z.object({ fact: z.literal('send_again'), row, at }),
  /**
   * The wait for a result failed, or the result is not the row's. With `hasNoResult` or an ID from
   * a person, the ID may be wrong, and a person can correct it.
   */
  z.object({
    fact: z.literal('not_read'),
    row,
    reason: reasonSchema,
    /** The service answered that it has no result for the ID. */
    hasNoResult: z.literal(true).optional(),
    at,
  }),
  z.object({ fact: z.literal('scored'), row, scores: keptScoresSchema, at }),
  /** A run begins to send in a round of reassessments: a new one, or one that it continues. */
  z.object({
    fact: z.literal('round'),
    round: z.number(),
    /** The name of the round, if a person gave it one. */
    name: z.string().optional(),
    /** The run selected only some of the rows that the round can send. */
    isPartial: z.literal(true).optional(),
    at,
  }),
  /** A run ended the round: the results are in the sheet, and no row is unsent or pending. */
  z.object({ fact: z.literal('round_ended'), round: z.number(), at }),
  /**
   * A sheet now shows these IDs. An assessment that no sheet has shown, and whose row is gone, may
   * belong to any row of its employee: these rows are blocked until a person decides.
   */
  z.object({ fact: z.literal('written'), ids: z.array(z.string()), at }),
  /**
   * A run is about to replace these IDs, and no row shows them afterwards. They count as never
   * shown.
   */
  z.object({ fact: z.literal('displaced'), ids: z.array(z.string()), at }),
  /**
   * The headings of our columns in a sheet, by the names of the columns. A column that we wrote is
   * ours, whatever its heading.
   */
  z.object({
    fact: z.literal('columns'),
    sheet: z.string(),
    headings: z.record(z.string(), z.string()),
    at,
  }),
  /**
   * A person was forgotten. This fact replaces all other facts about one of the person's rows, so
   * that the row is not sent again. `ids` are hashes of the IDs that the service assigned; a sheet
   * may still show these IDs.
   */
  z.object({ fact: z.literal('forgotten'), row, ids: z.array(z.string()), at }),
  /**
   * A request whose answer is its whole result, such as a decision, took effect. `id` is the ID
   * that the service assigned. `by` is `reference` if a row reference proves the request and the
   * sheet shows its time, and `sheet` if the sheet lacks one of the two.
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

/** Returns true for the first line of a journal in a newer format. */
export function isOfNewerVersion(line: unknown): boolean {
  return newerVersionSchema.safeParse(line).success;
}

export type Fact = z.infer<typeof factSchema>;
export type RowFact = Exclude<
  Fact,
  { fact: 'journal' } | RunFact | RoundFact | SheetFact | ServiceFact
>;
/** The command that added the facts after this one. */
export type RunFact = Extract<Fact, { fact: 'run' }>;
export type RoundFact = Extract<Fact, { fact: 'round' | 'round_ended' }>;
export type SheetFact = Extract<Fact, { fact: 'written' | 'displaced' | 'columns' }>;
export type ServiceFact = Extract<Fact, { fact: 'service' | 'other_service' }>;

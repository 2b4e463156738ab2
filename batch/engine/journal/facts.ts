import { z } from 'zod/v4';
import { reasonSchema } from './reason.js';
import { keptScoresSchema } from '../intake/keptScores.js';

/** The format of journals. A program that does not know a journal's format must not read it. */
export const journalVersion = 1;

const row = z.string();
const at = z.string();
/** Hash of the request, if the row keeps its key when its inputs change. */
const request = z.string().optional();
/** Hash of the employee id: finds the row again when its other inputs have changed. */
const employee = z.string().optional();

/**
 * The facts of the journal, one per line. They contain hashes, IDs, scores and times, but no names,
 * inputs or tokens. `row` is a row key, `at` is ISO 8601.
 */
export const factSchema = z.discriminatedUnion('fact', [
  /** The first line of a journal: its format, the service, and the salt of all its hashes. */
  z.object({
    fact: z.literal('journal'),
    version: z.literal(journalVersion),
    service: z.string(),
    salt: z.string().min(1),
    at,
  }),
  /** A request of effect `once` is about to be sent. Synced to disk before it is. */
  z.object({
    fact: z.literal('intent'),
    row,
    request,
    employee,
    /** Hash of the request without its employee: finds the assessment if only their ID was corrected. */
    trip: z.string().optional(),
    /** The round of a reassessment; a first assessment has none. */
    round: z.number().optional(),
    attempt: z.number(),
    at,
  }),
  /**
   * A person confirmed that the journal's service has this base URL now; before the first row, the
   * service is another one than that of the first line.
   */
  z.object({ fact: z.literal('service'), service: z.string(), at }),
  /** A person confirmed that sheets in the same folder that were used with another service do not count. */
  z.object({ fact: z.literal('other_service'), at }),
  /** The proof that the last intended request did not take effect. */
  z.object({ fact: z.literal('released'), row, reason: z.string(), at }),
  /** The assessment exists: created by us, found in the sheet, or named by a person. */
  z.object({
    fact: z.literal('created'),
    row,
    assessmentId: z.string(),
    redirectUrl: z.string().optional(),
    /** Empty for an assessment with unknown inputs, which are not those of its row. */
    request,
    employee,
    by: z.enum(['answer', 'sheet', 'person']),
    at,
  }),
  /** The service refused the row, in its own words. */
  z.object({ fact: z.literal('rejected'), row, request, message: z.string(), at }),
  /** A request was sent, but it is unknown whether it took effect. */
  z.object({ fact: z.literal('unconfirmed'), row, request, employee, reason: reasonSchema, at }),
  /** A person says that an unconfirmed request did not take effect, or wants one sent again. */
  z.object({ fact: z.literal('send_again'), row, at }),
  /** The wait for a result ended with a failure. The ID may be wrong, so a person must see it. */
  z.object({ fact: z.literal('not_read'), row, reason: reasonSchema, at }),
  z.object({ fact: z.literal('scored'), row, scores: keptScoresSchema, at }),
  /** A round of reassessments starts to send, or continues after it had ended. */
  z.object({
    fact: z.literal('round'),
    round: z.number(),
    /** The name that a person gave the round. */
    name: z.string().optional(),
    at,
  }),
  /** A run of the round has ended without an unsent or pending row. */
  z.object({ fact: z.literal('round_ended'), round: z.number(), at }),
  /**
   * A sheet shows these IDs from now on. An assessment that no sheet has shown still belongs to its
   * row: another row of the same employee is blocked until a person decides which of them has it.
   */
  z.object({ fact: z.literal('written'), ids: z.array(z.string()), at }),
  /**
   * A run is about to write other IDs over these, and no row shows them afterwards: they count as
   * never shown.
   */
  z.object({ fact: z.literal('displaced'), ids: z.array(z.string()), at }),
  /**
   * The headings of our columns in a sheet, by the columns' names. A column is ours because we
   * wrote it, not because of its heading.
   */
  z.object({
    fact: z.literal('columns'),
    sheet: z.string(),
    headings: z.record(z.string(), z.string()),
    at,
  }),
  /**
   * A person was forgotten. This is all that is left of one of their rows, so that it is not sent
   * again. `ids` are hashes of the IDs that the service assigned for them, which a sheet may still
   * show.
   */
  z.object({ fact: z.literal('forgotten'), row, ids: z.array(z.string()), at }),
  /**
   * A request without results to wait for took effect; `id` is the ID that the service returned.
   */
  z.object({
    fact: z.literal('done'),
    row,
    request,
    id: z.string().optional(),
    by: z.enum(['answer', 'sheet', 'person']),
    at,
  }),
]);

const ofNewerVersion = z.object({
  fact: z.literal('journal'),
  version: z.number().gt(journalVersion),
});

/** True for the first line of a journal in a format that this program does not know. */
export function isOfNewerVersion(line: unknown): boolean {
  return ofNewerVersion.safeParse(line).success;
}

/** One fact, as it is in the journal. */
export type Fact = z.infer<typeof factSchema>;
/** A fact about a row. */
export type RowFact = Exclude<Fact, { fact: 'journal' } | RoundFact | SheetFact | ServiceFact>;
/** A fact about a round of reassessments. */
export type RoundFact = Extract<Fact, { fact: 'round' | 'round_ended' }>;
/** A fact about the content of the sheet. */
export type SheetFact = Extract<Fact, { fact: 'written' | 'displaced' | 'columns' }>;
/** A decision of a person about the service. */
export type ServiceFact = Extract<Fact, { fact: 'service' | 'other_service' }>;

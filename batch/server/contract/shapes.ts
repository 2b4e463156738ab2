import { z } from 'zod/v4';
import { decisionStatuses } from '../../../src/decision.js';
import { readRoundName } from '../../engine/journal/rounds.js';
import { type RiskKind, riskKinds } from '../../engine/report/risks.js';
import { readRowRanges } from '../../engine/rows/selection.js';
import { rowChoices } from '../../engine/run/settleRow.js';
import {
  assessmentDays,
  maxLengths,
  maxRowsPerEvent,
  maxRowsPerRequest,
  passwordLength,
  ports,
  requestsAtOnce,
  requestsPerSecond,
  retentionDays,
  roles,
  tokenDays,
} from './fieldBounds.js';
import { languages } from './languages.js';

/**
 * The types of the page and the OpenAPI document are derived from these schemas. Rows have the numbers that the
 * spreadsheet shows.
 */

export type Role = (typeof roles)[number];
export const rights = ['look', 'edit', 'decide', 'administer'] as const;
export type Right = (typeof rights)[number];

const time = z.iso.datetime();
const day = z.iso.date();
const count = z.int().nonnegative();
const counts = z.record(z.string(), count).describe('Number of rows by status');

export const refusalCodes = [
  'malformed',
  'cut_off',
  'not_signed_in',
  'forbidden',
  'not_found',
  'conflict',
  'outdated',
  'too_large',
  'unsupported',
  'misdirected',
  'invalid',
  'unwritable',
  'too_many',
  'busy',
  'provider_failed',
  'disk_full',
  'away',
  'failed',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

export const refusal = z.object({
  error: z.object({
    code: z.enum(refusalCodes),
    message: z.string(),
    field: z.string().optional().describe('The field of the request that is wrong'),
  }),
});
export type Refusal = z.infer<typeof refusal>;

// --- Session ---
export const session = z.object({
  member: z
    .object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      role: z.enum(roles),
      language: z.enum(languages).describe('The language of the page and of emails'),
    })
    .nullable()
    .describe('Null for a browser that is not signed in'),
  rights: z.array(z.enum(rights)),
  service: z.object({
    name: z.string().describe('The base URL, or "the embedded sandbox"'),
    isSandbox: z.boolean().describe('The sandbox: all scores are made up'),
    isTest: z
      .boolean()
      .describe('The test environment; people can be invited and removed only there'),
  }),
  signIn: z.object({
    password: z.boolean(),
    openId: z.string().nullable().describe('The name of the OpenID provider, if there is one'),
  }),
  version: z.string(),
});
export type Session = z.infer<typeof session>;

// --- Sheets ---
export const stages = [
  'reading',
  'unreadable',
  'match',
  'check',
  'running',
  'paused',
  'results',
] as const;
export type Stage = (typeof stages)[number];

const every = z.enum(['month', 'quarter', 'year']);
export const schedule = z.object({
  every,
  from: day.describe('The first day'),
  olderThanDays: count
    .max(assessmentDays.max)
    .describe('Only rows whose latest assessment is older than this; 0 for all'),
  maxNew: count.nullable().describe('No round begins if it would assess more new rows than this'),
});
export const sheetSchedule = schedule.extend({ nextAt: time });
export type Schedule = z.infer<typeof schedule>;
export type SheetSchedule = z.infer<typeof sheetSchedule>;

const timeRange = z.object({ fromMs: z.number(), toMs: z.number() });
export type TimeRange = z.infer<typeof timeRange>;

export const runStates = [
  'queued',
  'running',
  'pausing',
  'paused',
  'stopped',
  'ended',
  'failed',
] as const;
const roundChoices = z.object({
  olderThanDays: count.max(assessmentDays.max).optional(),
  rows: z
    .string()
    .max(maxLengths.rowNumbers)
    .refine((text) => readRowRanges(text) !== undefined, {
      params: { fault: 'rowNumbers' satisfies InputFault },
    })
    .optional()
    .describe('Only these rows are assessed again: "4, 7-9"'),
  retryRejected: z.boolean().optional(),
  round: z
    .string()
    .max(maxLengths.roundName)
    .refine((text) => readRoundName(text) !== undefined, {
      params: { fault: 'roundName' satisfies InputFault },
    })
    .optional()
    .describe(
      'The name of the round, such as 2027-Q1; the same name sends a row again only if its inputs change',
    ),
  newRound: z
    .boolean()
    .optional()
    .describe(
      'Begin a new round, even on the day on which the latest one has finished; needs the `token` of the plan',
    ),
});

export const run = z.object({
  id: z.string(),
  operation: z.enum(['assess', 'reassess', 'decide']),
  state: z.enum(runStates),
  startedBy: z.string(),
  startedAt: time,
  endedAt: time.optional(),
  rows: count.describe('Rows to work on'),
  done: count.describe('Rows whose work has ended'),
  created: count.describe('Rows whose assessment exists and whose scores are awaited'),
  remaining: timeRange
    .optional()
    .describe('An estimate from the pace so far; missing until there is one'),
  messages: z
    .array(z.string())
    .describe(
      'Why the run waits, stopped or failed, or what is unfinished at its end, and the next step',
    ),
  choices: roundChoices.optional().describe('The choices of a reassessment'),
});
export type Run = z.infer<typeof run>;

/** After a restore, the server sends no requests until a person has checked the service. */
export const restoreHold = z.object({
  since: time
    .nullable()
    .describe('The latest time in the data of the backup; null if it is unknown'),
  noticedAt: time.describe('When the server noticed the restore'),
  message: z.string().describe('The message, with what to check'),
  isNewSheet: z
    .boolean()
    .optional()
    .describe(
      'The sheet was uploaded after the restore: an administrator can end the check for new sheets',
    ),
});
export type RestoreHold = z.infer<typeof restoreHold>;
export const restoreCheck = restoreHold.pick({ noticedAt: true });

export const sheetSummary = z.object({
  id: z.string(),
  name: z.string().describe('The name of the file, made harmless'),
  stage: z.enum(stages),
  refused: z.string().optional().describe('Why the file cannot be read or matched, and what to do'),
  rows: count,
  counts,
  problems: count.describe('Rows with problems'),
  unconfirmed: count,
  highest: z.number().optional().describe('The highest overall risk'),
  uploadedBy: z.string(),
  uploadedAt: time,
  lastRunAt: time.optional(),
  runState: z.enum(runStates).optional().describe('The state of the latest run'),
  schedule: sheetSchedule.optional(),
  deletedDataAt: time.optional().describe('When its file and inputs were deleted; scores stay'),
  restored: restoreHold
    .optional()
    .describe('The server was restored, and nobody has checked the service for this sheet yet'),
});
export type SheetSummary = z.infer<typeof sheetSummary>;

export const sheetNote = z.object({
  text: z.string(),
  step: z
    .enum(['match', 'check'])
    .optional()
    .describe('The only step that shows it; both if missing'),
});
export type SheetNote = z.infer<typeof sheetNote>;

export const sheet = sheetSummary.extend({
  worksheet: z.string().optional(),
  headerRow: count.optional(),
  notes: z.array(sheetNote).describe('Notes about the file'),
  corrections: count,
  run: run.optional().describe('The latest run'),
});
export type Sheet = z.infer<typeof sheet>;
export const sheetList = z.object({ sheets: z.array(sheetSummary) });
export const uploaded = z.object({
  sheet,
  existing: z
    .boolean()
    .describe('A sheet with the same file existed already, so no new sheet was made'),
});
export type Uploaded = z.infer<typeof uploaded>;

const valueEntry = z.object({
  choices: z.array(z.string()).optional().describe('All possible values'),
  namedValues: z
    .array(z.string())
    .optional()
    .describe(
      'Values that the service listed when it rejected a value of this sheet; other values may be valid, too',
    ),
  isDate: z.literal(true).optional(),
});
export type ValueEntry = z.infer<typeof valueEntry>;

// --- Match ---
export const matching = z.object({
  worksheets: z.array(z.object({ name: z.string(), visible: z.boolean() })),
  worksheet: z.string(),
  headerRow: count,
  columns: z.array(
    z.object({
      letter: z.string(),
      heading: z.string(),
      isOurs: z.boolean().describe('A column of results'),
    }),
  ),
  preview: z
    .array(z.object({ number: count, cells: z.array(z.string()) }))
    .describe('The first rows as they look'),
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      help: z.string(),
      required: z.boolean(),
      requiredFor: z.string().optional().describe('The only purpose that needs the field'),
      isContext: z
        .literal(true)
        .optional()
        .describe('The field is shown beside the Employee ID, and never sent'),
      ...valueEntry.shape,
      column: z.string().nullable().describe('Letters of the column that is read'),
      guessedFrom: z
        .string()
        .optional()
        .describe(
          'The heading, in another language, from which the column was guessed. It is read only after somebody has chosen it',
        ),
      value: z.string().nullable().describe('One value for all rows, instead of a column'),
    }),
  ),
  dateOrder: z.enum(['dmy', 'mdy']).nullable(),
  datesAreAmbiguous: z.boolean(),
  hiddenRows: count,
  skipHidden: z.boolean(),
  isRemembered: z
    .boolean()
    .describe('The choices come from an earlier sheet with the same headings'),
  misfit: z.string().nullable().describe('Why the sheet cannot be read like this, and what to do'),
  unrecognizedValues: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      value: z.string(),
      rows: count.describe('Rows that a correction changes if its `row` is null'),
      assessedRows: count.describe(
        'Rows with the value that are not corrected: they were sent or have a result',
      ),
      firstRows: z.array(count),
      suggestion: z.string().optional(),
      isGuess: z.boolean().describe('True if the suggestion corrects a probable typing mistake'),
      message: z.string(),
      ...valueEntry.shape,
    }),
  ),
});
export type Matching = z.infer<typeof matching>;

export const matchChoice = z.object({
  worksheet: z.string().optional(),
  headerRow: z.int().positive().optional(),
  columns: z
    .record(z.string(), z.string().nullable())
    .default({})
    .describe('Letters by field, also for fields that are only shown; null to read no column'),
  values: z.record(z.string(), z.string()).default({}).describe('One value for all rows, by field'),
  dateOrder: z.enum(['dmy', 'mdy']).nullable().default(null),
  skipHidden: z.boolean().default(false),
});
export type MatchChoice = z.infer<typeof matchChoice>;

// --- Check ---
export const correction = z.object({
  field: z.string(),
  value: z.string().describe('The value as it is in the cell; empty for none'),
  to: z
    .string()
    .describe(
      'The value that is sent instead; a word in another language is replaced by the English one',
    ),
  row: z
    .int()
    .positive()
    .nullable()
    .default(null)
    .describe('Null for every row that has the value, except rows that were sent or have a result'),
});
export type Correction = z.infer<typeof correction>;
export const correctedSheet = sheet.extend({
  sentInstead: z
    .array(z.string())
    .describe('The values that are sent instead, in the order of the corrections'),
});
export type CorrectedSheet = z.infer<typeof correctedSheet>;
export const madeCorrection = correction.extend({
  id: z.string(),
  label: z.string(),
  rows: count,
  assessedRows: count.describe(
    'Rows that were sent with the correction or have a result: without it, they lose their scores',
  ),
  by: z.string(),
  at: time,
});
export type MadeCorrection = z.infer<typeof madeCorrection>;
export const rowCells = z.object({
  cells: z.array(
    z.object({
      cell: z.string().describe('As the spreadsheet names it: C7'),
      heading: z.string(),
      value: z.string().describe('The text of the cell, which a correction names'),
      input: z
        .object({ field: z.string(), label: z.string(), ...valueEntry.shape })
        .optional()
        .describe('The input that is read from the cell; missing for a column that is not read'),
    }),
  ),
});
export type RowCells = z.infer<typeof rowCells>;
const rowKey = z.string().describe('Names the row with its present inputs');
const context = {
  name: z
    .string()
    .optional()
    .describe('From a column that was chosen under Match and is never sent; deleted by retention'),
  department: z.string().optional().describe('Like the name'),
};
export const problem = z.object({
  id: z
    .string()
    .describe('The value for the parameter `like`, which lists each row with the same problem'),
  row: count.describe('The first row with the problem'),
  rows: count.describe('Rows with the same problem of the same value, which are listed once'),
  firstRows: z.array(count),
  cell: z.string().optional().describe('As the spreadsheet names it: C7'),
  employeeId: z.string(),
  ...context,
  field: z.string(),
  label: z.string(),
  value: z.string(),
  message: z.string(),
  remedy: z.string(),
  suggestion: z.string().optional(),
  ...valueEntry.shape,
  kind: z.string(),
  key: rowKey.optional(),
  rowsAlike: count.describe(
    'Rows with the same value in this field that a correction changes if its `row` is null',
  ),
  assessedAlike: count.describe(
    'Rows with the same value that are not corrected: they were sent or have a result',
  ),
  canBeNewRow: z.boolean().describe('True if an editor can declare the row new'),
  canBeIgnored: z.boolean().describe('True if an editor can have the row ignored'),
});
export type Problem = z.infer<typeof problem>;
export const ignoreRows = z.object({
  rows: z.array(z.int().positive()).min(1).max(maxRowsPerRequest),
});
export const ignoredRow = z.object({
  row: count,
  text: z.string().describe('The texts of its first cells'),
  by: z.string(),
  at: time,
});
export type IgnoredRow = z.infer<typeof ignoredRow>;
export const problems = z.object({
  kinds: z.array(z.object({ kind: z.string(), label: z.string(), rows: count })),
  problems: z.array(problem),
  next: z.string().nullable(),
  corrections: z.array(madeCorrection),
  ignoredRows: z.array(ignoredRow),
});
export type Problems = z.infer<typeof problems>;

// --- Start ---
export const plan = z.object({
  token: z.string().describe('Names this plan; a start with the token of an older plan is refused'),
  operation: z.enum(['assess', 'reassess']),
  rows: count.describe('All rows of the sheet, whether the run does anything with them or not'),
  rowsToSend: count,
  rowsToFetch: count,
  newRows: count.describe('New rows that would be assessed, without rejected rows to send again'),
  messages: z.array(z.string()).describe('The plan in sentences'),
  notes: z.array(z.string()),
  expected: timeRange
    .nullable()
    .describe(
      'How long the run will take, from the latest runs; null before a similar run has ended',
    ),
});
export type Plan = z.infer<typeof plan>;
/** `checkInput` turns these faults into messages. */
export type InputFault = 'rowNumbers' | 'roundName';
export const startRun = roundChoices.extend({
  operation: z.enum(['assess', 'reassess']),
  token: z.string().optional().describe('The token of the plan that was shown'),
  assessedBefore: time
    .optional()
    .describe(
      'Only rows whose latest assessment was made before this time: a round leaves out the new rows that it has just assessed',
    ),
  maxNew: count.nullable().optional(),
});
export type StartRun = z.infer<typeof startRun>;

// --- Results ---
const scores = z
  .record(z.string(), z.number())
  .describe('Risks, 0 to 10, by the names of the contract');
const decided = z.object({ status: z.enum(decisionStatuses), by: z.string(), at: time });
const attempted = decided.extend({ message: z.string().describe('Why it was not recorded') });
export const row = z.object({
  row: count,
  employeeId: z.string(),
  ...context,
  purpose: z.string(),
  destination: z.string(),
  status: z
    .string()
    .describe('Scored, Pending, Unconfirmed, Rejected, Invalid, Duplicate, Not sent'),
  message: z.string(),
  isCorrected: z.boolean(),
  hidden: z.boolean(),
  overall: z.number().optional(),
  scores,
  peLevel: z.string().optional().describe('Cumulative PE risk level'),
  change: z
    .number()
    .optional()
    .describe('The change of the overall risk since the previous assessment'),
  assessmentId: z.string().optional(),
  redirectUrl: z.string().optional(),
  assessedAt: time.optional(),
  decision: decided
    .extend({ note: z.string() })
    .optional()
    .describe('The latest recorded decision'),
  unrecorded: attempted
    .extend({ state: z.enum(['sending', 'failed']) })
    .optional()
    .describe('A later decision that is not recorded'),
  earlierDecision: decided
    .extend({ round: count.optional() })
    .optional()
    .describe('The latest decision on an earlier assessment, while this assessment has none'),
});
export type Row = z.infer<typeof row>;
export const rowFilters = [
  'all',
  'high',
  'risen',
  'undecided',
  'settle',
  'problems',
  'pending',
  'rejected',
  'unsent',
  'scored',
] as const;
export const rowStatuses = [
  'Scored',
  'Pending',
  'Unconfirmed',
  'Rejected',
  'Invalid',
  'Duplicate',
  'Not sent',
] as const;
export const riskChoices = ['any', ...riskKinds] as const;
type OtherRisk = Exclude<RiskKind, 'overallTrip'>;
/** If rows are sorted by a kind of risk, the highest risk is first. */
export const rowSorts = [
  'row',
  'risk',
  'change',
  'person',
  'destination',
  'decision',
  ...riskKinds.filter((kind): kind is OtherRisk => kind !== 'overallTrip'),
] as const;
export const rowList = z.object({
  rows: z.array(row),
  next: z
    .string()
    .nullable()
    .describe('The value of the parameter `after` for the next page; null on the last one'),
  counts: z.record(z.enum(rowFilters), count),
});
export type RowList = z.infer<typeof rowList>;
const sentInput = z.object({ field: z.string(), label: z.string(), value: z.string() });
export const unconfirmed = z.object({
  key: z.string().describe('Names the row in a settlement'),
  row: count.nullable().describe('Null for a row that has left the sheet or was changed'),
  sentAt: time.nullable(),
  reason: z.string(),
  assessmentId: z
    .string()
    .optional()
    .describe(
      'An ID that somebody has entered before and may have mistyped, or that the file shows',
    ),
  isUnproven: z
    .literal(true)
    .optional()
    .describe('The file shows the ID, and nothing proves what the assessment was made for'),
  sent: z.array(sentInput),
});
export type Unconfirmed = z.infer<typeof unconfirmed>;
export const unconfirmedList = z.object({ unconfirmed: z.array(unconfirmed) });
export const detailedRow = row.extend({
  key: rowKey,
  inputs: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      value: z.string(),
      instead: z.string().optional().describe('The value of the cell, which was corrected'),
    }),
  ),
  history: z.array(
    z.object({
      round: count,
      assessedAt: time.optional(),
      overall: z.number().optional(),
      scores,
      assessmentId: z.string(),
      change: z.number().optional(),
    }),
  ),
  decisions: z.array(
    attempted.extend({
      state: z.enum(['recorded', 'sending', 'failed']),
      person: z.string(),
      note: z.string(),
      round: count
        .optional()
        .describe('The round of its assessment; missing before the first round'),
      isEarlier: z.boolean().describe('True for a decision on an earlier assessment'),
    }),
  ),
  unconfirmed: unconfirmed
    .optional()
    .describe('Present if the row can be settled, or its Assessment ID can be confirmed'),
  choices: z
    .array(z.enum(rowChoices))
    .describe(
      'The possible answers: settle the row, it is new, its assessment belongs to another row, or correct its Assessment ID',
    ),
});
export type DetailedRow = z.infer<typeof detailedRow>;
export const seenState = z
  .object({ key: z.string().optional(), assessmentId: z.string().nullish() })
  .describe(
    'The assessment that the row showed to the person, `null` for no assessment: nothing is recorded if it shows something else now',
  );
export type SeenState = z.infer<typeof seenState>;
export const riskMap = z.object({
  labels: z.record(z.string(), z.string()).describe('Labels of the risks, in their order'),
  bands: z.array(z.object({ name: z.string(), from: z.number(), to: z.number(), rows: count })),
  destinations: z.array(z.object({ destination: z.string(), rows: count, means: scores })),
  allDestinations: z
    .array(z.string())
    .describe('From A to Z, with the destinations that have no scores'),
  risks: z.array(
    z.object({ kind: z.string(), label: z.string(), mean: z.number(), highest: z.number() }),
  ),
  rows: count,
  scored: count,
  mean: z.number().optional(),
});
export type RiskMap = z.infer<typeof riskMap>;
export const settlement = z.object({
  key: z.string(),
  exists: z.boolean(),
  assessmentId: z.string().optional().describe('Needed if the assessment exists'),
  insteadOf: z
    .string()
    .optional()
    .describe(
      'The `assessmentId` of the unconfirmed row, if it has one: this ID is confirmed or corrected',
    ),
  alsoOthers: z
    .boolean()
    .optional()
    .describe('Also accepts the Assessment IDs that the other rows show and nothing proves'),
  sentAt: time
    .nullable()
    .describe(
      'The `sentAt` that the unconfirmed row showed: the answer is refused if the row was sent again since',
    ),
});
export type Settlement = z.infer<typeof settlement>;

export const downloads = ['workbook', 'results.csv', 'report', 'problems'] as const;
export type Download = (typeof downloads)[number];

// --- Decide ---
export const decisionRequest = z.object({
  rows: z.array(z.int().positive()).min(1).max(maxRowsPerRequest),
  assessmentIds: z
    .array(z.string())
    .optional()
    .describe(
      'The assessment that each of `rows` showed, in their order, empty for no assessment: nothing is recorded if a row shows another assessment now',
    ),
  status: z.enum(decisionStatuses),
  managerId: z.string().optional(),
  complianceTeamMemberId: z.string().optional(),
  cancelledByStaffId: z.string().optional(),
  note: z.string().max(maxLengths.note).optional(),
});
export type DecisionRequest = z.infer<typeof decisionRequest>;
export const approver = z.object({
  staffId: z.string(),
  name: z
    .string()
    .optional()
    .describe('From the invitation, or from a sheet with a row of this person'),
  fields: z
    .array(z.string())
    .describe('The fields of a decision for which the person is known, such as managerId'),
});
export type Approver = z.infer<typeof approver>;
export const approverList = z.object({ approvers: z.array(approver) });
export type ApproverList = z.infer<typeof approverList>;
export const outcomes = z.object({
  outcomes: z.array(z.object({ row: count, ok: z.boolean(), message: z.string() })),
});
export type Outcomes = z.infer<typeof outcomes>;

// --- Rounds ---
export const round = z.object({
  number: count,
  name: z.string().optional(),
  startedAt: time,
  endedAt: time.optional(),
  startedBy: z.string().describe('A member, or "the schedule"'),
  assessed: count,
  risen: count,
  fallen: count,
  same: count,
  changes: z
    .array(
      z.object({
        row: count,
        employeeId: z.string(),
        name: context.name,
        destination: z.string(),
        before: z.number(),
        now: z.number(),
        by: z.number(),
      }),
    )
    .describe('Risen first, the greatest rise first; at most 50'),
});
export type Round = z.infer<typeof round>;
export const roundList = z.object({ rounds: z.array(round) });

// --- People of the service ---
export const invitation = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  staff_id: z.string(),
});
export const invitations = z.object({ people: z.array(invitation).min(1).max(100) });
export const removals = z.object({ staff_ids: z.array(z.string()).min(1).max(100) });
export const personAction = z.object({
  id: z.string(),
  action: z.enum(['invite', 'remove']),
  person: z.string().describe('Staff ID'),
  name: z
    .string()
    .optional()
    .describe('The name of an invited person, until the access is removed'),
  email: z
    .string()
    .optional()
    .describe(
      'The email of an invited person, until the access is removed; only for administrators',
    ),
  status: z.string(),
  message: z.string(),
  by: z.string(),
  at: time,
  waitsFor: z
    .enum(['settle', 'newRow'])
    .optional()
    .describe(
      'The possible answers: whether the invitation exists; or that it is intended although the Staff ID was invited with another email',
    ),
  sent: z
    .array(sentInput)
    .optional()
    .describe('The values that were sent; administrators see them while the action waits'),
});
export const personSettlement = z.object({
  exists: z
    .boolean()
    .describe(
      'False to send the invitation at once: it does not exist, or it is intended (`newRow`)',
    ),
  userId: z.string().optional().describe('The ID that the service shows, if it is known'),
});
export type PersonSettlement = z.infer<typeof personSettlement>;
export const personActions = z.object({ actions: z.array(personAction) });
export type PersonAction = z.infer<typeof personAction>;

// --- Members, tokens, log, settings ---
export const member = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  signsInBy: z.enum(['link', 'password', 'openid']),
  lastSeenAt: time.optional(),
  sessions: count,
});
export const invite = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(roles),
  by: z.string(),
  expiresAt: time,
});
export const memberList = z.object({ members: z.array(member), invitations: z.array(invite) });
export type Member = z.infer<typeof member>;
export type MemberList = z.infer<typeof memberList>;
const memberName = z.string().trim().min(1).max(maxLengths.name);
export const newInvite = z.object({ name: memberName, role: z.enum(roles) });
export const profile = z.object({
  name: memberName.optional(),
  language: z.enum(languages).optional(),
});
export const madeInvite = z.object({
  link: z.string().describe('Shown once; valid for seven days, for one use'),
  invite,
});
export const memberChange = z.object({ role: z.enum(roles) });
export const linkCode = z.object({
  code: z.string().max(200).describe('The part of the link after #'),
});
export const acceptLink = linkCode.extend({
  name: memberName.optional().describe('If missing, the member gets the name of the link'),
  email: z.email().optional(),
  password: z
    .string()
    .optional()
    .describe(
      `At least ${passwordLength.min} characters; needed where members sign in with passwords`,
    ),
});
export const signIn = z.object({ email: z.string(), password: z.string() });
export const linkState = z.object({
  name: z.string(),
  role: z.enum(roles),
  needsPassword: z.boolean(),
});
export const passwordChange = z.object({
  password: z.string().describe('The current password; empty for a member without a password'),
  newPassword: z.string().describe(`At least ${passwordLength.min} characters`),
  email: z.email().optional().describe('Needed for the first password'),
});

export const token = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(roles),
  createdAt: time,
  lastUsedAt: time.optional(),
  expiresAt: time,
});
export const tokenList = z.object({ tokens: z.array(token) });
export type Token = z.infer<typeof token>;
export const newToken = z.object({
  name: z.string().trim().min(1).max(maxLengths.name),
  role: z.enum(roles),
  days: z.int().min(tokenDays.min).max(tokenDays.max).default(365),
});
export const madeToken = z.object({ secret: z.string().describe('Shown once'), token });

export const logEntry = z.object({
  id: z.int(),
  at: time,
  who: z.string().describe('A name, or the server in the language of the reader'),
  action: z.string().describe('In the language of the reader, without the contents of rows'),
  sheet: z
    .object({ id: z.string(), name: z.string() })
    .optional()
    .describe('The sheet of the action, unless the sheet has been deleted'),
});
export const log = z.object({ entries: z.array(logEntry), next: z.string().nullable() });
export type Log = z.infer<typeof log>;

export const settings = z.object({
  webhookUrl: z.string().nullable().describe('Called at the end of each run'),
  retentionDays: z
    .int()
    .min(retentionDays.min)
    .max(retentionDays.max)
    .nullable()
    .describe(
      'Files and inputs are deleted this many days after the upload or the last run, whichever was later; null to keep them',
    ),
});
export type Settings = z.infer<typeof settings>;

export const serverCheck = z.object({
  findings: z.array(
    z.object({
      check: z.string().describe('The name of the check: "Token"'),
      state: z
        .enum(['ok', 'warning', 'problem', 'away', 'inUse', 'unknown'])
        .describe('`away` may end by itself; `unknown` could not be checked'),
      message: z.string().describe('The fact and, for a problem, the next step'),
    }),
  ),
});
export type ServerCheckResult = z.infer<typeof serverCheck>;

export const mailSecurities = ['starttls', 'tls', 'none'] as const;
const mailServerFields = z.object({
  host: z.string().max(maxLengths.host),
  port: z.int().min(ports.min).max(ports.max),
  security: z
    .enum(mailSecurities)
    .describe('`none` is accepted only for a mail server on the same machine'),
  user: z.string().max(maxLengths.mailUser).describe('Empty for a mail server without sign-in'),
  sender: z.string().max(maxLengths.email).describe('The address that the messages come from'),
});
export const mailServer = mailServerFields.extend({
  hasPassword: z.boolean().describe('A password is stored; it is never shown'),
});
export type MailServer = z.infer<typeof mailServer>;
export const mailSettings = z.object({
  server: mailServer.nullable().describe('Null if no emails are sent'),
});
export type MailSettings = z.infer<typeof mailSettings>;
export const mailServerChange = mailServerFields.extend({
  password: z
    .string()
    .max(maxLengths.mailPassword)
    .optional()
    .describe(
      'If missing, the stored password is kept; only for the same host, port, security and user',
    ),
});
export type MailServerChange = z.infer<typeof mailServerChange>;
export const mailTest = mailServerChange.extend({
  to: z.string().max(maxLengths.email).describe('The address that gets the test message'),
});
export const mailTestResult = z.object({
  isAccepted: z.boolean(),
  message: z.string().describe('The result of the test in sentences'),
});
export type MailTestResult = z.infer<typeof mailTestResult>;

/** `own`: the runs that the member began or scheduled. */
export const noticeChoices = ['own', 'all', 'none'] as const;
export type NoticeChoice = (typeof noticeChoices)[number];
export const noticesChange = z.object({
  ends: z.enum(noticeChoices).describe('The runs at whose end the member gets an email'),
  review: z
    .enum(noticeChoices)
    .describe('The runs after which the member gets an email if rows need attention'),
  email: z
    .string()
    .max(maxLengths.email)
    .optional()
    .describe('Only for a member who signs in with a link; empty for no notices'),
});
export const ownNotices = noticesChange.extend({
  email: z.string(),
  canChangeEmail: z
    .boolean()
    .describe('False if the member signs in with this address, or the OpenID provider names it'),
  isMailOn: z.boolean().describe('True if an administrator has set a mail server'),
});
export type OwnNotices = z.infer<typeof ownNotices>;

// --- Saved views ---
export const savedView = z.object({
  id: z.string(),
  name: z.string().trim().min(1).max(maxLengths.viewName),
  query: z.string().max(2000).describe('The filters and the order, as in the address of the page'),
  hidden: z.array(z.string().max(60)).max(50).describe('The columns that are not shown'),
});
export const newView = savedView.omit({ id: true });
export const renamedView = savedView.pick({ name: true });
export const savedViewList = z.object({ views: z.array(savedView) });
export type SavedView = z.infer<typeof savedView>;
export type NewView = z.infer<typeof newView>;
export type SavedViewList = z.infer<typeof savedViewList>;

// --- Operations ---
export const workerStates = ['live', 'silent', 'dead'] as const;
export const limits = z.object({
  perSecond: z
    .number()
    .min(requestsPerSecond.min)
    .max(requestsPerSecond.max)
    .nullable()
    .describe('Requests per second; null for no rate'),
  concurrency: z
    .int()
    .min(requestsAtOnce.min)
    .max(requestsAtOnce.max)
    .describe('Requests at the same time'),
});
export const operations = z.object({
  activeRuns: count,
  pause: z
    .object({
      by: z.string(),
      at: time,
      runs: count.describe('Runs that are paused and that continue when the pause ends'),
      endingRuns: count.describe('Runs of these that still finish their requests in flight'),
    })
    .nullable()
    .describe('Null if no administrator has paused all runs'),
  limits: limits.describe('The limits of all processes together'),
  workers: z
    .array(
      z.object({
        id: z.string(),
        host: z.string(),
        pid: z.int(),
        version: z.string(),
        startedAt: time,
        seenAt: time,
        state: z
          .enum(workerStates)
          .describe('`silent` after 35 seconds without a heartbeat, `dead` after 15 minutes'),
        isDraining: z.boolean().describe('The worker takes no new slices'),
        isTokenRefused: z.boolean().describe('The service refuses its company token'),
        inHand: count.describe('Slices that the worker works on; on one machine, runs'),
      }),
    )
    .describe('The workers; on one machine, the server itself'),
  slices: z
    .object({
      held: count.describe('Slices that workers have'),
      waiting: count.describe('Slices that wait for a worker'),
      later: count.describe('Slices that wait for scores, or before another try'),
    })
    .nullable()
    .describe('Null on one machine, where runs are not split into slices'),
  retries: z
    .array(
      z.object({
        sheet: z.object({ id: z.string(), name: z.string() }),
        slices: count.nullable().describe('Null on one machine'),
        tries: count
          .nullable()
          .describe('The tries so far of the slice with the most tries; null on one machine'),
        nextAt: time.nullable().describe('The time of the next try; null if it has come'),
        why: z.string().describe('What went wrong in the last try'),
      }),
    )
    .describe('The sheets whose rows are tried again'),
  failedRuns: z
    .array(
      z.object({
        id: z.string(),
        sheet: z.object({ id: z.string(), name: z.string() }),
        endedAt: time,
        messages: z.array(z.string()),
      }),
    )
    .describe('The latest runs of the last seven days that failed, at most 10'),
});
export type Limits = z.infer<typeof limits>;
export type Operations = z.infer<typeof operations>;
export const workerChange = operations.shape.workers.element.pick({ isDraining: true });

// --- Events (server-sent) ---
/** `all` for the list of all sheets, or the ID of a sheet. */
export type EventTopic = 'all' | (string & {});

/** The first events of a connection contain the whole state, the later ones only changes. */
export const event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('sheets'), sheets: z.array(sheetSummary) }),
  z.object({ type: z.literal('sheet'), sheet }),
  z.object({
    type: z.literal('rows'),
    sheet: z.string(),
    rows: z.array(row).describe(`Rows that have changed, at most ${maxRowsPerEvent}`),
  }),
  z.object({ type: z.literal('deleted'), sheet: z.string() }),
]);
export type ServerEvent = z.infer<typeof event>;

import type { ColumnType, Generated } from 'kysely';
import type { DecisionStatus } from '../../../src/decisionStatus.js';
import type { RowStatus } from '../../engine/sheetCommand.js';
import type { Language } from '../contract/languages.js';
import type {
  NoticeChoice,
  PersonAction,
  Role,
  Run,
  Schedule,
  Stage,
  StartRun,
} from '../contract/shapes.js';

/**
 * See migrations/ for the meaning of the columns. In the tables of both databases, times are ISO 8601 texts or
 * milliseconds, flags are 0 or 1, and JSON is text.
 */
export interface Tables {
  correction: CorrectionTable;
  decision: DecisionTable;
  equal_request: EqualRequestTable;
  file_part: FilePartTable;
  ignored_row: IgnoredRowTable;
  journal: JournalTable;
  kept_assessment: KeptAssessmentTable;
  link: LinkTable;
  log: LogTable;
  mail: MailTable;
  member: MemberTable;
  past_assessment: PastAssessmentTable;
  person_action: PersonActionTable;
  problem: ProblemTable;
  read_problem: ProblemTable;
  read_row: RowTable;
  remembered_match: RememberedMatchTable;
  round: RoundTable;
  row: RowTable;
  run: RunTable;
  saved_view: SavedViewTable;
  schedule: ScheduleTable;
  sent_request: SentRequestTable;
  session: SessionTable;
  setting: SettingTable;
  sheet: SheetTable;
  sign_in_try: SignInTryTable;
  token: TokenTable;
  unconfirmed: UnconfirmedTable;

  // Only on Postgres, for the processes that share the database.
  hold: HoldTable;
  run_course: RunCourseTable;
  shared_limit: SharedLimitTable;
  slice: SliceTable;
  worker: WorkerTable;
}

/** The database assigns this number. */
type InsertionOrder = ColumnType<number, never, never>;

export interface SheetTable {
  id: string;
  name: string;
  format: 'xlsx' | 'csv';
  file: string | null;
  sha256: string;
  bytes: number;
  stage: Stage;
  refused: string | null;
  uploaded_by: string;
  language: Generated<Language>;
  uploaded_at: string;
  match: string | null;
  is_remembered: Generated<number>;
  inspection: string | null;
  unrecognized_values: Generated<string>;
  worksheet: string | null;
  header_row: number | null;
  named_people: Generated<string>;
  notes: Generated<string>;
  counts: Generated<string>;
  row_count: Generated<number>;
  problem_rows: Generated<number>;
  unconfirmed: Generated<number>;
  highest: number | null;
  last_run_at: string | null;
  deleted_data_at: string | null;
  read_generation: Generated<number>;
  deleted_at: string | null;
}

export interface JournalTable {
  owner: string;
  /** The numbers of an owner ascend. Postgres assigns them; on SQLite, the writer assigns them. */
  number: Generated<number>;
  row: string | null;
  lines: string;
  /** Milliseconds since 1970, by the clock of the database. */
  stored_at: Generated<number>;
}

export interface SentRequestTable {
  row: string;
  request: string;
  owner: string;
  employee: string | null;
  state: 'open' | 'done';
  assessment_id: string | null;
  redirect_url: string | null;
  at: string;
}

export interface EqualRequestTable {
  request: string;
  row: string;
  sent: string;
}

export interface RowTable {
  sheet: string;
  number: number;
  key: string;
  employee_id: string;
  person_name: Generated<string>;
  department: Generated<string>;
  purpose: string;
  destination: string;
  status: RowStatus;
  message: string;
  hidden: Generated<number>;
  inputs: Generated<string>;
  instead: Generated<string>;
  overall_trip: number | null;
  working_rights: number | null;
  payroll_tax: number | null;
  social_security: number | null;
  corporate_tax: number | null;
  employment_law: number | null;
  contractor_misclass: number | null;
  cumulative_pe_risk_level: string | null;
  previous_overall: number | null;
  previous_at: string | null;
  assessment_id: string | null;
  redirect_url: string | null;
  assessed_at: string | null;
  decision: DecisionStatus | null;
  search: string;
  risk_sort: number;
  change_sort: number;
  person_sort: string;
  destination_sort: string;
  choices: Generated<string>;
}

export interface PastAssessmentTable {
  sheet: string;
  row: number;
  round: number;
  assessment_id: string;
  assessed_at: string | null;
  scores: string;
}

export interface UnconfirmedTable {
  sheet: string;
  key: string;
  row: number | null;
  sent_at: string | null;
  reason: string;
  sent: string;
  sent_by: string | null;
  sent_as: string | null;
}

export interface ProblemTable {
  sheet: string;
  row: number;
  place: number;
  kind: string;
  field: string;
  label: string;
  cell: string | null;
  value: string;
  message: string;
  remedy: string;
  suggestion: string | null;
}

export interface CorrectionTable {
  seq: InsertionOrder;
  id: string;
  sheet: string;
  field: string;
  value: string;
  corrected: string;
  row: number | null;
  except_rows: Generated<string>;
  worksheet: string;
  rows: Generated<number>;
  made_by: string;
  made_at: string;
}

export interface KeptAssessmentTable {
  sheet: string;
  worksheet: string;
  row: number;
  assessment_id: string;
}

export interface IgnoredRowTable {
  sheet: string;
  row: number;
  hash: string;
  text: string;
  made_by: string;
  made_at: string;
}

export interface RememberedMatchTable {
  headings_key: string;
  match: string;
}

export interface RunTable {
  seq: InsertionOrder;
  id: string;
  sheet: string;
  operation: StartRun['operation'];
  state: Run['state'];
  halt_as: 'paused' | 'stopped' | 'failed' | null;
  options: string;
  started_by: string;
  started_at: string;
  ended_at: string | null;
  rows: Generated<number>;
  done: Generated<number>;
  created: Generated<number>;
  remaining_ms: number | null;
  messages: Generated<string>;
  reported_end: string | null;
  messages_outside: string | null;
}

export interface RoundTable {
  sheet: string;
  number: number;
  name: string | null;
  started_at: string;
  ended_at: string | null;
  started_by: string;
  assessed: number;
  risen: number;
  fallen: number;
  same: number;
  changes: string;
}

export interface DecisionTable {
  seq: InsertionOrder;
  id: string;
  sheet: string;
  row: number;
  employee_id: string;
  assessment_id: string;
  status: DecisionStatus;
  person: string;
  person_field: string;
  note: string;
  made_by: string;
  at: string;
  state: 'sending' | 'recorded' | 'failed';
  message: Generated<string>;
  stored_at: Generated<number>;
}

export interface PersonActionTable {
  seq: InsertionOrder;
  id: string;
  action: PersonAction['action'];
  person: string;
  name: Generated<string>;
  email: Generated<string>;
  status: PersonAction['status'];
  message: string;
  made_by: string;
  at: string;
  stored_at: Generated<number>;
  key: string | null;
  waits_for: NonNullable<PersonAction['waitsFor']> | null;
  sent: string | null;
}

export interface ScheduleTable {
  sheet: string;
  every: Schedule['every'];
  from_day: string;
  older_than_days: number;
  max_new: number | null;
  next_due: string;
  set_by: string;
}

export interface MemberTable {
  seq: InsertionOrder;
  id: string;
  name: string;
  email: string;
  role: Role;
  password: string | null;
  issuer: string | null;
  subject: string | null;
  created_at: string;
  last_seen_at: string | null;
  left_at: string | null;
  ends_notice: Generated<NoticeChoice>;
  review_notice: Generated<NoticeChoice>;
  language: Language | null;
}

export interface MailTable {
  seq: InsertionOrder;
  id: string;
  sheet: string;
  member: string;
  notice: string;
  created_at: string;
  due_at: string;
  failures: Generated<number>;
}

export interface SessionTable {
  hash: string;
  member: string;
  last_seen_at: string;
  expires_at: string;
}

export interface LinkTable {
  hash: string;
  id: string;
  name: string;
  role: Role;
  made_by: string;
  is_first: Generated<number>;
  expires_at: string;
}

export interface TokenTable {
  hash: string;
  id: string;
  member: string;
  name: string;
  role: Role;
  created_at: string;
  last_used_at: string | null;
  expires_at: string;
}

export interface SavedViewTable {
  member: string;
  id: string;
  name: string;
  query: string;
  hidden: string;
}

export interface LogTable {
  id: InsertionOrder;
  at: string;
  who: string | null;
  action: string;
  sheet: string | null;
}

export interface SettingTable {
  name: string;
  value: string;
}

export interface SignInTryTable {
  hash: string;
  failures: number;
  last_ms: number;
  paused_until_ms: number;
}

export interface FilePartTable {
  file: string;
  number: number;
  parts: number;
  bytes: Uint8Array;
}

/** A time by the clock of Postgres, because the clocks of machines differ. SQL computes it; it is never a parameter. */
type Timestamp = ColumnType<Date, never, never>;

export interface HoldTable {
  name: string;
  holder: string | null;
  until: Timestamp;
  wanted_until: Timestamp;
}

export interface WorkerTable {
  id: string;
  heard_at: Timestamp;
  started_at: Timestamp;
  host: string;
  pid: number;
  version: string;
  is_draining: Generated<boolean>;
  is_token_refused: Generated<boolean>;
}

export interface SliceTable {
  id: string;
  run: string;
  sheet: string;
  rows: string | null;
  done: Generated<number>;
  created: Generated<number>;
  attempt: number | null;
  appended: Generated<number>;
  taken_at: ColumnType<Date | null, never, never>;
  worker: string | null;
}

export interface RunCourseTable {
  run: string;
  done_before: Generated<number>;
  is_split_due: Generated<boolean>;
  messages: Generated<string>;
}

export interface SharedLimitTable {
  id: Generated<number>;
  per_second: number | null;
  concurrency: Generated<number>;
  leases: Generated<string>;
}

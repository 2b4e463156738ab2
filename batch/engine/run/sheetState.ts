import type { SheetFile } from '../../../sheets/sheet.js';
import { isSkippedAsHidden } from '../intake/skippedRows.js';
import type { IntakeOptions } from '../intake/intakeOptions.js';
import type { IntakeRow, PreviousResults } from '../intake/intakeRow.js';
import { type Intake, readSheet, type RowListener } from '../intake/readSheet.js';
import { JournalState } from '../journal/journalState.js';
import type { CurrentRound } from '../journal/rounds.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import {
  type PlannedRow,
  createBlockedPlan,
  findBlock,
  findFaults,
  getHistory,
} from '../rows/plannedRow.js';
import type { RowStatusOptions } from '../rows/rowStatus.js';
import type { SentElsewhere } from './runMessages.js';
import type { RunStorage } from './runOptions.js';
import { markSentElsewhere, blockSentElsewhere } from './sentElsewhere.js';
import type { RowState } from '../journal/rowState.js';
import { findForgottenRows } from './forgottenRows.js';
import { getIdHeading } from './resultColumns.js';
import { ScoreIndex } from '../rows/rowResults.js';
import { UsageError } from '../errors.js';
import { placeSheet } from '../rows/placeSheet.js';
import { findWrittenHeadings } from '../intake/headingNames.js';
import { toBaseKey, toIdentityKey } from '../intake/rowKey.js';
import { showsOwnDecision } from '../rows/submissions.js';

interface ReadOptions {
  readonly operation: SheetOperation;
  readonly intake: IntakeOptions;
  /** Undefined for commands that send nothing, if there is no journal. */
  readonly service: string | undefined;
  /** The journal of the assessments that the rows are about, if they are about any. */
  readonly assessments: JournalState | undefined;
  readonly findRequestsElsewhere?: RunStorage['findRequestsElsewhere'];
  /** Adds facts about the IDs in these rows from other sheets to the journal. */
  readonly learn?: ((rows: readonly IntakeRow[]) => Promise<void>) | undefined;
}

/** Marks rows that were sent from other sheets, and decisions on the assessment of another row. */
export async function readRows(
  file: SheetFile,
  journal: SheetJournal,
  options: ReadOptions,
  onRow?: RowListener,
): Promise<Intake> {
  const { intake, service, findRequestsElsewhere, learn } = options;
  const found = await readSheet(file, addJournalOptions(intake, journal, service), onRow);
  const { skippedResults } = found;
  const byNumber = (a: IntakeRow, b: IntakeRow) => a.number - b.number;
  const isComplete = skippedResults.length === 0;
  const all = isComplete ? found.rows : [...found.rows, ...skippedResults].toSorted(byNumber);
  const marked = await markOtherAssessments(file, { ...found, rows: all }, options, journal);
  const rows = markOtherResults(marked, intake);
  await learn?.(rows);
  if (findRequestsElsewhere === undefined) return { ...found, rows };
  return { ...found, rows: await markSentElsewhere(rows, journal.states, findRequestsElsewhere) };
}

interface PlanOptions extends RowStatusOptions {
  readonly operation: SheetOperation;
  readonly intake: Pick<IntakeOptions, 'visibleOnly'>;
  readonly round: CurrentRound;
  readonly sentElsewhere?: ReadonlyMap<number, SentElsewhere> | undefined;
  readonly ignoresOtherServices: boolean;
}

export interface SheetPlan {
  readonly rows: readonly PlannedRow[];
  readonly hiddenRows: readonly PlannedRow[];
}

export function planReadRows(
  read: readonly IntakeRow[],
  journal: Pick<SheetJournal, 'states' | 'state'>,
  { operation, round, intake, sentElsewhere, ...options }: PlanOptions,
): SheetPlan {
  const plan = planSheet(operation, read, journal.states, round);
  const all = blockSentElsewhere(plan, sentElsewhere, journal, { operation, ...options });
  return {
    rows: all.filter((row) => !isSkippedAsHidden(row, intake)),
    hiddenRows: all.filter((row) => isSkippedAsHidden(row, intake)),
  };
}

/** Includes the rows that the run skips (`skipReason`). */
export function selectUnsentRows(
  rows: readonly PlannedRow[],
  journal: Pick<SheetJournal, 'state'>,
  { operation, ...options }: RowStatusOptions & { readonly operation: SheetOperation },
): readonly PlannedRow[] {
  return rows.filter(
    (row) => operation.status(row, journal.state(row.key), options) === 'Not sent',
  );
}

/** Returns no rows for rounds, because rows in rounds were sent before. */
export function selectFirstTimeRows(
  unsent: readonly PlannedRow[],
  { repeatable, isInRounds = false }: Pick<SheetOperation, 'repeatable' | 'isInRounds'>,
): readonly PlannedRow[] {
  return repeatable || isInRounds ? [] : unsent;
}

export function planSheet(
  operation: SheetOperation,
  read: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
  round: CurrentRound,
): readonly PlannedRow[] {
  const skipped = read.filter(({ isWithoutTrigger }) => isWithoutTrigger);
  const sendable = skipped.length === 0 ? read : read.filter((row) => !row.isWithoutTrigger);
  const rows = useJournalRequests(sendable, states);
  const forgotten = findForgottenRows(rows, states);
  const others = forgotten.size === 0 ? rows : rows.filter((row) => !forgotten.has(row.number));
  const plan = operation.plan([...unmarkOurScores(others, states), ...skipped], states, round);
  const planned = plan.map((row) => blockInvalidId(operation, row, states));
  if (forgotten.size === 0) return planned;
  return [...planned, ...forgotten.values()].toSorted((a, b) => a.number - b.number);
}

/**
 * Removes the mark `unproven` from rows whose scores together match another request. We wrote these
 * scores, not a person: the columns were sorted separately.
 */
function unmarkOurScores(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
): readonly IntakeRow[] {
  if (rows.every(({ previous }) => previous?.unproven === undefined)) return rows;
  const scores = new ScoreIndex(states);
  return rows.map((row) => {
    const { unproven, ...previous } = row.previous ?? {};
    if (unproven === undefined || scores.find(unproven.cells) === undefined) return row;
    return { ...row, previous: previous as PreviousResults };
  });
}

/** The states that a row keeps, whatever its ID cell contains. */
const keptStates: ReadonlySet<RowState['state']> = new Set<RowState['state']>([
  'Sent',
  'Pending',
  'Scored',
  'Done',
  'Unconfirmed',
]);

/**
 * If the ID column contains a text that cannot be an ID, a person must decide, because the text may
 * be a remark about whether the row was sent. A row that was sent according to the journal or the
 * sheet stays as it is.
 */
function blockInvalidId(
  operation: SheetOperation,
  row: PlannedRow,
  states: ReadonlyMap<string, RowState>,
): PlannedRow {
  const text = row.previous?.noId;
  // The sheet shows that the row was sent, so emptying the cell would not make it new.
  if (text === undefined || getHistory(row).earlier.length > 0 || row.plan?.kind === 'unanswered')
    return row;
  const state = states.get(row.key);
  if (state !== undefined && keptStates.has(state.state)) return row;
  const why = { code: 'noId', heading: getIdHeading(operation), text } as const;
  const faults = findFaults(row);
  if (row.problems !== undefined || faults.length > 0) {
    return { ...row, plan: { kind: 'faulty', faults: [...faults, why] } };
  }
  return { ...row, inputs: undefined, plan: createBlockedPlan(findBlock(row) ?? why) };
}

/**
 * Takes requests from the journal: keys of some operations do not contain the request, and an
 * earlier run may have read a date in another way, or with other options (`--accept-suggestions`).
 */
function useJournalRequests(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
): readonly IntakeRow[] {
  if (rows.every(({ alternateKeys }) => alternateKeys === undefined)) return rows;
  return rows.map((row) => {
    if (row.request === undefined) return row;
    const request = states.get(row.key)?.request;
    const isKnown = request !== undefined && row.alternateKeys?.includes(request) === true;
    return isKnown ? { ...row, request } : row;
  });
}

type SheetJournal = Pick<
  JournalState,
  'states' | 'state' | 'findKeyById' | 'computeHash' | 'columns' | 'referenceHash'
>;

/** `service` may be undefined for commands that send nothing. */
export function addJournalOptions(
  intake: IntakeOptions,
  journal: SheetJournal,
  service: string | undefined,
): IntakeOptions {
  const { columns: knownColumns, computeHash, referenceHash, states } = journal;
  return {
    ...intake,
    proofs: { service, journal: referenceHash, hasTrips: hasTrips(states) },
    knownColumns,
    computeHash,
    known: journal,
  };
}

function hasTrips(states: ReadonlyMap<string, RowState>): boolean {
  for (const { trip } of states.values()) if (trip !== undefined) return true;
  return false;
}

interface DecidedSheet {
  readonly operation: Pick<SheetOperation, 'about'>;
  readonly intake: IntakeOptions;
  readonly service: string | undefined;
  readonly assessments: JournalState | undefined;
}

/**
 * Marks rows whose decision would be recorded for another trip, for example after only some columns
 * were sorted. A row is not marked if neither the journal nor the references contain the ID or its
 * row. A row with its own assessment gets the keys of decisions on its earlier ones.
 */
async function markOtherAssessments(
  file: SheetFile,
  { sheet, rows }: Pick<Intake, 'sheet' | 'rows'>,
  { operation: { about }, intake, service, assessments = new JournalState() }: DecidedSheet,
  { computeHash }: Pick<SheetJournal, 'computeHash'>,
): Promise<readonly IntakeRow[]> {
  if (about === undefined) return rows;
  const options: IntakeOptions = {
    ...intake,
    // These options apply to the inputs of a decision.
    columns: undefined,
    set: undefined,
    exampleRows: undefined,
    inputs: about,
    sheet,
    // A hidden row may have the assessment of a visible row.
    visibleOnly: undefined,
  };
  const readings = (intake.assessmentChoices ?? [{}]).map((choices) =>
    addJournalOptions({ ...options, ...choices }, assessments, service ?? assessments.service),
  );
  const owners = await findOwners(file, { sheet, rows }, readings, assessments);
  return rows.map((row): IntakeRow => {
    const { owner, earlierIds = [] } = owners.get(row.number) ?? unknownOwner;
    if (owner === 'otherRow') return { ...row, otherAssessment: readId(row) };
    if (earlierIds.length === 0) return row;
    return { ...row, earlierKeys: earlierIds.map((id) => toIdentityKey(id, computeHash)) };
  });
}

/** After rows were moved without their results, a row without a decision shows another row's. */
function markOtherResults(
  rows: readonly IntakeRow[],
  intake: Pick<IntakeOptions, 'visibleOnly'>,
): readonly IntakeRow[] {
  if (rows.every(({ isWithoutTrigger }) => isWithoutTrigger === undefined)) return rows;
  const own = rows.filter(({ otherAssessment }) => otherAssessment === undefined);
  const keys = new Set(
    own.flatMap(({ key, earlierKeys = [] }) => [toBaseKey(key), ...earlierKeys]),
  );
  return rows.map((row): IntakeRow => {
    const { isWithoutTrigger = false, otherAssessment, previous } = row;
    if (!isWithoutTrigger || otherAssessment !== undefined) return row;
    if (isSkippedAsHidden(row, intake) || showsOwnDecision(row)) return row;
    return keys.has(previous?.shown?.person ?? '') ? { ...row, showsOtherRow: true } : row;
  });
}

function readId({ inputs, readable }: IntakeRow): string {
  const { assessmentId = '' } = inputs ?? readable ?? {};
  return String(assessmentId);
}

interface AssessmentOwner {
  readonly owner: 'thisRow' | 'otherRow' | 'unknown';
  /** The IDs of the row's earlier assessments. */
  readonly earlierIds?: readonly string[];
}

const unknownOwner: AssessmentOwner = { owner: 'unknown' };
const otherRow: AssessmentOwner = { owner: 'otherRow' };

/**
 * `readings` are the ways in which the assessments may have been read. An assessment belongs to its
 * row if one of these readings proves it.
 */
async function findOwners(
  file: SheetFile,
  { sheet, rows }: Pick<Intake, 'sheet' | 'rows'>,
  readings: readonly IntakeOptions[],
  assessments: JournalState,
): Promise<ReadonlyMap<number, AssessmentOwner>> {
  const owners = new Map<number, AssessmentOwner>();
  const withId = rows.filter((row) => readId(row) !== '');
  let failure: UsageError | undefined;
  let isRead = false;
  for (const options of readings) {
    const assessed = await readAssessedRows(file, options);
    if (assessed instanceof UsageError) {
      failure ??= assessed;
      continue;
    }
    isRead = true;
    const findOwner = createOwnerSearch(assessed, assessments);
    for (const row of withId) {
      const found = findOwner(row.number, readId(row));
      const before = owners.get(row.number) ?? unknownOwner;
      if (before.owner === 'unknown' || found.owner === 'thisRow') owners.set(row.number, found);
    }
    if (withId.every(({ number }) => owners.get(number)?.owner === 'thisRow')) break;
  }
  // A sheet that contains only decisions has no inputs of assessments.
  const hadAssessments = findWrittenHeadings(file, sheet, readings[0]?.knownColumns) !== undefined;
  if (failure !== undefined && !isRead && hadAssessments) {
    throw new UsageError({ code: 'assessmentsUnreadable', sheet }, ...failure.messages);
  }
  return owners;
}

async function readAssessedRows(
  file: SheetFile,
  options: IntakeOptions,
): Promise<readonly IntakeRow[] | UsageError> {
  try {
    return (await readSheet(file, options)).rows;
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
}

function createOwnerSearch(
  rows: readonly IntakeRow[],
  { states }: JournalState,
): (rowNumber: number, id: string) => AssessmentOwner {
  const { situations, requests, isDisowned } = placeSheet(rows, states);
  const places = new Map(rows.map(({ number }, index) => [number, index]));
  return (rowNumber, id) => {
    const place = places.get(rowNumber) ?? -1;
    const situation = situations[place];
    const request = requests.findByAssessment(id);
    if (request === undefined) {
      const hasReference = rows[place]?.previous?.shown !== undefined;
      const isUnknown = !hasReference && situation?.kind !== 'known' && !isDisowned(id);
      return isUnknown ? unknownOwner : otherRow;
    }
    // Rows with the same inputs are about the same trip.
    const own =
      situation?.kind === 'duplicate' ? situations[places.get(situation.of) ?? -1] : situation;
    if (own?.kind !== 'known' || own.request.inputs !== request.inputs) return otherRow;
    if (requests.findAnswered(own.request) !== request) return otherRow;
    const [, ...earlier] = requests.chain(request);
    return {
      owner: 'thisRow',
      earlierIds: earlier.flatMap(({ assessmentId }) => assessmentId ?? []),
    };
  };
}

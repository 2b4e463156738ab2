import type { IntakeOptions } from '../intake/intakeOptions.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import type { Intake } from '../intake/readSheet.js';
import type { ComputeHash } from '../intake/rowKey.js';
import type { JournalState } from '../journal/journalState.js';
import { isJournalNamed, type SheetFiles } from '../journal/sheetFiles.js';
import { readJournal } from '../journal/readJournal.js';
import type { Round } from '../journal/rounds.js';
import type { RowState } from '../journal/rowState.js';
import type { Message, Wording } from '../message.js';
import { referenceColumn } from '../intake/writtenCells.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { openSheet } from '../../../sheets/files/open.js';
import type { SheetFile } from '../../../sheets/sheet.js';
import { createBackupEvidence, readAssessments } from './diskStorage.js';
import { findJournalLeftBehind, findRowsSentElsewhere } from './otherJournals.js';
import type { LeftBehind, SentElsewhere } from './runMessages.js';
import {
  type JournalRefusal,
  findJournalRefusal,
  findLostJournalRefusal,
} from './journalRefusal.js';
import { findRowsDecidedEarlier } from './earlierDecisions.js';
import { SheetCells } from './sheetCells.js';
import { selectFirstTimeRows, planReadRows, readRows, selectUnsentRows } from './sheetState.js';
import type { PlannedRow } from '../rows/plannedRow.js';
import type { RowStatus } from '../sheetCommand.js';
import { findRowMessage, createRowReport } from './createRowReport.js';
import type { RowReport } from '../rows/rowReport.js';
import { assertNotInUse } from '../journal/sheetLock.js';
import { countStatuses } from './events.js';
import type { Outcome } from '../errors.js';
import { findOutcome } from './runSummary.js';
import { listUnconfirmedAndMissing } from '../rows/requestsWithoutRow.js';

export interface SheetStatus
  extends Pick<Intake, 'columnProblems' | 'isCoveredByColumnProblem'>, JournalRefusal {
  readonly sheet: string;
  readonly hasOtherSheets: boolean;
  readonly headerRow: number;
  readonly service: string | undefined;
  /**
   * True if the sheet has references of existing assessments that prove nothing, because no service
   * is known.
   */
  readonly isUnchecked: boolean;
  readonly rows: readonly StatusRow[];
  readonly hiddenRows: readonly PlannedRow[];
  readonly states: ReadonlyMap<string, RowState>;
  readonly computeHash: ComputeHash;
  readonly round: Round | undefined;
  /** Rows whose results a run would write, because the sheet does not show them all. */
  readonly rowsNotInPlace: readonly number[];
  readonly decidedEarlier: readonly number[];
  readonly intakeRows: readonly IntakeRow[];
}

/** Takes no lock and changes no file. `runService` is the base URL that a run would use. */
export async function readStatus(
  path: string,
  files: StatusFiles,
  operation: SheetOperation,
  intakeOptions: IntakeOptions,
  wording: Wording,
  runService?: string,
): Promise<SheetStatus> {
  const file = await openSheet(path, intakeOptions);
  try {
    return await readStatusFromFile(file, files, operation, intakeOptions, wording, runService);
  } finally {
    await file.close();
  }
}

type StatusFiles = Pick<SheetFiles, 'journal' | 'ownJournal' | 'journalOption' | 'lock'>;

export async function readStatusFromFile(
  file: SheetFile,
  files: StatusFiles,
  operation: SheetOperation,
  intakeOptions: IntakeOptions,
  wording: Wording,
  runService?: string,
): Promise<SheetStatus> {
  const { known } = await readJournal(files.journal);
  const findLeftBehind = (rows: readonly IntakeRow[]) =>
    findJournalLeftBehind(files, { rows, inputs: operation }, known);
  const findSentElsewhere = (rows: readonly PlannedRow[]) =>
    findRowsSentElsewhere(files, { rows, inputs: operation }, known);
  const assessments = await readAssessments(operation, files);
  const journal = {
    known,
    assessments,
    files,
    runService,
    findLeftBehind,
    findSentElsewhere,
    ...createBackupEvidence(file.path, files),
  };
  return createStatus(file, journal, operation, intakeOptions, wording);
}

interface ReadJournal {
  readonly known: JournalState;
  /** The journal of the assessments that the rows are about, if they are about any. */
  readonly assessments?: JournalState | undefined;
  readonly files: Pick<SheetFiles, 'journal' | 'ownJournal' | 'lock'>;
  readonly runService?: string | undefined;
  readonly findLeftBehind: (rows: readonly IntakeRow[]) => Promise<LeftBehind | undefined>;
  readonly findSentElsewhere?: (
    rows: readonly PlannedRow[],
  ) => Promise<ReadonlyMap<number, SentElsewhere>>;
  readonly findBackupWithoutJournal?: () => string | undefined;
}

export async function createStatus(
  file: SheetFile,
  {
    known,
    assessments,
    files,
    runService,
    findLeftBehind,
    findSentElsewhere,
    findBackupWithoutJournal,
  }: ReadJournal,
  operation: SheetOperation,
  intakeOptions: IntakeOptions,
  wording: Wording,
  nowMs = Date.now(),
): Promise<SheetStatus> {
  const { states, rounds, service, computeHash } = known;
  const reading = { operation, intake: intakeOptions, service: service ?? runService, assessments };
  const referenceService = reading.service ?? assessments?.service;
  const intake = await readRows(file, known, reading);
  const { number = 1, ...times } = rounds.at(-1) ?? {};
  const round = { number, ...times, nowMs };
  const options = {
    operation,
    sendDuplicates: false,
    intake: intakeOptions,
    round,
    ignoresOtherServices: known.ignoresOtherServices,
  };
  const plan = planReadRows(intake.rows, known, options);
  const unsent = selectUnsentRows([...plan.rows, ...plan.hiddenRows], known, options);
  const firstTime = selectFirstTimeRows(unsent, operation);
  const sent = await findSentElsewhere?.(firstTime);
  const { rows: plannedRows, hiddenRows } =
    sent === undefined || sent.size === 0
      ? plan
      : planReadRows(intake.rows, known, { ...options, sentElsewhere: sent });
  const rows = plannedRows.map(
    (planned) => new StatusRow(planned, operation, states.get(planned.key)),
  );
  const isNew = service === undefined;
  const used = { path: files.journal, isNew, isNamed: isJournalNamed(files) };
  const about = { operation, sheet: file.path, journal: used, known };
  const refused = await findJournalRefusal(
    { ...about, findLeftBehind: () => findLeftBehind(intake.rows) },
    intake.rows,
  );
  // The selection of the next run of a round is unknown.
  const maySend = operation.isInRounds === true ? plannedRows.length > 0 : firstTime.length > 0;
  const lost = maySend
    ? findLostJournalRefusal(about, intake.rows, { findBackupWithoutJournal })
    : undefined;
  const other =
    runService === undefined ? undefined : findOtherServiceRefusal(known, files, runService);
  const { sheet, headerRow, columnProblems, isCoveredByColumnProblem } = intake;
  const cells = new SheetCells(
    { read: intake.rows, rows: plannedRows, hiddenRows, columns: intake.columns },
    known,
    { operation, round, wording, service: service ?? '', notes: new Map() },
  );
  const isDone = ({ status }: StatusRow) => status === operation.successStatus;
  const changed = new Set<number>();
  if (rows.some(isDone)) {
    for await (const row of cells.findChangedRows(file, sheet, headerRow)) changed.add(row);
  }
  const rowsNotInPlace = rows.flatMap((row) => {
    const { number } = row.planned;
    return changed.has(number) && isDone(row) ? [number] : [];
  });
  const getLatestStates = () =>
    new Map(plannedRows.map(({ number, key }) => [number, states.get(key)]));
  const decidedEarlier = await findRowsDecidedEarlier(file, {
    ...intake,
    operation,
    known,
    getLatestStates,
  });
  const reference = operation.about?.columns.find(({ name }) => name === referenceColumn);
  const isUnchecked =
    referenceService === undefined &&
    reference !== undefined &&
    intake.columns.headings.includes(reference.heading);
  return {
    ...refused,
    refusal: other ?? refused.refusal ?? lost,
    sheet,
    hasOtherSheets: file.sheets.length > 1,
    headerRow,
    columnProblems,
    isCoveredByColumnProblem,
    service,
    isUnchecked,
    states,
    computeHash,
    round: rounds.at(-1),
    rows,
    hiddenRows,
    rowsNotInPlace,
    decidedEarlier,
    intakeRows: intake.rows,
  };
}

function findOtherServiceRefusal(
  known: JournalState,
  { journal }: Pick<SheetFiles, 'journal'>,
  service: string,
): Message | undefined {
  const { service: itsService } = known;
  if (itsService === undefined || !known.isOfOtherService(service)) return undefined;
  return { code: 'journalOfOtherService', journal, itsService, service };
}

const options = { sendDuplicates: false };

/** Creates its report on demand, because there are many rows. */
export class StatusRow {
  readonly planned: PlannedRow;
  readonly status: RowStatus;
  readonly #operation: SheetOperation;
  readonly #state: RowState | undefined;

  constructor(planned: PlannedRow, operation: SheetOperation, state: RowState | undefined) {
    this.planned = planned;
    this.status = operation.status(planned, state, options);
    this.#operation = operation;
    this.#state = state;
  }

  get message(): Message | undefined {
    return findRowMessage(this.#operation, this.status, this.planned, this.#state);
  }

  get report(): RowReport {
    return createRowReport(this.#operation, this.planned, this.#state, options);
  }
}

/**
 * Returns the outcome that a run would have if it ended now. Throws if another run has the sheet or
 * a lock needs attention. Contacts no service and takes no lock.
 */
export function readOutcome(
  status: SheetStatus,
  operation: SheetOperation,
  files: Pick<SheetFiles, 'lock' | 'journalLock'>,
): Outcome {
  assertNotInUse(files);
  const { rows, hiddenRows, states, refusal, rowsNotInPlace } = status;
  if (refusal !== undefined) return 'usage';
  const planned = [...rows.map((row) => row.planned), ...hiddenRows];
  const counts = countStatuses(operation, rows);
  return findOutcome(counts, {
    interrupted: false,
    stopped: false,
    missing: operation.repeatable ? 0 : listUnconfirmedAndMissing(planned, states).length,
    notInPlace: rowsNotInPlace.length > 0,
  });
}

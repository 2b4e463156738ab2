import { type FindEarlierChoice, readEarlierChoices } from './earlierChoices.js';
import type { RowRemark } from '../../engine/intake/remark.js';
import type { RowListener } from '../../engine/intake/readSheet.js';
import { collectUnrecognizedValues } from '../../engine/intake/unrecognizedValues.js';
import { assess } from '../../engine/operations/assess.js';
import { formatReport } from '../../engine/rows/rowReport.js';
import type { PlannedRow } from '../../engine/rows/plannedRow.js';
import { readRunSheet, type RunSheet } from '../../engine/run/runSheet.js';
import type { Store } from '../db/store.js';
import {
  CorrectionFinder,
  listCorrections,
  setCorrectedRows,
  type StoredCorrection,
} from './correctionStore.js';
import { NamedPeople } from '../decisions/approvers.js';
import { ContextReader } from './contextFields.js';
import { readMatching } from './matchStore.js';
import { readLastNumber } from '../journal/journalLines.js';
import { findLatestRun } from '../runs/latestRun.js';
import { countProblemRows, deleteProblems, type StoredProblem } from './problemStore.js';
import { type ReadBlock, replaceReading } from './replaceReading.js';
import { deleteRows, type StoredRow } from '../results/rowStore.js';
import { setReading, updateCounts } from './sheetStore.js';
import { listNotes, toShownValue } from '../words/matching.js';
import type { Words } from '../words/wording.js';
import { readSheetWords } from './sheetWords.js';
import { listProblems, type RefusedCell, readRefusedCells, toStoredRow } from './readRow.js';
import { readChoices, recordHistory } from '../results/recordSheet.js';
import { noLock } from './sheetLocks.js';
import { prepareSheetRun, type SheetRunPorts } from '../runs/sheetRun.js';
import type { ReadOutcome } from '../threads/work.js';
import { SheetError } from '../../../sheets/sheet.js';
import { OperatingError, UsageError } from '../../engine/errors.js';
import { JournalError } from '../../engine/journal/journalStore.js';
import { inTransaction } from '../db/transaction.js';

/** All rows of a large sheet would take too much memory. */
const rowsPerBlock = 2_000;

export async function readStoredSheet(ports: SheetRunPorts, id: string): Promise<ReadOutcome> {
  const { store } = ports;
  try {
    for (;;) {
      const journalEnd = await readLastNumber(store, id);
      const outcome = await readOnce(ports, id);
      // If the journal has grown, a run or a person has changed a row, and its earlier state may be stored: read again.
      if ((await readLastNumber(store, id)) === journalEnd) return outcome;
    }
  } catch (error) {
    return await recordUnreadableSheet(store, id, error);
  }
}

async function readOnce(ports: SheetRunPorts, id: string): Promise<ReadOutcome> {
  const { store, now } = ports;
  const { options, storage, words } = await prepareSheetRun(ports, id, assess);
  const file = await storage.openSheet();
  try {
    const journal = await storage.openJournal(noLock);
    // Check this before `readRunSheet` adds facts from other sheets, because these facts do not count.
    const hasResults = journal.states.size > 0;
    const warnings = new Map<number, readonly RowRemark[]>();
    const unrecognized = collectUnrecognizedValues(assess);
    const findEarlierChoice = await readEarlierChoices(store, id);
    const onRow: RowListener = (row, read, facts) => {
      if (read.warnings.length > 0) warnings.set(row.number, read.warnings);
      return unrecognized.onRow(row, read, facts);
    };
    const context = new ContextReader((await readMatching(store, id))?.fields ?? []);
    const intakeOptions = { ...options.intake, onCells: context.onCells };
    const sheet = await readRunSheet(
      file,
      journal,
      { ...options, intake: intakeOptions },
      {
        storage,
        wording: words.inWords,
        nowMs: now(),
        onRow,
      },
    );
    const { intake } = sheet.read;
    const { sheet: worksheet, headerRow } = intake;
    const reading = {
      worksheet,
      headerRow,
      notes: listNotes(file, intake, words),
      unrecognizedValues: unrecognized
        .all()
        .map((found) => toShownValue(found, findEarlierChoice, words)),
    };
    const correctedRows = new CorrectedRows(await listCorrections(store, id, worksheet));
    const namedPeople = new NamedPeople();
    const details = {
      warnings,
      refused: await readRefusedCells(sheet),
      correctedRows,
      context,
      namedPeople,
      findEarlierChoice,
      words,
    };
    await replaceReading(store, id, readBlocks(sheet, details), async (tx) => {
      await recordHistory(tx, id, sheet);
      await updateCounts(tx, id);
      await countProblemRows(tx, id);
      await setCorrectedRows(tx, id, correctedRows.rows);
      await setReading(tx, id, { ...reading, namedPeople: namedPeople.list() });
    });
    return { stage: await decideStage(store, id, hasResults) };
  } finally {
    await file.close();
  }
}

function* readBlocks(
  sheet: RunSheet,
  {
    warnings,
    refused,
    correctedRows,
    context,
    namedPeople,
    findEarlierChoice,
    words,
  }: {
    readonly warnings: ReadonlyMap<number, readonly RowRemark[]>;
    readonly refused: ReadonlyMap<number, RefusedCell>;
    readonly correctedRows: CorrectedRows;
    readonly context: ContextReader;
    readonly namedPeople: NamedPeople;
    readonly findEarlierChoice: FindEarlierChoice;
    readonly words: Words;
  },
): Generator<ReadBlock> {
  let rows: StoredRow[] = [];
  let problems: StoredProblem[] = [];
  const planned = sheet.read.rows.values();
  for (const rowReport of sheet.reports()) {
    const { value: row } = planned.next();
    if (row === undefined) break;
    const report = formatReport(rowReport, words.inWords);
    const choices = readChoices(sheet.read, row, report);
    const stored = toStoredRow(row, report, { choices, context: context.find(row.number) });
    rows.push(stored);
    namedPeople.add(stored);
    const remarks = {
      warnings: warnings.get(row.number),
      refused: refused.get(row.number),
      findEarlierChoice,
    };
    problems.push(...listProblems(row, report, remarks, words));
    correctedRows.add(row);
    if (rows.length < rowsPerBlock) continue;
    yield { rows, problems };
    [rows, problems] = [[], []];
  }
  if (rows.length > 0) yield { rows, problems };
}

class CorrectedRows {
  readonly #corrections: CorrectionFinder;
  readonly #rows = new Map<string, number>();

  constructor(corrections: readonly StoredCorrection[]) {
    this.#corrections = new CorrectionFinder(corrections);
  }

  get rows(): ReadonlyMap<string, number> {
    return this.#rows;
  }

  add({ number, corrected = [] }: PlannedRow): void {
    for (const { field, value } of corrected) {
      const id = this.#corrections.find(field, value, number)?.id;
      if (id !== undefined) this.#rows.set(id, (this.#rows.get(id) ?? 0) + 1);
    }
  }
}

async function decideStage(
  store: Store,
  id: string,
  hasResults: boolean,
): Promise<ReadOutcome['stage']> {
  if ((await findLatestRun(store, id))?.state === 'paused') return 'paused';
  return hasResults ? 'results' : 'check';
}

/**
 * Deletes the rows and problems of an earlier reading. The stage is `match` if a person can correct how the sheet is
 * read. Rethrows unexpected errors.
 */
export async function recordUnreadableSheet(
  store: Store,
  id: string,
  error: unknown,
): Promise<ReadOutcome> {
  const isOperating = error instanceof OperatingError || error instanceof JournalError;
  const isExpected = isOperating || error instanceof UsageError || error instanceof SheetError;
  if (!isExpected) throw error;
  await inTransaction(store, async (tx) => {
    await deleteRows(tx, id);
    await deleteProblems(tx, id);
    await updateCounts(tx, id);
    await countProblemRows(tx, id);
  });
  const isMisfit = error instanceof UsageError && !isOperating;
  const { toSentence } = await readSheetWords(store, id);
  return { stage: isMisfit ? 'match' : 'unreadable', refused: toSentence(error) };
}

import type { RowWarning } from '../../engine/intake/remark.js';
import type { RowListener } from '../../engine/intake/readSheet.js';
import { valuesToSettle } from '../../engine/intake/valuesToSettle.js';
import { assess } from '../../engine/operations/assess.js';
import { wordedReport } from '../../engine/rows/rowReport.js';
import type { PlannedRow } from '../../engine/rows/plannedRow.js';
import { readRunSheet, type RunSheet } from '../../engine/run/runSheet.js';
import { correctionsOf, setCorrectedRows } from '../store/correctionStore.js';
import { latestRun } from '../store/latestRun.js';
import { addProblems, countProblemRows, type StoredProblem } from '../store/problemStore.js';
import { replaceReading } from '../store/replaceReading.js';
import { addRowsTo, type StoredRow } from '../store/rowStore.js';
import { setReading, updateCounts } from '../store/sheetStore.js';
import type { Staging } from '../store/staging.js';
import type { Store } from '../store/store.js';
import { toSettle } from '../words/matching.js';
import { notesOf } from '../words/sheetNotes.js';
import { inWords } from '../words/wording.js';
import { problemsOf, storedRow } from './readRow.js';
import { choicesOfRow, recordCases } from './recordSheet.js';
import { type RefusedCell, refusedCells } from './refusedCells.js';
import { refusedReading } from './refusedReading.js';
import { noLock } from './sheetLocks.js';
import { sheetRun, type SheetRunPorts } from './sheetRun.js';
import type { ReadOutcome } from './work.js';

/** So many rows are made before they are written: all of a large sheet would take much memory. */
const rowsAtOnce = 2_000;

/**
 * Reads all rows of a sheet by its match and its corrections, with what its journal knows of them, and
 * writes rows, problems and counts into the store: those who look see the old reading or the new one.
 */
export async function readStoredSheet(ports: SheetRunPorts, id: string): Promise<ReadOutcome> {
  try {
    return await read(ports, id);
  } catch (error) {
    return refusedReading(ports.store, id, error);
  }
}

async function read(ports: SheetRunPorts, id: string): Promise<ReadOutcome> {
  const { store, now } = ports;
  const { options, storage } = sheetRun(ports, id, assess);
  const file = await storage.openSheet();
  try {
    const journal = await storage.openJournal(noLock);
    const warnings = new Map<number, readonly RowWarning[]>();
    const settle = valuesToSettle(assess);
    const onRow: RowListener = (row, read, facts) => {
      if (read.warnings.length > 0) warnings.set(row.number, read.warnings);
      return settle.onRow(row, read, facts);
    };
    const sheet = await readRunSheet(file, journal, options, {
      ...{ storage, wording: inWords, nowMs: now(), onRow },
    });
    const { intake } = sheet.read;
    const { sheet: worksheet, headerRow } = intake;
    const reading = {
      ...{ worksheet, headerRow, notes: notesOf(file, intake) },
      valuesToSettle: settle.all().map(toSettle),
    };
    let corrected: CorrectedRows | undefined;
    const refused = await refusedCells(sheet);
    replaceReading(
      store,
      id,
      (staging) => {
        corrected = new CorrectedRows(store, id);
        writeAll(store, staging, sheet, { warnings, refused, corrected });
      },
      () => {
        recordCases(store, id, sheet);
        updateCounts(store, id);
        countProblemRows(store, id);
        corrected?.store();
        setReading(store, id, reading);
      },
    );
    return { stage: stageOf(store, id, journal.states.size > 0) };
  } finally {
    await file.close();
  }
}

function writeAll(
  store: Store,
  staging: Staging,
  sheet: RunSheet,
  {
    warnings,
    refused,
    corrected,
  }: {
    readonly warnings: ReadonlyMap<number, readonly RowWarning[]>;
    readonly refused: ReadonlyMap<number, RefusedCell>;
    readonly corrected: CorrectedRows;
  },
): void {
  let rows: StoredRow[] = [];
  let problems: StoredProblem[] = [];
  const write = () => {
    addRowsTo(staging.rows, store, staging.sheet, rows);
    addProblems(store, staging.sheet, problems, { table: staging.problems });
    [rows, problems] = [[], []];
  };
  const planned = sheet.read.rows.values();
  for (const said of sheet.reports()) {
    const { value: row } = planned.next();
    if (row === undefined) break;
    const report = wordedReport(said, inWords);
    rows.push(storedRow(row, report, choicesOfRow(sheet.read, row, report)));
    const told = { warnings: warnings.get(row.number), refused: refused.get(row.number) };
    problems.push(...problemsOf(row, report, told));
    corrected.add(row);
    if (rows.length === rowsAtOnce) write();
  }
  write();
}

/** Counts how many rows are read with each correction. */
class CorrectedRows {
  readonly #store: Store;
  readonly #sheet: string;
  /** The ids of corrections, by what they correct. */
  readonly #ids: ReadonlyMap<string, string>;
  readonly #rows = new Map<string, number>();

  constructor(store: Store, sheet: string) {
    this.#store = store;
    this.#sheet = sheet;
    this.#ids = new Map(
      correctionsOf(store, sheet).map((one) => [keyOf(one.field, one.value, one.row), one.id]),
    );
  }

  add({ number, corrected = [] }: PlannedRow): void {
    for (const { field, value } of corrected) {
      const id =
        this.#ids.get(keyOf(field, value, number)) ?? this.#ids.get(keyOf(field, value, null));
      if (id !== undefined) this.#rows.set(id, (this.#rows.get(id) ?? 0) + 1);
    }
  }

  store(): void {
    setCorrectedRows(this.#store, this.#sheet, this.#rows);
  }
}

function keyOf(field: string, value: string, row: number | null): string {
  return `${field}\n${row ?? ''}\n${value}`;
}

/** Where a sheet stands that was read. */
function stageOf(store: Store, id: string, hasResults: boolean): ReadOutcome['stage'] {
  if (latestRun(store, id)?.state === 'paused') return 'paused';
  return hasResults ? 'results' : 'check';
}

import { unguardText } from '../../../sheets/csv/formulaGuard.js';
import type { SheetFile, SheetRow } from '../../../sheets/sheet.js';
import type { NewAssessment } from '../../../src/assessment.js';
import { sortPurposeFirst } from '../../../src/assessmentFields.js';
import { memoize } from '../../../src/memoize.js';
import { UsageError } from '../errors.js';
import type { Message } from '../message.js';
import { listHashPlaces } from './writtenCells.js';
import {
  ColumnFacts,
  type ColumnProblem,
  type GroupedWarning,
  WarningGroups,
} from './columnFacts.js';
import { type Columns, noteRepeatedHeadings, readHeading, listSettingNotes } from './columns.js';
import { CorrectedCells } from './corrections.js';
import { copyText, readCellText } from './cellValues.js';
import { findHeadings, type HeadingPosition } from './headings.js';
import { noteHiddenRows, isSkippedAsHidden, SkippedRows } from './skippedRows.js';
import type { IntakeOptions } from './intakeOptions.js';
import { type IntakeRow, type PreviousResults, shareTexts, type TextsOfRow } from './intakeRow.js';
import { type PreviousResultsContext, readPreviousResults } from './previousResults.js';
import { type ReadRow, readRow } from './readRow.js';
import {
  toIdentityKey,
  toFoundKey,
  type ComputeHash,
  hashRequest,
  hashWithoutSalt,
  RowKeys,
  type SheetRequest,
  hashTrip,
} from './rowKey.js';
import type { RowReader } from './rowReader.js';
import { SharedValues } from './values.js';

export interface Intake {
  readonly sheet: string;
  readonly headerRow: number;
  readonly columns: Columns;
  /** Includes hidden rows: they show, for example, which of two equal rows was sent. */
  readonly rows: readonly IntakeRow[];
  /** Skipped rows without the trigger, whose references prove results. */
  readonly skippedResults: readonly IntakeRow[];
  readonly warnings: readonly GroupedWarning[];
  /** A row with no other problems is not reported separately. */
  readonly columnProblems: readonly ColumnProblem[];
  readonly isCoveredByColumnProblem: (row: number) => boolean;
  readonly notes: readonly Message[];
}

/** Called when `facts` are complete. For a row without remarks, `request` may be empty. */
export type RowListener = (
  row: IntakeRow,
  read: ReadRow,
  facts: ColumnFacts,
) => void | Promise<void>;

/** The most rows with remarks to keep in memory; with more, the sheet is read again. */
const maxKept = 20_000;

/**
 * Reads the sheet a second time if other dates show the order of ambiguous dates, or if more rows
 * have remarks than are kept in memory.
 */
export async function readSheet(
  file: SheetFile,
  options: IntakeOptions,
  onRow?: RowListener,
): Promise<Intake> {
  const facts = new ColumnFacts(options);
  const kept = new Map<IntakeRow, ReadRow>();
  let remarks = 0;
  const keepRemarks: RowListener = (row, read) => {
    if (!('problems' in read) && read.warnings.length === 0) return;
    if (++remarks <= maxKept) kept.set(row, read);
  };
  const intake = await readAllRows(file, options, facts, onRow && keepRemarks);
  facts.complete();
  if (facts.dates.canDisambiguate || remarks > kept.size)
    return readAllRows(file, options, facts, onRow);
  for (const row of onRow === undefined ? [] : intake.rows) {
    if (isSkippedAsHidden(row, options)) continue;
    const pending = onRow?.(row, kept.get(row) ?? { request: {}, warnings: [] }, facts);
    if (pending !== undefined) await pending;
  }
  return intake;
}

async function readAllRows(
  file: SheetFile,
  options: IntakeOptions,
  facts: ColumnFacts,
  onRow?: RowListener,
): Promise<Intake> {
  const found = await findHeadings(file, options);
  const { sheet, headerRow, columns } = found;
  const { inputs, set = {} } = options;
  const corrections = (options.corrections ?? []).filter(
    ({ worksheet = sheet }) => worksheet === sheet,
  );
  const compact = new IntakeRows(options, columns);
  const reader: RowReader = {
    ...options,
    order: sortPurposeFirst(inputs.fields),
    columns,
    set,
    dates: facts.dates,
    guessedEncoding: file.guessedEncoding,
    shared: new SharedValues(),
    wasAssessed: (row, request) => compact.wasAssessed(row, request),
    ...(corrections.length === 0
      ? {}
      : { corrected: new CorrectedCells(corrections, inputs.fields) }),
  };
  const rows: IntakeRow[] = [];
  const skippedResults: IntakeRow[] = [];
  const warnings = new WarningGroups();
  const skippedRows = new SkippedRows(reader);
  for await (const batch of file.rows(sheet)) {
    for (const row of batch) {
      if (row.number <= headerRow) continue;
      if (skippedRows.skips(row)) {
        const shown = compact.readSkipped(row);
        if (shown !== undefined) skippedResults.push(shown);
        continue;
      }
      options.onCells?.(row);
      const read = readRow(reader, row);
      const kept = compact.next(row, read);
      rows.push(kept);
      if (isSkippedAsHidden(kept, options)) continue;
      facts.add(row.number, read);
      for (const warning of read.warnings) warnings.add(warning);
      const pending = onRow?.(kept, read, facts);
      if (pending !== undefined) await pending;
    }
  }
  const examples = findLoneExamples(rows, skippedRows);
  if (examples !== undefined && options.readsLoneExamples === true) {
    const intake = await readAllRows(file, { ...options, exampleRows: undefined }, facts, onRow);
    return { ...intake, notes: [{ code: 'onlyExamples', rows: examples }, ...intake.notes] };
  }
  assertRows(rows, found, skippedRows, options);
  const hidden = rows.filter((row) => row.hidden).length;
  const { guessedEncoding: encoding } = file;
  const notes: Message[] = [
    ...(encoding === undefined ? [] : [{ code: 'encodingGuessed' as const, encoding }]),
    ...found.notes,
    ...listSettingNotes(columns, options),
    ...[...columns.nearMisses, ...columns.guesses].map((near) => ({
      code: 'headingNearlyMatches' as const,
      ...near,
    })),
    ...noteRepeatedHeadings(columns),
    ...skippedRows.all.map((rows) => ({ code: 'rowsSkipped' as const, ...rows })),
    ...noteHiddenRows(hidden, options.visibleOnly, file),
    ...facts.notes(inputs.fields),
  ];
  const { problems } = facts;
  return {
    sheet,
    headerRow,
    columns,
    rows,
    skippedResults,
    warnings: warnings.all(),
    notes,
    columnProblems: problems.all(),
    isCoveredByColumnProblem: (row) => problems.coversRow(row),
  };
}

function findLoneExamples(
  rows: readonly IntakeRow[],
  { all: [first, ...others] }: SkippedRows,
): readonly number[] | undefined {
  const isAlone = rows.length === 0 && first?.kind === 'example' && others.length === 0;
  return isAlone ? first.rows : undefined;
}

function assertRows(
  rows: readonly IntakeRow[],
  { sheet, headerRow }: HeadingPosition,
  skipped: SkippedRows,
  options: IntakeOptions,
): void {
  const { inputs } = options;
  if (rows.length === 0) {
    const label = inputs.fields[inputs.trigger ?? '']?.label;
    throw new UsageError(
      skipped.hasRowsWithoutInputs && label !== undefined
        ? { code: 'noRowHasInput', sheet, label }
        : { code: 'noRows', sheet, headerRow, skipped: skipped.all, operation: inputs.name },
    );
  }
  if (rows.every((row) => isSkippedAsHidden(row, options))) {
    throw new UsageError({ code: 'allRowsHidden', sheet });
  }
}

class IntakeRows {
  readonly #options: IntakeOptions;
  readonly #columns: Columns;
  readonly #computeHash: ComputeHash;
  readonly #keys: RowKeys;
  readonly #previous: PreviousResultsContext;

  constructor(options: IntakeOptions, columns: Columns) {
    this.#options = options;
    this.#columns = columns;
    // Caches hashes, because a row's reference repeats the hashes of its inputs and its person.
    this.#computeHash = memoize(options.computeHash ?? hashWithoutSalt, 1_000);
    this.#keys = new RowKeys(options.inputs, this.#computeHash);
    this.#previous = {
      ...options,
      computeHash: this.#computeHash,
      results: columns.results,
      places: listHashPlaces(options.inputs.headings.columns),
    };
  }

  next(row: SheetRow, read: ReadRow): IntakeRow {
    const { number } = row;
    const { key: ownKey = '', ...keys } = this.#toKeys(number, read);
    const state = this.#options.known?.state(ownKey);
    const share = shareTexts(this.#options.known, state);
    const previous = readPreviousResults(row, this.#previous, share);
    const employee = this.#hashEmployee(read);
    const isOmitted =
      this.#options.omitsSentRequests === true && showsAssessment(previous, ownKey, state);
    // A copy takes more memory than a literal, and most rows have only the common properties.
    const common = {
      number,
      key: ownKey === '' ? toUnreadableKey(previous) : share(ownKey),
      inputs: 'request' in read && !isOmitted ? read.request : undefined,
      subject: isOmitted ? undefined : this.#toSubject(read),
      employee: employee && share(employee),
      previous,
    };
    const rare: Partial<IntakeRow> = {
      ...keys,
      ...this.#toTrip(read, state),
      ...this.#readContext(row),
      ...(read.corrected === undefined ? {} : { corrected: read.corrected }),
      ...(row.hidden === true ? { hidden: row.hidden } : {}),
    };
    return Object.keys(rare).length === 0 ? common : { ...common, ...rare };
  }

  /** Returns undefined for a row without a reference. */
  readSkipped(row: SheetRow): IntakeRow | undefined {
    const { trigger, identifyTarget } = this.#options.inputs;
    if (trigger === undefined || identifyTarget === undefined) return undefined;
    const previous = readPreviousResults(row, this.#previous, shareTexts(undefined));
    if (previous?.shown === undefined) return undefined;
    const texts = [...this.#columns.fields].map(([name, column]) => {
      return [name, unguardText(readCellText(row.cells[column]))] as const;
    });
    const readable = Object.fromEntries(texts);
    const target = identifyTarget(readable);
    return {
      number: row.number,
      key: target === '' ? '' : toIdentityKey(target, this.#computeHash),
      readable,
      previous,
      isWithoutTrigger: true,
      ...(row.hidden === true ? { hidden: row.hidden } : {}),
    };
  }

  wasAssessed(row: SheetRow, request: SheetRequest): boolean {
    const inputs = hashRequest(request, this.#computeHash);
    const { shown } = readPreviousResults(row, this.#previous, shareTexts(undefined)) ?? {};
    if (shown?.assessment === 'own') return shown.inputs === inputs;
    return this.#options.known?.state(inputs)?.assessmentId !== undefined;
  }

  #toTrip(read: ReadRow, state: TextsOfRow | undefined): Pick<IntakeRow, 'trip'> {
    // Only a row whose inputs were never sent needs a trip. Omitting the other trips saves memory.
    if (state !== undefined || this.#options.proofs?.hasTrips !== true) return {};
    if (!('request' in read)) return {};
    return { trip: hashTrip(read.request, this.#computeHash) };
  }

  #toKeys(number: number, read: ReadRow): Partial<IntakeRow> {
    const { otherRequests } = read;
    if ('request' in read) {
      const keys = this.#keys.next(read.request, number, otherRequests);
      return otherRequests === undefined ? keys : { ...keys, otherInputs: otherRequests };
    }
    const { problems, readable = {} } = read;
    return { problems, readable, ...this.#keys.alternateKeys(otherRequests ?? [], number) };
  }

  #toSubject(read: ReadRow): IntakeRow['subject'] {
    const request = 'request' in read ? read.request : read.otherRequests?.[0];
    if (this.#options.inputs.name !== 'rwa_create' || request === undefined) return undefined;
    // Shares the request object to save memory.
    return request as NewAssessment;
  }

  #hashEmployee(read: ReadRow): string | undefined {
    const { person } = this.#options.inputs;
    if (person === undefined || !('request' in read)) return undefined;
    const id = (read.request as Readonly<Record<string, string | undefined>>)[person];
    return toIdentityKey(id ?? '', this.#computeHash);
  }

  #readContext({ cells }: SheetRow): Pick<IntakeRow, 'context'> {
    const shown = this.#columns.context.map((column) => readHeading(cells[column])).filter(Boolean);
    return shown.length === 0 ? {} : { context: copyText(shown.join(' ')) };
  }
}

function showsAssessment(
  { id, shown }: Partial<PreviousResults> = {},
  key: string,
  state: TextsOfRow | undefined,
): boolean {
  return shown?.assessment === 'own' && shown.inputs === key && state?.assessmentId === id;
}

function toUnreadableKey(previous: PreviousResults | undefined): string {
  return previous?.id ? toFoundKey(previous.id) : '';
}

import type { NewAssessment } from '../../../src/assessment.js';
import { canBeId } from '../../../src/id.js';
import { type KeptScores, keptScoresSchema } from './keptScores.js';
import { messageHash } from './messageHash.js';
import { UsageError } from '../errors.js';
import type { Message } from '../message.js';
import { unguarded } from '../../../sheets/csv/formulaGuard.js';
import type { Cell, SheetFile, SheetRow } from '../../../sheets/sheet.js';
import { type Columns, headingText, headingsTwice } from './columns.js';
import { ColumnFacts } from './columnFacts.js';
import type { ColumnProblem } from './columnProblems.js';
import { findHeadings } from './headings.js';
import type { IntakeOptions } from './intakeOptions.js';
import { hiddenNotes, isLeftOut } from './hiddenRows.js';
import { type KnownTexts, withKnownTexts } from './knownTexts.js';
import { LeftOutRows } from './leftOutRows.js';
import { type RowRemark } from './remark.js';
import { readingOrder, type ReadRow, readRow, type RowReader } from './readRows.js';
import { type HashOf, plainHash, RowKeys, type SheetRequest } from './rowKey.js';
import { detached, SharedValues } from './sharedValues.js';
import { settingNotes } from './settingNotes.js';
import type { SheetInputs } from './sheetInputs.js';
import { type GroupedWarning, WarningGroups } from './warnings.js';
import { linkOf, numberOf, textOf, timeOf } from './writtenValues.js';

/** What the request of an assessment is about, in the few words of a report. */
export type Subject = Pick<NewAssessment, 'employeeId' | 'purpose' | 'destination'>;

/** What an earlier run wrote into a row. */
export interface PreviousResults {
  readonly status: string;
  /** The Assessment ID, or another ID from the service; empty for none. */
  readonly id: string;
  /** The content of the ID cell, if it is not an ID. */
  readonly noId?: string;
  readonly scored: boolean;
  /** The row shows a link to its report. */
  readonly isLinked?: true;
  /** For operations that read results; without those that are no numbers. */
  readonly scores?: KeptScores;
  /** ISO 8601. */
  readonly assessedAt?: string;
  readonly redirectUrl?: string;
  /** When a decision, invitation or removal was recorded, ISO 8601; left out for none. */
  readonly doneAt?: string;
  /** Hash of the message; left out for none. */
  readonly message?: string;
}

/** One row of the sheet, in compact form: a sheet may have 100,000. */
export interface IntakeRow {
  readonly number: number;
  /** Identity of the row; see RowKeys. Empty when nothing could ever be sent for it. */
  readonly key: string;
  /** The request that the row makes; missing for one with problems. */
  inputs?: SheetRequest | undefined;
  /** Of an assessment, what its request is about. */
  readonly subject?: Subject;
  /** Whose row it is, as the journal knows them: the hash of {@link SheetInputs.person}. */
  readonly employee?: string;
  readonly problems?: readonly RowRemark[];
  /** Hash of the request, where the key is of the case alone. */
  readonly request?: string;
  /**
   * By what else the journal may know the row, in the form of `request` where there is one, else of
   * `key`: an earlier run read its values in another way.
   */
  readonly otherwise?: readonly string[];
  /** The first row with the very same request, or of the same case, when this is not it. */
  readonly sameAs?: number;
  /** What an earlier run wrote into the sheet. */
  readonly previous?: PreviousResults;
  /** The person whom the row is about, from columns that are not sent. */
  readonly context?: string;
  /** The row is hidden in the sheet. */
  readonly hidden?: true;
}

/** A sheet as it was read. */
export interface Intake {
  readonly sheet: string;
  readonly headerRow: number;
  readonly columns: Columns;
  /**
   * All rows, also those that `visibleOnly` leaves out: what a row is often shows only beside all
   * others, such as which of two equal ones was sent.
   */
  readonly rows: readonly IntakeRow[];
  readonly warnings: readonly GroupedWarning[];
  /** What is wrong with large parts of whole columns, and which rows need not be told besides. */
  readonly columnProblems: readonly ColumnProblem[];
  readonly isToldByColumn: (row: number) => boolean;
  /** Other notes for the user: skipped rows, headings that nearly match. */
  readonly notes: readonly Message[];
}

/**
 * Hears of every row, when whole columns are known: all that is wrong with it, where an `Intake`
 * keeps a summary. What there is nothing to say of comes without its request.
 */
export type RowListener = (
  row: IntakeRow,
  read: ReadRow,
  facts: ColumnFacts,
) => void | Promise<void>;

/** What is said of so many rows is kept until all are read; of more, the sheet is read again. */
const mostKept = 20_000;

/**
 * Reads every row of the sheet that is meant. Throws a UsageError when its columns do not fit. Reads
 * a second time only where the dates of a column say what to do about others of it, or too much is
 * wrong to be kept.
 */
export async function readSheet(
  file: SheetFile,
  options: IntakeOptions,
  hear?: RowListener,
): Promise<Intake> {
  const facts = new ColumnFacts(options);
  const kept = new Map<IntakeRow, ReadRow>();
  let remarks = 0;
  const keepRemarks: RowListener = (row, read) => {
    if (!('problems' in read) && read.warnings.length === 0) return;
    if (++remarks <= mostKept) kept.set(row, read);
  };
  const intake = await readAllRows(file, options, facts, hear && keepRemarks);
  facts.complete();
  if (facts.dates.tellsMore || remarks > kept.size) return readAllRows(file, options, facts, hear);
  for (const row of hear === undefined ? [] : intake.rows) {
    if (isLeftOut(row, options)) continue;
    const heard = hear?.(row, kept.get(row) ?? { request: {}, warnings: [] }, facts);
    if (heard !== undefined) await heard;
  }
  return intake;
}

async function readAllRows(
  file: SheetFile,
  options: IntakeOptions,
  facts: ColumnFacts,
  hear?: RowListener,
): Promise<Intake> {
  const { sheet, headerRow, columns, notes: found } = await findHeadings(file, options);

  const { inputs, set = {}, known, hashOf = plainHash } = options;
  const { dates } = facts;
  const reader: RowReader = {
    ...{ ...options, order: readingOrder(inputs), columns, set, dates },
    shared: new SharedValues(),
  };
  const keys = new RowKeys(inputs, hashOf);
  const context = ({ cells }: SheetRow): { context?: string } => {
    const told = columns.context.map((column) => headingText(cells[column])).filter(Boolean);
    return told.length === 0 ? {} : { context: detached(told.join(' ')) };
  };
  const subject = (read: ReadRow): { subject?: Subject } => {
    const request = 'request' in read ? read.request : read.otherRequests?.[0];
    if (inputs.name !== 'rwa_create' || request === undefined) return {};
    const { employeeId, purpose, destination } = request as NewAssessment;
    return { subject: { employeeId, purpose, destination } };
  };
  const employee = (read: ReadRow): { employee?: string } => {
    if (inputs.person === undefined || !('request' in read)) return {};
    const id = (read.request as Readonly<Record<string, string | undefined>>)[inputs.person];
    return { employee: hashOf(id ?? '') };
  };
  const rows: IntakeRow[] = [];
  const warnings = new WarningGroups();
  const leftOut = new LeftOutRows(reader);
  for await (const batch of file.rows(sheet)) {
    for (const row of batch) {
      if (row.number <= headerRow) continue;
      if (leftOut.takes(row)) continue;
      const read = readRow(reader, row);
      const previous = readPreviousResults(inputs, columns, row, { known, hashOf });
      const kept: IntakeRow = withKnownTexts(known, {
        ...keep(row.number, read, keys, previous),
        ...subject(read),
        ...employee(read),
        ...context(row),
        ...(row.hidden === true ? { hidden: row.hidden } : {}),
      });
      rows.push(kept);
      if (isLeftOut(kept, options)) continue;
      facts.add(row.number, read);
      for (const warning of read.warnings) warnings.add(warning);
      const heard = hear?.(kept, read, facts);
      if (heard !== undefined) await heard;
    }
  }
  if (rows.length === 0) {
    const label = inputs.fields[inputs.trigger ?? '']?.label;
    throw new UsageError(
      leftOut.hasRowsWithoutInputs && label !== undefined
        ? { code: 'noRowHasInput', sheet, label }
        : { code: 'noRows', sheet, headerRow, leftOut: leftOut.all, operation: inputs.name },
    );
  }
  const hidden = rows.filter((row) => row.hidden).length;
  if (rows.every((row) => isLeftOut(row, options))) {
    throw new UsageError({ code: 'allRowsHidden', sheet });
  }
  const notes: Message[] = [
    ...found,
    ...settingNotes(columns, options),
    ...columns.nearMisses.map((near) => ({ code: 'headingNearlyMatches' as const, ...near })),
    ...headingsTwice(columns),
    ...leftOut.all.map((rows) => ({ code: 'rowsLeftOut' as const, ...rows })),
    ...hiddenNotes(hidden, options.visibleOnly, file),
    ...facts.notes(inputs.fields),
  ];
  const { problems } = facts;
  return {
    ...{ sheet, headerRow, columns, rows, warnings: warnings.all(), notes },
    columnProblems: problems.all(),
    isToldByColumn: (row) => problems.tellsAllOf(row),
  };
}

function keep(
  number: number,
  read: ReadRow,
  keys: RowKeys,
  previous: PreviousResults | undefined,
): IntakeRow {
  const before = previous === undefined ? {} : { previous };
  const { otherRequests } = read;
  if ('request' in read) {
    const { request: inputs } = read;
    return { number, inputs, ...keys.next(inputs, number, otherRequests), ...before };
  }
  const key = previous?.id ? `id:${previous.id}` : '';
  const otherwise = keys.otherwise(otherRequests ?? [], number);
  return { number, key, problems: read.problems, ...otherwise, ...before };
}

function readPreviousResults(
  inputs: SheetInputs,
  columns: Columns,
  row: SheetRow,
  { known, hashOf }: { readonly known?: KnownTexts | undefined; readonly hashOf: HashOf },
): PreviousResults | undefined {
  const at = (name: string): Cell | undefined =>
    row.cells[columns.results.get(name) ?? Number.POSITIVE_INFINITY];
  const status = detached(textOf(at('status')));
  const id = detached(unguarded(textOf(at('id'))));
  if (status === '' && id === '') return undefined;
  const isId = id === '' || canBeId(id);
  const message = textOf(at('message'));
  const scored = textOf(at('overallTrip')) !== '';
  const doneAt = timeOf(at('doneAt'));
  const previous = {
    ...{ status, id: isId ? id : '', scored },
    ...(isId ? {} : { noId: id }),
    ...(linkOf(at('redirectUrl')) === undefined ? {} : { isLinked: true as const }),
    ...(message === '' ? {} : { message: messageHash(unguarded(message), hashOf) }),
    ...(doneAt === undefined ? {} : { doneAt }),
  };
  const { readsResults = false } = inputs;
  const isWanted = readsResults === 'unknown' ? known?.keyOfId(id) === undefined : readsResults;
  return isWanted && scored ? { ...previous, ...readResults(at) } : previous;
}

/** The results in a row, in case the journal is lost. */
function readResults(at: (name: string) => Cell | undefined): Partial<PreviousResults> {
  const scores = Object.keys(keptScoresSchema.shape).flatMap((name) => {
    const isLevel = name === 'cumulativePeRiskLevel';
    const value = isLevel ? unguarded(textOf(at(name))) : numberOf(at(name));
    return value === undefined || value === '' ? [] : [[name, value]];
  });
  const assessedAt = timeOf(at('assessedAt'));
  return {
    scores: keptScoresSchema.parse(Object.fromEntries(scores)),
    redirectUrl: detached(linkOf(at('redirectUrl')) ?? ''),
    ...(assessedAt === undefined ? {} : { assessedAt }),
  };
}

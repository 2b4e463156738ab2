import { hash } from 'node:crypto';
import type { SheetFile, Cell, SheetRow } from '../../../sheets/sheet.js';
import { columnName } from '../../../sheets/xlsx/address.js';
import type { DateOrder } from '../../../src/dateText.js';
import type { Field } from '../../../src/field.js';
import { UsageError } from '../errors.js';
import type { Message } from '../message.js';
import { dropInvalidLetters } from './columnMap.js';
import { type Columns, guessColumns } from './columns.js';
import { guessHeadingRow } from './headingRow.js';
import { normalizeHeading, findWrittenHeadings } from './headingNames.js';
import { findBestCandidate, findHeadings, findSheet } from './headings.js';
import type { NearMiss } from './intakeMessages.js';
import type { IntakeOptions } from './intakeOptions.js';
import { findOurColumns } from './recordedDecisions.js';
import { isBlank, toShownCell } from './cellValues.js';
import { SharedValues } from './values.js';

export interface SheetInspection {
  readonly worksheets: readonly { readonly name: string; readonly visible: boolean }[];
  readonly sheet: string;
  /** The lower of two heading rows. */
  readonly headerRow: number;
  readonly columns: readonly InspectedColumn[];
  /** `columns` lists the first 500 at most. */
  readonly columnCount: number;
  /** The first rows, and the headings with some rows below them. */
  readonly preview: readonly PreviewRow[];
  readonly inputs: readonly InspectedInput[];
  /** The number of rows with values below the heading row. */
  readonly rows: number;
  readonly hiddenRows: number;
  readonly datesAreAmbiguous: boolean;
  /** The order of day and month in the other dates, if they agree. */
  readonly dateOrderShown?: DateOrder | undefined;
  /** The reason why this worksheet and heading row would be refused; missing if they fit. */
  readonly misfit?: Message | undefined;
}

interface InspectedColumn {
  readonly letter: string;
  /** Empty for a column without a heading. */
  readonly heading: string;
  readonly isOurs: boolean;
}

interface InspectedInput extends Pick<Field, 'label' | 'help' | 'kind' | 'required'> {
  readonly name: string;
  /** Missing if the input applies to all purposes. */
  readonly purpose?: string | undefined;
  /** All values of a choice, or the known values of an open choice or a country. */
  readonly values?: readonly string[] | undefined;
  readonly column?: string | undefined;
  /** A column with a heading in another language. It is read only if a person chooses it. */
  readonly guess?: Pick<NearMiss, 'column' | 'heading'> | undefined;
}

/** A sheet may have 16,384 columns, too many to choose from. */
const maxColumns = 500;

/** Inspects a file even if reading it would be refused. Ignores a missing worksheet. */
export async function inspectSheet(
  file: SheetFile,
  given: IntakeOptions,
): Promise<SheetInspection> {
  const options = dropMissingSheet(file, given);
  const { inputs, set = {} } = options;
  const { sheet, headerRow, readAt, columns, misfit } = await inspectHeadings(file, options);
  const guesses = await findGuesses(file, { ...options, sheet, headerRow: readAt });
  const inspectedRows = new InspectedRows(headerRow, columns, options);
  for await (const batch of file.rows(sheet)) for (const row of batch) inspectedRows.add(row);
  const { fields } = inputs;
  const { columnCount } = inspectedRows.found;
  const ours = findOurColumns(columns);
  return {
    worksheets: file.sheets.map(({ name, visible }) => ({ name, visible })),
    sheet,
    headerRow,
    ...inspectedRows.found,
    columns: Array.from({ length: Math.min(columnCount, maxColumns) }, (_, at) => ({
      letter: columnName(at),
      heading: columns.headings[at] ?? '',
      isOurs: ours.has(at),
    })),
    inputs: Object.entries(fields).map(([name, field]) => {
      const { label, help, kind, required, purpose, values } = field;
      const at = set[name] === undefined ? columns.fields.get(name) : undefined;
      const column = at === undefined || at >= columnCount ? undefined : columnName(at);
      const guess = guesses.find(({ field: guessed }) => guessed === name);
      return { name, label, help, kind, required, purpose, values, column, guess };
    }),
    misfit: misfit ?? findNoRows(inspectedRows, { sheet, headerRow }, options),
  };
}

/** Hashes the operation and the normalised headings, except the headings of our results. */
export async function findHeadingsKey(
  file: SheetFile,
  options: IntakeOptions,
): Promise<string | undefined> {
  const { columns } = await inspectHeadings(file, dropMissingSheet(file, options));
  return toHeadingsKey(columns, options.inputs.name);
}

function dropMissingSheet(file: SheetFile, options: IntakeOptions): IntakeOptions {
  const sheet = options.sheet === undefined ? undefined : findSheet(file, options.sheet);
  return { ...options, sheet };
}

interface InspectedHeadings extends Pick<Located, 'sheet' | 'headerRow'> {
  /** Undefined if the located row is empty and was not chosen. */
  readonly readAt: number | undefined;
  readonly columns: Columns;
  readonly misfit: Message | undefined;
}

async function inspectHeadings(
  file: SheetFile,
  options: IntakeOptions,
): Promise<InspectedHeadings> {
  const { inputs, columns: map = {}, knownColumns } = options;
  const { sheet, headerRow, cells } = await locateHeadings(file, options);
  const readAt = cells.length === 0 ? options.headerRow : headerRow;
  const read = await findHeadings(file, { ...options, sheet, headerRow: readAt }).catch(
    toUsageError,
  );
  if ('columns' in read) {
    return { sheet, headerRow, readAt, columns: read.columns, misfit: undefined };
  }
  const written = findWrittenHeadings(file, sheet, knownColumns);
  const columns = guessColumns(inputs, cells, dropInvalidLetters(map), written);
  return { sheet, headerRow, readAt, columns, misfit: read.messages[0] };
}

/** Also guesses inputs for which a column was chosen. */
async function findGuesses(file: SheetFile, options: IntakeOptions): Promise<readonly NearMiss[]> {
  const { best } = await findBestCandidate(file, { ...options, columns: undefined });
  return best?.columns?.guesses ?? [];
}

function toUsageError(error: unknown): UsageError {
  if (error instanceof UsageError) return error;
  throw error;
}

function findNoRows(
  { found: { rows, hiddenRows } }: InspectedRows,
  { sheet, headerRow }: Pick<Located, 'sheet' | 'headerRow'>,
  { inputs, visibleOnly = false }: IntakeOptions,
): Message | undefined {
  if (rows === 0) return { code: 'noRows', sheet, headerRow, skipped: [], operation: inputs.name };
  return visibleOnly && rows === hiddenRows ? { code: 'allRowsHidden', sheet } : undefined;
}

function toHeadingsKey(columns: Columns, operation: string): string | undefined {
  const ours = findOurColumns(columns);
  const own = columns.headings.map((text, column) =>
    ours.has(column) ? '' : normalizeHeading(text),
  );
  const last = own.findLastIndex((text) => text !== '');
  if (last === -1) return undefined;
  const text = JSON.stringify([operation, ...own.slice(0, last + 1)]);
  return hash('sha256', text, 'base64url').slice(0, 22);
}

/**
 * A row with fewer known headings counts only if it is chosen or has all required headings, or if
 * no other row looks like headings.
 */
const minKnown = 2;

interface Located {
  readonly sheet: string;
  readonly headerRow: number;
  /** Empty if the heading row has no cells. */
  readonly cells: readonly (Cell | undefined)[];
}

async function locateHeadings(file: SheetFile, options: IntakeOptions): Promise<Located> {
  const { best } = await findBestCandidate(file, options);
  const isFound = best !== undefined && (best.count >= minKnown || best.missing?.length === 0);
  if (best !== undefined && (isFound || options.headerRow !== undefined)) {
    return { sheet: best.sheet, headerRow: best.row.number, cells: best.row.cells };
  }
  const [first] = [...file.sheets].sort((a, b) => Number(b.visible) - Number(a.visible));
  const sheet = best?.sheet ?? options.sheet ?? first?.name ?? '';
  if (options.headerRow !== undefined) return { sheet, headerRow: options.headerRow, cells: [] };
  const guessed = await guessWidestHeadingRow(file, options.sheet);
  if (guessed === undefined) {
    return { sheet, headerRow: best?.row.number ?? 1, cells: best?.row.cells ?? [] };
  }
  const { best: guessedBest } = await findBestCandidate(file, {
    ...options,
    sheet: guessed.sheet,
    headerRow: guessed.number,
  });
  const { number = guessed.number, cells = [] } = guessedBest?.row ?? {};
  return { sheet: guessed.sheet, headerRow: number, cells };
}

/** If `sheet` is undefined, returns the widest guessed row of all visible sheets. */
async function guessWidestHeadingRow(file: SheetFile, sheet: string | undefined) {
  const sheets =
    sheet === undefined
      ? file.sheets.filter(({ visible }) => visible).map(({ name }) => name)
      : [sheet];
  let widest:
    | { readonly sheet: string; readonly number: number; readonly cells: number }
    | undefined;
  for (const name of sheets) {
    const guessed = await guessHeadingRow(file, name);
    if (guessed !== undefined && guessed.cells > (widest?.cells ?? 0)) {
      widest = { sheet: name, ...guessed };
    }
  }
  return widest;
}

interface PreviewRow {
  readonly number: number;
  readonly cells: readonly string[];
}

const rowsFromTop = 12;
const rowsBelowHeadings = 4;
const maxPreviewColumns = 30;

class InspectedRows {
  readonly #headerRow: number;
  readonly #dates: readonly (readonly [name: string, field: Field, column: number])[];
  readonly #values = new SharedValues();
  readonly #preview: PreviewRow[] = [];
  readonly #orders = new Set<DateOrder>();
  #rows = 0;
  #hiddenRows = 0;
  #columnCount = 0;
  #isAmbiguous = false;

  constructor(headerRow: number, columns: Columns, { inputs, set = {} }: IntakeOptions) {
    this.#headerRow = headerRow;
    this.#columnCount = columns.headings.length;
    this.#dates = Object.entries(inputs.fields).flatMap(([name, field]) => {
      const column = columns.fields.get(name);
      const isRead = field.kind === 'dateTime' && column !== undefined && set[name] === undefined;
      return isRead ? [[name, field, column] as const] : [];
    });
  }

  add(row: SheetRow): void {
    const last = row.cells.findLastIndex((cell) => !isBlank(cell));
    this.#columnCount = Math.max(this.#columnCount, last + 1);
    if (this.#isShown(row.number)) this.#preview.push(toPreviewRow(row, last));
    if (row.number <= this.#headerRow) return;
    this.#rows++;
    if (row.hidden === true) this.#hiddenRows++;
    for (const [name, field, column] of this.#dates) {
      const cell = row.cells[column];
      if (cell?.kind !== 'text') continue;
      const read = this.#values.read(name, field, cell);
      if (!read.ok) this.#isAmbiguous ||= read.message.code === 'ambiguousDate';
      else if (read.order !== undefined) this.#orders.add(read.order);
    }
  }

  get found() {
    const [order, another] = this.#orders;
    return {
      rows: this.#rows,
      hiddenRows: this.#hiddenRows,
      columnCount: this.#columnCount,
      preview: this.#preview,
      datesAreAmbiguous: this.#isAmbiguous,
      dateOrderShown: another === undefined ? order : undefined,
    };
  }

  #isShown(number: number): boolean {
    if (this.#preview.length < rowsFromTop) return true;
    return number >= this.#headerRow && this.#rows < rowsBelowHeadings;
  }
}

function toPreviewRow({ number, cells }: SheetRow, last: number): PreviewRow {
  return { number, cells: cells.slice(0, Math.min(last + 1, maxPreviewColumns)).map(toShownText) };
}

function toShownText(cell: Cell | undefined): string {
  return cell?.kind === 'number' && (cell.shown ?? '') !== ''
    ? toShownCell({ kind: 'text', text: cell.shown ?? '' })
    : toShownCell(cell);
}

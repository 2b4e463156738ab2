import type { Cell } from '../../../sheets/sheet.js';
import { columnName, columnIndex } from '../../../sheets/xlsx/address.js';
import { UsageError } from '../errors.js';
import type { Message } from '../message.js';
import { type ColumnMap, findMappedColumns } from './columnMap.js';
import type { NearMiss } from './intakeMessages.js';
import type { IntakeOptions } from './intakeOptions.js';
import { type Evidence, findOwnColumns, type OwnColumns, coreColumns } from './ownColumns.js';
import type { SheetInputs } from './sheetInputs.js';
import type { WrittenHeadings } from './headingNames.js';

/** Columns are counted from 0. */
export interface Columns {
  /** The text is empty for a column without a heading. */
  readonly headings: readonly string[];
  readonly fields: ReadonlyMap<string, number>;
  readonly results: OwnColumns['positions'];
  readonly resultHeadings: OwnColumns['headings'];
  readonly usersOwn: OwnColumns['users'];
  readonly unproven: OwnColumns['unproven'];
  readonly separate: OwnColumns['separate'];
  readonly provenUserColumns?: ReadonlySet<number> | undefined;
  /** The last column of the table with the inputs: the next heading cell is empty. */
  readonly dataEnd: number;
  /** Columns that identify the person of a row. */
  readonly context: readonly number[];
  readonly nearMisses: readonly NearMiss[];
  /** Headings in another language. A person must confirm them before their columns are read. */
  readonly guesses: readonly NearMiss[];
}

type KnownColumns = Omit<Evidence, 'inputs'>;

/** The most headings to compare in the slow search for near matches. A sheet may have 16,384. */
const maxUnknownHeadings = 500;

export function noteRepeatedHeadings({
  results,
  resultHeadings,
  usersOwn,
  provenUserColumns = new Set(),
}: Columns): Message<'headingTwice'>[] {
  return coreColumns.flatMap((name) => {
    const [read, other] = [results.get(name), usersOwn.get(name)];
    if (read === undefined || other === undefined || provenUserColumns.has(other)) return [];
    const columns = [read, other].toSorted((a, b) => a - b).map(columnName);
    const heading = resultHeadings.get(name) ?? '';
    return { code: 'headingTwice', columns, heading, read: columnName(read) };
  });
}

/**
 * `map` takes precedence over the headings. Throws a UsageError when two columns claim the same
 * input, a mapped heading is missing, or an input is mapped to one of our columns.
 */
export function readColumns(
  inputs: SheetInputs,
  cells: readonly (Cell | undefined)[],
  map: ColumnMap = {},
  known: KnownColumns = {},
): Columns {
  const { headings } = inputs;
  const toLabel = (field: string) => inputs.fields[field]?.label ?? field;
  const texts = cells.map(readHeading);
  const fields = findMappedColumns(map, texts);
  const context: number[] = [];
  const nearMisses: NearMiss[] = [];
  const guesses: NearMiss[] = [];
  const mapped = new Set(fields.values());
  if (mapped.size > 0 && known.written !== undefined)
    refuseResultColumns(fields, inputs, texts, known);
  const own = findOwnColumns(headings.columns, texts, { ...known, inputs: mapped });
  const ours = new Set(own.positions.values());
  let unknown = 0;
  for (const [column, text] of texts.entries()) {
    if (text === '' || mapped.has(column) || ours.has(column)) continue;
    const field = headings.findField(text);
    if (field === undefined && headings.isContext(text)) {
      context.push(column);
    } else if (field === undefined) {
      if (own.named.has(column) || unknown++ >= maxUnknownHeadings) continue;
      const guess = headings.guessField(text);
      const near = guess ?? headings.findNearestField(text);
      if (near !== undefined) {
        const place = { column: columnName(column), heading: text };
        const list = guess === undefined ? nearMisses : guesses;
        list.push({ ...place, field: near, label: toLabel(near) });
      }
    } else if (map[field] === undefined) {
      claim(fields, { field, label: toLabel(field), column }, texts);
    }
  }
  // A mapped column also supplies the input that its heading names, if no other column supplies it.
  for (const column of mapped) {
    const field = headings.findField(texts[column] ?? '');
    if (field === undefined || fields.has(field) || map[field] === null) continue;
    fields.set(field, column);
  }
  // No near match counts for an input that another column supplies, or that is mapped to `null`.
  const isOpen = ({ field }: NearMiss) => !fields.has(field) && map[field] !== null;
  const isOnly = ({ field, column }: NearMiss) =>
    guesses.every((other) => other.field !== field || other.column === column);
  return {
    headings: texts,
    fields,
    results: own.positions,
    resultHeadings: own.headings,
    usersOwn: own.users,
    unproven: own.unproven,
    separate: own.separate,
    provenUserColumns: known.users,
    dataEnd: findLastInRun(cells, Math.max(0, ...fields.values())),
    context,
    nearMisses: [...nearMisses, ...guesses.filter((guess) => !isOnly(guess))].filter(isOpen),
    guesses: guesses.filter((guess) => isOnly(guess) && isOpen(guess)),
  };
}

export function readHeading(cell: Cell | undefined): string {
  return cell?.kind === 'text' ? cell.text.replaceAll(/\s+/g, ' ').trim() : '';
}

/** Takes the first of two columns for an input, and ignores impossible entries of the map. */
export function guessColumns(
  inputs: SheetInputs,
  cells: readonly (Cell | undefined)[],
  map: ColumnMap,
  written: WrittenHeadings | undefined,
): Columns {
  try {
    return readColumns(inputs, cells, map, { written });
  } catch (error) {
    const next = error instanceof UsageError ? correctMap(error, inputs, map) : undefined;
    if (next === undefined) throw error;
    return guessColumns(inputs, cells, next, written);
  }
}

/** Omits a column chosen by letters if its heading means the same input. */
export function listSettingNotes(
  columns: Columns,
  { inputs, columns: map = {}, set = {} }: IntakeOptions,
): Message[] {
  const fields = Object.entries(inputs.fields);
  const mapped = fields.flatMap(([name, { label }]): Message[] => {
    const [chosen, column] = [map[name] ?? undefined, columns.fields.get(name)];
    if (chosen === undefined || column === undefined || set[name] !== undefined) return [];
    const there = columns.headings[column] ?? '';
    if (typeof chosen !== 'string' && inputs.headings.findField(there) === name) return [];
    const heading = typeof chosen === 'string' ? chosen : there;
    return [{ code: 'inputFromColumn', label, column: columnName(column), heading }];
  });
  const everywhere = fields.flatMap(([name, { label }]): Message[] => {
    const [value, column] = [set[name], columns.fields.get(name)];
    if (value === undefined) return [];
    const unreadColumn = column === undefined ? {} : { column: columnName(column) };
    return [{ code: 'inputSetForAll', label, value, ...unreadColumn }];
  });
  return [...mapped, ...everywhere];
}

function refuseResultColumns(
  mapped: ReadonlyMap<string, number>,
  { headings }: SheetInputs,
  texts: readonly string[],
  known: KnownColumns,
): void {
  const ours = new Set(
    findOwnColumns(headings.columns, texts, { ...known, inputs: new Set() }).positions.values(),
  );
  for (const [field, column] of mapped) {
    if (!ours.has(column)) continue;
    const heading = texts[column] ?? '';
    throw new UsageError({ code: 'mappedToResults', field, heading, column: columnName(column) });
  }
}

function findLastInRun(cells: readonly (Cell | undefined)[], from: number): number {
  let last = from;
  while (cells[last + 1] !== undefined) last++;
  return last;
}

function claim(
  fields: Map<string, number>,
  { field, label, column }: { field: string; label: string; column: number },
  texts: readonly string[],
): void {
  const first = fields.get(field);
  if (first === undefined) {
    fields.set(field, column);
    return;
  }
  const columns = [first, column].map((at) => ({
    column: columnName(at),
    heading: texts[at] ?? '',
  }));
  throw new UsageError({ code: 'columnsAlike', label, columns });
}

/** Each call changes another input, so `guessColumns` makes only a limited number of calls. */
function correctMap(
  { messages: [message] }: UsageError,
  { fields }: SheetInputs,
  map: ColumnMap,
): ColumnMap | undefined {
  if (message?.code === 'columnsAlike') {
    const name = Object.keys(fields).find((field) => fields[field]?.label === message.label);
    const [first] = message.columns;
    if (name === undefined || first === undefined) return undefined;
    return { ...map, [name]: { column: columnName(columnIndex(first.column)) } };
  }
  if (message?.code !== 'mappedHeadingMissing' && message?.code !== 'mappedToResults')
    return undefined;
  return { ...map, [message.field]: null };
}

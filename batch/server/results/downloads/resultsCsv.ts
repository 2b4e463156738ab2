import { guardText } from '../../../../sheets/csv/formulaGuard.js';
import type { Cell } from '../../../../sheets/sheet.js';
import { toCellText } from '../../../engine/intake/cellValues.js';
import { decisionHeadings } from '../../../engine/intake/recordedDecisions.js';
import { riskKinds } from '../../../engine/report/risks.js';
import type { Row } from '../../contract/shapes.js';
import type { Store } from '../../db/store.js';
import { type RowCursor, readRowPageWithInputs, type RowSelection } from '../rowPages.js';
import type { ResultsCsvWords } from '../../words/resultsCsv.js';
import type { ContextColumns } from './contextColumns.js';
import { describeEarlier } from './decisionCells.js';

/** All rows of a large sheet would take much memory. */
const rowsPerPage = 500;

const decisions = {
  status: ({ decision }: Row) => decision?.status,
  by: ({ decision }: Row) => decision?.by,
  doneAt: ({ decision }: Row) => decision?.at,
  note: ({ decision }: Row) => decision?.note,
  earlier: ({ earlierDecision }: Row) => earlierDecision && describeEarlier(earlierDecision),
};

type Column = readonly [
  name: keyof ResultsCsvWords['headings'],
  getValue: (row: Row, words: ResultsCsvWords) => string | number | undefined,
];

const personColumns: readonly Column[] = [
  ['row', ({ row }) => row],
  ['employeeId', ({ employeeId }) => employeeId],
];

const tripColumns: readonly Column[] = [
  ['purpose', ({ purpose }) => purpose],
  ['destination', ({ destination }) => destination],
];

const resultColumns: readonly Column[] = [
  ['rowStatus', ({ status }) => status],
  ['message', ({ message }) => message],
  ...riskKinds.map((kind) => [kind, ({ scores }: Row) => scores[kind]] as const),
  ['peLevel', ({ peLevel }) => peLevel],
  ['change', ({ change }) => change],
  ['assessmentId', ({ assessmentId }) => assessmentId],
  ['assessedAt', ({ assessedAt }) => assessedAt],
  ['report', ({ redirectUrl }) => redirectUrl],
  ...decisionHeadings.map(({ name }) => [name, decisions[name]] as const),
  ['unrecorded', ({ unrecorded }, words) => unrecorded && describeUnrecorded(unrecorded, words)],
];

const ownColumns = [...personColumns, ...tripColumns, ...resultColumns];

const shownInputs: ReadonlySet<string> = new Set(['employeeId', 'purpose', 'destination']);

/** Begins with a byte order mark, so that Excel reads it as UTF-8. Texts never run as formulas. */
export async function* generateResultsCsv(
  store: Store,
  sheet: string,
  {
    words,
    context,
    rows: selection = { filter: 'all', search: '' },
  }: {
    readonly words: ResultsCsvWords;
    readonly context?: ContextColumns | undefined;
    readonly rows?: RowSelection | undefined;
  },
): AsyncGenerator<string> {
  const getHeadings = (columns: readonly Column[]) => columns.map(([name]) => words.headings[name]);
  const inputNames = context?.inputs.filter((name) => !shownInputs.has(name)) ?? [];
  const inputHeadings = inputNames.map((name) => words.nameInput(name));
  const ownHeadings = new Set([...getHeadings(ownColumns), ...inputHeadings]);
  const distinguish = (texts: readonly string[] = []) =>
    texts.map((text) => (ownHeadings.has(text) ? words.headingOfSheet(text) : text));
  const headings = [
    ...getHeadings(personColumns),
    ...distinguish(context?.headings.person),
    ...getHeadings(tripColumns),
    ...distinguish(context?.headings.others),
    ...inputHeadings,
    ...getHeadings(resultColumns),
  ];
  yield `\uFEFF${toLine(headings, words)}`;
  let after: RowCursor | undefined;
  do {
    // Read the rows in the order of the sheet, because the context columns are read only once.
    const query = { ...selection, sort: 'row', after, limit: rowsPerPage } as const;
    const { rows, inputs, next } = await readRowPageWithInputs(store, sheet, query);
    let lines = '';
    for (const [index, row] of rows.entries()) {
      const getCells = (columns: readonly Column[]) =>
        columns.map(([, getValue]) => getValue(row, words));
      const { person = [], others = [] } = (await context?.read(row.row)) ?? {};
      const values = [
        ...getCells(personColumns),
        ...person,
        ...getCells(tripColumns),
        ...others,
        ...inputNames.map((name) => inputs[index]?.[name]),
        ...getCells(resultColumns),
      ];
      lines += toLine(values, words);
    }
    yield lines;
    after = next;
  } while (after !== undefined);
}

function toLine(
  values: readonly (string | number | Cell | undefined)[],
  { separator, decimalMark }: ResultsCsvWords,
): string {
  const formatNumber = (digits: string) => digits.replace('.', decimalMark);
  const cells = values.map((value) => {
    if (typeof value === 'number') return formatNumber(String(value));
    if (typeof value !== 'object') return formatText(value);
    return value.kind === 'number' ? formatNumber(value.text) : formatText(toCellText(value));
  });
  return `${cells.join(separator)}\r\n`;
}

function describeUnrecorded(
  { status, state, message }: NonNullable<Row['unrecorded']>,
  { beingRecorded }: ResultsCsvWords,
): string {
  return `${status}: ${state === 'sending' ? beingRecorded : message}`;
}

function formatText(value = ''): string {
  const text = guardText(value.replaceAll('\0', ''));
  return /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

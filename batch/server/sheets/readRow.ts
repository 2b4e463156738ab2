import type { FindEarlierChoice } from './earlierChoices.js';
import type { IntakeRow } from '../../engine/intake/intakeRow.js';
import { type RowRemark, toWordPattern } from '../../engine/intake/remark.js';
import type { WordedReport } from '../../engine/rows/rowReport.js';
import { findBlock, findFaults, type PlannedRow } from '../../engine/rows/plannedRow.js';
import { assessmentFields } from '../../../src/assessmentFields.js';
import type { Field } from '../../../src/field.js';
import { suggestEnglishName } from '../../../src/foreignCountries.js';
import { toSentence } from '../../../src/toSentence.js';
import { sanitize } from '../../../src/sanitized.js';
import { capitalize } from '../../wording/words.js';
import type { StoredProblem } from './problemStore.js';
import type { StoredRow } from '../results/rowStore.js';
import { classifyProblem, type ProblemKind } from '../words/problemKinds.js';
import type { Words } from '../words/wording.js';
import { type CellText, readCellTexts } from '../../engine/intake/unrecognizedValues.js';
import type { FieldError } from '../../../src/failure.js';
import { findRefusedInput } from '../../engine/rows/rowWork.js';
import type { RunSheet } from '../../engine/run/runSheet.js';

const fields: Readonly<Record<string, Field | undefined>> = assessmentFields;

export function toStoredRow(
  row: PlannedRow,
  report: WordedReport,
  { choices, context }: Required<Pick<StoredRow, 'choices' | 'context'>>,
): StoredRow {
  const { row: number, status, message, ...result } = report;
  const inputs = readInputs(row);
  const { employeeId = '', purpose = '', destination = '' } = { ...inputs, ...row.subject };
  return {
    number,
    key: row.key,
    status,
    message,
    ...result,
    employeeId,
    context,
    purpose,
    destination,
    inputs,
    choices,
    hidden: row.hidden === true,
    instead: Object.fromEntries((row.corrected ?? []).map(({ field, value }) => [field, value])),
  };
}

function readInputs({ inputs, readable = {} }: IntakeRow): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [field, value] of Object.entries(inputs ?? readable)) {
    if (typeof value === 'string' || typeof value === 'number') {
      // Dates are shown without a time.
      found[field] = sanitize(String(value)).replace(/T00:00:00\.000Z$/, '');
    }
  }
  return found;
}

export function* listProblems(
  row: PlannedRow,
  report: WordedReport,
  {
    warnings = [],
    refused,
    findEarlierChoice,
  }: {
    warnings?: readonly RowRemark[] | undefined;
    refused?: RefusedCell | undefined;
    findEarlierChoice: FindEarlierChoice;
  },
  words: Words,
): Generator<StoredProblem> {
  for (const remark of row.problems ?? []) {
    const earlier = findEarlierChoice(remark);
    yield wordRemark(remark, classifyProblem(remark), earlier, words);
  }
  yield* listStatusProblems(row, report, refused, words);
  for (const warning of warnings) {
    // If the service has rejected this value, that problem is already listed.
    if (warning.field !== refused?.field) {
      const earlier = findEarlierChoice(warning);
      yield wordRemark(suggestEnglish(warning), 'unusual', earlier, words);
    }
  }
}

/** Lists the problems that depend on the status of a row, which a run or a person can change. */
export function* listStatusProblems(
  row: PlannedRow,
  { status, message }: WordedReport,
  refused: RefusedCell | undefined,
  words: Words,
): Generator<StoredProblem> {
  if (status === 'Invalid') {
    for (const fault of findFaults(row))
      yield createRowProblem(row, 'blocked', words.inWords(fault));
    if (findBlock(row) !== undefined) yield createRowProblem(row, 'blocked', message);
  }
  if (status === 'Duplicate') yield createRowProblem(row, 'duplicate', message);
  if (status !== 'Rejected') return;
  if (refused === undefined) yield createRowProblem(row, 'refused', message);
  else {
    const cell = createRefusedCell(row, refused);
    const message = removeLabel(refused.message, cell.label);
    const text = { message, remedy: words.correctRefused };
    yield toStoredProblem(suggestEnglish(cell), 'refused', text, words);
  }
}

type ProblemCell = Omit<RowRemark, 'message' | 'remedy'>;

function createRefusedCell(
  { number, corrected = [] }: PlannedRow,
  { field, column, value }: RefusedCell,
): ProblemCell {
  const cell = { row: number, column, field, label: fields[field]?.label ?? field, value };
  const sent = corrected.find((correction) => correction.field === field);
  return sent === undefined ? cell : { ...cell, readAs: sent.to };
}

/** The page shows the label beside the message. */
function removeLabel(message: string, label: string): string {
  return message.startsWith(`${label}: `) ? message.slice(label.length + 2) : message;
}

/** The service may not know the name in the cell. */
function suggestEnglish<Cell extends ProblemCell>(cell: Cell): Cell {
  const isCountry = fields[cell.field]?.kind === 'country';
  const { value, readAs = value } = cell;
  const suggestion = isCountry ? suggestEnglishName(readAs)?.name : undefined;
  return suggestion === undefined ? cell : { ...cell, suggestion };
}

function wordRemark(
  remark: RowRemark,
  kind: ProblemKind,
  earlier: string | undefined,
  words: Words,
): StoredProblem {
  const text = words.valueText(remark.message);
  const message =
    earlier === undefined ? text : `${toSentence(text)} ${words.chosenBefore(earlier)}`;
  const remedy = remark.remedy === undefined ? '' : words.valueText(remark.remedy);
  const cell = { ...remark, ...(earlier === undefined ? {} : { suggestion: earlier }) };
  return toStoredProblem(cell, kind, { message, remedy }, words);
}

function toStoredProblem(
  { row, column, field, label, value, readAs, suggestion }: ProblemCell,
  kind: ProblemKind,
  { message: text, remedy }: Pick<StoredProblem, 'message' | 'remedy'>,
  { correctedTo }: Words,
): StoredProblem {
  // The page shows the value of the cell beside the message, so the message must name the corrected value.
  const isNamed = readAs === undefined || toWordPattern(readAs).test(text);
  const fullText = isNamed ? text : `${toSentence(text)} ${correctedTo(readAs)}`;
  return {
    row,
    kind,
    field,
    label,
    value: sanitize(value),
    cell: column === undefined ? undefined : `${column}${row}`,
    message: sanitize(toSentence(capitalize(fullText))),
    remedy: sanitize(remedy),
    suggestion: suggestion === undefined ? undefined : sanitize(suggestion),
  };
}

/** The message contains the remedy. */
function createRowProblem(
  { number }: PlannedRow,
  kind: ProblemKind,
  message: string,
): StoredProblem {
  const absent = { cell: undefined, suggestion: undefined };
  return { row: number, kind, field: '', label: '', value: '', message, remedy: '', ...absent };
}

export type RefusedCell = FieldError & CellText;

/** Maps the numbers of rows to their rejected cells. If there are any, reads the sheet once more. */
export async function readRefusedCells(sheet: RunSheet): Promise<ReadonlyMap<number, RefusedCell>> {
  const { rows, journal, file, intake } = sheet.read;
  const { fields } = sheet.options.operation;
  const { set = {} } = sheet.options.intake;
  const refused = new Map<number, FieldError>();
  for (const row of rows) {
    if (sheet.status(row) !== 'Rejected') continue;
    const input = findRefusedInput(journal.state(row.key)?.reason, fields);
    // Leave out a value that is set for all rows, because it is changed under Match.
    if (input !== undefined && set[input.field] === undefined) refused.set(row.number, input);
  }
  const fieldByRow = new Map([...refused].map(([number, { field }]) => [number, field]));
  const texts = await readCellTexts(file, intake, fieldByRow);
  const cells = new Map<number, RefusedCell>();
  for (const [number, input] of refused) {
    const text = texts.get(number);
    if (text !== undefined) cells.set(number, { ...input, ...text });
  }
  return cells;
}

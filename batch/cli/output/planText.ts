import { sanitize } from '../../../src/sanitized.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import type { RowReport } from '../../engine/rows/rowReport.js';
import type { Plan } from '../../engine/run/events.js';
import { resultColumnsText } from '../../wording/resultColumns.js';
import {
  capitalize,
  count,
  listFirstRows,
  listRows,
  shorten,
  formatTimeSpan,
} from '../../wording/words.js';
import { wrapText } from './lines.js';
import { operationWords, describeRequest } from '../operations/operations.js';
import { wordMessage } from '../wording/wording.js';
import { roundText } from './roundText.js';
import {
  joinSentences,
  type Sentence,
  sentence,
  value,
  showValues,
  omitValues,
} from '../../wording/sentence.js';
import { countLines } from './statusLines.js';
import { type Terminal } from './terminal.js';
import { columnLines, noteLine, rowLine, titleLine, warningLines } from './sheetLines.js';

/**
 * Longer lists are cut: `rwa check` and `rwa status` list all. The list of people to confirm has no
 * limit.
 */
const maxListedRows = 10;

export interface PlanWords {
  readonly operation: SheetOperation;
  readonly results: string;
  /** The command that lists all problems. */
  readonly check: string;
  /** The command that lists all rows with a message. */
  readonly status: string;
}

export function planText(
  plan: Plan,
  words: PlanWords,
  { paint, width }: Pick<Terminal, 'paint' | 'width'>,
): string {
  return planLines(plan, words, width, [
    ...valueLines(plan, words, { paint, width }),
    ...plan.notes.map((note) => noteLine(wordMessage(note), width)),
    ...peopleLines(plan),
  ]).join('\n');
}

/** Omits the texts of the problems, because they quote values of the sheet. */
export function planLog(plan: Plan, words: PlanWords): string {
  return planLines(plan, words, undefined, [
    ...plan.columnProblems.map(({ column, label, count: rows, of, firstRow }) => {
      const place = column === undefined ? '' : `Column ${column}, `;
      const which = rows === of ? `all ${count(rows, 'row')}` : `${count(rows, 'row')} of ${of}`;
      return `  ${capitalize(`${place}${which}`)}, first row ${firstRow}: ${label} cannot be used.`;
    }),
    ...rowsByStatus(plan, words),
    ...plan.warnings.slice(0, maxListedRows).map(({ column, label, rows, count: all }) => {
      const place = column === undefined ? '' : ` (column ${column})`;
      return sanitize(
        `Warning, ${listRows(rows, all)}: ${label}${place}. ${words.check} shows it.`,
      );
    }),
    ...plan.notes.map((note) => noteLine(omitValues(wordMessage(note)), undefined)),
    ...(plan.people === undefined || plan.people.length === 0
      ? []
      : [
          `${operationWords[plan.command].typedConfirmation?.listTitle ?? ''} ${listFirstRows(
            plan.people.map(({ row }) => row),
            maxListedRows,
          )}`,
        ]),
  ]).join('\n');
}

/** Lists the first rows of each status: `  Invalid: rows 4 and 7. See rwa check hires.xlsx.` */
function rowsByStatus(plan: Plan, { operation, check, status: all }: PlanWords): string[] {
  const listed = rowsToList(plan, operation).map((report) => {
    const { status, row } = report;
    return { status, row, command: isListedByCheck(report) ? check : all };
  });
  const groups = Map.groupBy(listed, ({ status, command }) => `${status} ${command}`);
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const rows = same.map(({ row }) => row);
    return `  ${first.status}: ${listFirstRows(rows, maxListedRows)}. See ${first.command}.`;
  });
}

function rowsToList(plan: Plan, { successStatus }: SheetOperation): IteratorObject<RowReport> {
  return Iterator.from(plan.reports).filter(({ status, row, message }) => {
    if (status === 'Invalid') return !plan.isCoveredByColumnProblem(row);
    if (status === successStatus) return message !== undefined;
    return status !== 'Pending' && status !== 'Not sent';
  });
}

/** Returns true for a problem that does not depend on the journal. */
function isListedByCheck({ message }: RowReport): boolean {
  return message?.code === 'rowInvalid' || message?.code === 'sameAsRow';
}

function valueLines(
  plan: Plan,
  words: PlanWords,
  { paint, width }: Pick<Terminal, 'paint' | 'width'>,
): string[] {
  const rowsWithProblems = rowsToList(plan, words.operation)
    .filter(({ status }) => status !== 'Forgotten')
    .toArray();
  const others = rowsWithProblems.filter((report) => !isListedByCheck(report));
  return [
    ...columnLines(plan.columnProblems, width),
    ...limitLines(
      rowsWithProblems.filter(isListedByCheck).map(rowLine),
      `${words.check} lists all.`,
      width,
    ),
    ...limitLines(others.map(rowLine), `${words.status} lists all.`, width),
    ...warningLines(plan.warnings, `${words.check} lists all.`, maxListedRows).map((line) =>
      wrapText(paint.out('yellow', line), width, '  '),
    ),
  ];
}

function planLines(
  plan: Plan,
  words: PlanWords,
  width: number | undefined,
  details: readonly string[],
): string[] {
  const { operation } = words;
  return [
    titleLine(plan, plan.rows, plan.hidden?.rows),
    ...countLines(plan.counts, 'before', operation, {
      hidden: plan.hidden?.new,
      rejectedToSend: plan.rejectedToSend,
    }),
    ...(plan.round === undefined
      ? []
      : [wrapText(roundText(plan.round, plan.rowsToDo), width, '          ')]),
    ...details,
    `Service:  ${sanitize(plan.service)}`,
    ...nothingLine(plan, operation),
    ...(plan.resultColumns === undefined
      ? []
      : [wrapText(`Results:  ${sanitize(words.results)}`, width, '          ')]),
    ...columnsLine(plan, width),
    ...(plan.expectedMs === 0
      ? []
      : [
          `Time:     ${formatExpectedTime(plan.expectedMs)}${operation.requestsPerRow > 1 ? '; how long the results take depends on the service' : ''}`,
        ]),
  ];
}

/** A run that sends nothing may still write missing results. */
function nothingLine(plan: Plan, { successStatus }: SheetOperation): string[] {
  if (plan.expectedMs !== 0) return [];
  if (plan.counts[successStatus] !== plan.rows) return ['Nothing to send.'];
  const { allDonePhrase } = operationWords[plan.command];
  return [`Nothing to ${plan.resultColumns === undefined ? 'do' : 'send'}: ${allDonePhrase}.`];
}

function columnsLine({ resultColumns }: Plan, width: number | undefined): string[] {
  if (resultColumns === undefined) return [];
  const text = resultColumnsText(resultColumns).replace(/^columns? /, '');
  return [wrapText(`Columns:  ${text}`, width, '          ')];
}

function peopleLines(plan: Plan): string[] {
  if (plan.people === undefined || plan.people.length === 0) return [];
  return showValues(peopleSentence(plan)).split('\n');
}

/** Must not be logged unless the log is verbose. */
export function peopleSentence({
  command,
  people = [],
}: Pick<Plan, 'command' | 'people'>): Sentence {
  const { listTitle = '' } = operationWords[command].typedConfirmation ?? {};
  const lines = people.map(
    (person) =>
      sentence`  Row ${`${person.row}`}: ${value(sanitize(describeRequest(command, person)))}`,
  );
  return joinSentences([listTitle, ...lines], '\n');
}

function formatExpectedTime(milliseconds: number): string {
  return milliseconds < 1_000 ? 'a few seconds' : `at least ${formatTimeSpan(milliseconds)}`;
}

function limitLines(lines: readonly string[], more: string, width: number | undefined): string[] {
  const shown = lines.slice(0, maxListedRows).map((line) => shorten(line, width));
  const rest = lines.length - shown.length;
  return rest === 0 ? shown : [...shown, `  ... and ${rest.toLocaleString('en')} more. ${more}`];
}

import { toSentence } from '../../src/toSentence.js';
import { sanitize } from '../../src/sanitized.js';
import type { ColumnProblem } from '../engine/intake/columnFacts.js';
import type { SettingProblem } from '../engine/intake/values.js';
import { type RowRemark, toWordPattern, maskValue } from '../engine/intake/remark.js';
import type { ValueMessage } from '../engine/intake/intakeMessages.js';
import type { ValueText } from './values.js';
import type { CodedMessage } from './lines.js';
import { capitalize, count, formatNumber } from './words.js';

export interface RemarkAdvice<Message = ValueMessage> {
  readonly valueText: ValueText<Message>;
  /** The end of the sentence about problems that are not listed: "rwa check lists them." */
  readonly moreProblems: string;
  /** The words after a remedy; missing if the reader cannot accept suggestions. */
  readonly orAcceptSuggestions?: string;
  /** The phrases are English by default. */
  readonly phrases?: RemarkPhrases;
}

interface RemarkPhrases {
  readonly quote: (value: string) => string;
  readonly label: (label: string) => string;
  /** The colon after the name of an input or its value; `: ` if missing. */
  readonly colon?: string;
  /** The end of a sentence that names the probable meaning of a value. */
  readonly meant: (suggestion: string) => string;
  /** A note, in parentheses, on a value that a person has corrected; `value` may be empty. */
  readonly correctedFrom: (value: string) => string;
  /** The end of a sentence about an input without a column. */
  readonly noColumn: string;
  /** A note, in parentheses, that replaces the value of a formula that was never calculated. */
  readonly notCalculated: string;
  /** The beginning of the sentence about problems that are not listed. */
  readonly more: (problems: number) => string;
}

export interface RemarkWords<Message = ValueMessage> {
  readonly remarksText: (remarks: readonly RowRemark<Message>[]) => string;
  /** Returns a text such as `D14, Destination country "Londn": … `. */
  readonly remarkText: (remark: RowRemark<Message>) => string;
  /** Returns an English text: `Column F, all 212 rows: Destination country is missing. …` */
  readonly columnProblemText: (problem: ColumnProblem) => string;
  readonly settingProblemText: (problem: SettingProblem) => string;
  readonly remedyText: (remark: Pick<RowRemark<Message>, 'remedy' | 'suggestion'>) => string;
}

const english: RemarkPhrases = {
  quote: (value) => `"${value}"`,
  label: (label) => label,
  meant: (suggestion) => `; did you mean "${suggestion}"?`,
  correctedFrom: (value) => `(corrected from ${value === '' ? 'an empty cell' : `"${value}"`})`,
  noColumn: ', and the sheet has no column for it',
  notCalculated: '(not calculated)',
  more: (problems) => `And ${problems} more:`,
};

/** More remarks would be too long for a cell or a line. */
const maxRemarks = 4;

export function remarkWords<Own extends CodedMessage = never>({
  valueText,
  moreProblems,
  ...advice
}: RemarkAdvice<ValueMessage | Own>): RemarkWords<ValueMessage | Own> {
  const { phrases = english } = advice;
  return { remarksText, remarkText, columnProblemText, settingProblemText, remedyText };

  function remarksText(remarks: readonly RowRemark<ValueMessage | Own>[]): string {
    const listed = remarks.slice(0, maxRemarks);
    const rest = remarks.length - listed.length;
    const more = rest === 0 ? [] : [`${phrases.more(rest)} ${moreProblems}`];
    return [...listed.map(remarkText), ...more].join(' ');
  }

  function remarkText(remark: RowRemark<ValueMessage | Own>): string {
    const { row, column, suggestion, readAs } = remark;
    const label = phrases.label(remark.label);
    const value = describeValue(remark, phrases.notCalculated);
    const problem = valueText(remark.message);
    const isNamed = value === '' || toWordPattern(value).test(problem);
    const shown = isNamed ? '' : ` ${phrases.quote(value)}`;
    const corrected = readAs === undefined ? '' : ` ${phrases.correctedFrom(remark.value)}`;
    const what = addLabel(label, `${shown}${corrected}`, problem, phrases.colon);
    const nowhere = column === undefined && value === '' ? phrases.noColumn : '';
    const meant = suggestion === undefined ? '' : phrases.meant(suggestion);
    const place = column === undefined ? '' : `${column}${row}, `;
    const text = `${place}${toSentence(`${what}${nowhere}${meant}`)} ${remedyText(remark)}`;
    return sanitize(text.trimEnd());
  }

  function columnProblemText(problem: ColumnProblem): string {
    const { column, label, count: rows, of, firstRow } = problem;
    const values = isNotCalculated(problem) ? [phrases.notCalculated] : problem.values;
    const [first, second, third, more] = values.map((value) => `"${value}"`);
    const examples = [first, second, third].filter((value) => value !== undefined).join(', ');
    const shown = examples === '' ? '' : ` (${examples}${more === undefined ? '' : ' and others'})`;
    const what = addLabel(label, '', maskValue(valueText(problem.message), problem));
    const nowhere = column === undefined && examples === '' ? phrases.noColumn : '';
    const where =
      rows === of
        ? `all ${count(rows, 'row')}`
        : `${formatNumber(rows)} of ${count(of, 'row')}, first row ${formatNumber(firstRow)}`;
    const place = column === undefined ? '' : `column ${column}, `;
    const text = `${capitalize(`${place}${where}`)}: ${toSentence(`${what}${shown}${nowhere}`)} ${remedyText(problem)}`;
    return sanitize(text.trimEnd());
  }

  function settingProblemText(problem: SettingProblem): string {
    return `${toSentence(valueText(problem.message, problem.label))} ${remedyText(problem)}`;
  }

  function remedyText({
    remedy,
    suggestion,
  }: Pick<RowRemark<ValueMessage | Own>, 'remedy' | 'suggestion'>): string {
    const text = remedy === undefined ? '' : valueText(remedy);
    const { orAcceptSuggestions: orAccept } = advice;
    return suggestion === undefined || orAccept === undefined ? text : `${text} ${orAccept}`;
  }
}

/** Returns a person's correction, or else the value of the cell; `notCalculated` for a formula without a value. */
export function describeValue(
  remark: Pick<RowRemark<CodedMessage>, 'value' | 'readAs' | 'message'>,
  notCalculated = english.notCalculated,
): string {
  return isNotCalculated(remark) ? notCalculated : (remark.readAs ?? remark.value);
}

function isNotCalculated({ message }: Pick<RowRemark<CodedMessage>, 'message'>): boolean {
  return message.code === 'cellNotCalculated';
}

/** Puts the label and the value before the message. After a label in the message, inserts only the value. */
function addLabel(label: string, shown: string, message: string, colon = ': '): string {
  if (!message.toLowerCase().startsWith(label.toLowerCase()))
    return `${label}${shown}${colon}${message}`;
  return shown === '' ? message : `${label}${shown}${message.slice(label.length)}`;
}

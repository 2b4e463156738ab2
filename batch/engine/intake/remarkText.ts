import { sanitized } from '../../../src/sanitized.js';
import { capital } from '../wording/words.js';
import { count } from '../wording/words.js';
import type { ColumnProblem } from './columnProblems.js';
import { type RowRemark, withoutLabel, wordOf } from './remark.js';

const noColumn = ', and the sheet has no column for it';

/**
 * What is wrong with a cell, and what to do: `D14, Destination country "Londn": … `. Without the
 * row, for a place where the row is known.
 */
export function remarkText(remark: RowRemark): string {
  const { row, column, label, value, suggestion, remedy } = remark;
  const bare = withoutLabel(remark);
  const shown = value === '' || wordOf(value).test(bare) ? '' : ` "${value}"`;
  const what = withLabel(label, shown, bare);
  const nowhere = column === undefined && value === '' ? noColumn : '';
  const meant = suggestion === undefined ? '' : `; did you mean "${suggestion}"?`;
  const place = column === undefined ? '' : `${column}${row}, `;
  return sanitized(`${place}${asSentence(`${what}${nowhere}${meant}`)} ${remedy}`.trimEnd());
}

/** What is wrong with a column: `Column F, all 212 rows: Destination country is missing. …`. */
export function columnProblemText(problem: ColumnProblem): string {
  const { column, label, message, remedy, values, count: rows, of, firstRow } = problem;
  const [first, second, third, more] = values.map((value) => `"${value}"`);
  const examples = [first, second, third].filter((value) => value !== undefined).join(', ');
  const shown = examples === '' ? '' : ` (${examples}${more === undefined ? '' : ' and others'})`;
  const what = withLabel(label, '', message);
  const nowhere = column === undefined && examples === '' ? noColumn : '';
  const where =
    rows === of
      ? `all ${count(rows, 'row')}`
      : `${rows.toLocaleString('en')} of ${count(of, 'row')}, first row ${firstRow.toLocaleString('en')}`;
  const place = column === undefined ? '' : `column ${column}, `;
  const text = `${capital(`${place}${where}`)}: ${asSentence(`${what}${shown}${nowhere}`)} ${remedy}`;
  return sanitized(text.trimEnd());
}

/** A text with a full stop, unless it has an end already. */
export function asSentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

/** A label, a value and a message that may begin with the label: it is said once. */
function withLabel(label: string, shown: string, bare: string): string {
  if (!bare.toLowerCase().startsWith(label.toLowerCase())) return `${label}${shown}: ${bare}`;
  return shown === '' ? bare : `${label}${shown}${bare.slice(label.length)}`;
}

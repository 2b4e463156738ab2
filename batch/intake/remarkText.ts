import { sanitized } from '../../src/sanitized.js';
import type { RowRemark } from './readRows.js';

/**
 * What is wrong with a cell, and what to do: `D14, Destination country "Londn": … `. Without the
 * row, for a place where the row is known.
 */
export function remarkText(remark: RowRemark): string {
  const { row, column, label, value, message, remedy } = remark;
  const bare = message.startsWith(`${label}: `) ? message.slice(label.length + 2) : message;
  const speaksOfIt = bare.toLowerCase().startsWith(label.toLowerCase());
  const shown = value === '' || bare.includes(value) ? '' : ` "${value}"`;
  const what = speaksOfIt && shown === '' ? bare : `${label}${shown}: ${bare}`;
  const nowhere =
    column === undefined && value === '' ? ', and the sheet has no column for it' : '';
  const place = column === undefined ? '' : `${column}${row}, `;
  return sanitized(`${place}${asSentence(`${what}${nowhere}`)} ${remedy}`.trimEnd());
}

/** A text with a full stop, unless it has an end already. */
export function asSentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

import type { Plan } from '../run/events.js';
import type { RowReport } from '../run/rowReport.js';
import type { RowRemark } from '../intake/readRows.js';
import type { Standing } from '../run/standing.js';
import { count, timeSpan } from './terminal.js';

/** More than this is cut in the plan; `rwa check` lists everything. */
const longestList = 10;

/** What a plan calls the rows of each standing. */
const planned: Readonly<Record<Standing, string>> = {
  'Not sent': 'to assess',
  Pending: 'waiting for their results',
  Scored: 'done',
  Rejected: 'refused by the service before',
  Invalid: 'invalid',
  Duplicate: 'the same as another row',
  Unconfirmed: 'unconfirmed',
};

/** The plan as a person reads it before saying yes. */
export function planText(plan: Plan): string {
  const standings = Object.keys(planned) as Standing[];
  const counts = standings.flatMap((standing) =>
    plan.counts[standing] === 0 ? [] : `  ${pad(plan.counts[standing])} ${planned[standing]}`,
  );
  const troubled = plan.reports.filter(({ status }) =>
    ['Invalid', 'Duplicate', 'Unconfirmed', 'Rejected'].includes(status),
  );
  return [
    `${plan.file}, sheet "${plan.sheet}", headings in row ${plan.headerRow}: ${count(plan.rows, 'row')}`,
    ...counts,
    ...cut(troubled.map(rowLine), 'rwa check or rwa status lists all.'),
    ...cut(plan.warnings.map(warningLine), 'rwa check lists all.'),
    ...plan.notes.map((note) => `  ${note}`),
    `Service: ${plan.service}`,
    ...(plan.expectedMs === 0 ? [] : [`Expected time: about ${timeSpan(plan.expectedMs)}`]),
  ].join('\n');
}

/** `Row 14, D14 (Destination country) "Londn": …`, with the remedy. */
export function remarkLine(remark: RowRemark): string {
  const { row, column, label, value, message, remedy } = remark;
  const place = column === undefined ? label : `${column}${row} (${label})`;
  const shown = value === '' ? '' : ` "${value}"`;
  return `Row ${row}, ${place}${shown}: ${sentence(withoutLabel(message, label))} ${remedy}`.trimEnd();
}

/** One row and what is to be said of it. */
export function rowLine({ row, status, message }: RowReport): string {
  return `  Row ${row}: ${status}. ${message}`.trimEnd();
}

function warningLine(warning: RowRemark): string {
  const { row, column, message } = warning;
  return `  Row ${row}${column === undefined ? '' : `, ${column}${row}`}: ${sentence(message)}`;
}

function cut(lines: readonly string[], more: string): string[] {
  if (lines.length <= longestList) return [...lines];
  const rest = lines.length - longestList;
  return [...lines.slice(0, longestList), `  ... and ${rest} more. ${more}`];
}

function sentence(message: string): string {
  return /[.?!]$/.test(message) ? message : `${message}.`;
}

function withoutLabel(message: string, label: string): string {
  return message.startsWith(`${label}: `) ? message.slice(label.length + 2) : message;
}

function pad(number: number): string {
  return number.toLocaleString('en').padStart(7);
}

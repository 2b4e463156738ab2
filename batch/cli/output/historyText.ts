import { sanitize } from '../../../src/sanitized.js';
import { purposeResults, riskScores } from '../../../src/riskResult.js';
import type { KeptScores } from '../../engine/intake/keptScores.js';
import type { PastAssessment } from '../../engine/run/history.js';
import { type CellStyle, quoteCell, toResultText } from '../../../sheets/csv/resultCell.js';

const style: CellStyle = {
  encoding: { name: 'utf-8', bom: Uint8Array.of() },
  delimiter: ',',
  quoteAll: false,
  decimalComma: false,
};

const scoreLabels = Object.entries({ ...riskScores, ...purposeResults }) as [
  keyof KeptScores,
  string,
][];

export const historyCsv = {
  head: toCsvLine([
    'Row',
    'Employee ID',
    'Round',
    'Assessed at',
    'Status',
    ...scoreLabels.map(([, label]) => label),
    'Change',
    'Assessment ID',
  ]),
  line: (past: PastAssessment): string =>
    toCsvLine([
      past.row,
      past.employeeId,
      past.round,
      past.assessedAt,
      past.status,
      ...scoreLabels.map(([name]) => past.scores?.[name]),
      past.change,
      past.assessmentId,
    ]),
};

const columns: readonly [
  heading: string,
  format: (past: PastAssessment) => string,
  right?: true,
][] = [
  ['Row', ({ row }) => (row === undefined ? 'not in sheet' : String(row)), true],
  ['Employee ID', ({ employeeId = '' }) => employeeId],
  ['Round', ({ round }) => String(round), true],
  [
    'Assessed at (UTC)',
    ({ assessedAt }) => assessedAt?.slice(0, 16).replace('T', ' ') ?? 'pending',
  ],
  ['Overall', ({ scores }) => formatScore(scores?.overallTrip), true],
  [
    'Change',
    ({ change }) => (change !== undefined && change > 0 ? '+' : '') + formatScore(change),
    true,
  ],
  ['Assessment ID', ({ assessmentId }) => assessmentId],
];

/** Iterates over `history` twice: first for the column widths, then for the lines. */
export function* historyTable(history: Iterable<PastAssessment>): Generator<string> {
  const widths = columns.map(([heading]) => heading.length);
  for (const past of history) {
    for (const [index, cell] of toCells(past).entries()) {
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
    }
  }
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        return columns[index]?.[2] === true ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  yield line(columns.map(([heading]) => heading));
  for (const past of history) yield line(toCells(past));
}

function toCells(past: PastAssessment): string[] {
  return columns.map(([, format]) => sanitize(format(past)));
}

function formatScore(score: number | undefined): string {
  return score === undefined ? '' : Number.isInteger(score) ? score.toFixed(1) : String(score);
}

function toCsvLine(values: readonly (string | number | undefined)[]): string {
  const cells = values.map((value) => (typeof value === 'string' ? sanitize(value) : value));
  return cells
    .map((cell) =>
      quoteCell(toResultText(cell, typeof cell === 'number' ? 'number' : 'text', style), style),
    )
    .join(',');
}

import { guarded } from '../../../../sheets/csv/formulaGuard.js';
import { decisionHeadings } from '../../../engine/intake/recordedDecisions.js';
import { riskKinds, riskLabels } from '../../../engine/report/risks.js';
import { purposeResults } from '../../../../src/riskResult.js';
import type { Row } from '../../contract/shapes.js';
import type { Store } from '../../db/store.js';
import { type RowCursor, rowPage } from '../rowPages.js';
import { describeEarlier } from './decisionCells.js';

/** Rows that are read at a time: all of a large sheet would take much memory. */
const rowsPerPage = 500;

/** The values of the columns that the workbook has, too. */
const decisions = {
  status: ({ decision }: Row) => decision?.status,
  by: ({ decision }: Row) => decision?.by,
  doneAt: ({ decision }: Row) => decision?.at,
  note: ({ decision }: Row) => decision?.note,
  earlier: ({ earlierDecision: made }: Row) => made && describeEarlier(made),
};

const columns: readonly (readonly [
  heading: string,
  of: (row: Row) => string | number | undefined,
])[] = [
  ['Row', ({ row }) => row],
  ['Employee ID', ({ employeeId }) => employeeId],
  ['Purpose', ({ purpose }) => purpose],
  ['Destination', ({ destination }) => destination],
  ['Status', ({ status }) => status],
  ['Message', ({ message }) => message],
  ...riskKinds.map((kind) => [riskLabels[kind], ({ scores }: Row) => scores[kind]] as const),
  [purposeResults.cumulativePeRiskLevel, ({ peLevel }) => peLevel],
  ['Change of overall risk', ({ change }) => change],
  ['Assessment ID', ({ assessmentId }) => assessmentId],
  ['Assessed at', ({ assessedAt }) => assessedAt],
  ['Report', ({ redirectUrl }) => redirectUrl],
  ...decisionHeadings.map(({ name, heading }) => [heading, decisions[name]] as const),
  ['Decision not recorded', ({ unrecorded }) => unrecorded && describeUnrecorded(unrecorded)],
];

/**
 * The rows of a sheet with their results as CSV, made while it is read. Excel takes it for UTF-8, and no
 * program takes a text for a formula.
 */
export function resultsCsv(store: Store, sheet: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after: RowCursor | undefined;
  let isBegun = false;
  return new ReadableStream({
    async pull(controller) {
      const query = { filter: 'all', search: '', sort: 'row', after, limit: rowsPerPage } as const;
      const { rows, next } = await rowPage(store, sheet, query);
      const lines = rows.map((row) => columns.map(([, of]) => formatCell(of(row))).join(','));
      if (!isBegun)
        lines.unshift(`\uFEFF${columns.map(([heading]) => formatCell(heading)).join(',')}`);
      isBegun = true;
      after = next;
      if (lines.length > 0) controller.enqueue(encoder.encode(`${lines.join('\r\n')}\r\n`));
      if (next === undefined) controller.close();
    },
  });
}

function describeUnrecorded({ status, state, said }: NonNullable<Row['unrecorded']>): string {
  return `${status}: ${state === 'sending' ? 'being recorded' : said}`;
}

function formatCell(value: string | number | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = guarded(value.replaceAll('\0', ''));
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

import { expect, test } from 'vitest';
import type { WrittenHeadings } from '../../../batch/engine/intake/headingNames.js';
import { findOwnColumns } from '../../../batch/engine/intake/ownColumns.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import { decide } from '../../../batch/engine/operations/decide.js';

interface Case {
  readonly headings: readonly string[];
  readonly written?: WrittenHeadings;
  /** Columns that are read as inputs. */
  readonly inputs?: readonly number[];
  /** By name, the columns that are ours. */
  readonly ours: Readonly<Record<string, number>>;
}

const written = {
  status: 'Assessment status',
  id: 'Assessment ID',
  payrollTax: 'Payroll tax risk',
};

const cases: Readonly<Record<string, Case>> = {
  'a heading of ours alone is the user’s': {
    headings: ['Name', 'Payroll tax risk', 'Report link', 'Change', 'Assessed at'],
    ours: {},
  },
  'the status and the id are ours wherever they stand': {
    headings: ['Assessment ID', 'Name', 'Assessment status', 'Team', 'Payroll tax risk'],
    ours: { id: 0, status: 2 },
  },
  'what adjoins the status is ours': {
    headings: ['Payroll tax risk', 'Name', 'Report link', 'Assessment status', 'Payroll tax risk'],
    ours: { redirectUrl: 2, status: 3, payrollTax: 4 },
  },
  'headings are compared without case, spaces and underscores': {
    headings: ['assessment_status', 'ASSESSMENT  ID', 'overall_trip_risk', 'Payroll-Tax-Risk'],
    ours: { status: 0, id: 1, overallTrip: 2, payrollTax: 3 },
  },
  'what the journal names is ours wherever it stands': {
    headings: ['payroll_tax_risk', 'Name', 'Assessment status'],
    written,
    ours: { payrollTax: 0, status: 2 },
  },
  'what the journal does not name is the user’s, also beside ours': {
    headings: ['Name', 'Assessment status', 'Payroll tax risk', 'Change', 'Report link'],
    written,
    ours: { status: 1, payrollTax: 2 },
  },
  'the longer heading that the journal names is ours, the usual one is not': {
    headings: ['Payroll tax risk', 'Assessment status', 'Payroll tax risk (assessment)'],
    written: { ...written, payrollTax: 'Payroll tax risk (assessment)' },
    ours: { status: 1, payrollTax: 2 },
  },
  'and when it was deleted, the usual one is still not': {
    headings: ['Assessment status', 'Payroll tax risk'],
    written: { ...written, payrollTax: 'Payroll tax risk (assessment)' },
    ours: { status: 0 },
  },
  'without the journal, the longer heading is the more surely ours': {
    headings: ['Payroll tax risk', 'Assessment status', 'Payroll tax risk (assessment)'],
    ours: { status: 1, payrollTax: 2 },
  },
  'a renamed column is not known by its place': {
    headings: ['Assessment status', 'Payroll (checked by Ada)', 'Assessment ID'],
    written,
    ours: { status: 0, id: 2 },
  },
  'of two status columns, the one among ours': {
    headings: ['Assessment status', 'Name', 'Assessment status', 'Assessment ID'],
    ours: { status: 2, id: 3 },
  },
  'of two ids, the one beside the status': {
    headings: ['Assessment ID', 'Name', 'Assessment status', 'Assessment ID'],
    ours: { status: 2, id: 3 },
  },
  'a Change beside ours without the risk before is the user’s': {
    headings: ['Assessment status', 'Assessed at', 'Change'],
    ours: { status: 0, assessedAt: 1 },
  },
  'a Change with the risk before is ours': {
    headings: ['Assessment status', 'Assessed at', 'Previous overall risk', 'Change'],
    ours: { status: 0, assessedAt: 1, previousOverall: 2, change: 3 },
  },
  'a Change in overall risk is ours, beside a Change of the user’s': {
    headings: ['Change', 'Assessment status', 'Previous overall risk', 'Change in overall risk'],
    ours: { status: 1, previousOverall: 2, change: 3 },
  },
  'a risk before and a Change beside ours are ours, should the journal have missed them': {
    headings: ['Assessment status', 'Payroll tax risk', 'Previous overall risk', 'Change'],
    written,
    ours: { status: 0, payrollTax: 1, previousOverall: 2, change: 3 },
  },
  'a Change that the journal names is ours without the risk before': {
    headings: ['Assessment status', 'Name', 'Change'],
    written: { ...written, previousOverall: 'Previous overall risk', change: 'Change' },
    ours: { status: 0, change: 2 },
  },
  'a column that is read as an input is none of ours': {
    headings: ['Assessment status', 'Assessment message'],
    inputs: [1],
    ours: { status: 0 },
  },
};

test.each(Object.entries(cases))('%s', (_, { headings, written, inputs = [], ours }) => {
  const evidence = { written, inputs: new Set(inputs) };
  const { at } = findOwnColumns(assess.columns, headings, evidence);
  expect(Object.fromEntries(at)).toEqual(ours);
});

test('a column that is to be added gets a heading that no other has', () => {
  const headings = [
    ...['Name', 'payroll tax risk', 'Change', 'Change in overall risk', 'Assessment message'],
    'Decision message',
  ];
  const found = findOwnColumns(assess.columns, headings, { inputs: new Set([4]) });
  expect(found.at.size).toBe(0);
  expect(found.headings.get('payrollTax')).toBe('Payroll tax risk (assessment)');
  expect(found.headings.get('change')).toBe('Change in overall risk 2');
  expect(found.headings.get('message')).toBe('Assessment message (assessment)');
  expect(found.headings.get('status')).toBe('Assessment status');
  expect(found.users).toEqual(
    new Map([
      ['payrollTax', 1],
      ['change', 2],
    ]),
  );
  const ofDecisions = findOwnColumns(decide.columns, headings, { inputs: new Set() });
  expect(ofDecisions.headings.get('message')).toBe('Decision message (decision)');
});

test('a sheet as wide as Excel allows is judged at once, whatever its headings', () => {
  const wide = Array.from({ length: 16_384 }, () => 'Assessment status');
  const { at } = findOwnColumns(assess.columns, wide, { inputs: new Set() });
  expect(Object.fromEntries(at)).toEqual({ status: 0 });
});

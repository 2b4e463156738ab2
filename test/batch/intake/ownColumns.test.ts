import { expect, test } from 'vitest';
import type { WrittenHeadings } from '../../../batch/engine/intake/headingNames.js';
import { findOwnColumns } from '../../../batch/engine/intake/ownColumns.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import { decide } from '../../../batch/engine/operations/decide.js';

interface Case {
  readonly headings: readonly string[];
  readonly written?: WrittenHeadings;
  readonly inputs?: readonly number[];
  readonly ours: Readonly<Record<string, number>>;
}

const written = {
  status: 'Assessment status',
  id: 'Assessment ID',
  payrollTax: 'Payroll tax risk',
};

const cases: Readonly<Record<string, Case>> = {
  'columns with our headings are the user’s without a status and an ID': {
    headings: ['Name', 'Payroll tax risk', 'Report link', 'Change', 'Assessed at'],
    ours: {},
  },
  'the status and the ID are ours in any position': {
    headings: ['Assessment ID', 'Name', 'Assessment status', 'Team', 'Payroll tax risk'],
    ours: { id: 0, status: 2 },
  },
  'columns next to the status are ours': {
    headings: ['Payroll tax risk', 'Name', 'Report link', 'Assessment status', 'Payroll tax risk'],
    ours: { redirectUrl: 2, status: 3, payrollTax: 4 },
  },
  'headings are compared without case, spaces and underscores': {
    headings: ['assessment_status', 'ASSESSMENT  ID', 'overall_trip_risk', 'Payroll-Tax-Risk'],
    ours: { status: 0, id: 1, overallTrip: 2, payrollTax: 3 },
  },
  'columns in the journal are ours in any position': {
    headings: ['payroll_tax_risk', 'Name', 'Assessment status'],
    written,
    ours: { payrollTax: 0, status: 2 },
  },
  'columns that are not in the journal are the user’s, even next to ours': {
    headings: ['Name', 'Assessment status', 'Payroll tax risk', 'Change', 'Report link'],
    written,
    ours: { status: 1, payrollTax: 2 },
  },
  'the alternative heading in the journal is ours, and the usual one is not': {
    headings: ['Payroll tax risk', 'Assessment status', 'Payroll tax risk (assessment)'],
    written: { ...written, payrollTax: 'Payroll tax risk (assessment)' },
    ours: { status: 1, payrollTax: 2 },
  },
  'the usual heading is the user’s even if the alternative one was deleted': {
    headings: ['Assessment status', 'Payroll tax risk'],
    written: { ...written, payrollTax: 'Payroll tax risk (assessment)' },
    ours: { status: 0 },
  },
  'without a journal, the alternative heading is preferred': {
    headings: ['Payroll tax risk', 'Assessment status', 'Payroll tax risk (assessment)'],
    ours: { status: 1, payrollTax: 2 },
  },
  'a renamed column is not recognised by its position': {
    headings: ['Assessment status', 'Payroll (checked by Ada)', 'Assessment ID'],
    written,
    ours: { status: 0, id: 2 },
  },
  'of two status columns, the one next to another of our columns is ours': {
    headings: ['Assessment status', 'Name', 'Assessment status', 'Assessment ID'],
    ours: { status: 2, id: 3 },
  },
  'of two ID columns, the one next to the status is ours': {
    headings: ['Assessment ID', 'Name', 'Assessment status', 'Assessment ID'],
    ours: { status: 2, id: 3 },
  },
  'a Change without the previous risk is the user’s': {
    headings: ['Assessment status', 'Assessed at', 'Change'],
    ours: { status: 0, assessedAt: 1 },
  },
  'a Change with the previous risk is ours': {
    headings: ['Assessment status', 'Assessed at', 'Previous overall risk', 'Change'],
    ours: { status: 0, assessedAt: 1, previousOverall: 2, change: 3 },
  },
  'a Change in overall risk is ours beside the user’s Change': {
    headings: ['Change', 'Assessment status', 'Previous overall risk', 'Change in overall risk'],
    ours: { status: 1, previousOverall: 2, change: 3 },
  },
  'the previous risk and the Change are ours even if the journal lacks them': {
    headings: ['Assessment status', 'Payroll tax risk', 'Previous overall risk', 'Change'],
    written,
    ours: { status: 0, payrollTax: 1, previousOverall: 2, change: 3 },
  },
  'a Change in the journal is ours without the previous risk': {
    headings: ['Assessment status', 'Name', 'Change'],
    written: { ...written, previousOverall: 'Previous overall risk', change: 'Change' },
    ours: { status: 0, change: 2 },
  },
  'a column that is read as an input is not ours': {
    headings: ['Assessment status', 'Assessment message'],
    inputs: [1],
    ours: { status: 0 },
  },
};

test.each(Object.entries(cases))('%s', (_, { headings, written, inputs = [], ours }) => {
  const evidence = { written, inputs: new Set(inputs) };
  const { positions } = findOwnColumns(assess.columns, headings, evidence);
  expect(Object.fromEntries(positions)).toEqual(ours);
});

test('gives a new column a heading that no other column has', () => {
  const headings = [
    'Name',
    'payroll tax risk',
    'Change',
    'Change in overall risk',
    'Assessment message',
    'Decision message',
  ];
  const found = findOwnColumns(assess.columns, headings, { inputs: new Set([4]) });
  expect(found.positions.size).toBe(0);
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
  const decisionColumns = findOwnColumns(decide.columns, headings, { inputs: new Set() });
  expect(decisionColumns.headings.get('message')).toBe('Decision message (decision)');
});

test('finds one status column among 16,384 columns with the same heading', () => {
  const wide = Array.from({ length: 16_384 }, () => 'Assessment status');
  const { positions } = findOwnColumns(assess.columns, wide, { inputs: new Set() });
  expect(Object.fromEntries(positions)).toEqual({ status: 0 });
});

import { describe, expect, test } from 'vitest';
import { readValue } from '../../nodes/shared/readValue.js';
import { assessmentFields } from '../../src/assessmentFields.js';
import { decisionFields } from '../../src/decision.js';
import type { Field } from '../../src/field.js';
import { formatInputMessage } from '../../src/inputWords.js';

const { employeeId, startDate, salesContracts, seniority, legalRight, pastTripsDuration } =
  assessmentFields;

const readInput = (field: Field, given: unknown) => {
  const read = readValue(field, given);
  return 'value' in read ? read.value : read;
};

/** Returns the message about an input that cannot be read, without its label. */
const readProblem = (field: Field, given: unknown) => {
  const read = readValue(field, given);
  return read.ok === false ? formatInputMessage(read.message) : undefined;
};

test.each([
  ['2027-01-11', '2027-01-11T00:00:00.000Z'],
  ['2027-01-11T00:00:00', '2027-01-11T00:00:00.000Z'],
  ['2027-01-11 09:30', '2027-01-11T09:30:00.000Z'],
  [' 2027-01-11T09:30:15.250 ', '2027-01-11T09:30:15.250Z'],
  ['2027-01-11T09:30:00.000+02:00', '2027-01-11T09:30:00.000Z'],
  ['2027-01-11T00:00+02:00', '2027-01-11T00:00:00.000Z'],
  ['2027-01-11T23:30:00-0500', '2027-01-11T23:30:00.000Z'],
  ['2027-01-11T00:00:00.000Z', '2027-01-11T00:00:00.000Z'],
  ['11 January 2027', '2027-01-11T00:00:00.000Z'],
  ['Monday, January 11th, 2027', '2027-01-11T00:00:00.000Z'],
  ['13/01/2027', '2027-01-13T00:00:00.000Z'],
  [new Date('2027-01-11T00:00:00Z'), '2027-01-11T00:00:00.000Z'],
  [{ toISO: () => '2027-01-11T00:00:00.000+01:00' }, '2027-01-11T00:00:00.000Z'],
  [46_409, '2027-01-22T00:00:00.000Z'],
  [46_409.5, '2027-01-22T12:00:00.000Z'],
])('reads the date %j as %s', (given, sent) => {
  expect(readInput(startDate, given)).toBe(sent);
});

test.each([
  ['a Luxon object without a date', { toISO: () => null }],
  ['an invalid Date', new Date(Number.NaN)],
  ['an empty text', ''],
  ['null', null],
])('reads no date from %s', (_what, given) => {
  expect(readInput(startDate, given)).toBeUndefined();
});

test.each([
  ['2027-01-11T00:00:00+99:00', '"2027-01-11T00:00:00+99:00" is not a date that can be read'],
  ['30 February 2027', '"30 February 2027" is not a day that exists'],
  ['11/01/2027', '"11/01/2027" can be read as two different days'],
  ['next week', '"next week" is not a date that can be read'],
  [1_800_000_000_000, 'is the number 1800000000000, not a date'],
  [2026, 'is the number 2026, not a date'],
  [{ year: 2027 }, '"{"year":2027}" is not a date that can be read'],
])('does not guess a day from %j', (given, message) => {
  expect(readProblem(startDate, given)).toBe(message);
});

test.each([
  ['1763x42', '1763x42'],
  ['https://rwa.example/redirect/1763x42', '1763x42'],
  [' https://rwa.example/version-test/redirect/1763x42/?from=mail#top\n', '1763x42'],
  ['http://127.0.0.1:8080/redirect/1763x42', '1763x42'],
  ['redirect/1763x42', 'redirect/1763x42'],
])('reads the Assessment ID %j as %s', (given, id) => {
  expect(readInput(decisionFields.assessmentId, given)).toBe(id);
});

test.each([
  'https://rwa.example/redirect/',
  'https://rwa.example/reports/1763x42',
  'https://rwa.example/login?to=/redirect/1763x42',
])('refuses %j, a link without an Assessment ID', (given) => {
  const message = `"${given}" is a link without an Assessment ID`;
  expect(readProblem(decisionFields.assessmentId, given)).toBe(message);
});

describe('readValue', () => {
  const readings: [Field, unknown, unknown][] = [
    [salesContracts, true, 'Yes'],
    [salesContracts, false, 'No'],
    [salesContracts, ' yes ', 'Yes'],
    [salesContracts, 'TRUE', 'Yes'],
    [legalRight, 'UNSURE', 'Unsure'],
    [legalRight, true, 'Yes'],
    [seniority, 'mid', 'Mid'],
    [seniority, true, 'true'],
    [assessmentFields.purpose, 'work from  anywhere', 'Work From Anywhere'],
    [decisionFields.status, 'approved', 'Compliance Approved'],
    [decisionFields.status, 'cancelled', 'Canceled'],
    [assessmentFields.citizenship, ' germany ', 'Germany'],
    [assessmentFields.citizenship, 'TÜRKİYE', 'Türkiye'],
    [assessmentFields.citizenship, 'UK', 'UK'],
    [assessmentFields.roleType, 'other', 'Other'],
    [pastTripsDuration, 0, 0],
    [pastTripsDuration, '0', 0],
    [pastTripsDuration, ' 12 ', 12],
    [pastTripsDuration, 1.5, 1.5],
    [employeeId, '00042', '00042'],
    [employeeId, 42, '42'],
    [employeeId, '00042\u200B', '00042'],
    [employeeId, '\u061C00042\u0001', '00042'],
    [employeeId, '="00042"', '00042'],
    [employeeId, "'00042", '00042'],
    [decisionFields.note, '="Ask Ana"', 'Ask Ana'],
    [decisionFields.note, "'t Hart", "'t Hart"],
    [decisionFields.note, 'Null', 'Null'],
  ];
  test.each(readings.map(([field, value, sent]) => [field.label, value, sent, field] as const))(
    'in the input %s, %j is read as %j',
    (_label, value, sent, field) => {
      expect(readInput(field, value)).toBe(sent);
    },
  );

  const emptyTexts: [Field, string][] = [
    [pastTripsDuration, 'none'],
    [employeeId, 'n/a'],
    [assessmentFields.managerId, 'undefined'],
    [assessmentFields.managerId, '\\N'],
    [decisionFields.assessmentId, ''],
    [decisionFields.note, '(null)'],
  ];
  test.each(emptyTexts.map(([field, text]) => [field.label, text, field] as const))(
    'the input %s counts as empty if its text is %j',
    (_label, text, field) => {
      expect(readInput(field, text)).toBeUndefined();
    },
  );

  test.each([
    ['#N/A', 'contains the error #N/A'],
    ['1.23457E+11', 'contains "1.23457E+11", a number that was shortened'],
    [2 ** 60, 'is a number with more than 15 digits, and its last digits are lost'],
  ])('refuses the Employee ID %j, which may belong to another person', (given, message) => {
    expect(readProblem(employeeId, given)).toBe(message);
  });
});

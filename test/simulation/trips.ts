import { inputHeadings } from '../inputHeadings.mjs';

/** The user's columns: the inputs of a trip, and an auditor's notes under a heading that we also use. */
export const usersHeadings: readonly string[] = [
  ...inputHeadings.filter((heading) => !['Number of hires', 'Hiring urgency'].includes(heading)),
  'Payroll tax risk',
];
export const countryColumn = usersHeadings.indexOf('Destination country');
export const startColumn = usersHeadings.indexOf('Start date');
/** The start date of every trip, which is valid. */
export const startDate = '2026-11-03';
/** A text in place of a date, which prevents sending the row. */
export const noDate = 'soon';

export function trip([employee, country]: readonly [string, string]): readonly string[] {
  return [
    employee,
    'Work From Anywhere',
    'Mid',
    'Other',
    'France',
    country,
    'Germany',
    'No',
    '3',
    'Yes',
    'No',
    startDate,
    '2027-01-31',
    'to be asked',
  ];
}

/** What the user writes: the inputs, and notes of an auditor under a heading that is also one of ours. */
export const usersHeadings: readonly string[] = [
  ...['Employee ID', 'Purpose', 'Seniority', 'Role type', 'Citizenship', 'Destination country'],
  ...['Residency', 'Sales contracts', 'Past trips duration', 'Legal right to work'],
  ...['Benefits the local market', 'Start date', 'End date', 'Payroll tax risk'],
];
export const countryColumn = usersHeadings.indexOf('Destination country');
export const startColumn = usersHeadings.indexOf('Start date');
export const startDate = '2026-11-03';
/** With it in place of a date, a row cannot be sent. */
export const noDate = 'soon';

/** A trip of an employee to a country. */
export function trip([employee, country]: readonly [string, string]): readonly string[] {
  return [
    ...[employee, 'Work From Anywhere', 'Mid', 'Other', 'France', country, 'Germany', 'No', '3'],
    ...['Yes', 'No', startDate, '2027-01-31', 'to be asked'],
  ];
}

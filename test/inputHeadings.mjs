/** The headings of a sheet for trips and hires, without what is optional. */
export const inputHeadings = [
  'Employee ID',
  'Purpose',
  'Seniority',
  'Role type',
  'Citizenship',
  'Destination country',
  'Residency',
  'Sales contracts',
  'Past trips duration',
  'Legal right to work',
  'Benefits the local market',
  'Number of hires',
  'Hiring urgency',
  'Start date',
  'End date',
];

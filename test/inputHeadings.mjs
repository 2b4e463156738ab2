/** The headings of the inputs that trips or hires require. */
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

/**
 * The two example rows of the template: a trip and a hire. A run skips them while they are
 * unchanged, unless it is a trial and the sheet has no other rows. They are in a separate file, so
 * that the help of `rwa assess` does not load the operation.
 */
export const assessmentExample = {
  employeeId: ['00123', '00456'],
  purpose: ['Work From Anywhere', 'Hire From Anywhere'],
  seniority: ['Mid', 'Senior'],
  roleType: ['Other', 'Other'],
  citizenship: ['Germany', 'Brazil'],
  destination: ['Portugal', 'Brazil'],
  residency: ['Germany', 'Brazil'],
  salesContracts: ['No', 'No'],
  pastTripsDuration: ['0', ''],
  legalRight: ['Yes', 'Yes'],
  benefitLocalMarket: ['No', 'No'],
  numberHires: ['', '2'],
  urgency: ['', '1-3 months'],
  startDate: ['2026-11-03', '2027-01-04'],
  endDate: ['2026-11-20', '2027-12-31'],
  workingDays: ['14', ''],
  complianceTeamMemberId: ['', ''],
  managerId: ['', ''],
} satisfies Readonly<Record<string, readonly [string, string]>>;

/** The body of an `rwa_create` request for a hire, without the Employee ID. */
export const hire = {
  purpose: 'Hire From Anywhere',
  seniority: 'Mid',
  roleType: 'Other',
  citizenship: 'France',
  destination: 'Portugal',
  residency: 'Germany',
  salesContracts: 'No',
  legalRight: 'Yes',
  benefitLocalMarket: 'No',
  numberHires: 2,
  urgency: '1-3 months',
  startDate: '2026-11-03T00:00:00.000Z',
  endDate: '2027-11-02T00:00:00.000Z',
};

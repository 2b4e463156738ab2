import type { Parameters } from './runNode.js';

/** The parameters of Create Assessment for a trip that the sandbox accepts. */
export const trip: Parameters = {
  purpose: 'Work From Anywhere',
  employeeId: 'E-1',
  seniority: 'Mid',
  roleType: 'Other',
  citizenship: 'Portugal',
  destination: 'Spain',
  residency: 'Germany',
  salesContracts: 'No',
  pastTripsDuration: 0,
  legalRight: 'Yes',
  benefitLocalMarket: 'No',
  startDate: '2027-01-11',
  endDate: '2027-01-22',
};

/** Returns an expression whose value for an item is the value with the same index. */
export const createExpression = (values: readonly string[]) => (itemIndex: number) =>
  values[itemIndex];

/** Creates an item for each entry of a list. */
export const createItems = (list: readonly unknown[]) => list.map((_, row) => ({ row }));

import type { Parameters } from './runNode.js';

/** Parameters of Create Assessment for a trip that the sandbox accepts. */
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

/** Returns an expression that gives each item one of the values, in their order. */
export const inOrder = (values: readonly string[]) => (itemIndex: number) => values[itemIndex];

/** Returns an item for each entry of the list. */
export const itemsLike = (list: readonly unknown[]) => list.map((_, row) => ({ row }));

import { readAnswer } from '../../src/answer.js';
import { formatRequestMessage, formatRemedy } from '../../src/requestWords.js';

const sharedInputs = {
  employeeId: '00123',
  seniority: 'Mid',
  roleType: 'Other',
  citizenship: 'Germany',
  destination: 'Portugal',
  residency: 'Germany',
  salesContracts: 'No',
  legalRight: 'Yes',
  benefitLocalMarket: 'No',
  startDate: '2026-11-03T00:00:00.000Z',
  endDate: '2026-11-20T00:00:00.000Z',
} as const;

/** A complete Work From Anywhere assessment. */
export const trip = {
  ...sharedInputs,
  purpose: 'Work From Anywhere',
  pastTripsDuration: 0,
} as const;

/** A complete Hire From Anywhere assessment. */
export const hire = {
  ...sharedInputs,
  purpose: 'Hire From Anywhere',
  numberHires: 1,
  urgency: '1-3 months',
} as const;

/** The data in the answer to a retrieval of a trip, once its result is ready. */
export const tripResult = {
  assessmentId: 'a-1',
  employeeId: '00123',
  complianceTeamMemberId: '',
  managerId: '',
  workingRights: 1.5,
  payrollTax: 0,
  socialSecurity: 10,
  corporateTax: 2,
  employmentLaw: 3.25,
  overallTrip: 4,
  cumulativePeRiskLevel: 'Low',
};

/** Reads an answer like `readAnswer`, and returns its message and its hint in English. */
export function readInWords(...args: Parameters<typeof readAnswer>) {
  const answer = readAnswer(...args);
  if (answer.evidence === 'success') return answer;
  const { reason, remedy, ...rest } = answer;
  const hint = remedy === undefined ? undefined : formatRemedy(remedy);
  return { ...rest, message: formatRequestMessage(reason), hint };
}

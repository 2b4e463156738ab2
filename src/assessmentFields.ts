import { countryNames } from './countryNames.js';
import { type Field, type Fields, dateTime, choice, text, wholeNumber } from './field.js';
import { purposes } from './purposes.js';

/** The purpose of an assessment. */
export type Purpose = (typeof purposes)[number];

/** The text is from the contract. */
export const unknownCountryMessage = 'Incorrect Country please review documentation';

const countries = countryNames.flatMap(([name]) => name ?? []);

/**
 * The thirteen inputs that the service checks come first, in its order. Never reorder them: the
 * hash of each sent request depends on their order, and rows with scores would become Invalid.
 */
export const assessmentFields = {
  /** The company's own Staff ID, with its leading zeros. Contract, "rwa_create". */
  employeeId: {
    kind: 'staffId',
    label: 'Employee ID',
    help: "The company's own Staff ID of the employee, with its leading zeros.",
    remedy: { code: 'keepIdAsText' },
    required: 'always',
    aliases: ['Staff ID', 'Employee number', 'Employee no', 'Personnel number'],
    schema: text(),
  },
  /** Decides which of the other inputs apply. Contract, "rwa_create". */
  purpose: {
    kind: 'choice',
    label: 'Purpose',
    help: 'Work From Anywhere for a trip, Hire From Anywhere for a remote hire.',
    remedy: { code: 'useOneOf', values: purposes },
    required: 'always',
    values: purposes,
    aliases: ['Assessment purpose', 'Type of request', 'Assessment type'],
    schema: choice(purposes),
  },
  /** The employee's level. Contract, "rwa_create". */
  seniority: {
    kind: 'choice',
    label: 'Seniority',
    help: "The employee's seniority.",
    remedy: { code: 'useOneOf', values: ['Low', 'Mid', 'Senior'] },
    required: 'always',
    values: ['Low', 'Mid', 'Senior'],
    aliases: ['Seniority level'],
    schema: choice(['Low', 'Mid', 'Senior']),
  },
  /** Any text, such as `Other`: the list is not published. Contract, "rwa_create". */
  roleType: {
    kind: 'openChoice',
    label: 'Role type',
    help: "A value of the service's role-type list, such as Other. The list is not published, so any text is accepted.",
    remedy: { code: 'useRoleType' },
    required: 'always',
    values: ['Other'],
    aliases: ['Type of role'],
    schema: text(),
  },
  /** An English country name; `findWarnings` finds unknown ones. Contract, "rwa_create". */
  citizenship: {
    kind: 'country',
    label: 'Citizenship',
    help: "The employee's citizenship, as an English country name.",
    remedy: { code: 'useEnglishName' },
    required: 'always',
    values: countries,
    aliases: ['Citizenship country', 'Country of citizenship', 'Nationality'],
    schema: text(),
  },
  /** English name of the country where the work will be done. Contract, "rwa_create". */
  destination: {
    kind: 'country',
    label: 'Destination country',
    contractName: 'Destination',
    help: 'The country where the work will be done, as an English country name.',
    remedy: { code: 'useEnglishName' },
    required: 'always',
    values: countries,
    aliases: ['Destination', 'Country of destination', 'Work country', 'Host country'],
    schema: text(),
  },
  /** English name of the country of employment or residency. Contract, "rwa_create". */
  residency: {
    kind: 'country',
    label: 'Residency',
    help: "The country of the employee's employment or residency, as an English country name.",
    remedy: { code: 'useEnglishName' },
    required: 'always',
    values: countries,
    aliases: [
      'Residency country',
      'Country of residency',
      'Country of residence',
      'Residence',
      'Home country',
    ],
    schema: text(),
  },
  /** Whether the employee negotiates or signs sales contracts. Contract, "rwa_create". */
  salesContracts: {
    kind: 'choice',
    label: 'Sales contracts',
    help: 'Whether the employee negotiates or signs sales contracts.',
    remedy: { code: 'useOneOf', values: ['Yes', 'No'] },
    required: 'always',
    values: ['Yes', 'No'],
    aliases: ['Signs sales contracts'],
    schema: choice(['Yes', 'No']),
  },
  /** Only for `Work From Anywhere`; the unit is not given. Contract, "rwa_create". */
  pastTripsDuration: {
    kind: 'integer',
    label: 'Past trips duration',
    contractName: 'Past Trip Duration',
    help: 'For Work From Anywhere: the duration of past trips, as a whole number; 0 if there were none. The contract does not give the unit: ask the operator of the service.',
    remedy: { code: 'countPastTrips' },
    required: 'whenItApplies',
    purpose: 'Work From Anywhere',
    aliases: ['Past trip duration', 'Past trips', 'Duration of past trips'],
    schema: wholeNumber().optional(),
  },
  /** Whether the employee may legally work at the destination. Contract, "rwa_create". */
  legalRight: {
    kind: 'choice',
    label: 'Legal right to work',
    help: 'Whether the employee has the legal right to work at the destination.',
    remedy: { code: 'useOneOf', values: ['Yes', 'No', 'Unsure'] },
    required: 'always',
    values: ['Yes', 'No', 'Unsure'],
    aliases: ['Legal right', 'Right to work'],
    schema: choice(['Yes', 'No', 'Unsure']),
  },
  /** Whether the work benefits the local market of the destination. Contract, "rwa_create". */
  benefitLocalMarket: {
    kind: 'choice',
    label: 'Benefits the local market',
    help: "Whether the work benefits the destination's local market.",
    remedy: { code: 'useOneOf', values: ['Yes', 'No'] },
    required: 'always',
    values: ['Yes', 'No'],
    aliases: ['Benefit local market', 'Local market benefit', 'Benefits local market'],
    schema: choice(['Yes', 'No']),
  },
  /** Hires over the next two years. Only for `Hire From Anywhere`. Contract, "rwa_create". */
  numberHires: {
    kind: 'integer',
    label: 'Number of hires',
    contractName: 'Number Hires',
    help: 'For Hire From Anywhere: the number of hires expected over the next two years.',
    remedy: { code: 'countHires' },
    required: 'whenItApplies',
    purpose: 'Hire From Anywhere',
    aliases: ['Number hires', 'Hires', 'Hires over the next two years', 'Anticipated hires'],
    schema: wholeNumber().optional(),
  },
  /** Any text, such as `1-3 months`. Only for `Hire From Anywhere`. Contract, "rwa_create". */
  urgency: {
    kind: 'openChoice',
    label: 'Hiring urgency',
    contractName: 'Urgency',
    help: "For Hire From Anywhere: a value of the service's hiring-urgency list, such as 1-3 months. The list is not published, so any text is accepted.",
    remedy: { code: 'useHiringUrgency' },
    required: 'whenItApplies',
    purpose: 'Hire From Anywhere',
    values: ['1-3 months'],
    aliases: ['Urgency'],
    schema: text().optional(),
  },
  /** First day, such as `2026-11-03T00:00:00.000Z`. Contract, "rwa_create". */
  startDate: {
    kind: 'dateTime',
    label: 'Start date',
    help: 'First day of the trip or hire, such as 2026-11-03.',
    remedy: { code: 'useDateTime' },
    required: 'always',
    aliases: ['Start', 'Begin date', 'Trip start'],
    schema: dateTime(),
  },
  /** Last day, not before `startDate`. Contract, "rwa_create". */
  endDate: {
    kind: 'dateTime',
    label: 'End date',
    help: 'Last day of the trip or hire, such as 2026-11-20; on or after the start date.',
    remedy: { code: 'useDateTime' },
    required: 'always',
    aliases: ['End', 'Trip end'],
    schema: dateTime(),
  },
  /** Working days within the trip dates: a whole number from 0. Contract, "rwa_create". */
  workingDays: {
    kind: 'integer',
    label: 'Working days',
    help: 'Working days within the trip dates, as a whole number.',
    remedy: { code: 'useWholeNumber' },
    required: 'never',
    aliases: ['Number of working days', 'Work days'],
    schema: wholeNumber().optional(),
  },
  /** Staff ID of a compliance team member: text, with its leading zeros. Contract, "rwa_create". */
  complianceTeamMemberId: {
    kind: 'staffId',
    label: 'Compliance team member ID',
    help: 'Staff ID of a compliance team member.',
    remedy: { code: 'keepIdAsText' },
    required: 'never',
    aliases: ['Compliance member ID', 'Approver ID', 'Compliance ID'],
    schema: text().optional(),
  },
  /** Staff ID of the manager: text, with its leading zeros. Contract, "rwa_create". */
  managerId: {
    kind: 'staffId',
    label: 'Manager ID',
    help: 'Staff ID of the manager.',
    remedy: { code: 'keepIdAsText' },
    required: 'never',
    aliases: ['Manager Staff ID', 'Line manager ID'],
    schema: text().optional(),
  },
} as const satisfies Fields;

/** The contract's name of an assessment input. */
export type AssessmentField = keyof typeof assessmentFields;

/** The purpose decides which other inputs apply. */
export function sortPurposeFirst(fields: Fields): [name: string, field: Field][] {
  return Object.entries(fields).sort(
    ([a], [b]) => Number(b === 'purpose') - Number(a === 'purpose'),
  );
}

export function applies(field: Field, purpose: unknown): boolean {
  const isKnownPurpose = purposes.some((candidate) => candidate === purpose);
  return field.purpose === undefined || !isKnownPurpose || field.purpose === purpose;
}

import { countryNames } from './countryNames.js';
import {
  type Field,
  type Fields,
  dateTime,
  choice,
  staffIdRemedy,
  text,
  wholeNumber,
} from './field.js';
import { purposes } from './purposes.js';

/** The purpose of an assessment. */
export type Purpose = (typeof purposes)[number];

/** The contract's text for a country that the service does not know. */
export const unknownCountryMessage = 'Incorrect Country please review documentation';

const countries = countryNames.flatMap(([name]) => name ?? []);
const dateRemedy = 'Use a date such as 2026-11-03 or 2026-11-03T00:00:00.000Z.';

/**
 * Inputs of rwa_create: the thirteen that the service checks, in its order, then the others in the
 * order of the table in docs/contract.md. Never reorder them: the hash of each sent request
 * depends on their order, and rows with scores would become Invalid.
 */
export const assessmentFields = {
  /**
   * The company's own Staff ID of the employee: text, with its leading zeros. Contract,
   * "rwa_create".
   */
  employeeId: {
    kind: 'staffId',
    label: 'Employee ID',
    help: "The company's own Staff ID of the employee, with its leading zeros.",
    missing: 'Employee ID is missing',
    remedy: staffIdRemedy,
    required: 'always',
    aliases: ['Staff ID', 'Employee number', 'Employee no', 'Personnel number'],
    schema: text('Employee ID is missing'),
  },
  /**
   * A trip or a remote hire. It decides which of the other inputs apply. Contract, "rwa_create".
   */
  purpose: {
    kind: 'choice',
    label: 'Purpose',
    help: 'Work From Anywhere for a trip, Hire From Anywhere for a remote hire.',
    missing: 'Purpose is missing',
    remedy: 'Use Work From Anywhere or Hire From Anywhere.',
    required: 'always',
    values: purposes,
    aliases: ['Assessment purpose', 'Type of request', 'Assessment type'],
    schema: choice(purposes, 'Purpose is missing'),
  },
  /** The employee's level. Contract, "rwa_create". */
  seniority: {
    kind: 'choice',
    label: 'Seniority',
    help: "The employee's seniority.",
    missing: 'Seniority is missing',
    remedy: 'Use Low, Mid or Senior.',
    required: 'always',
    values: ['Low', 'Mid', 'Senior'],
    aliases: ['Seniority level'],
    schema: choice(['Low', 'Mid', 'Senior'], 'Seniority is missing'),
  },
  /**
   * A value of the service's role-type list, such as `Other`. The list is not published, so any
   * text is accepted. Contract, "rwa_create".
   */
  roleType: {
    kind: 'openChoice',
    label: 'Role type',
    help: "A value of the service's role-type list, such as Other. The list is not published, so any text is accepted.",
    missing: 'Role type is missing',
    remedy: "Use a value of the service's role-type list, for example Other.",
    required: 'always',
    values: ['Other'],
    aliases: ['Type of role'],
    schema: text('Role type is missing'),
  },
  /**
   * English name of a country, such as `Spain`; `findWarnings` finds unknown names. Contract,
   * "rwa_create".
   */
  citizenship: {
    kind: 'country',
    label: 'Citizenship',
    help: "The employee's citizenship, as an English country name.",
    missing: 'Citizenship is missing',
    remedy: 'Use the English country name.',
    required: 'always',
    values: countries,
    aliases: ['Citizenship country', 'Country of citizenship', 'Nationality'],
    schema: text('Citizenship is missing'),
  },
  /**
   * The country where the work will be done: its English name, such as `Germany`. Contract,
   * "rwa_create".
   */
  destination: {
    kind: 'country',
    label: 'Destination country',
    help: 'The country where the work will be done, as an English country name.',
    missing: 'Destination is missing',
    remedy: 'Use the English country name.',
    required: 'always',
    values: countries,
    aliases: ['Destination', 'Country of destination', 'Work country', 'Host country'],
    schema: text('Destination is missing'),
  },
  /**
   * The country of employment or residency: its English name, such as `Spain`. Contract,
   * "rwa_create".
   */
  residency: {
    kind: 'country',
    label: 'Residency',
    help: "The country of the employee's employment or residency, as an English country name.",
    missing: 'Residency is missing',
    remedy: 'Use the English country name.',
    required: 'always',
    values: countries,
    aliases: [
      'Residency country',
      'Country of residency',
      'Country of residence',
      'Residence',
      'Home country',
    ],
    schema: text('Residency is missing'),
  },
  /** Whether the employee negotiates or signs sales contracts. Contract, "rwa_create". */
  salesContracts: {
    kind: 'choice',
    label: 'Sales contracts',
    help: 'Whether the employee negotiates or signs sales contracts.',
    missing: 'Sales contracts is missing',
    remedy: 'Use Yes or No.',
    required: 'always',
    values: ['Yes', 'No'],
    aliases: ['Signs sales contracts'],
    schema: choice(['Yes', 'No'], 'Sales contracts is missing'),
  },
  /**
   * The duration of past trips: a whole number from 0. Only for `Work From Anywhere`. The contract
   * does not give the unit. Contract, "rwa_create".
   */
  pastTripsDuration: {
    kind: 'integer',
    label: 'Past trips duration',
    help: 'For Work From Anywhere: the duration of past trips, as a whole number; 0 if there were none. The contract does not give the unit: ask the operator of the service.',
    missing: 'Past Trip Duration is missing',
    remedy: 'Use a whole number; 0 if there were no past trips.',
    required: 'whenItApplies',
    purpose: 'Work From Anywhere',
    aliases: ['Past trip duration', 'Past trips', 'Duration of past trips'],
    schema: wholeNumber('Past Trip Duration is missing').optional(),
  },
  /**
   * Whether the employee has the legal right to work at the destination. Contract, "rwa_create".
   */
  legalRight: {
    kind: 'choice',
    label: 'Legal right to work',
    help: 'Whether the employee has the legal right to work at the destination.',
    missing: 'Legal right to work is missing',
    remedy: 'Use Yes, No or Unsure.',
    required: 'always',
    values: ['Yes', 'No', 'Unsure'],
    aliases: ['Legal right', 'Right to work'],
    schema: choice(['Yes', 'No', 'Unsure'], 'Legal right to work is missing'),
  },
  /** Whether the work benefits the local market of the destination. Contract, "rwa_create". */
  benefitLocalMarket: {
    kind: 'choice',
    label: 'Benefits the local market',
    help: "Whether the work benefits the destination's local market.",
    missing: 'Benefits the local market is missing',
    remedy: 'Use Yes or No.',
    required: 'always',
    values: ['Yes', 'No'],
    aliases: ['Benefit local market', 'Local market benefit', 'Benefits local market'],
    schema: choice(['Yes', 'No'], 'Benefits the local market is missing'),
  },
  /**
   * The hires expected over the next two years: a whole number from 0. Only for `Hire From
   * Anywhere`. Contract, "rwa_create".
   */
  numberHires: {
    kind: 'integer',
    label: 'Number of hires',
    help: 'For Hire From Anywhere: the number of hires expected over the next two years.',
    missing: 'Number Hires is missing',
    remedy: 'Use a whole number: the hires expected over the next two years.',
    required: 'whenItApplies',
    purpose: 'Hire From Anywhere',
    aliases: ['Number hires', 'Hires', 'Hires over the next two years', 'Anticipated hires'],
    schema: wholeNumber('Number Hires is missing').optional(),
  },
  /**
   * A value of the service's hiring-urgency list, such as `1-3 months`. Only for `Hire From
   * Anywhere`. The list is not published, so any text is accepted. Contract, "rwa_create".
   */
  urgency: {
    kind: 'openChoice',
    label: 'Hiring urgency',
    help: "For Hire From Anywhere: a value of the service's hiring-urgency list, such as 1-3 months. The list is not published, so any text is accepted.",
    missing: 'Urgency is missing',
    remedy: "Use a value of the service's hiring-urgency list, for example 1-3 months.",
    required: 'whenItApplies',
    purpose: 'Hire From Anywhere',
    values: ['1-3 months'],
    aliases: ['Urgency'],
    schema: text('Urgency is missing').optional(),
  },
  /**
   * First day of the trip or hire: an ISO 8601 date-time with seconds and time zone, such as
   * `2026-11-03T00:00:00.000Z`. Contract, "rwa_create".
   */
  startDate: {
    kind: 'dateTime',
    label: 'Start date',
    help: 'First day of the trip or hire, such as 2026-11-03.',
    missing: 'Start date is missing',
    remedy: dateRemedy,
    required: 'always',
    aliases: ['Start', 'Begin date', 'Trip start'],
    schema: dateTime('Start date is missing'),
  },
  /**
   * Last day of the trip or hire: an ISO 8601 date-time like `startDate`, and not before it.
   * Contract, "rwa_create".
   */
  endDate: {
    kind: 'dateTime',
    label: 'End date',
    help: 'Last day of the trip or hire, such as 2026-11-20; on or after the start date.',
    missing: 'End date is missing',
    remedy: dateRemedy,
    required: 'always',
    aliases: ['End', 'Trip end'],
    schema: dateTime('End date is missing'),
  },
  /** Working days within the trip dates: a whole number from 0. Contract, "rwa_create". */
  workingDays: {
    kind: 'integer',
    label: 'Working days',
    help: 'Working days within the trip dates, as a whole number.',
    missing: 'Working days is missing',
    remedy: 'Use a whole number.',
    required: 'never',
    aliases: ['Number of working days', 'Work days'],
    schema: wholeNumber('Working days is missing').optional(),
  },
  /** Staff ID of a compliance team member: text, with its leading zeros. Contract, "rwa_create". */
  complianceTeamMemberId: {
    kind: 'staffId',
    label: 'Compliance team member ID',
    help: 'Staff ID of a compliance team member.',
    missing: 'Compliance Team Member ID is missing',
    remedy: staffIdRemedy,
    required: 'never',
    aliases: ['Compliance member ID', 'Approver ID', 'Compliance ID'],
    schema: text('Compliance Team Member ID is missing').optional(),
  },
  /** Staff ID of the manager: text, with its leading zeros. Contract, "rwa_create". */
  managerId: {
    kind: 'staffId',
    label: 'Manager ID',
    help: 'Staff ID of the manager.',
    missing: 'Manager ID is missing',
    remedy: staffIdRemedy,
    required: 'never',
    aliases: ['Manager Staff ID', 'Line manager ID'],
    schema: text('Manager ID is missing').optional(),
  },
} as const satisfies Fields;

/** The contract's name of an input of an assessment. */
export type AssessmentField = keyof typeof assessmentFields;

/** Returns whether the input is sent for this purpose; for an unknown purpose, all are sent. */
export function applies(field: Field, purpose: unknown): boolean {
  const isKnownPurpose = purposes.some((candidate) => candidate === purpose);
  return field.purpose === undefined || !isKnownPurpose || field.purpose === purpose;
}

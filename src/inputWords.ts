import { toSentence } from './toSentence.js';
import { formatByCode, type WordingByCode } from './coded.js';
import { requiredActors, unsupportedStatusMessage } from './decisionStatus.js';
import type { IdChange, InputMessage, InputMessages } from './inputMessages.js';

export type InputWording = WordingByCode<InputMessages>;

export const clearDateRemedy = 'Write the date like 2026-11-30 or 30 November 2026.';

/** These words follow the link or "This". */
export const noIdInLink = 'is a link without an Assessment ID';

export const reportLinkRemedy =
  'Use the link of the report, which ends in /redirect/ and the ID, or only the ID.';

const changes: Readonly<Record<IdChange, string>> = {
  lostCharacter: 'in which a character was lost',
  lineBreak: 'with a line break or a tab',
  formula: 'a formula as text',
  shortened: 'a number that was shortened',
  decimals: 'a number with decimal places',
  date: 'a date',
};

/** The English words. They quote the contract where it shows a message. */
export const inputWording: InputWording = {
  inputMissing: ({ label, contractName = label }) => `${contractName} is missing`,
  unknownInput: ({ name }) => `Unknown input ${name}`,
  notText: () => 'must be text',
  unsupportedValue: () => 'unsupported value',
  notWholeNumber: () => 'must be a whole number',
  negative: () => 'must not be negative',
  notDateTime: () => 'must be an ISO 8601 date-time',
  notEmail: () => 'is not an email address',
  unsupportedStatus: () => unsupportedStatusMessage,
  approverMissing: ({ status }) => requiredActors[status].message,
  endBeforeStart: () => 'End date is before start date',
  errorText: ({ error }) => `contains the error ${error}`,
  changedId: ({ text, change }) => `contains "${text}", ${changes[change]}`,
  numberNoDate: ({ number }) => `is the number ${number}, not a date`,
  numberRounded: () => 'is a number with more than 15 digits, and its last digits are lost',
  linkWithoutId: ({ text }) => `"${text}" ${noIdInLink}`,
  yearOfTwoDigits: ({ text }) => `"${text}" gives the year with two digits`,
  unreadableDate: ({ text }) => `"${text}" is not a date that can be read`,
  ambiguousDate: ({ text }) => `"${text}" can be read as two different days`,
  noSuchDay: ({ text }) => `"${text}" is not a day that exists`,
  noSuchTime: ({ text }) => `"${text}" has a time that does not exist`,
  yearTooEarly: ({ text, earliest }) => `"${text}" is before ${earliest}`,
  unknownCountry: ({ text, suggestion }) =>
    `"${text}" is not a known English country name${suggestion === undefined ? '' : `; did you mean "${suggestion}"?`}`,
  separateAccents: ({ text }) =>
    `"${text}" contains separate accent characters; use the suggested spelling`,

  useOneOf: ({ values }) => `Use ${joinChoices(values, 'or')}.`,
  useRoleType: () => "Use a value of the service's role-type list, for example Other.",
  useHiringUrgency: () =>
    "Use a value of the service's hiring-urgency list, for example 1-3 months.",
  useEnglishName: () => 'Use the English country name.',
  useWholeNumber: () => 'Use a whole number.',
  countPastTrips: () => 'Use a whole number; 0 if there were no past trips.',
  countHires: () => 'Use a whole number: the hires expected over the next two years.',
  useDateTime: () => 'Use a date such as 2026-11-03 or 2026-11-03T00:00:00.000Z.',
  useText: () => 'Use text.',
  useEmailAddress: () => 'Use one complete email address.',
  useAssessmentId: () => 'Use the Assessment ID that was returned when the assessment was created.',
  useReportLink: () => reportLinkRemedy,
  fillInFirstName: () => 'Fill in the first name.',
  fillInLastName: () => 'Fill in the last name.',
  keepIdAsText: () => 'Use the ID as text, with its leading zeros.',
  typeIdAsText: () => 'Format the column as text and type the ID again.',
  writeClearDate: () => clearDateRemedy,
  writeWholeYear: () =>
    'Write the date like 2026-11-30: a program may have read a year of two digits or a number as this date.',
  correctTime: () => 'Leave out the time, or write one from 00:00 to 23:59.',
  correctOneDate: () => 'Correct one of the two dates.',
  correctErrorText: () => 'Correct its formula or type a value.',
  nameApprover: () => 'Name the person who decides.',
  removeInput: () => 'Remove it.',
};

const namingCodes: ReadonlySet<InputMessage['code']> = new Set([
  'inputMissing',
  'unknownInput',
  'unsupportedStatus',
  'approverMissing',
  'endBeforeStart',
]);

/** Returns true for a message that names its input, so it needs no label. */
export function namesInput({ code }: InputMessage): boolean {
  return namingCodes.has(code);
}

export function formatInputMessage(message: InputMessage): string {
  return formatByCode(inputWording, message);
}

export function formatProblem({
  label,
  message,
}: {
  readonly label: string;
  readonly message: InputMessage;
}): string {
  const words = formatInputMessage(message);
  return namesInput(message) ? words : `${label}: ${words}`;
}

/** Returns a problem and its remedy, or a warning, in English sentences. */
export function describeProblem({
  remedy,
  ...problem
}: {
  readonly label: string;
  readonly message: InputMessage;
  readonly remedy?: InputMessage;
}): string {
  const text = toSentence(formatProblem(problem));
  return remedy === undefined ? text : `${text} ${formatInputMessage(remedy)}`;
}

export function joinChoices(values: readonly string[], or: string): string {
  return [values.slice(0, -1).join(', '), ...values.slice(-1)].join(` ${or} `);
}

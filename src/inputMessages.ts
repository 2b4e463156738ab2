import type { DecisionStatus } from './decisionStatus.js';

/** How a program has changed an ID, or why a text is not an ID. */
export type IdChange =
  | 'lostCharacter'
  | 'lineBreak'
  | 'formula'
  | 'shortened'
  | 'decimals'
  | 'date';

/** Messages about inputs, by code. `text` is the value, or its beginning; see `inputWording`. */
export interface InputMessages {
  /** `contractName` is missing if the contract calls the input by its label. */
  inputMissing: { readonly label: string; readonly contractName?: string | undefined };
  unknownInput: { readonly name: string };
  notText: object;
  unsupportedValue: object;
  notWholeNumber: object;
  negative: object;
  notDateTime: object;
  notEmail: object;
  unsupportedStatus: object;
  approverMissing: { readonly status: Exclude<DecisionStatus, 'Pending'> };
  endBeforeStart: object;
  errorText: { readonly error: string };
  changedId: { readonly text: string; readonly change: IdChange };
  /** A number that is too small or too large for a date, or whose cell is not formatted as a date. */
  numberNoDate: { readonly number: string };
  /** A number with more digits than a program keeps. */
  numberRounded: object;
  linkWithoutId: { readonly text: string };
  yearOfTwoDigits: { readonly text: string };
  unreadableDate: { readonly text: string };
  ambiguousDate: { readonly text: string };
  noSuchDay: { readonly text: string };
  noSuchTime: { readonly text: string };
  yearTooEarly: { readonly text: string; readonly earliest: number };
  unknownCountry: { readonly text: string; readonly suggestion?: string | undefined };
  /** A country name whose accents are separate characters. */
  separateAccents: { readonly text: string };

  useOneOf: { readonly values: readonly string[] };
  useRoleType: object;
  useHiringUrgency: object;
  useEnglishName: object;
  useWholeNumber: object;
  countPastTrips: object;
  countHires: object;
  useDateTime: object;
  useText: object;
  useEmailAddress: object;
  useAssessmentId: object;
  useReportLink: object;
  fillInFirstName: object;
  fillInLastName: object;
  keepIdAsText: object;
  typeIdAsText: object;
  writeClearDate: object;
  writeWholeYear: object;
  correctTime: object;
  correctOneDate: object;
  correctErrorText: object;
  nameApprover: object;
  removeInput: object;
}

/** A message about an input. It does not use `Coded`, which the packages do not export. */
export type InputMessage = {
  readonly [Code in keyof InputMessages]: { readonly code: Code } & InputMessages[Code];
}[keyof InputMessages];

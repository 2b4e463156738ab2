import type { DateOrder } from '../../../src/dateText.js';

/**
 * What reading a sheet finds wrong with an input, and what to do about it, by its codes. The contract's
 * own texts come from the core.
 */
export interface ValueMessages {
  /** The cell holds a formula that was never calculated. */
  cellNotCalculated: object;
  cellTooLong: { readonly characters: number };
  /** An id that a spreadsheet has made a date of, ISO 8601. */
  cellHoldsDate: { readonly date: string };
  cellHoldsBoolean: { readonly text: string };
  /** An id of more digits than a spreadsheet keeps. */
  cellNumberRounded: object;
  /** An id whose number format has texts of its own, so that what it shows is not known. */
  cellNumberFormatted: { readonly number: string };
  /** A number where a date should be. */
  cellNumberNoDate: { readonly number: string };
  cellHoldsError: { readonly error: string };
  inputMissing: { readonly label: string };
  /** An option gives no value for an input. */
  settingEmpty: { readonly label: string };
  /** Besides whom it is about, the row says nothing, or nothing but numbers. */
  identityAlone: { readonly hasNumbers: boolean };

  calculateFormula: object;
  checkHeading: object;
  typeIdAsText: object;
  formatAsDate: object;
  correctFormula: object;
  /** The others, or nothing at all. */
  fillInOthers: object;
  typeDate: object;
  correctOneDate: object;
  /** A date that is two different days; with dots the day mostly comes first. */
  sayDateOrder: { readonly hasDots: boolean };
  /** The other dates of the column show their order. */
  datesOfColumn: { readonly order: DateOrder };
  /** The dates of other columns do. */
  datesOfOtherColumns: { readonly order: DateOrder };
  /** Dates of the sheet contradict each other; those of the column, too, where no order is given. */
  datesContradict: { readonly order?: DateOrder | undefined };
  /** There is an address among other things. */
  keepOnlyAddress: { readonly address: string };
  giveOneAddress: object;
  removeSpaces: object;
  removeAccents: object;
  /** The domain in ASCII. */
  writeDomain: { readonly domain: string };
  giveWholeAddress: object;
  /** The id of its assessment is missing. */
  assessFirst: object;
  chooseOne: object;
  /** The Staff ID of the row's own person, or of whoever decides. */
  fillInStaffId: { readonly whose?: 'manager' | 'complianceTeamMember' | 'canceller' };
}

/** What is said of a value: as a code, or in the core's words. */
export type ValueText =
  | string
  | {
      readonly [Code in keyof ValueMessages]: { readonly code: Code } & ValueMessages[Code];
    }[keyof ValueMessages];

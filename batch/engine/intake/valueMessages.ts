import type { DateOrder } from '../../../src/dateText.js';

/**
 * Problems with the value of an input, and remedies, by code. The contract's own texts come from
 * the core.
 */
export interface ValueMessages {
  /** The cell contains a formula that was never calculated. */
  cellNotCalculated: object;
  cellTooLong: { readonly characters: number };
  /** A spreadsheet program converted the ID to a date, ISO 8601. */
  cellContainsDate: { readonly date: string };
  cellContainsBoolean: { readonly text: string };
  /** The ID has more digits than a spreadsheet program keeps. */
  cellNumberRounded: object;
  /** The number format of the ID adds texts, so its displayed form is unknown. */
  cellNumberFormatted: { readonly number: string };
  /** The ID has letters that depend on the guessed encoding. */
  idEncodingGuessed: { readonly encoding: string };
  /** The cell contains a number instead of a date. */
  cellNumberNoDate: { readonly number: string };
  cellContainsError: { readonly error: string };
  /** The cell contains a linked data type, a picture or another value that only Excel can show. */
  cellOnlyInExcel: object;
  inputMissing: { readonly label: string };
  /** An option has an empty value for an input. */
  settingEmpty: { readonly label: string };
  /** Besides the identity, the row is empty or contains only numbers. */
  identityAlone: { readonly hasNumbers: boolean };
  /** The row has our results and no inputs. */
  resultsAlone: object;

  calculateFormula: object;
  checkHeading: object;
  typeIdAsText: object;
  saveAsUtf8: object;
  formatAsDate: object;
  correctFormula: object;
  convertToText: object;
  /** Fill in the other inputs, or none at all. */
  fillInOthers: object;
  moveResultsBack: object;
  typeDate: object;
  correctOneDate: object;
  /** An ambiguous date; with dots, the day usually comes first. */
  sayDateOrder: { readonly hasDots: boolean };
  /** The other dates of the column show their order. */
  datesOfColumn: { readonly order: DateOrder };
  /** The dates of other columns show their order. */
  datesOfOtherColumns: { readonly order: DateOrder };
  /**
   * Dates of the sheet contradict each other; `order` is missing if those of the column do, too.
   */
  datesContradict: { readonly order?: DateOrder | undefined };
  /** The cell contains an address among other text. */
  keepOnlyAddress: { readonly address: string };
  giveOneAddress: object;
  removeSpaces: object;
  removeAccents: object;
  /** The domain in ASCII. */
  writeDomain: { readonly domain: string };
  giveWholeAddress: object;
  /** The Assessment ID is missing. */
  assessFirst: object;
  chooseOne: object;
  /** A Staff ID is missing: the person's, or that of a named approver. */
  fillInStaffId: { readonly whose?: 'manager' | 'complianceTeamMember' | 'canceller' };
}

/** A message about a value: as a code, or in the core's words. */
export type ValueText =
  | string
  | {
      readonly [Code in keyof ValueMessages]: { readonly code: Code } & ValueMessages[Code];
    }[keyof ValueMessages];
